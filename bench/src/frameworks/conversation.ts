import { tokensOf } from '../tokens.ts';
import { type PlainTool, sampleInput, type Task } from './tasks.ts';

/** What a scripted model does next; undefined: it is done. */
export interface Step {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** How a way shows its tools. `search` builds the call of a search; without it, the model calls the tool at once. */
export interface Way {
  readonly name: string;
  search?(request: string): Step;
  call(tool: PlainTool): Step;
  /** Begins a conversation. The returned function sends the next request, after the answers to the step before. */
  begin(task: Task): Promise<Turn> | Turn;
}

/** Sends one request: returns it as it was sent, and the text in which the model reads what it found. */
export type Turn = (
  step: Step | undefined,
) => Promise<{ readonly sent: unknown; readonly read: string; readonly ms: number }>;

export interface Outcome {
  readonly tokens: number;
  readonly requests: number;
  readonly ms: number;
  /** Whether the model read the name of a right tool before it called it. */
  readonly found: boolean;
}

/** Plays a task: search, call the best right tool that the answer names, end. Every request is counted as it is sent. */
export async function play(way: Way, task: Task, tools: ReadonlyMap<string, PlainTool>): Promise<Outcome> {
  const turn = await way.begin(task);
  const right = [...task.relevant].flatMap((name) => tools.get(name) ?? []);
  const counted = { tokens: 0, requests: 0, ms: 0 };
  const send = async (step: Step | undefined): Promise<string> => {
    const { sent, read, ms } = await turn(step);
    counted.tokens += tokensOf(sent);
    counted.requests += 1;
    counted.ms += ms;
    return read;
  };
  await send(undefined);
  const read = way.search ? await send(way.search(task.request)) : undefined;
  const tool = read === undefined ? right[0] : right.find(({ name }) => read.includes(name));
  if (tool) await send(way.call(tool));
  return { ...counted, found: tool !== undefined };
}

export function callOf(name: string, tool: PlainTool): Step {
  return { name, input: sampleInput(tool) };
}
