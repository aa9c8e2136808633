import { appRole } from './app-role.ts';
import { definitionHash } from './content-hash.ts';
import { ANY_INPUT, isUsableName, schemaIn, wordsIn } from './definition-parts.ts';
import { own } from './json.ts';
import type { DefinitionFacts, ToolPlacement } from './lazy-tool.ts';
import { summarize } from './summary.ts';
import { TOOL_DEFAULTS, type Tool } from './tool.ts';

/**
 * Converts an MCP tool definition of another server to a tool of the catalog. The definition is untrusted: a field of the
 * wrong type counts as missing, texts and schemas are bounded. Undefined without a usable name. Never throws.
 */
export function toolFromDefinition(
  server: string,
  definition: unknown,
  placement: ToolPlacement = {},
): Tool | undefined {
  try {
    return read(server, definition, placement);
  } catch {
    // Reachable only for objects that JSON cannot produce: one with a throwing getter, or a proxy.
    return undefined;
  }
}

function read(server: string, definition: unknown, placement: ToolPlacement): Tool | undefined {
  const name = own(definition, 'name');
  if (typeof name !== 'string' || !isUsableName(name)) return undefined;
  const { title, description, annotations } = wordsIn(definition);
  const outputSchema = schemaIn(own(definition, 'outputSchema'));
  // The defaults of MCP: a tool without readOnlyHint may change or destroy data.
  const mutation = annotations.readOnlyHint !== true;
  const role = appRole(definition);
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
    ...(role && { app: role }),
    ...placement,
  };
}

/** The facts that `lazyTool` needs; undefined if the definition is no usable tool. */
export function definitionFacts(definition: unknown): DefinitionFacts | undefined {
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
    app: tool.app,
  };
}
