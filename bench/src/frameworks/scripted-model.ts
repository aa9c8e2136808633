import { tokensOf } from '../tokens.ts';
import type { PlainTool, Task } from './tasks.ts';

/** A call of a model. */
export interface Step {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** How a model uses what it is shown: its search, if the tools are not all listed, and its call of a tool. */
export interface Habit {
  search?(request: string): Step;
  call(tool: PlainTool): Step;
}

const SEARCHES = 2;
/** The list of tools of many requests is the same, and large. */
const listTokens = new Map<string, number>();

/**
 * Plays a task: searches in the user's words, once more with the name of the tool in words, calls the right tool as soon as
 * an answer names it, ends. Counts every request as it was sent.
 */
export class ScriptedModel {
  requests = 0;
  tokens = 0;
  /** Searches until the model had read the name of a right tool; undefined: it has not. */
  foundAfter: number | undefined;
  readonly #habit: Habit;
  readonly #request: string;
  readonly #right: readonly PlainTool[];
  #searches = 0;
  #called = false;

  constructor(habit: Habit, { request, relevant }: Task, tools: ReadonlyMap<string, PlainTool>) {
    this.#habit = habit;
    this.#request = request;
    this.#right = [...relevant].flatMap((name) => tools.get(name) ?? []);
  }

  /** Reads a request, and says what the model does next. */
  next(body: string): Step | undefined {
    this.requests += 1;
    this.tokens += bodyTokens(body);
    if (this.#called) return undefined;
    const mayRead = !this.#habit.search || this.#searches > 0;
    const tool = mayRead ? this.#right.find(({ name }) => names(body, name)) : undefined;
    if (tool) {
      this.#called = true;
      this.foundAfter = this.#searches;
      return this.#habit.call(tool);
    }
    if (!this.#habit.search || this.#searches === SEARCHES) return undefined;
    this.#searches += 1;
    return this.#habit.search(this.#searches === 1 ? this.#request : inWords(this.#right[0]?.name ?? ''));
  }
}

function inWords(name: string): string {
  return name.replaceAll('_', ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2');
}

/** Whether a request has the name as a whole, not as a part of a longer one. Line breaks in it are written as `\\n`. */
function names(body: string, name: string): boolean {
  return new RegExp(`(?<=^|[^\\w-]|\\\\n)${name}(?![\\w-])`).test(body);
}

function bodyTokens(body: string): number {
  const { tools, ...rest } = JSON.parse(body) as { readonly tools?: unknown };
  const list = tools === undefined ? '' : JSON.stringify(tools);
  const known = listTokens.get(list) ?? tokensOf(list);
  listTokens.set(list, known);
  return known + tokensOf(rest);
}
