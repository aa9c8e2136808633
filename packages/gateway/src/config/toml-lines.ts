import { parse } from 'smol-toml';

/** One statement of a TOML text, which may span several lines, or one blank line or comment. */
export interface TomlPart {
  readonly kind: 'table' | 'pair' | 'blank' | 'comment';
  /** The keys of a table header or of a pair; undefined for an array of tables, whose keys address no single table. */
  readonly keys?: readonly string[] | undefined;
  readonly start: number;
  /** After the line break. */
  readonly end: number;
}

/** Splits a valid TOML text into its statements. */
export function tomlParts(text: string): TomlPart[] {
  const parts: TomlPart[] = [];
  for (let start = 0; start < text.length; ) {
    const end = statementEnd(text, start);
    parts.push(partOf(text.slice(start, end), start, end));
    start = end;
  }
  return parts;
}

function partOf(source: string, start: number, end: number): TomlPart {
  const statement = source.trim();
  if (statement === '') return { kind: 'blank', start, end };
  if (statement.startsWith('#')) return { kind: 'comment', start, end };
  if (statement.startsWith('[[')) return { kind: 'table', start, end };
  if (statement.startsWith('[')) return { kind: 'table', keys: keysOf(statement), start, end };
  return { kind: 'pair', keys: keysOf(statement), start, end };
}

/** The dotted keys of a header or a pair. The parser reads them, so that quotes and spaces are understood. */
function keysOf(statement: string): readonly string[] {
  const isPair = !statement.startsWith('[');
  const parsed = parse(isPair ? `${keyText(statement)} = 0` : statement);
  const keys: string[] = [];
  for (let value: unknown = parsed; typeof value === 'object' && value !== null; ) {
    const [key] = Object.keys(value);
    if (key === undefined) break;
    keys.push(key);
    value = (value as Record<string, unknown>)[key];
  }
  return keys;
}

/** The text before the first equals sign that is not in quotes. */
function keyText(statement: string): string {
  return /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^"'=])*/.exec(statement)?.[0] ?? '';
}

const OPEN = new Set(['[', '{']);
const CLOSE = new Set([']', '}']);

/** The end of the line where the statement that starts at `start` ends: strings and lists may span lines. */
function statementEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '#') at = lineEnd(text, at) - 2;
    else if (character === '"' || character === "'") at = stringEnd(text, at);
    else if (OPEN.has(character)) depth++;
    else if (CLOSE.has(character)) depth--;
    else if (character === '\n' && depth <= 0) return at + 1;
  }
  return text.length;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length + 1 : end + 1;
}

/** The position of the last quote of the string that starts at `at`. */
function stringEnd(text: string, at: number): number {
  const quote = text[at] as string;
  const mark = text.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
  for (let next = at + mark.length; next < text.length; next++) {
    if (text[next] === '\\' && quote === '"') next++;
    else if (text.startsWith(mark, next)) {
      let last = next + mark.length - 1;
      // Up to two quotes may stand before the closing mark: `""""` ends with the last quote.
      while (mark.length === 3 && text[last + 1] === quote) last++;
      return last;
    }
  }
  return text.length;
}
