import {
  type CatalogReader,
  type CommandResult,
  type DetailEntry,
  failure,
  signatureOf,
  success,
  type Tool,
} from '@foldout/core';
import { availabilityOf, type Learning, riskOf } from '@foldout/core/internal';
import { z } from 'zod';
import { dispatcherWords } from './by-risk.ts';
import { describedInput, invocation } from './described-tool.ts';
import { healNames } from './heal-dispatch.ts';
import { instructionsFor } from './instructions.ts';
import {
  allMatches,
  listingPage,
  type Matches,
  pageInput,
  shownCategories,
  toolsOf,
  warningsOf,
} from './listing-page.ts';
import { relatedTools } from './related-tools.ts';
import type { SurfaceFactory } from './surface.ts';
import { type SurfaceTool, SurfaceTools } from './surface-tools.ts';

/** Lists `list_available_tools`, `get_tool_description` and `afd-call`. Every tool is callable by its own name. */
export const index: SurfaceFactory = ({ engine, meta }) => {
  const own = new SurfaceTools(indexTools(engine.learning));
  const tools = [...own.list('list_available_tools', 'get_tool_description'), ...meta.callTools()];
  const run = dispatcherWords(meta.mode, 'afd-call');
  const howTo = `List them with list_available_tools, read one with get_tool_description, run it by name or with ${run}.`;
  return {
    varies: false,
    list: () => tools,
    owns: (name) => own.has(name),
    resolve: (name, input, viewer) => own.resolve(name, input, viewer),
    instructions: ({ catalog }) => instructionsFor(catalog, howTo),
  };
};

const listInput = pageInput.extend({ include_disabled: z.boolean().optional() });
type ListInput = z.infer<typeof listInput>;
const describeInput = z.object({ tool_name: z.string().min(1), include_examples: z.boolean().optional() });

function indexTools(learning: Learning | undefined): SurfaceTool[] {
  return [
    {
      name: 'list_available_tools',
      description: 'Names and one-line summaries of all tools, or of those that fit a query.',
      input: listInput,
      risk: 'read',
      action: ({ query, category, include_disabled: includeDisabled }: ListInput) =>
        query?.trim()
          ? { kind: 'search', input: { ...allMatches(query, category || undefined), includeDisabled } }
          : { kind: 'list', input: { category: category || undefined, includeDisabled } },
      answer: (matches: Matches, { offset = 0 }: ListInput, { catalog }) => listAvailable(catalog, matches, offset),
    },
    {
      name: 'get_tool_description',
      description: 'Description, parameters and examples of a tool. Call before using it.',
      input: describeInput,
      heal: healNames('tool_name'),
      risk: 'read',
      action: ({ tool_name }: z.infer<typeof describeInput>) => ({
        kind: 'detail',
        input: { command: tool_name },
      }),
      answer: ([entry]: readonly [DetailEntry], input: z.infer<typeof describeInput>, { catalog }) =>
        describe(catalog, entry, input.include_examples ?? true, learning),
    },
  ];
}

function listAvailable(catalog: CatalogReader, matches: Matches, offset: number): CommandResult {
  const tools = toolsOf(matches);
  const { entries, next } = listingPage(tools, offset, (tool) => availableEntry(catalog, tool));
  const categories = shownCategories(catalog);
  const warnings = warningsOf(matches);
  return success(
    {
      tools: entries,
      total: tools.length,
      // Later pages leave the categories out: the first page has them.
      ...(offset === 0 && { categories: categories.names }),
      ...(offset === 0 && categories.more > 0 && { more_categories: categories.more }),
      ...(next !== undefined && { next_offset: next }),
    },
    warnings && { warnings },
  );
}

function availableEntry(catalog: CatalogReader, tool: Tool) {
  return {
    name: catalog.addressOf(tool),
    summary: tool.summary,
    category: tool.category,
    enabled: tool.enabled,
    ...(tool.deprecated && { deprecated: true }),
    ...availabilityOf(catalog, tool),
  };
}

function describe(
  catalog: CatalogReader,
  entry: DetailEntry,
  withExamples: boolean,
  learning: Learning | undefined,
): CommandResult {
  if (!entry.found) return failure(entry.error);
  const lookup = catalog.lookup(entry.name);
  if ('unchanged' in entry || !lookup.found) return success(entry);
  const { tool } = lookup.entry;
  const {
    name,
    examples = [],
    confirmPrompt,
    outputSchema,
    requires,
    errors,
    state,
    todo,
    deprecated,
    enabled,
  } = entry;
  return success({
    name,
    description: entry.description,
    signature: signatureOf(tool, name),
    risk: riskOf(tool),
    ...(confirmPrompt && { confirm: confirmPrompt }),
    ...describedInput(entry.inputSchema ?? {}),
    ...(outputSchema && { output_schema: outputSchema }),
    ...(withExamples && examples.length > 0 && { examples: examples.map((example) => invocation(name, example)) }),
    related_tools: relatedTools(catalog, tool, learning?.relatedTo(tool.id)),
    ...(requires && { requires }),
    ...(errors && { errors }),
    ...(deprecated && { deprecated }),
    ...(enabled === false && { enabled }),
    ...(state && { state }),
    ...(todo && { todo }),
  });
}
