import type { JsonObject } from './json.ts';
import { join, type Machine, projectFiles } from './machine.ts';

/** The command line that starts Foldout. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

/** Where Foldout answers over HTTP. */
export interface HttpAddress {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** How Foldout is added to a client: by an edit of the client's file, or by a text that the user pastes. */
export type ClientConnection = FileConnection | PasteConnection;

export interface FileConnection {
  readonly kind: 'file';
  readonly syntax: 'json' | 'toml' | 'yaml';
  /** The user's files. The first that exists is written; if none exists, the first. Empty: the client has only project files. */
  user(machine: Machine): readonly string[];
  /** The files of the project in the working folder, in the same order of preference. */
  project(machine: Machine): readonly string[];
  /** The key path of the servers within the file. */
  readonly servers: readonly string[];
  /** The servers are a list whose items have a `name`, not an object by name. */
  readonly list?: true;
  stdio(launch: Launch): JsonObject;
  /** Absent: the client starts local servers only. */
  http?(address: HttpAddress): JsonObject;
  /** Fields that turn off an entry. Absent: a replaced entry is removed from the file. */
  readonly off?: JsonObject;
  /** Fields that a new file needs. Without them the client ignores the file. */
  readonly newFile?: JsonObject;
  /** Files or folders of which one exists if the client is installed. Absent: the folder of the first user file. */
  installed?(machine: Machine): readonly string[];
  /** Programs on the PATH that show that the client is installed. */
  readonly programs?: readonly string[];
  /** What the user does so that the client reads the file again. */
  readonly reload: string;
}

export interface PasteConnection {
  readonly kind: 'paste';
  /** Where the user pastes or opens the text. */
  readonly where: string;
  text(launch: Launch): string;
  http?(address: HttpAddress): string;
}

/** An entry with `command` and `args`, and the fields of `more`. */
export function command(more: JsonObject = {}): FileConnection['stdio'] {
  return ({ command: program, args }) => ({ ...more, command: program, args });
}

/** An entry with the address in the field `field`, and the fields of `more`. */
export function address(field: string, more: JsonObject = {}): NonNullable<FileConnection['http']> {
  return ({ url, headers }) => ({ ...more, [field]: url, ...(headers && { headers }) });
}

export function inHome(machine: Machine, path: string): string {
  return join(machine, machine.home, ...path.split('/'));
}

export function inProject(machine: Machine, ...paths: readonly string[]): readonly string[] {
  return projectFiles(machine, ...paths).map(({ file }) => file);
}
