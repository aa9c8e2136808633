import type { Document, Node, Pair, YAMLMap, YAMLSeq } from 'yaml';
import type { PlainPath, TextEditor } from './edit-text.ts';
import { yamlLibrary } from './yaml-library.ts';

/** Keeps long lines: a folded line would change bytes of the user. */
const AS_WRITTEN = { lineWidth: 0 } as const;

/**
 * Edits YAML in its text: the library finds the place, and every byte outside of the edited field stays. Where the
 * place is in flow style (`{}`), the library writes the document again, with its comments.
 */
export const editYaml: TextEditor = {
  empty: '',
  parse(text) {
    const document = documentOf(text);
    return document.contents === null ? {} : (document.toJS() as unknown);
  },
  edit: (text, path, value) => editText(text, path, value) ?? rewritten(text, path, value),
};

function documentOf(text: string): Document.Parsed {
  const document = yamlLibrary().parseDocument(text, { prettyErrors: false });
  if (document.errors.length > 0) throw new Error('invalid YAML');
  return document;
}

function rewritten(text: string, path: PlainPath, value: unknown): string {
  const document = documentOf(text);
  if (value === undefined) document.deleteIn(path);
  else document.setIn(path, document.createNode(value));
  return document.toString(AS_WRITTEN);
}

/** The edited text; undefined if the place is not in block style. */
function editText(text: string, path: PlainPath, value: unknown): string | undefined {
  const { isCollection, isScalar } = yamlLibrary();
  const document = documentOf(text);
  let node: unknown = document.contents;
  if (node === null) return value === undefined ? text : text + lines(text, nest(path, value), 0);
  for (const [depth, step] of path.entries()) {
    if (!isCollection(node) || node.flow || node.items.length === 0) return undefined;
    const inner: unknown = node.get(step, true);
    if (inner === undefined) return value === undefined ? text : insert(text, node, nest(path.slice(depth), value));
    if (depth === path.length - 1) {
      if (value === undefined) return remove(text, node, step);
      const range = isScalar(inner) && typeof value !== 'object' ? inner.range : undefined;
      return range ? text.slice(0, range[0]) + yamlLibrary().stringify(value).trim() + text.slice(range[1]) : undefined;
    }
    node = inner;
  }
  return undefined;
}

/** `['a', 'b']`, 1 → `{ a: { b: 1 } }`; a number is a new item of a list. */
function nest(path: PlainPath, value: unknown): unknown {
  return [...path].reverse().reduce((inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }), value);
}

/** Adds fields or an item after the last one of a collection, with the same indentation. */
function insert(text: string, collection: YAMLMap | YAMLSeq, value: unknown): string | undefined {
  const start = itemStart(text, collection, collection.items.length - 1);
  const end = itemEnd(text, collection, collection.items.length - 1);
  if (start === undefined || end === undefined) return undefined;
  const gap = text.slice(0, end).endsWith('\n') ? '' : eolOf(text);
  return text.slice(0, end) + gap + lines(text, value, indentOf(text, start)) + text.slice(end);
}

function remove(text: string, collection: YAMLMap | YAMLSeq, step: string | number): string | undefined {
  const index = typeof step === 'number' ? step : collection.items.findIndex((item) => keyOf(item) === step);
  // Without its last item a block collection would be null.
  if (collection.items.length < 2) return undefined;
  const start = itemStart(text, collection, index);
  const end = itemEnd(text, collection, index);
  return start === undefined || end === undefined ? undefined : text.slice(0, start) + text.slice(end);
}

function keyOf(item: unknown): unknown {
  const { isPair, isScalar } = yamlLibrary();
  return isPair(item) && isScalar(item.key) ? item.key.value : undefined;
}

/** The start of the line of an item; undefined if other text stands before it in its line. */
function itemStart(text: string, { items }: YAMLMap | YAMLSeq, index: number): number | undefined {
  const first = rangeOf(firstNode(items[index]))?.[0];
  if (first === undefined) return undefined;
  const start = text.lastIndexOf('\n', first - 1) + 1;
  return /^[ \t]*(- *)?$/.test(text.slice(start, first)) ? start : undefined;
}

/** The end of the last line of an item. */
function itemEnd(text: string, { items }: YAMLMap | YAMLSeq, index: number): number | undefined {
  const last = rangeOf(lastNode(items[index]))?.[1];
  if (last === undefined) return undefined;
  if (text[last - 1] === '\n') return last;
  const end = text.indexOf('\n', last);
  return end === -1 ? text.length : end + 1;
}

function firstNode(item: unknown): unknown {
  return yamlLibrary().isPair(item) ? item.key : item;
}

/** The node that ends last within an item: the last field of its last field. */
function lastNode(item: unknown): unknown {
  const { isCollection, isPair, isScalar } = yamlLibrary();
  if (isPair(item)) return hasText(item) ? lastNode(item.value) : item.key;
  if (isCollection(item) && !item.flow && item.items.length > 0) return lastNode(item.items.at(-1));
  return isScalar(item) || isCollection(item) ? item : (item as Node);
}

function hasText({ value }: Pair): boolean {
  const range = rangeOf(value);
  return range !== undefined && range[1] > range[0];
}

function rangeOf(node: unknown): readonly [number, number, number] | undefined {
  return (node as { readonly range?: readonly [number, number, number] | null } | null | undefined)?.range ?? undefined;
}

function indentOf(text: string, lineStart: number): number {
  return /^ */.exec(text.slice(lineStart))?.[0].length ?? 0;
}

/** A value as lines of YAML, indented. */
function lines(text: string, value: unknown, indent: number): string {
  return yamlLibrary()
    .stringify(value, AS_WRITTEN)
    .trimEnd()
    .split('\n')
    .map((line) => `${' '.repeat(indent)}${line}${eolOf(text)}`)
    .join('');
}

function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
