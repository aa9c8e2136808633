import { riskOf, summarize, type Tool } from '@foldout/core';
import type { ObjectSchema } from './lean-schema.ts';
import type { ListedNames } from './listed-names.ts';
import { isAlways, isCore } from './marked-tools.ts';
import type { ListedTool, SurfaceSettings } from './surface.ts';

type Marks = Pick<SurfaceSettings, 'coreTools' | 'alwaysAvailable'>;

/** How tools of the catalog become first-class entries of `tools/list`. */
export function toolLister(names: ListedNames, settings: Marks): (tool: Tool) => ListedTool {
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
    annotations: { ...hintsOf(tool), ...tool.annotations },
    ...(meta && { _meta: meta }),
  };
}

function hintsOf(tool: Tool) {
  const risk = riskOf(tool);
  return risk === 'read' ? { readOnlyHint: true } : { readOnlyHint: false, destructiveHint: risk === 'destructive' };
}

/** For hosts that defer and search tools by themselves: what to load at once, and which other words to find it by. */
function hostHints(tool: Tool, load: boolean): Record<string, unknown> | undefined {
  // A summary that was taken from the description says nothing that the host has not read there.
  const summary = tool.summary === summarize(tool.description) ? [] : [tool.summary];
  const hint = [...summary, ...tool.aliases].join('; ');
  if (!load && hint === '') return undefined;
  return { ...(load && { 'anthropic/alwaysLoad': true }), ...(hint && { 'anthropic/searchHint': hint }) };
}

/** The protocol wants an object at the root, whatever the schema library wrote. */
function asObjectSchema(tool: Tool): ObjectSchema {
  return tool.inputSchema['type'] === 'object'
    ? (tool.inputSchema as ObjectSchema)
    : { ...tool.inputSchema, type: 'object' };
}
