import type { SchemaDirection } from './command-schema.ts';
import { isObject } from './json.ts';
import type { UnsendablePart } from './zod-parts.ts';

/** Domains and classes of ArkType whose values JSON cannot represent → the word for them in an error. */
const UNSENDABLE: Readonly<Record<string, string>> = {
  bigint: 'bigint',
  symbol: 'symbol',
  Date: 'date',
  Map: 'map',
  Set: 'set',
  WeakMap: 'map',
  WeakSet: 'set',
  Function: 'function',
  Promise: 'promise',
  File: 'file',
  Blob: 'file',
  RegExp: 'regular expression',
  Error: 'error',
};
const PARTS_OF_TUPLE = ['prefix', 'optionals', 'postfix', 'variadic'];
const MAX_DEPTH = 12;

/**
 * The first part of an ArkType schema that no JSON value can fit. ArkType converts such parts to a schema that accepts
 * everything, so its conversion does not show them; the definition of a type (`json`) does.
 */
export function unsendableInArkType(schema: object, direction: SchemaDirection): UnsendablePart | undefined {
  const side = (schema as Record<string, unknown>)[direction === 'input' ? 'in' : 'out'];
  return visit((side as { json?: unknown } | undefined)?.json, '', 0);
}

function visit(node: unknown, path: string, depth: number): UnsendablePart | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (typeof node === 'string')
    return Object.hasOwn(UNSENDABLE, node) ? { type: UNSENDABLE[node] ?? node, path } : undefined;
  if (Array.isArray(node)) {
    // One option that can be sent is enough: the others are for callers in the same process.
    const parts = node.map((option) => visit(option, path, depth + 1));
    return node.length > 0 && parts.every((part) => part) ? parts[0] : undefined;
  }
  if (!isObject(node)) return undefined;
  const at = (key: string): string => (path ? `${path}.${key}` : key);
  const fields = [...listOf(node['required']), ...listOf(node['optional'])].filter(isObject);
  return (
    visit(node['proto'] ?? node['domain'], path, depth + 1) ??
    first(fields, (field) => visit(field['value'], at(String(field['key'])), depth + 1)) ??
    first(itemsOf(node['sequence']), (item) => visit(item, at('[]'), depth + 1)) ??
    first(listOf(node['index']).filter(isObject), (rest) => visit(rest['value'], path, depth + 1))
  );
}

/** A list has one type for all items, or names its parts: a tuple, a rest. */
function itemsOf(sequence: unknown): readonly unknown[] {
  if (!isObject(sequence) || !PARTS_OF_TUPLE.some((part) => part in sequence)) return [sequence];
  return [...['prefix', 'optionals', 'postfix'].flatMap((part) => listOf(sequence[part])), sequence['variadic']];
}

function first<T>(items: readonly T[], find: (item: T) => UnsendablePart | undefined): UnsendablePart | undefined {
  for (const item of items) {
    const found = find(item);
    if (found) return found;
  }
  return undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
