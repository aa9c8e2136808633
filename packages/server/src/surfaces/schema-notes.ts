import type { JsonSchema } from '@foldout/core';
import { isObject } from '@foldout/core/internal';

const MAX_DEPTH = 12;

/** Keywords that the type declaration already expresses, or that do not constrain values. */
const NOT_NOTED = new Set(
  '$schema $id $ref $comment $defs definitions type title properties required items prefixItems enum const anyOf oneOf allOf additionalProperties propertyNames'.split(
    ' ',
  ),
);

/**
 * What a type declaration leaves out of a schema, a line for each place: full descriptions, defaults and bounds of nested
 * fields, and keywords without a form in TypeScript.
 */
export function notesBeyond(schema: JsonSchema, declaration: string): string[] {
  const lines: string[] = [];
  const said = squeezed(declaration);
  const visit = (node: unknown, path: string, depth: number): void => {
    if (Array.isArray(node)) for (const inner of node) visit(inner, path, depth + 1);
    if (!isObject(node) || depth > MAX_DEPTH) return;
    const notes = Object.entries(node).flatMap(([keyword, value]) => noteOf(keyword, value, said));
    if (path !== '' && notes.length > 0) lines.push(`${path}: ${notes.join('; ')}`);
    for (const [keyword, inner] of Object.entries(node)) visitKeyword(keyword, inner, path, depth);
  };
  const visitKeyword = (keyword: string, inner: unknown, path: string, depth: number): void => {
    if ((keyword === 'properties' || keyword === '$defs' || keyword === 'definitions') && isObject(inner)) {
      const start = keyword === 'properties' ? path : keyword;
      for (const [key, value] of Object.entries(inner)) visit(value, start ? `${start}.${key}` : key, depth + 1);
    } else if (keyword === 'items' || keyword === 'prefixItems') visit(inner, `${path}[]`, depth + 1);
    else if (keyword === 'additionalProperties') visit(inner, `${path}.*`, depth + 1);
    else if (keyword === 'anyOf' || keyword === 'oneOf' || keyword === 'allOf') visit(inner, path, depth + 1);
  };
  visit(schema, '', 0);
  return [...new Set(lines)];
}

function noteOf(keyword: string, value: unknown, said: string): string[] {
  if (NOT_NOTED.has(keyword) || value === undefined) return [];
  // Zod writes the safe integer range for every integer.
  if (typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER) return [];
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  if (text === '' || said.includes(squeezed(text)) || said.includes(squeezed(JSON.stringify(value) ?? ''))) return [];
  return [keyword === 'description' ? text.replace(/\s+/g, ' ') : `${keyword} ${text}`];
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
