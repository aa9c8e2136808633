import type { Clock } from '../clock.ts';
import type { Habit } from '../scripted-model.ts';
import { type PlainTool, sampleInput } from '../tasks.ts';

/** One way to give the tools to a model: a framework with one of its adapters. */
export interface Way {
  readonly name: string;
  readonly habit: Habit;
  /** Time in the adapter. Undefined: the way has none. */
  readonly clock?: Clock;
  /** Runs a conversation until the model ends it. */
  play(request: string): Promise<unknown>;
}

/** Model of the requests that get three tools, and of those that get tool search. */
export const MODELS = { three: 'gpt-4.1', search: 'gpt-5.4', claude: 'claude-sonnet-5' } as const;
/** Two searches, a call and the end, with room for a framework's own steps. */
export const MAX_STEPS = 6;
/** No endpoint here asks for a key. */
export const KEY = 'none';

/** What every tool does. */
export const run = (): string => 'done';

const call = (tool: PlainTool) => ({ name: tool.name, input: sampleInput(tool) });

/** The model calls tools by their own names, without a search. */
export const LISTED: Habit = { call };

/** The model uses the three tools of Foldout. */
export const THREE: Habit = {
  search: (request) => ({ name: 'afd-discover', input: { search: request } }),
  call: (tool) => ({ name: 'afd-call', input: { command: tool.name, input: sampleInput(tool) } }),
};

/** The model uses the tool search of its vendor, and then calls what was found. */
export const searching = (tool: 'tool_search' | 'search_tools'): Habit => ({
  search: (query) => ({ name: tool, input: { query } }),
  call,
});
