import type { JsonSchema } from '@foldout/core';
import type { NamedTool, TreeTool } from '../names/named-tools.ts';

/** Keywords that constrain an input beyond its `properties`. */
const OTHER_KEYWORDS = (
  '$ref $recursiveRef $dynamicRef anyOf oneOf allOf enum const items prefixItems then else dependentSchemas dependencies ' +
  'unevaluatedProperties'
).split(' ');

/** The fields of a tool that its file depends on. The types below allow no other fields. */
const USED_FIELDS = [
  'server',
  'name',
  'summary',
  'description',
  'inputSchema',
  'outputSchema',
  'inferredFrom',
  'mutation',
  'destructive',
  'annotations',
  'effects',
  'confirmPrompt',
  'requires',
  'examples',
  'deprecated',
  'deprecationMessage',
] as const satisfies readonly (keyof TreeTool)[];

export type ToolFields = Pick<TreeTool, (typeof USED_FIELDS)[number]>;

/** The used fields of a tool as JSON. Equal inputs generate equal files. */
export function toolFileInput({ tool, name, typeName }: NamedTool): string {
  return JSON.stringify([
    name,
    typeName,
    ...USED_FIELDS.map((key) => (key === 'inferredFrom' ? resultsShown(tool) : tool[key]) ?? null),
  ]);
}

/** A power of two, so that the file does not change with every result. */
export function resultsShown({ inferredFrom }: ToolFields): number | undefined {
  return inferredFrom === undefined ? undefined : 2 ** Math.floor(Math.log2(inferredFrom));
}

/** An input schema with an empty `properties` accepts no properties. */
export function inputSchemaOf({ inputSchema }: ToolFields): JsonSchema {
  const { properties, additionalProperties } = inputSchema;
  const listsNone = typeof properties === 'object' && properties !== null && Object.keys(properties).length === 0;
  const isOpen = additionalProperties !== undefined || hasOtherKeywords(inputSchema);
  return listsNone && !isOpen ? { ...inputSchema, additionalProperties: false } : inputSchema;
}

/** Whether an empty object is a valid input, so that the input has a default. */
export function needsNoInput({ inputSchema }: ToolFields): boolean {
  const { type, required } = inputSchema;
  const needs = Array.isArray(required) && required.length > 0;
  const isObjectType = type === 'object' || type === undefined;
  return !needs && isObjectType && !hasOtherKeywords(inputSchema);
}

function hasOtherKeywords(schema: JsonSchema): boolean {
  return OTHER_KEYWORDS.some((keyword) => Object.hasOwn(schema, keyword));
}
