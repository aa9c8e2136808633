import { existsSync } from 'node:fs';
import { delimiter } from 'node:path';
import { CONNECTABLE_CLIENTS, type ConnectableClient, type FileConnection } from '@foldout/clients';
import { join, type Machine } from '@foldout/clients/internal';

export type FileClient = ConnectableClient & { readonly connection: FileConnection };

/** The clients with a file that are installed on this machine. */
export function installedClients(machine: Machine): FileClient[] {
  return CONNECTABLE_CLIENTS.filter((client): client is FileClient => {
    return client.connection.kind === 'file' && isInstalled(client.connection, machine);
  });
}

/** The file that `connect` writes: the first that exists, else the first. Undefined: the client has no such file. */
export function targetFile(connection: FileConnection, machine: Machine, project: boolean): string | undefined {
  const files = project ? connection.project(machine) : connection.user(machine);
  return files.find((file) => existsSync(file)) ?? files[0];
}

function isInstalled(connection: FileConnection, machine: Machine): boolean {
  const files = connection.user(machine);
  const signs = connection.installed?.(machine) ?? files.map((file) => join(machine, file, '..'));
  return [...signs, ...files].some((path) => existsSync(path)) || isOnPath(connection.programs ?? [], machine);
}

function isOnPath(programs: readonly string[], machine: Machine): boolean {
  const folders = (machine.env['PATH'] ?? machine.env['Path'] ?? '').split(delimiter).filter(Boolean);
  const endings = machine.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  return programs.some((program) =>
    folders.some((folder) => endings.some((ending) => existsSync(join(machine, folder, program + ending)))),
  );
}
