import {
  type CommandResult,
  type DetailEntry,
  estimateTokens,
  type FoundTools,
  failure,
  type SearchHit,
  type ShownTool,
  success,
  type Tool,
  type Words,
} from '@foldout/core';
import {
  detailInput,
  FIND_DEFAULTS,
  findInput,
  fitSentence,
  howToCall,
  parameterNames,
  takeWithin,
} from '@foldout/core/internal';
import { z } from 'zod';
import { dispatcherNames, dispatcherWords, riskVariants } from './by-risk.ts';
import { healNames, healOne, healQuery, isPlainCall } from './heal-dispatch.ts';
import { instructionsFor } from './instructions.ts';
import { renderCategories, renderDescribed, renderFound } from './render-discovery.ts';
import type { Surface, SurfaceFactory, SurfaceSettings, Viewer } from './surface.ts';
import { type SurfaceTool, SurfaceTools } from './surface-tools.ts';

const NAMES = ['list_tool_categories', 'search_tools', 'get_tool_schema'];

/** Lists four fixed tools that work with every client: browse, find, read, run. */
export const proxy: SurfaceFactory = ({ meta, settings }): Surface => {
  const own = new SurfaceTools(proxyTools(settings));
  const tools = own.list(...NAMES, ...dispatcherNames(meta.mode, INVOKE_TOOL.name, '_'));
  const run = dispatcherWords(meta.mode, INVOKE_TOOL.name, '_');
  const howTo = `Find them with search_tools, run them with ${run}; get_tool_schema has the details.`;
  return {
    varies: false,
    list: () => tools,
    owns: (name) => own.has(name),
    resolve: (name, input, viewer) => own.resolve(name, input, viewer),
    instructions: ({ catalog }) => instructionsFor(catalog, howTo),
  };
};

const schemaInput = z.object({ toolName: z.string().min(1), format: detailInput.shape.format });
const invokeInput = z.object({ toolName: z.string().min(1), args: z.record(z.string(), z.unknown()).optional() });
type InvokeInput = z.infer<typeof invokeInput>;
const searchInput = findInput.pick({ query: true, risk: true, limit: true, maxTokens: true });
export type SearchInput = z.infer<typeof searchInput>;

/** `search_tools`, as `proxy` and `dynamic` have it. */
export const SEARCH_TOOL = {
  name: 'search_tools',
  description: 'Find tools from a sentence.',
  input: searchInput,
  heal: healQuery('query'),
  risk: 'read',
  // No token budget here: `searchAnswer` applies it, because its entries differ in size from those of the engine.
  action: ({ query, risk, limit }: SearchInput) => ({
    kind: 'search',
    input: { query, limit, maxTokens: Number.MAX_SAFE_INTEGER, ...(risk && { filters: { risk } }) },
  }),
  answer: (found: FoundTools, input: SearchInput, { words }: Viewer) => searchAnswer(found, input, { words }),
  text: renderFound,
} as const satisfies SurfaceTool;

/** `invoke_tool`, as `proxy` and `dynamic` have it. */
export const INVOKE_TOOL = {
  name: 'invoke_tool',
  description: 'Run a tool.',
  input: invokeInput,
  heal: healOne('toolName', 'args'),
  isPlain: isPlainCall('toolName', 'args'),
  action: ({ toolName, args = {} }: InvokeInput) => ({ kind: 'call', input: { command: toolName, input: args } }),
} as const satisfies SurfaceTool;

/** `invoke_tool_read`, `invoke_tool_write`, `invoke_tool_destructive`. */
export const INVOKE_BY_RISK = riskVariants(INVOKE_TOOL, (kind) => `Run a ${kind} tool.`, '_');

