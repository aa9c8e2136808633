import type { JsonObject, Risk, Tool, ToolAnnotations } from '@foldout/core';
import { isObject, riskOf, summarize } from '@foldout/core/internal';
import type { ObjectSchema } from './lean-schema.ts';
import type { ListedNames } from './listed-names.ts';
import { isAlways, isCore } from './marked-tools.ts';
import type { ListedTool, SurfaceSettings } from './surface.ts';

type ListedFirst = Pick<SurfaceSettings, 'coreTools' | 'alwaysAvailable'>;

/** Makes a tool of the catalog an entry of `tools/list`. */
export function toolLister(names: ListedNames, settings: ListedFirst): (tool: Tool) => ListedTool {
  const core = isCore(settings);
  const always = isAlways(settings);
  return (tool) => listedTool(tool, names.nameOf(tool), core(tool) || always(tool));
}

function listedTool(tool: Tool, name: string, load: boolean): ListedTool {
  const note = tool.deprecated ? ` (Deprecated${tool.deprecationMessage ? `: ${tool.deprecationMessage}` : ''})` : '';
  const meta = hostHints(tool, load);
  return {
    name,
    ...(tool.title && { title: tool.title }),
    description: `${tool.description}${note}`,
    inputSchema: asObjectSchema(tool),
    annotations: annotationsOf(tool),
    ...(meta && { _meta: meta }),
  };
}

/** The tool's own annotations. Where they contradict its risk, the risk is listed: a host relies on it. */
function annotationsOf(tool: Tool): ToolAnnotations {
  const hints = tool.effects === 'undeclared' ? { readOnlyHint: false } : hintsOf(riskOf(tool));
  return { ...hints, ...tool.annotations, ...hints };
}

/** The MCP annotations of a risk. */
export function hintsOf(risk: Risk) {
  return risk === 'read' ? { readOnlyHint: true } : { readOnlyHint: false, destructiveHint: risk === 'destructive' };
}

/**
 * `_meta` for hosts that load tools on demand with a search of their own: whether to load the tool at once, and
 * words to find the tool by.
 */
function hostHints(tool: Tool, load: boolean): Record<string, unknown> | undefined {
  // A summary that was derived from the description adds nothing to it.
  const summary = tool.summary === summarize(tool.description) ? [] : [tool.summary];
  const hint = [...summary, ...tool.aliases].join('; ');
  if (!load && hint === '') return undefined;
  return { ...(load && { 'anthropic/alwaysLoad': true }), ...(hint && { 'anthropic/searchHint': hint }) };
}

/**
 * MCP requires `type: 'object'` at the root, which schema libraries omit for unions, and that `properties` and `required`
 * are well-formed: a strict client refuses the whole list for one tool whose schema is not.
 */
function asObjectSchema({ inputSchema }: Tool): ObjectSchema {
  const { properties, required } = inputSchema;
  const isWellFormed =
    inputSchema['type'] === 'object' &&
    (properties === undefined || (isObject(properties) && Object.values(properties).every(isObject))) &&
    (required === undefined || isTextList(required));
  if (isWellFormed) return inputSchema as ObjectSchema;
  const { properties: _, required: __, ...rest } = inputSchema;
  return {
    ...rest,
    type: 'object',
    ...(isObject(properties) && { properties: withoutBooleans(properties) }),
    ...(isTextList(required) && { required }),
  } as ObjectSchema;
}

/** Older clients require a schema that is an object: `{}` means `true`, and `{ not: {} }` means `false`. */
function withoutBooleans(properties: JsonObject): JsonObject {
  const entries = Object.entries(properties).map(([name, schema]) => {
    return [name, isObject(schema) ? schema : schema === false ? { not: {} } : {}];
  });
  return Object.fromEntries(entries);
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}
