import { isObject } from '@foldout/core/internal';

/** Marks a parameter of a tool that modern clients over HTTP repeat in an `Mcp-Param-*` header. */
const MARK = 'x-mcp-header';

const known = new WeakMap<object, boolean>();

/** Whether an input schema has such a parameter at any depth. */
export function hasHeaderParams(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  let has = known.get(schema);
  if (has === undefined) {
    has = JSON.stringify(schema).includes(MARK);
    known.set(schema, has);
  }
  return has;
}
