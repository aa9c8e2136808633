import { statSync } from 'node:fs';
import { join, type Machine, settingsFolder } from './client.ts';
import { CLIENTS } from './clients.ts';
import { readClient, thisMachine } from './import-configs.ts';

export interface FoundConfig {
  readonly file: string;
  /** The client whose file it is; absent for a configuration of our own. */
  readonly client?: string | undefined;
  readonly title: string;
  /** How many servers a client's file names. */
  readonly servers?: number | undefined;
}

const IN_FOLDER = ['foldout.json', 'foldout.jsonc', 'mcp.json', '.mcp.json'];
const OWN = ['foldout.json', 'foldout.jsonc'];

/** The configurations in the usual places, the one to prefer first: ours, the folder's, then what clients have. */
export function findConfigs(given: Partial<Machine> = {}): FoundConfig[] {
  const machine = thisMachine(given);
  const own = [
    ...IN_FOLDER.map((name) => join(machine, machine.cwd, name)),
    ...OWN.map((name) => join(machine, settingsFolder(machine), 'foldout', name)),
  ];
  const clients = CLIENTS.flatMap((client) => {
    const files = new Map<string, number>();
    for (const { file, servers } of readClient(client, machine)) {
      files.set(file, (files.get(file) ?? 0) + Object.keys(servers).length);
    }
    return [...files].map(([file, servers]) => ({ file, client: client.id, title: client.title, servers }));
  });
  const ownFiles = own.filter(isFile).map((file) => ({ file, title: 'Foldout' }));
  return [...ownFiles, ...clients.filter(({ file }) => !own.includes(file))];
}

/** Where a person's own configuration is kept, and found from every folder. */
export function ownConfigFile(given: Partial<Machine> = {}): string {
  const machine = thisMachine(given);
  return join(machine, settingsFolder(machine), 'foldout', 'foldout.json');
}

function isFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