function proxyTools({ categories }: SurfaceSettings): SurfaceTool[] {
  return [
    {
      name: 'list_tool_categories',
      description: 'Categories and how many tools each has.',
      input: z.object({}),
      risk: 'read',
      action: () => ({ kind: 'categories' }),
      answer: (counts: ReadonlyMap<string, number>) => success({ categories: categoryList(counts, categories) }),
      text: renderCategories,
    },
    SEARCH_TOOL,
    {
      name: 'get_tool_schema',
      description: 'Full schema of a tool.',
      input: schemaInput,
      heal: healNames('toolName'),
      risk: 'read',
      action: ({ toolName, format }: z.infer<typeof schemaInput>) => ({
        kind: 'detail',
        input: { command: toolName, format },
      }),
      answer: ([entry]: readonly [DetailEntry]) => (entry.found ? success(entry) : failure(entry.error)),
      text: renderDescribed,
    },
    INVOKE_TOOL,
    ...INVOKE_BY_RISK,
  ];
}

function categoryList(counts: ReadonlyMap<string, number>, about: Readonly<Record<string, string>>) {
  return [...counts].map(([name, tools]) => ({ name, tools, ...(about[name] && { description: about[name] }) }));
}

/** Tokens of a search answer without its tool entries. */
const FRAME_TOKENS = 40;

interface AnswerOptions {
  /** The name that an entry shows. Absent: the name that the search result gives it. */
  readonly nameOf?: (tool: Tool) => string;
  /** Whether entries have the parameters, so that a model can call a simple tool without reading its schema. */
  readonly withParameters?: boolean;
  /** Names of the tools that the search has added to the tool list, and how to call the other ones. */
  readonly added?: { readonly names: readonly string[]; readonly others: string };
  /** Absent: the answer does not say how to call the best tool. */
  readonly words?: Words | undefined;
}

export function searchAnswer(
  found: FoundTools,
  { maxTokens = FIND_DEFAULTS.maxTokens, limit = FIND_DEFAULTS.limit }: SearchInput,
  options: AnswerOptions = {},
): CommandResult {
  const all = found.hits.map((hit, position) => entryOf(hit, found.tools[position], options));
  const tools = takeWithin(all, maxTokens - FRAME_TOKENS, (entry) => JSON.stringify(entry));
  const { names: added = [], others } = options.added ?? {};
  const data = {
    tools,
    ...(added.length > 0 && { added }),
    ...(!found.confident && { categories: found.menu.map(({ category }) => category) }),
  };
  return success(data, {
    reasoning: found.confident
      ? `${fitSentence(found)}. ${tools.length} of ${all.length}${all.length < limit ? '' : ' or more'} matches${added.length > 0 ? `. ${others}` : ''}`
      : fitSentence(found),
    confidence: Math.round((found.hits[0]?.score ?? 0) * 100) / 100,
    ...(found.confident && howToCall(tools[0]?.name, options.words)),
    metadata: { tokens: estimateTokens(JSON.stringify(data)) + FRAME_TOKENS },
  });
}

function entryOf(
  { tool, score }: SearchHit,
  shown: ShownTool | undefined,
  { nameOf, withParameters = true }: AnswerOptions,
) {
  return {
    name: nameOf?.(tool) ?? shown?.name ?? tool.name,
    description: shown?.description ?? tool.summary,
    category: tool.category,
    ...(withParameters && parametersOf(tool, shown)),
    score: Math.round(score * 100) / 100,
    ...(tool.deprecated && { deprecated: true }),
    ...(shown?.state && { state: shown.state }),
    ...(shown?.todo && { todo: shown.todo }),
    ...(shown?.next && { next: shown.next }),
  };
}

function parametersOf(tool: Tool, shown: ShownTool | undefined) {
  const { signature } = shown ?? {};
  if (signature && estimateTokens(signature) <= MAX_SIGNATURE_TOKENS) return { signature };
  const { required, optional } = parameterNames(tool);
  return { required, optional: optional.slice(0, MAX_OPTIONAL) };
}

/** A longer signature would leave no room for the other matches, so the names of the parameters replace it. */
const MAX_SIGNATURE_TOKENS = 200;
/** Optional parameters in a search entry. `get_tool_schema` shows all of them. */
const MAX_OPTIONAL = 8;
