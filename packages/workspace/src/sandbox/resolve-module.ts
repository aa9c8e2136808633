import { RUNTIME_PATH } from '../tree/runtime-file.ts';
import type { ModuleTree } from './contract.ts';

/**
 * What stands where the tree has its runtime: the same exports, which lead to the host. The functions themselves are
 * made before the guest runs, where it cannot reach what they are made of.
 */
export const GUEST_RUNTIME = `export const { callTool, searchTools, describeTool } = globalThis.foldout;
export const setCaller = () => {};
`;

const MAX_PATH = 300;
/** No drive, URL, escape or query, and nothing hidden: only plain segments. */
const SEGMENT = /^(?!\.)[^\\/:%?#*"<>|\p{Cc}]+$/u;

export interface ResolvedModule {
  readonly path: string;
  /** With its types, where the path ends in `.ts`. */
  readonly source: string;
}

/** Finds the module that `specifier` means where `importer` says it. Throws what the guest is told. */
export async function resolveModule(
  modules: ModuleTree | undefined,
  importer: string,
  specifier: string,
): Promise<ResolvedModule> {
  const wanted = modulePath(importer, specifier);
  if (wanted === undefined) {
    throw new Error(`Cannot import '${shown(specifier)}': only ./servers/<server> and ./foldout.ts can be imported`);
  }
  if (candidates(wanted).includes(RUNTIME_PATH)) return { path: RUNTIME_PATH, source: GUEST_RUNTIME };
  for (const path of candidates(wanted)) {
    const source = await sourceOf(path, modules);
    if (source !== undefined) return { path, source };
  }
  throw new Error(`There is no module '${shown(specifier)}'. searchTools(query) of ./foldout.ts finds tools`);
}

/** Where the tree of modules itself fails, its words are not for the guest. */
async function sourceOf(path: string, modules: ModuleTree | undefined): Promise<string | undefined> {
  try {
    const source: unknown = await modules?.(path);
    if (source === undefined || typeof source === 'string') return source;
  } catch {}
  throw new Error(`The module ${path} cannot be loaded`);
}

/** The path from the root that a relative specifier means; undefined where it is none, or leaves the root. */
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

/** The files that a path may mean, the quickest to run first. */
export function candidates(path: string): string[] {
  const base = /^(.+)\.(?:ts|js)$/.exec(path)?.[1];
  if (base !== undefined) return [`${base}.js`, `${base}.ts`];
  return [`${path}/index.js`, `${path}/index.ts`, `${path}.js`, `${path}.ts`];
}

function shown(specifier: string): string {
  return specifier.slice(0, 80).replace(/\p{Cc}/gu, ' ');
}
