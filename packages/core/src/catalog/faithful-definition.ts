import { DEFINITION_BOUNDS, isCleanText, wordsIn } from './definition-parts.ts';
import { isObject, type JsonObject, type JsonSchema, jsonOf } from './json.ts';
import type { Tool } from './tool.ts';

/** Fields with a place in the `Tool`: everything else of a definition is passed on without a look at its meaning. */
const READ_FIELDS = new Set(['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations']);

/** Fields that strict clients check: one that is malformed would make a client refuse the lists of all servers. */
const CHECKS: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['_meta', isObject],
  ['icons', (value: unknown) => Array.isArray(value) && value.every(isIcon)],
  [
    'execution',
    (value: unknown) => isObject(value) && isOneOf(value['taskSupport'], ['required', 'optional', 'forbidden']),
  ],
]);

/**
 * The definition of another server for its clients: every field as it was sent, in the same order. Replaced are a text with
 * control characters, a part over its limit, and a part that the configuration overrides; left out are malformed fields.
 */
export function faithfulDefinition(tool: Tool, sent: JsonObject): JsonObject {
  const words = wordsIn(sent);
  const extra = Object.fromEntries(Object.entries(sent).filter(([key]) => !READ_FIELDS.has(key)));
  const keepsExtra = (jsonOf(extra)?.length ?? Number.POSITIVE_INFINITY) <= DEFINITION_BOUNDS.schemaChars;
  const kept: JsonObject = {};
  const keep = (key: string, value: unknown): void => {
    // Not an assignment, because a definition may have a field named `__proto__`.
    if (value !== undefined)
      Object.defineProperty(kept, key, { value, enumerable: true, configurable: true, writable: true });
  };
  for (const [key, value] of Object.entries(sent)) {
    if (READ_FIELDS.has(key)) keep(key, readField(key, value, tool, words));
    else if (keepsExtra && (CHECKS.get(key)?.(value) ?? true)) keep(key, value);
  }
  if (kept['title'] === undefined && tool.title !== words.title) keep('title', tool.title);
  if (kept['description'] === undefined) keep('description', tool.description);
  if (kept['inputSchema'] === undefined) keep('inputSchema', tool.inputSchema);
  return kept;
}

function readField(key: string, value: unknown, tool: Tool, words: ReturnType<typeof wordsIn>): unknown {
  switch (key) {
    case 'name':
      return tool.name;
    case 'title':
      return tool.title === words.title && isCleanText(value, DEFINITION_BOUNDS.titleChars) ? value : tool.title;
    case 'description': {
      const isOwn = tool.description === words.description;
      return isOwn && isCleanText(value, DEFINITION_BOUNDS.descriptionChars) ? value : tool.description;
    }
    case 'inputSchema':
      return isSameSchema(value, tool.inputSchema) ? value : tool.inputSchema;
    case 'outputSchema':
      return isSameSchema(value, tool.outputSchema) ? value : tool.outputSchema;
    default:
      return isAnnotations(value) ? value : tool.annotations;
  }
}

/** A tool's schema is the sent one without `$schema`, unless the sent one was unusable or the configuration overrides it. */
function isSameSchema(sent: unknown, read: JsonSchema | undefined): boolean {
  if (!isObject(sent) || !read) return false;
  const { $schema: _dialect, ...schema } = sent;
  return jsonOf(schema) === jsonOf(read);
}

function isAnnotations(value: unknown): boolean {
  if (!isObject(value)) return false;
  return Object.entries(value).every(([key, inner]) => {
    if (key === 'title') return isCleanText(inner, DEFINITION_BOUNDS.titleChars);
    return !key.endsWith('Hint') || typeof inner === 'boolean';
  });
}

function isIcon(value: unknown): boolean {
  if (!isObject(value) || typeof value['src'] !== 'string') return false;
  const { mimeType = '', sizes = [], theme } = value;
  const isSizes = Array.isArray(sizes) && sizes.every((size) => typeof size === 'string');
  return typeof mimeType === 'string' && isSizes && isOneOf(theme, ['light', 'dark']);
}

function isOneOf(value: unknown, values: readonly string[]): boolean {
  return value === undefined || values.includes(value as string);
}
