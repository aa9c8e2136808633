import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** What decides whether two clients can share a background gateway. */
export interface SharingRequest {
  readonly version: string;
  /** Changes with every build, so that a rebuilt program does not join the gateway of the previous build. */
  readonly build: string;
  /** Absolute path of the configuration. */
  readonly file: string;
  /** Text of the configuration. */
  readonly text: string;
  readonly stateFolder: string;
  /** Options of `foldout serve` that apply to the whole gateway. */
  readonly options: readonly string[];
  readonly folder: string;
  readonly env: Environment;
}

/** A reference to a variable: `${NAME}`, `${NAME:-default}`, `${env:NAME}`, and OpenCode's `{env:NAME}`. */
const REFERENCE = /\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?=\}|:-)|\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g;
/** The command of a server: a string, or the first entry of a list. */
const COMMAND = /"command"\s*:\s*\[?\s*"([A-Za-z0-9._-]+)"/g;
/** Variables that change what a gateway does, although no configuration refers to them. */
const OWN_VARIABLES =
  /^(TOOLSETS|TOOLS|ALWAYS_AVAILABLE_TOOLS|MCP_TOOLS_MODE|HOME|USERPROFILE|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|(FOLDOUT|OTEL)_[A-Z0-9_]+)$/;
const KEY_LENGTH = 20;

/** Clients with the same key share one background gateway. */
export function sharingKey(request: SharingRequest, platform: NodeJS.Platform = process.platform): string {
  const { version, build, file, text, stateFolder, options, folder, env } = request;
  const parts = [
    version,
    build,
    file,
    text,
    stateFolder,
    options,
    // `${workspaceFolder}` is replaced when the gateway starts.
    text.includes('workspaceFolder') ? folder : '',
    variablesOf(text, env),
    programsOf(text, env, platform),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, KEY_LENGTH);
}

/** The names of the variables that a configuration refers to. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(REFERENCE)].map(([, name, other]) => name ?? other ?? ''))].sort();
}

/** The variables that the configuration or the gateway reads, with their values. */
function variablesOf(text: string, env: Environment): [name: string, value: string | undefined][] {
  const own = Object.keys(env).filter((name) => OWN_VARIABLES.test(name));
  return [...new Set([...own, ...variablesIn(text)])].sort().map((name) => [name, env[name]]);
}

/**
 * The programs that the commands of the configuration stand for. `PATH` itself differs between a terminal and a desktop
 * program; two clients can share servers if both find the same programs. `node` runs scripts such as `npx`.
 */
function programsOf(text: string, env: Environment, platform: NodeJS.Platform): (string | undefined)[] {
  const names = new Set(['node', ...[...text.matchAll(COMMAND)].map(([, name]) => name ?? '')]);
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter(Boolean);
  const endings = platform === 'win32' ? ['', ...(env['PATHEXT'] ?? '.COM;.EXE;.BAT;.CMD').split(';')] : [''];
  const candidates = (name: string): string[] =>
    folders.flatMap((folder) => endings.map((ending) => join(folder, `${name}${ending}`)));
  return [...names].sort().map((name) => candidates(name).find(isFile));
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
