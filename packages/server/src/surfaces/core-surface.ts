import { type CatalogReader, type CommandResult, signatureOf, success, type Tool } from '@foldout/core';
import { availabilityOf, callableTools, riskOf } from '@foldout/core/internal';
import { z } from 'zod';
import { dispatcherNames, dispatcherWords, riskVariants } from './by-risk.ts';
import { describedInput } from './described-tool.ts';
import { healOne, isPlainCall } from './heal-dispatch.ts';
import { notLoadedText } from './instructions.ts';
import { allMatches, listingPage, type Matches, pageInput, toolsOf, warningsOf } from './listing-page.ts';
import { isAlways, isCore } from './marked-tools.ts';
import { perCatalog } from './per-catalog.ts';
import type { SurfaceFactory, SurfaceSettings } from './surface.ts';
import { type SurfaceTool, SurfaceTools } from './surface-tools.ts';

/** Lists the core tools and two tools that reach all others; in extended mode, lists every tool. */
export const core: SurfaceFactory = ({ meta, listed, settings }) => {
  const own = new SurfaceTools(extendedTools(settings));
  const reach = own.list('list_extended_tools', ...dispatcherNames(meta.mode, CALL_TOOL.name, '_'));
  const run = dispatcherWords(meta.mode, CALL_TOOL.name, '_');
  const isListed = settings.toolsMode === 'extended' ? () => true : isShown(settings);
  return {
    varies: true,
    changedBy: ({ upserted, removed }) => [...upserted, ...removed].some(isListed),
    list: perCatalog((catalog) => [
      ...callableTools(catalog)
        .filter((tool) => isListed(tool))
        .map(listed),
      ...reach,
    ]),
    owns: (name) => own.has(name),
    resolve: (name, input, viewer) => own.resolve(name, input, viewer),
    instructions: ({ catalog }) => {
      const hidden = callableTools(catalog).filter((tool) => !isListed(tool)).length;
      const missing = notLoadedText(catalog);
      if (hidden === 0 && missing === '') return undefined;
      const count = hidden === 0 ? '' : `: ${hidden} more tools`;
      return `The tool list is partial${count}. See them with list_extended_tools, run them with ${run}.${missing && ` ${missing}`}`;
    },
  };
};

/** Core tools and always-available tools are listed; all others are extended tools. */
function isShown(settings: SurfaceSettings): (tool: Tool) => boolean {
  const [core, always] = [isCore(settings), isAlways(settings)];
  return (tool) => core(tool) || always(tool);
}

const callInput = z.object({ tool_name: z.string().min(1), arguments: z.record(z.string(), z.unknown()).optional() });

const CALL_TOOL = {
  name: 'call_extended_tool',
  description: 'Run a tool of list_extended_tools. Wrong arguments are answered with its signature.',
  input: callInput,
  heal: healOne('tool_name', 'arguments'),
  isPlain: isPlainCall('tool_name', 'arguments'),
  action: (input: z.infer<typeof callInput>) => ({
    kind: 'call',
    input: { command: input.tool_name, input: input.arguments ?? {} },
  }),
} as const satisfies SurfaceTool;

const LEVELS = ['summary', 'signature', 'full'] as const;
type ExtendedLevel = (typeof LEVELS)[number];
const listInput = pageInput.extend({ level: z.enum(LEVELS).optional() });
type ListInput = z.infer<typeof listInput>;

function extendedTools(settings: SurfaceSettings): SurfaceTool[] {
  const shown = isShown(settings);
  const isExtended = (tool: Tool): boolean => !shown(tool);
  return [
    {
      name: 'list_extended_tools',
      description: 'List or search the tools that are not shown here. level: full shows their parameters.',
      input: listInput,
      risk: 'read',
      action: ({ query, category }: ListInput) =>
        query?.trim()
          ? { kind: 'search', input: { ...allMatches(query, category || undefined), filter: isExtended } }
          : { kind: 'list', input: { category: category || undefined, everyContext: true } },
      answer: (matches: Matches, input: ListInput, { catalog }) => listExtended(catalog, matches, input, isExtended),
    },
    CALL_TOOL,
    ...riskVariants(CALL_TOOL, (kind) => `Run a ${kind} tool of list_extended_tools.`, '_'),
  ];
}

function listExtended(
  catalog: CatalogReader,
  matches: Matches,
  { query, offset = 0, level = 'summary' }: ListInput,
  isExtended: (tool: Tool) => boolean,
): CommandResult {
  const all = toolsOf(matches).filter(isExtended);
  const named = all.filter(({ name, id }) => query === name || query === id);
  const tools = named.length > 0 ? named : all;
  // The name of a tool is on the page twice: in `tools`, and in its category.
  const textOf = (entry: ExtendedEntry): string => JSON.stringify([entry, entry.name]);
  const { entries, next } = listingPage(tools, offset, (tool) => extendedEntry(catalog, tool, level), textOf);
  const byCategory = new Map<string, string[]>();
  for (const { name, category } of entries) byCategory.set(category, [...(byCategory.get(category) ?? []), name]);
  const warnings = warningsOf(matches);
  return success(
    {
      total: tools.length,
      // Object.fromEntries, because a category may be called `__proto__`.
      by_category: Object.fromEntries(byCategory),
      tools: entries,
      ...(next !== undefined && { next_offset: next }),
    },
    warnings && { warnings },
  );
}

type ExtendedEntry = ReturnType<typeof extendedEntry>;

function extendedEntry(catalog: CatalogReader, tool: Tool, level: ExtendedLevel) {
  const name = catalog.addressOf(tool);
  return {
    name,
    category: tool.category,
    description: level === 'full' ? tool.description : tool.summary,
    ...(tool.deprecated && { deprecated: true }),
    ...(level !== 'summary' && { signature: signatureOf(tool, name), risk: riskOf(tool) }),
    ...(level === 'full' && tool.confirmPrompt && { confirm: tool.confirmPrompt }),
    ...(level === 'full' && describedInput(tool.inputSchema)),
    ...availabilityOf(catalog, tool),
  };
}
