import { createHash } from 'node:crypto';
import { isDevice } from './safe-name.ts';

/** Long enough for any honest name, and short enough for every path. */
const LONGEST = 80;

/** What a function of a module cannot, or should not, be called. A module with a `then` would be taken for a promise. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'arguments as async await break case catch class const continue debugger default delete do else enum eval export ' +
    'exports extends false finally for from function globalThis if implements import in index instanceof interface let ' +
    'new null of package private protected public require return static super switch then this throw true try type ' +
    'typeof undefined var void while with yield callTool'
  ).split(' '),
);

/** A tool's name as a function: `get_document`, `get-document` and `GetDocument` are `getDocument`. */
export function functionName(name: string): string {
  const words = asciiWords(name);
  const [first = '', ...others] = words;
  const said = lowerStart(first) + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  if (said === '') return `tool_${shortHash(name)}`;
  const bounded = said.length > LONGEST ? `${said.slice(0, LONGEST)}_${shortHash(name)}` : said;
  if (/^\d/.test(bounded)) return `_${bounded}`;
  // Where case does not count, `iNDEX.ts` is the index of its server.
  const isTaken = RESERVED.has(bounded) || bounded.toLowerCase() === 'index';
  return isTaken || isDevice(bounded) ? `${bounded}_` : bounded;
}

/** `getDocument` → `GetDocument`, the beginning of its types' names. */
export function typeName(functionName: string): string {
  const first = functionName.charAt(0);
  return /[a-z]/.test(first) ? first.toUpperCase() + functionName.slice(1) : `T${functionName}`;
}

/** A server's name as a folder: kept where it can be. */
export function folderName(server: string): string {
  const said = withoutMarks(server)
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '');
  if (said === '') return `server-${shortHash(server)}`;
  const bounded = said.length > LONGEST ? `${said.slice(0, LONGEST)}-${shortHash(server)}` : said;
  return isDevice(bounded) || bounded.toLowerCase() === 'node_modules' ? `server-${bounded}` : bounded;
}

/**
 * Gives each its own name, also where a file system does not tell upper from lower case. Whoever is called exactly
 * like the wish gets it; the others get a few signs of their own, which stay theirs whoever comes or goes.
 */
export function uniqueNames(originals: readonly string[], wish: (original: string) => string): Map<string, string> {
  const wishes = new Map(originals.map((original) => [original, wish(original)]));
  const isExact = (original: string): number => Number(wishes.get(original) === original);
  const sorted = [...wishes.keys()].sort((a, b) => isExact(b) - isExact(a) || (a < b ? -1 : 1));
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const original of sorted) {
    const wished = wishes.get(original) ?? original;
    let name = wished;
    for (let count = 0; taken.has(name.toLowerCase()); count += 1) name = `${wished}_${shortHash(original, count)}`;
    taken.add(name.toLowerCase());
    names.set(original, name);
  }
  return names;
}

function asciiWords(name: string): string[] {
  return withoutMarks(name).match(/[A-Za-z0-9]+/g) ?? [];
}

/** `é` is `e` with a mark; letters of other alphabets have no such form and are left out. */
function withoutMarks(text: string): string {
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
