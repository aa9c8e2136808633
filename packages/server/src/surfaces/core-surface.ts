import { type CallContext, type CatalogReader, type Engine, success, type Tool } from '@foldout/core';
import { z } from 'zod';
import { callableTools } from './callable-tools.ts';
import { isCore } from './marked-tools.ts';
import { type OwnTool, OwnTools } from './own-tools.ts';
import { perCatalog } from './per-catalog.ts';
import type { SurfaceFactory, SurfaceSettings } from './surface.ts';

/** Lists the core tools by themselves and two that reach all the others; or everything, in extended mode. */
export const core: SurfaceFactory = ({ engine, listed, settings }) => {
  const own = new OwnTools(extendedTools(engine, settings));
  const reach = own.list('list_extended_tools', 'call_extended_tool');
  const isListed = settings.toolsMode === 'extended' ? () => true : isCore(settings);
  return {
    varies: true,
    list: perCatalog((catalog) => [
      ...callableTools(catalog)
        .filter((tool) => isListed(tool))
        .map(listed),
      ...reach,
    ]),
    owns: (name) => own.has(name),
    call: (name, input, context) => (own.has(name) ? own.call(name, input, context) : undefined),
    instructions: ({ catalog }) => {
      const hidden = callableTools(catalog).filter((tool) => !isListed(tool)).length;
      return hidden === 0
        ? undefined
        : `The tool list is partial: ${hidden} more tools. See them with list_extended_tools, run them with call_extended_tool.`;
    },
  };
};

const callInput = z.object({ tool_name: z.string().min(1), arguments: z.record(z.string(), z.unknown()).optional() });

function extendedTools(engine: Engine, settings: SurfaceSettings): OwnTool[] {
  return [
    {
      name: 'list_extended_tools',
      description: 'List the tools that are not shown here, by category.',
      input: z.object({}),
      risk: 'read',
      run: (_input, { scope }: CallContext) => listExtended(engine.catalog.view(scope), isCore(settings)),
    },
    {
      name: 'call_extended_tool',
      description: 'Run a tool of list_extended_tools. Wrong arguments are answered with its signature.',
      input: callInput,
      run: (input: z.infer<typeof callInput>, context) =>
        engine.call({ command: input.tool_name, input: input.arguments ?? {} }, context),
    },
  ];
}

function listExtended(catalog: CatalogReader, isCoreTool: (tool: Tool) => boolean) {
  const tools = callableTools(catalog).filter((tool) => !isCoreTool(tool));
  const byCategory: Record<string, string[]> = {};
  for (const tool of tools) {
    byCategory[tool.category] ??= [];
    byCategory[tool.category]?.push(catalog.addressOf(tool));
  }
  return success({
    total: tools.length,
    by_category: byCategory,
    tools: tools.map((tool) => ({
      name: catalog.addressOf(tool),
      category: tool.category,
      description: tool.summary,
    })),
  });
}
