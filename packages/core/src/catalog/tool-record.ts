import { definitionHash } from './content-hash.ts';
import { ANY_INPUT, isUsableName, schemaIn, wordsIn } from './definition-parts.ts';
import { own } from './json.ts';
import { type DefinitionReading, recalledTool, type ToolPlacement } from './recalled-tool.ts';
import { summarize } from './summary.ts';
import { TOOL_DEFAULTS, type Tool } from './tool.ts';

/**
 * A tool as another MCP server defines it, as an entry of the catalog. Nothing of it is trusted: wrong types are
 * read as missing, texts and schemas are bounded, and what cannot be called by a name is undefined. Never throws.
 */
export function toolFromDefinition(
  server: string,
  definition: unknown,
  placement: ToolPlacement = {},
): Tool | undefined {
  try {
    return recalledTool(server, definition, placement) ?? read(server, definition, placement);
  } catch {
    // Only an object that is no JSON (a getter, a proxy) can get here.
    return undefined;
  }
}

function read(server: string, definition: unknown, placement: ToolPlacement): Tool | undefined {
  const name = own(definition, 'name');
  if (typeof name !== 'string' || !isUsableName(name)) return undefined;
  const { title, description, annotations } = wordsIn(definition);
  const outputSchema = schemaIn(own(definition, 'outputSchema'));
  // The protocol's defaults: what does not say that it only reads may change anything.
  const mutation = annotations.readOnlyHint !== true;
  return {
    ...TOOL_DEFAULTS,
    id: `${server}/${name}`,
    server,
    name,
    ...(title && { title }),
    summary: summarize(description || name),
    description,
    category: server,
    inputSchema: schemaIn(own(definition, 'inputSchema')) ?? ANY_INPUT,
    ...(outputSchema && { outputSchema }),
    mutation,
    destructive: mutation && annotations.destructiveHint !== false,
    ...(Object.keys(annotations).length > 0 && { annotations }),
    ...placement,
  };
}

/** What `recallReading` takes later; undefined for what is no tool. */
export function readDefinition(definition: unknown): DefinitionReading | undefined {
  const tool = toolFromDefinition('', definition);
  if (!tool) return undefined;
  return {
    summary: tool.summary,
    hash: definitionHash(tool),
    mutation: tool.mutation,
    destructive: tool.destructive,
    titled: tool.title !== undefined,
    annotated: tool.annotations !== undefined,
    output: tool.outputSchema !== undefined,
  };
}
