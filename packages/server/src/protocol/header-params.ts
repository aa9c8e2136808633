import type { CatalogReader } from '@foldout/core';
import { isObject } from '@foldout/core/internal';

/** Marks a parameter of a tool that modern clients over HTTP repeat in an `Mcp-Param-*` header. */
const MARK = 'x-mcp-header';

const known = new WeakMap<object, boolean>();

/** Whether a tool of the catalog has such a parameter. An ambiguous name counts, because one of its tools may. */
export function hasHeaderParams(catalog: CatalogReader, name: string): boolean {
  const lookup = catalog.lookup(name);
  return lookup.found ? hasMark(lookup.entry.tool.inputSchema) : lookup.candidates.length > 0;
}

function hasMark(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  let has = known.get(schema);
  if (has === undefined) {
    has = JSON.stringify(schema).includes(MARK);
    known.set(schema, has);
  }
  return has;
}
