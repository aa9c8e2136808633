import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject, translateServer } from '@foldout/clients/internal';
import { contentHash } from '@foldout/core/internal';

/** The fields that decide which server runs, and as whom. All others are settings of Foldout or of the client. */
export const LAUNCH_FIELDS = ['command', 'args', 'env', 'cwd', 'url', 'headers', 'bearerToken', 'oauth'] as const;
const TOOL_FIELDS = ['include', 'exclude'] as const;

/** Programs that download and run a package. Where they are installed makes no difference. */
const PACKAGE_RUNNER = /^(?:.*[\\/])?(npx|bunx|pnpx|uvx)(?:\.(?:cmd|exe))?$/i;

/** The launch of a server in one form: `cmd /c npx -y pkg@latest` means the same as `npx pkg`. */
function launchOf(raw: JsonObject): JsonObject {
  const { server } = translateServer(raw);
  const fields = LAUNCH_FIELDS.flatMap((field) => (isSet(server[field]) ? [[field, server[field]] as const] : []));
  // Some clients write the type and others detect it. Only `sse` changes how the server is reached.
  const launch: Record<string, unknown> = {
    ...Object.fromEntries(fields),
    ...(server['type'] === 'sse' && { type: 'sse' }),
  };
  const [program, ...args] = withoutShell([
    launch['command'],
    ...(Array.isArray(launch['args']) ? launch['args'] : []),
  ]);
  if (program === undefined) return launch;
  const [, runner] = PACKAGE_RUNNER.exec(String(program)) ?? [];
  const rest = runner ? withoutConsent(args) : args;
  return { ...launch, command: runner?.toLowerCase() ?? program, ...(rest.length > 0 && { args: rest }) };
}

function withoutShell(line: readonly unknown[]): readonly unknown[] {
  const [program, flag, ...rest] = line;
  return /^cmd(\.exe)?$/i.test(String(program)) && /^\/c$/i.test(String(flag)) ? rest : line;
}

/** `-y` only skips a question. `@latest` is what a package runner takes without a version. */
function withoutConsent(args: readonly unknown[]): readonly unknown[] {
  const rest = args.filter((arg) => arg !== '-y' && arg !== '--yes');
  const at = rest.findIndex((arg) => !String(arg).startsWith('-'));
  return rest.map((arg, index) => (index === at ? String(arg).replace(/@latest$/, '') : arg));
}

function isSet(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** The same for two entries that start the same server in the same way. */
export function launchHash(raw: JsonObject): string {
  return contentHash(launchOf(raw));
}

/** The same for two entries that also load the same tools. */
export function meaningHash(raw: JsonObject): string {
  return contentHash([launchOf(raw), TOOL_FIELDS.map((field) => raw[field] ?? null)]);
}

/** The fields in which two entries differ, such as `args` and `env.TOKEN`. Values are left out: they may be secrets. */
export function differences(one: JsonObject, other: JsonObject): string[] {
  const [a, b] = [full(one), full(other)];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].sort().flatMap((field) => {
    const [left, right] = [a[field], b[field]];
    if (isDeepStrictEqual(left, right)) return [];
    if (!isObject(left) || !isObject(right)) return [field];
    const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])].sort();
    return keys.filter((key) => !isDeepStrictEqual(left[key], right[key])).map((key) => `${field}.${key}`);
  });
}

function full(raw: JsonObject): JsonObject {
  const tools = TOOL_FIELDS.flatMap((field) => (raw[field] === undefined ? [] : [[field, raw[field]] as const]));
  return { ...launchOf(raw), ...Object.fromEntries(tools) };
}
