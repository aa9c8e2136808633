import { posix, win32 } from 'node:path';
import type { Raw } from '../config/client-fields.ts';

/** The machine that configurations are looked for on. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** One place within a file where servers stand. */
export interface ServersPlace {
  readonly path: readonly string[];
  /** The folder of the project that these servers belong to; absent where they belong to the person. */
  readonly project?: string | undefined;
}

/** A program that people have configured servers for. */
export interface Client {
  readonly id: string;
  readonly title: string;
  /** Where it keeps its files, the nearest to the project first. */
  files(machine: Machine): readonly ClientFile[];
  /** Where its servers stand within a file. */
  places(root: Raw, machine: Machine): readonly ServersPlace[];
  /** JSON with comments where it is absent. */
  readonly syntax?: 'toml';
}

export interface ClientFile {
  readonly file: string;
  /** The folder of the project that the file belongs to. */
  readonly project?: string | undefined;
}

/** Joins as the machine does, which need not be the one this runs on. */
export function join({ platform }: Machine, ...parts: string[]): string {
  return (platform === 'win32' ? win32 : posix).join(...parts);
}

/** The folder where programs keep a person's settings. */
export function settingsFolder(machine: Machine): string {
  const { platform, home, env } = machine;
  if (platform === 'win32') return env['APPDATA'] ?? join(machine, home, 'AppData', 'Roaming');
  if (platform === 'darwin') return join(machine, home, 'Library', 'Application Support');
  return dotConfig(machine);
}

/** The folder that some programs use on every platform. */
export function dotConfig(machine: Machine): string {
  return machine.env['XDG_CONFIG_HOME'] || join(machine, machine.home, '.config');
}

export function personal(...files: readonly string[]): ClientFile[] {
  return files.map((file) => ({ file }));
}

export function ofProject(machine: Machine, ...files: readonly string[]): ClientFile[] {
  return files.map((file) => ({ file: join(machine, machine.cwd, ...file.split('/')), project: machine.cwd }));
}
