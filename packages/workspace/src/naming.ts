import type { Tool } from '@foldout/core';

type Named = Pick<Tool, 'id' | 'server' | 'name'>;

/** What cannot be the name of a function, or would hide something that the code around it uses. */
const RESERVED = new Set(
  (
    'abstract any arguments as async await boolean break case catch class const constructor continue debugger declare ' +
    'default delete do else enum eval export extends false finally for from function get if implements import in ' +
    'infer instanceof interface is keyof let module namespace never new null number object of package private ' +
    'protected public readonly require return set static string super switch symbol then this throw true try type ' +
    'typeof undefined unique unknown var void while with yield callTool searchTools describeTool globalThis NaN Infinity'
  ).split(' '),
);
const MAX_LENGTH = 80;

/** Tool id → the name of its function: `create_issue` → `createIssue`. Unique within a server, whatever the case. */
export function toolFunctionNames(tools: readonly Named[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [, ofServer] of byServer(tools)) {
    const taken = new Set<string>();
    for (const tool of ofServer) names.set(tool.id, unused(functionName(tool.name), taken, ''));
  }
  return names;
}

/** Server → the name of its folder: safe in an import and on every file system. Unique, whatever the case. */
export function serverFolderNames(tools: readonly Named[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const servers = [...byServer(tools).keys()].sort(compare);
  return new Map(servers.map((server) => [server, unused(folderName(server), taken, '-')]));
}

function functionName(name: string): string {
  // Beyond the first 65,536 characters, compilers of different years disagree about what a letter is.
  const known = name.normalize('NFC').replace(/[\u{10000}-\u{10FFFF}]/gu, ' ');
  const words = known.match(/[\p{ID_Start}\p{ID_Continue}]+/gu) ?? [];
  const parts = words.flatMap((word) => word.split('_')).filter((part) => part !== '');
  const camel = parts.map((part, index) => (index === 0 ? lowerFirst(part) : upperFirst(part))).join('');
  const cut = [...camel].slice(0, MAX_LENGTH).join('');
  if (cut === '') return 'tool';
  if (!/^\p{ID_Start}/u.test(cut)) return `_${cut}`;
  return RESERVED.has(cut) ? `${cut}Tool` : cut;
}

function folderName(server: string): string {
  const plain = server.normalize('NFC').replace(/[^\p{L}\p{N}_-]+/gu, '-');
  const cut = [...plain.replace(/^-+|-+$/g, '')].slice(0, MAX_LENGTH).join('') || 'server';
  // Windows keeps these for its devices, with any ending.
  return /^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(cut) ? `${cut}-server` : cut;
}

/** `HTTPGet` stays as it is after its first letter; `GET` becomes `get`. */
function lowerFirst(word: string): string {
  return word === word.toUpperCase() ? word.toLowerCase() : word.charAt(0).toLowerCase() + word.slice(1);
}

function upperFirst(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The first of `name`, `name2`, `name3`… that is free: two files that differ in case are one on some systems. */
function unused(name: string, taken: Set<string>, separator: string): string {
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${name}${separator}${number}`;
  taken.add(free.toLowerCase());
  return free;
}

/** Sorted, so that a name does not depend on the order in which tools arrive. */
function byServer(tools: readonly Named[]): Map<string, Named[]> {
  const servers = new Map<string, Named[]>();
  for (const tool of [...tools].sort((a, b) => compare(a.name, b.name))) {
    const known = servers.get(tool.server);
    if (known) known.push(tool);
    else servers.set(tool.server, [tool]);
  }
  return servers;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
