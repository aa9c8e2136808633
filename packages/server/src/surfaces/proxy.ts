import {
  type CallContext,
  detailInput,
  type Engine,
  estimateTokens,
  FIND_DEFAULTS,
  failure,
  findInput,
  notFound,
  parameterNames,
  type SearchHit,
  type ShownTool,
  schemaHash,
  success,
  takeWithin,
  taxonomyOf,
} from '@foldout/core';
import { z } from 'zod';
import { instructionsFor } from './instructions.ts';
import { type OwnTool, OwnTools } from './own-tools.ts';
import type { Surface, SurfaceFactory, SurfaceSettings } from './surface.ts';

const HOW_TO = 'Find them with search_tools, run them with invoke_tool; get_tool_schema has the details.';
const NAMES = ['list_tool_categories', 'search_tools', 'get_tool_schema', 'invoke_tool'];

/** Lists four fixed tools that work with every client: browse, find, read, run. */
export const proxy: SurfaceFactory = ({ engine, settings }): Surface => {
  const own = new OwnTools(proxyTools(engine, settings));
  const tools = own.list(...NAMES);
  return {
    varies: false,
    list: () => tools,
    owns: (name) => own.has(name),
    call: (name, input, context) => (own.has(name) ? own.call(name, input, context) : undefined),
    instructions: ({ catalog }) => instructionsFor(catalog, HOW_TO),
  };
};

const schemaInput = z.object({ toolName: z.string().min(1), format: detailInput.shape.format });
const invokeInput = z.object({ toolName: z.string().min(1), args: z.record(z.string(), z.unknown()).optional() });
export const searchInput = findInput.pick({ query: true, limit: true, maxTokens: true });
type SearchInput = z.infer<typeof searchInput>;

function proxyTools(engine: Engine, { categories }: SurfaceSettings): OwnTool[] {
  return [
    {
      name: 'list_tool_categories',
      description: 'Categories and how many tools each has.',
      input: z.object({}),
      risk: 'read',
      run: (_input, { scope }) => success({ categories: categoryList(engine, scope, categories) }),
    },
    {
      name: 'search_tools',
      description: 'Find tools from a sentence.',
      input: searchInput,
      risk: 'read',
      run: (input: SearchInput, context) => searchTools(engine, input, context),
    },
    {
      name: 'get_tool_schema',
      description: 'Full schema of a tool.',
      input: schemaInput,
      risk: 'read',
      run: (input: z.infer<typeof schemaInput>, context) => toolSchema(engine, input, context),
    },
    {
      name: 'invoke_tool',
      description: 'Run a tool.',
      input: invokeInput,
      run: ({ toolName, args = {} }: z.infer<typeof invokeInput>, context) =>
        engine.call({ command: toolName, input: args }, context),
    },
  ];
}

function categoryList(engine: Engine, scope: CallContext['scope'], about: Readonly<Record<string, string>>) {
  const { categories } = taxonomyOf(engine.catalog.view(scope));
  return [...categories].map(([name, tools]) => ({ name, tools, ...(about[name] && { description: about[name] }) }));
}

/** What a search answers: enough of each tool to call a simple one without reading its schema. */
export async function searchTools(engine: Engine, input: SearchInput, context: CallContext) {
  const { query, limit, maxTokens = FIND_DEFAULTS.maxTokens } = input;
  const found = await engine.find({ query, limit, maxTokens: Number.MAX_SAFE_INTEGER }, context);
  const all = found.hits.map((hit, position) => entryOf(hit, found.tools[position]));
  const tools = takeWithin(all, maxTokens - FRAME_TOKENS, (entry) => JSON.stringify(entry));
  const data = { tools, ...(!found.confident && { categories: found.menu.map(({ category }) => category) }) };
  return success(data, {
    reasoning: found.confident
      ? `${tools.length} of ${all.length} matches`
      : 'Nothing fits well; these are the nearest',
    confidence: Math.round((found.hits[0]?.score ?? 0) * 100) / 100,
    metadata: { tokens: estimateTokens(JSON.stringify(data)) + FRAME_TOKENS },
  });
}

/** What a reply costs besides its tools. */
const FRAME_TOKENS = 40;

function entryOf({ tool, score }: SearchHit, shown: ShownTool | undefined) {
  const { required, optional } = parameterNames(tool);
  return {
    name: shown?.name ?? tool.name,
    description: shown?.description ?? tool.summary,
    category: tool.category,
    ...(shown?.signature ? { signature: shown.signature } : { required, optional: optional.slice(0, MAX_OPTIONAL) }),
    score: Math.round(score * 100) / 100,
    ...(shown?.state && { state: shown.state }),
    ...(shown?.todo && { todo: shown.todo }),
    ...(shown?.next && { next: shown.next }),
  };
}

/** More optional parameters than this are for `get_tool_schema`; required ones are never left out. */
const MAX_OPTIONAL = 8;

function toolSchema(engine: Engine, { toolName, format }: z.infer<typeof schemaInput>, context: CallContext) {
  const catalog = engine.catalog.view(context.scope);
  const lookup = catalog.lookup(toolName);
  if (!lookup.found) return failure(notFound(catalog, toolName, 'search_tools'));
  const { data } = engine.detail({ command: toolName, format }, context);
  const { tool } = lookup.entry;
  return success({ ...data?.[0], schemaHash: schemaHash(tool) });
}
