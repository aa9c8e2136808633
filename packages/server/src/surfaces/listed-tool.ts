import { riskOf, type Tool } from '@foldout/core';
import type { ObjectSchema } from './lean-schema.ts';
import type { ListedTool } from './surface.ts';

/** A tool of the catalog as a first-class entry of `tools/list`. */
export function listedTool(tool: Tool, name: string): ListedTool {
  const note = tool.deprecated ? ` (Deprecated${tool.deprecationMessage ? `: ${tool.deprecationMessage}` : ''})` : '';
  return {
    name,
    ...(tool.title && { title: tool.title }),
    description: `${tool.description}${note}`,
    inputSchema: asObjectSchema(tool),
    annotations: { ...hintsOf(tool), ...tool.annotations },
  };
}

function hintsOf(tool: Tool) {
  const risk = riskOf(tool);
  return risk === 'read' ? { readOnlyHint: true } : { readOnlyHint: false, destructiveHint: risk === 'destructive' };
}

/** The protocol wants an object at the root, whatever the schema library wrote. */
function asObjectSchema(tool: Tool): ObjectSchema {
  return tool.inputSchema['type'] === 'object'
    ? (tool.inputSchema as ObjectSchema)
    : { ...tool.inputSchema, type: 'object' };
}
