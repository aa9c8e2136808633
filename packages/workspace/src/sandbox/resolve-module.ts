import { RUNTIME_PATH } from '../tree/runtime-file.ts';
import type { ModuleTree } from './contract.ts';
import type { ResolvedModule } from './worker/protocol.ts';

/**
 * Replaces the runtime module of the tree inside the sandbox: the same exports, which call the host. The prelude creates
 * these functions in a closure that the script cannot reach.
 */
export const GUEST_RUNTIME = `export const { callTool, searchTools, describeTool, rawResult, sleep, store } = globalThis.foldout;
export const setCaller = () => {};
`;

const MAX_PATH = 300;
/** A plain path segment: no drive letter, URL, percent escape or query, and not hidden. */
const SEGMENT = /^(?!\.)[^\\/:%?#*"<>|\p{Cc}]+$/u;

/** Resolves an import. The guest sees the message of the error that it throws. */
export async function resolveModule(
  modules: ModuleTree | undefined,
  importer: string,
  specifier: string,
): Promise<ResolvedModule> {
  const wanted = modulePath(importer, specifier);
  if (wanted === undefined) {
    throw new Error(
      `Cannot import '${shown(specifier)}': only ./servers/<server>, ./functions/<name> and ./foldout.ts can be imported`,
    );
  }
  if (candidates(wanted).includes(RUNTIME_PATH)) return { path: RUNTIME_PATH, source: GUEST_RUNTIME };
  for (const path of candidates(wanted)) {
    const source = await sourceOf(path, modules);
    if (source !== undefined) return { path, source };
  }
  throw new Error(`There is no module '${shown(specifier)}'. Find tools with searchTools(query) from ./foldout.ts`);
}

/** An exception of the module tree may contain internals, so the guest does not get its message. */
async function sourceOf(path: string, modules: ModuleTree | undefined): Promise<string | undefined> {
  try {
    const source: unknown = await modules?.(path);
    if (source === undefined || typeof source === 'string') return source;
  } catch {}
  throw new Error(`The module ${path} cannot be loaded`);
}

/** The path of a relative specifier; undefined if it is not relative or leaves the root. */
export function modulePath(importer: string, specifier: string): string | undefined {
  if (!/^\.\.?\//.test(specifier) || specifier.length > MAX_PATH) return undefined;
  const path = importer.split('/').slice(0, -1);
  for (const segment of specifier.split('/')) {
    if (segment === '.' || segment === '') continue;
    if (segment === '..') {
      if (path.pop() === undefined) return undefined;
    } else if (SEGMENT.test(segment)) path.push(segment);
    else return undefined;
  }
  return path.length > 0 ? path.join('/') : undefined;
}

/** The files that a path can resolve to, in order. `.js` comes first, because it needs no type stripping. */
export function candidates(path: string): string[] {
  const base = /^(.+)\.(?:ts|js)$/.exec(path)?.[1];
  if (base !== undefined) return [`${base}.js`, `${base}.ts`];
  return [`${path}/index.js`, `${path}/index.ts`, `${path}.js`, `${path}.ts`];
}

function shown(specifier: string): string {
  return specifier.slice(0, 80).replace(/\p{Cc}/gu, ' ');
}
