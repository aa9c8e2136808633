import type { JsonObject, JsonSchema, Risk, Tool, ToolAnnotations } from '@foldout/core';
import { faithfulDefinition, isObject, own, riskOf, summarize } from '@foldout/core/internal';
import type { ObjectSchema } from './lean-schema.ts';
import type { ListedNames } from './listed-names.ts';
import { isAlways, isCore } from './marked-tools.ts';
import type { ListedTool, SurfaceSettings } from './surface.ts';

type ListedFirst = Pick<SurfaceSettings, 'coreTools' | 'alwaysAvailable'>;

/** The definition that the server of a tool sent; undefined for a local command. */
export type SentDefinition = (tool: Tool) => JsonObject | undefined;

/** Makes a tool of the catalog an entry of `tools/list`. */
export function toolLister(
  names: ListedNames,
  settings: ListedFirst,
  sent: SentDefinition,
): (tool: Tool) => ListedTool {
  const core = isCore(settings);
  const always = isAlways(settings);
  return (tool) => {
    const definition = sent(tool);
    const entry = { name: names.nameOf(tool), meta: hostHints(tool, core(tool) || always(tool)) };
    return definition ? relayedTool(tool, definition, entry) : localTool(tool, entry);
  };
}

interface Entry {
  readonly name: string;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
}

function localTool(tool: Tool, { name, meta }: Entry): ListedTool {
  return {
    name,
    ...(tool.title && { title: tool.title }),
    description: `${tool.description}${deprecationNote(tool)}`,
    inputSchema: asObjectSchema(tool.inputSchema),
    annotations: annotationsOf(tool),
    ...(meta && { _meta: meta }),
  };
}

/** A tool of another server: everything that its server says of it, in the same order, under its listed name. */
function relayedTool(tool: Tool, sent: JsonObject, { name, meta }: Entry): ListedTool {
  const listed = faithfulDefinition(tool, sent);
  const { outputSchema, annotations, _meta, inputSchema, description, execution } = listed;
  listed['name'] = name;
  listed['inputSchema'] = asObjectSchema(inputSchema as JsonSchema);
  if (tool.deprecated) listed['description'] = `${description}${deprecationNote(tool)}`;
  if (!isObject(outputSchema) || !isWellFormed(outputSchema)) delete listed['outputSchema'];
  if (riskSaidBy(annotations) !== riskOf(tool))
    listed['annotations'] = { ...(annotations as object), ...annotationsOf(tool) };
  // A client would refuse to call the tool without a task. The source waits for the task itself.
  if (own(execution, 'taskSupport') === 'required')
    listed['execution'] = { ...(execution as object), taskSupport: 'optional' };
  if (meta) listed['_meta'] = { ...(_meta as object), ...meta };
  return listed as unknown as ListedTool;
}

function deprecationNote({ deprecated, deprecationMessage }: Tool): string {
  return deprecated ? ` (Deprecated${deprecationMessage ? `: ${deprecationMessage}` : ''})` : '';
}

/** The risk that a client reads from annotations: the defaults of MCP hold for absent hints. */
function riskSaidBy(annotations: unknown): Risk {
  if (own(annotations, 'readOnlyHint') === true) return 'read';
  return own(annotations, 'destructiveHint') === false ? 'write' : 'destructive';
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
function asObjectSchema(schema: JsonSchema): ObjectSchema {
  if (isWellFormed(schema)) return schema as ObjectSchema;
  const { properties, required, ...rest } = schema;
  return {
    ...rest,
    type: 'object',
    ...(isObject(properties) && { properties: withoutBooleans(properties) }),
    ...(isTextList(required) && { required }),
  } as ObjectSchema;
}

function isWellFormed({ type, properties, required }: JsonSchema): boolean {
  return (
    type === 'object' &&
    (properties === undefined || (isObject(properties) && Object.values(properties).every(isObject))) &&
    (required === undefined || isTextList(required))
  );
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
