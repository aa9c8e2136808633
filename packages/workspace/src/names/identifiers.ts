import { createHash } from 'node:crypto';
import { isDevice } from './safe-name.ts';

/** Longer names are cut and get a hash, to stay within path length limits. */
const LONGEST = 80;

/** Names that an exported function cannot or should not have. A module with an export `then` would act as a promise. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'arguments as async await break case catch class const continue debugger default delete do else enum eval export ' +
    'exports extends false finally for from function globalThis if implements import in index instanceof interface let ' +
    'new null of package private protected public require return static super switch then this throw true try type ' +
    'typeof undefined var void while with yield callTool'
  ).split(' '),
);

/** The function name of a tool: `get_document`, `get-document` and `GetDocument` become `getDocument`. */
export function functionName(name: string): string {
  const words = asciiWords(name);
  const [first = '', ...others] = words;
  const camelCase = lowerStart(first) + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  if (camelCase === '') return `tool_${shortHash(name)}`;
  const bounded = camelCase.length > LONGEST ? `${camelCase.slice(0, LONGEST)}_${shortHash(name)}` : camelCase;
  if (/^\d/.test(bounded)) return `_${bounded}`;
  // On a case-insensitive file system, `iNDEX.ts` would overwrite the server's `index.ts`.
  const isTaken = RESERVED.has(bounded) || bounded.toLowerCase() === 'index';
  return isTaken || isDevice(bounded) ? `${bounded}_` : bounded;
}

/** Keywords of Python, and the built-in types that generated Python modules use. */
const PYTHON_RESERVED: ReadonlySet<string> = new Set(
  (
    'and as assert async await bool break case class continue def del dict elif else except finally float for from global ' +
    'if import in input int is lambda list match nonlocal not object or pass raise return str try tuple type while with ' +
    'yield call_tool'
  ).split(' '),
);

/** The Python name of a tool or a server: `getDocument`, `get-document` and `GetDocument` become `get_document`. */
export function pythonName(name: string): string {
  const words = asciiWords(name).flatMap((word) =>
    word
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
      .split(' '),
  );
  const snakeCase = words.join('_').toLowerCase();
  if (snakeCase === '') return `tool_${shortHash(name)}`;
  const bounded = snakeCase.length > LONGEST ? `${snakeCase.slice(0, LONGEST)}_${shortHash(name)}` : snakeCase;
  if (/^\d/.test(bounded)) return `_${bounded}`;
  return PYTHON_RESERVED.has(bounded) || isDevice(bounded) ? `${bounded}_` : bounded;
}

/** `getDocument` → `GetDocument`, the prefix of its type names. */
export function typeName(functionName: string): string {
  const first = functionName.charAt(0);
  return /[a-z]/.test(first) ? first.toUpperCase() + functionName.slice(1) : `T${functionName}`;
}

/** The folder name of a server: unchanged if it is a safe file name. */
export function folderName(server: string): string {
  const safe = withoutDiacritics(server)
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '');
  if (safe === '') return `server-${shortHash(server)}`;
  const bounded = safe.length > LONGEST ? `${safe.slice(0, LONGEST)}-${shortHash(server)}` : safe;
  return isDevice(bounded) || bounded.toLowerCase() === 'node_modules' ? `server-${bounded}` : bounded;
}

/**
 * Assigns names that are unique even on a case-insensitive file system. Of the originals with the same preferred name,
 * one keeps the name: the original that equals it, otherwise the first by sort order. The others get a hash of their
 * original as a suffix, so the suffix stays the same when other names are added or removed.
 */
export function uniqueNames(originals: readonly string[], prefer: (original: string) => string): Map<string, string> {
  const preferred = new Map(originals.map((original) => [original, prefer(original)]));
  const isExact = (original: string): number => Number(preferred.get(original) === original);
  const sorted = [...preferred.keys()].sort((a, b) => isExact(b) - isExact(a) || (a < b ? -1 : 1));
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const original of sorted) {
    const base = preferred.get(original) ?? original;
    let name = base;
    for (let count = 0; taken.has(name.toLowerCase()); count += 1) name = `${base}_${shortHash(original, count)}`;
    taken.add(name.toLowerCase());
    names.set(original, name);
  }
  return names;
}

function asciiWords(name: string): string[] {
  return withoutDiacritics(name).match(/[A-Za-z0-9]+/g) ?? [];
}

/** `é` becomes `e`. Letters of other alphabets stay; the callers drop them. */
function withoutDiacritics(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '');
}

/** `GetUser` → `getUser`, `HTTPGet` → `httpGet`, `URL` → `url`. */
function lowerStart(word: string): string {
  return word.replace(/^(?:[A-Z]+(?![a-z])|[A-Z])/, (start) => start.toLowerCase());
}

function shortHash(text: string, count = 0): string {
  const hash = createHash('sha256').update(text);
  return (count === 0 ? hash : hash.update(String(count))).digest('hex').slice(0, 6);
}
