import { CONFIGURED_CLIENTS } from '@foldout/clients';
import { join, type Machine, settingsFolder } from '@foldout/clients/internal';
import { readClient, thisMachine } from './import-configs.ts';
import { isFile, ownConfigPlaces } from './own-config.ts';

export interface FoundConfig {
  readonly file: string;
  /** The id of the client. Absent: a file of Foldout's own. */
  readonly client?: string | undefined;
  readonly title: string;
  /** The number of servers in a client's file. */
  readonly servers?: number | undefined;
}

/** The configuration files of Foldout and of all clients. Foldout's own files come first. */
export function findConfigs(overrides: Partial<Machine> = {}): FoundConfig[] {
  const machine = thisMachine(overrides);
  const own = ownConfigPlaces(machine);
  const clients = CONFIGURED_CLIENTS.flatMap((client) => {
    const files = new Map<string, number>();
    for (const { file, servers } of readClient(client, machine)) {
      files.set(file, (files.get(file) ?? 0) + Object.keys(servers).length);
    }
    return [...files].map(([file, servers]) => ({ file, client: client.id, title: client.title, servers }));
  });
  const ownFiles = own.filter(isFile).map((file) => ({ file, title: 'Foldout' }));
  return [...ownFiles, ...clients.filter(({ file }) => !own.includes(file))];
}

/** The user's configuration of Foldout, which is found from every working folder. */
export function ownConfigFile(overrides: Partial<Machine> = {}): string {
  const machine = thisMachine(overrides);
  return join(machine, settingsFolder(machine), 'foldout', 'foldout.json');
}
