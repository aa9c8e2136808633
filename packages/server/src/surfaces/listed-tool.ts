import { riskOf, type Tool } from '@foldout/core';
import type { ObjectSchema } from './lean-schema.ts';
import type { ListedTool } from './surface.ts';

/** A tool of the catalog as a first-class entry of `tools/list`. */
export function listedTool(tool: Tool, name: string): ListedTool {
  const note = tool.deprecated ? ` (Deprecated${tool.deprecationMessage ? `: ${tool.deprecationMessage}` : ''})` : '';
  const meta = hostHints(tool);
  return {
    name,
    ...(tool.title && { title: tool.title }),
    description: `${tool.description}${note}`,
    inputSchema: asObjectSchema(tool),
    annotations: { ...hintsOf(tool), ...tool.annotations },
    ...(meta && { _meta: meta }),
  };
}

function hintsOf(tool: Tool) {
  const risk = riskOf(tool);
  return risk === 'read' ? { readOnlyHint: true } : { readOnlyHint: false, destructiveHint: risk === 'destructive' };
}

/** For hosts that defer and search tools by themselves: what to load at once, and which other words to find it by. */
function hostHints(tool: Tool): Record<string, unknown> | undefined {
  const load = tool.core || tool.alwaysAvailable;
  const hint = [tool.summary === tool.description ? '' : tool.summary, ...tool.aliases].filter(Boolean).join('; ');
  if (!load && tool.aliases.length === 0) return undefined;
  return { ...(load && { 'anthropic/alwaysLoad': true }), ...(hint && { 'anthropic/searchHint': hint }) };
}

/** The protocol wants an object at the root, whatever the schema library wrote. */
function asObjectSchema(tool: Tool): ObjectSchema {
  return tool.inputSchema['type'] === 'object'
    ? (tool.inputSchema as ObjectSchema)
    : { ...tool.inputSchema, type: 'object' };
}
