import type { ClientConfig } from './client.ts';
import type { FileConnection } from './connection.ts';
import { userFiles } from './machine.ts';

/** The files of a connection, for import. */
export function importedFrom(connection: FileConnection): ClientConfig {
  const { syntax, servers } = connection;
  return {
    ...(syntax !== 'json' && { syntax }),
    files: (machine) => [
      ...connection.project(machine).map((file) => ({ file, project: machine.cwd })),
      ...userFiles(...connection.user(machine)),
    ],
    places: () => [{ path: servers }],
  };
}
