/** The computer whose configuration files are searched. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface ClientFile {
  readonly file: string;
  /** The project folder that the file belongs to; absent for a user's file. */
  readonly project?: string | undefined;
}

/** Joins paths by the rules of the machine's platform, which may differ from the platform this code runs on. */
export function join({ platform }: Machine, ...parts: string[]): string {
  // Not `node:path`: the facts about clients are part of servers that run in Workers.
  const separator = platform === 'win32' ? '\\' : '/';
  const path = parts.filter((part) => part !== '').join(separator);
  const whole = platform === 'win32' ? path.replaceAll('/', separator) : path;
  const segments: string[] = [];
  for (const segment of whole.split(separator)) {
    const last = segments.at(-1);
    if (segment === '..' && last !== undefined && last !== '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  const root = whole.startsWith(separator.repeat(2)) && platform === 'win32' ? separator.repeat(2) : separator;
  return `${whole.startsWith(separator) ? root : ''}${segments.join(separator)}`;
}

/** The folder where the platform keeps a user's settings. */
export function settingsFolder(machine: Machine): string {
  const { platform, home, env } = machine;
  if (platform === 'win32') return env['APPDATA'] ?? join(machine, home, 'AppData', 'Roaming');
  if (platform === 'darwin') return join(machine, home, 'Library', 'Application Support');
  return dotConfig(machine);
}

/** `~/.config`, which some clients use on every platform. */
export function dotConfig(machine: Machine): string {
  return machine.env['XDG_CONFIG_HOME'] || join(machine, machine.home, '.config');
}

export function userFiles(...files: readonly string[]): ClientFile[] {
  return files.map((file) => ({ file }));
}

export function projectFiles(machine: Machine, ...files: readonly string[]): ClientFile[] {
  return files.map((file) => ({ file: join(machine, machine.cwd, ...file.split('/')), project: machine.cwd }));
}
