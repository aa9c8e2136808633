import { isObject } from '@foldout/clients/internal';
import { parse, stringify } from 'smol-toml';
import type { PlainPath, TextEditor } from './edit-text.ts';
import { type TomlPart, tomlParts } from './toml-lines.ts';

/**
 * Edits one table of a TOML text: adds `[a.b]`, removes it, or sets one field in it. No library changes a TOML text
 * without writing all of it again. `applyEdit` refuses the result if it means anything else than the edit.
 */
export const editToml: TextEditor = {
  empty: '',
  parse: (text) => plain(parse(text)),
  meaning: withoutEmptyTables,
  edit(text, path, value) {
    const keys = path.map(String);
    const parts = tomlParts(text);
    if (isObject(value)) return setTable(text, parts, keys, value);
    const table = parts.findIndex((part) => part.kind === 'table' && isSame(part.keys, keys));
    if (value === undefined && (table !== -1 || isParent(parts, keys))) return withoutTable(text, parts, keys);
    return setField(text, parts, keys, value);
  },
};

/** Removes the table and appends it: a new table may stand anywhere but inside another one. */
function setTable(text: string, parts: readonly TomlPart[], keys: readonly string[], value: object): string {
  const rest = isParent(parts, keys) ? withoutTable(text, parts, keys) : text;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const nested = [...keys].reverse().reduce<unknown>((inner, key) => ({ [key]: inner }), value) as object;
  const table = stringify(nested).trim().replaceAll('\n', eol);
  const gap = rest === '' || /\n\r?\n$/.test(rest) ? '' : rest.endsWith('\n') ? eol : eol + eol;
  return `${rest}${gap}${table}${eol}`;
}

/** Removes a table and the tables within it. Comments above the table that follows stay. */
function withoutTable(text: string, parts: readonly TomlPart[], keys: readonly string[]): string {
  let inside = false;
  let out = '';
  let waiting = '';
  for (const part of parts) {
    const source = text.slice(part.start, part.end);
    if (part.kind === 'table') inside = startsWith(part.keys, keys);
    if (!inside) {
      out += waiting + source;
      waiting = '';
    } else if (part.kind === 'blank' || part.kind === 'comment') waiting += source;
    else waiting = '';
  }
  return out + waiting.replace(/^\r?\n/, '');
}

function setField(text: string, parts: readonly TomlPart[], keys: readonly string[], value: unknown): string {
  const table = keys.slice(0, -1);
  const field = keys.at(-1) ?? '';
  const header = parts.findIndex((part) => part.kind === 'table' && isSame(part.keys, table));
  // Without such a header the table is written in another form, which the check of `applyEdit` then refuses.
  if (header === -1) return text;
  const next = parts.findIndex((part, index) => index > header && part.kind === 'table');
  const own = parts.slice(header + 1, next === -1 ? undefined : next);
  const found = own.find((part) => part.kind === 'pair' && isSame(part.keys, [field]));
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const line = value === undefined ? '' : `${stringify({ [field]: value }).trim()}${eol}`;
  if (found)
    return (
      text.slice(0, found.start) + withComment(text.slice(found.start, found.end), line, eol) + text.slice(found.end)
    );
  const at = parts[header]?.end ?? text.length;
  const gap = text.slice(0, at).endsWith('\n') ? '' : eol;
  return text.slice(0, at) + gap + line + text.slice(at);
}

/** A comment at the end of a replaced line stays. */
function withComment(before: string, line: string, eol: string): string {
  const comment = /^[^"'#]*(\s#[^\r\n]*)\r?\n?$/.exec(before)?.[1];
  return comment && line !== '' ? `${line.trimEnd()}${comment}${eol}` : line;
}

function isSame(keys: readonly string[] | undefined, others: readonly string[]): boolean {
  return keys?.length === others.length && startsWith(keys, others);
}

function startsWith(keys: readonly string[] | undefined, start: PlainPath): boolean {
  return keys !== undefined && start.every((key, index) => keys[index] === key);
}

function isParent(parts: readonly TomlPart[], keys: readonly string[]): boolean {
  return parts.some((part) => part.kind === 'table' && startsWith(part.keys, keys));
}

/** A table that only holds other tables has no text of its own, and goes with the last of them. */
function withoutEmptyTables(value: unknown): unknown {
  if (!isObject(value)) return value;
  const fields = Object.entries(value).map(([key, inner]) => [key, withoutEmptyTables(inner)] as const);
  return Object.fromEntries(fields.filter(([, inner]) => !isObject(inner) || Object.keys(inner).length > 0));
}

/** The parser's dates are objects with a class; they are compared as texts. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return { date: value.toString() };
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}
