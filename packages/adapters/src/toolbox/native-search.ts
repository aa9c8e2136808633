import type { Tool } from '@foldout/core';
import type { ListedTool } from '@foldout/server';
import type { Toolbox } from './toolbox.ts';

/** The tool that a model searches with, where its vendor lets the client answer searches. */
export const SEARCH_TOOL: ListedTool = {
  name: 'search_tools',
  description: 'Find tools from a sentence.',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
};

/** Tools that one search loads. Each costs its whole definition, and a model that finds nothing searches again. */
const LOADED_PER_SEARCH = 5;
/** Tools that a search without a good match loads: the model may know better. */
const LOADED_WHEN_UNSURE = 3;
/** A hit below this share of the best score is loaded in no case: its definition would cost more than it helps. */
const SHARE_OF_BEST = 0.1;

export interface SearchOutcome {
  readonly tools: readonly Tool[];
  /** What to tell the model if no tool was loaded. */
  readonly message?: string;
}

/** Runs a search that a model asked for through its vendor's tool search. */
export async function answerSearch<Extra>(toolbox: Toolbox<Extra>, input: unknown): Promise<SearchOutcome> {
  const query = queryIn(input);
  if (query === '') return { tools: [], message: 'query is empty: describe what you want to do.' };
  const { hits, confident } = await toolbox.find(query, { limit: LOADED_PER_SEARCH });
  const [best] = hits;
  if (!best) return { tools: [], message: 'No tool fits. Do without, or ask in other words.' };
  const near = confident
    ? hits.filter(({ score }) => score >= best.score * SHARE_OF_BEST)
    : hits.slice(0, LOADED_WHEN_UNSURE);
  return { tools: near.map(({ tool }) => tool) };
}

/** The text to search for: models put it under several names. */
function queryIn(input: unknown): string {
  const fields = typeof input === 'object' && input !== null ? Object.values(input) : [input];
  return fields.find((field) => typeof field === 'string')?.trim() ?? '';
}

/** A found tool as OpenAI's tool search returns it. Not strict: strict mode refuses schemas with optional fields. */
export function functionDefinition<Extra>(toolbox: Toolbox<Extra>, tool: Tool) {
  const { description, inputSchema } = tool;
  const name = toolbox.names.nameOf(tool);
  return {
    type: 'function',
    name,
    description,
    parameters: { ...inputSchema },
    strict: false,
    defer_loading: true,
  } as const;
}
