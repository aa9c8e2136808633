import { markOf, type Secrets, SIZE_WORD } from './marks.ts';
import { Turn } from './turn.ts';
import { BROKEN_SERVER, SIGN_IN_SERVER, SLOW_SERVER, TASK_TOOL, upstreamTools } from './upstream-tools.ts';
import type { Conversation, Reply, ToolUse } from './wire/wire.ts';

/** `listed`: the client's own list of servers shows the gateway as connected. `task`: a tool that requires a task is called. */
export const STEPS = [
  'listed',
  'connect',
  'search',
  'missing',
  'describe',
  'call',
  'image',
  'error',
  'healed',
  'task',
] as const;
export type Step = (typeof STEPS)[number];

export interface Outcome {
  readonly arrived: boolean;
  /** In which form the answer reached the model, or the text that the model got instead. */
  readonly note: string;
}

export interface MissingServers {
  /** Whether the slow server has had the time to load. */
  isSlowLoaded(): boolean;
}

export interface Exchange {
  readonly use: ToolUse;
  readonly result: string;
}

const ARTICLE = 'A-17';
const COUNT = 'how many boxes of an article are on the shelves';
const PICTURE = 'draw the shelf of an article as a picture';
const PACKING = 'order the packing of an article for a customer';

type Play = Generator<ToolUse, void, Turn>;
type Use = Generator<ToolUse, Turn, Turn>;

/** How the tools of a surface are used: search, describe, call. */
interface Manner {
  search(turn: Turn, request: string): Use;
  describe(turn: Turn, name: string): Use;
  call(turn: Turn, name: string, input: ToolUse['input']): Use;
}

/**
 * The scripted model. It searches for a tool, reads its parameters, calls it, looks at a picture, makes a mistake and
 * repairs it from the text of the error; then it calls a tool that requires a task. Names and values come from the tool results; a step whose result lacks them
 * did not arrive.
 */
export class Script {
  readonly outcomes = new Map<Step, Outcome>();
  readonly exchanges: Exchange[] = [];
  /** The first request that offered tools of the gateway. */
  first?: Conversation;
  readonly #secrets: Secrets;
  readonly #missing: MissingServers | undefined;
  readonly #tools: readonly string[];
  readonly #replies: Reply[] = [];
  #play?: Play;

  /** `missing`: some servers are not loaded, and the first search must say so. */
  constructor(secrets: Secrets, missing?: MissingServers) {
    this.#secrets = secrets;
    this.#missing = missing;
    this.#tools = Object.values(upstreamTools(secrets.sizes)).flatMap((tools) => tools.map(({ name }) => name));
  }

  /** The steps of this run that the model does. */
  get steps(): readonly Step[] {
    return STEPS.filter((step) => step !== 'listed' && (step !== 'missing' || this.#missing));
  }

  /**
   * The answer depends on the number of tool results in the request: clients repeat requests, and send others beside
   * the conversation (a title, a summary), which must not move the script on.
   */
  reply(conversation: Conversation): Reply {
    const at = conversation.results.length;
    const turn = new Turn(conversation);
    if (!this.#play && !this.#start(turn, conversation)) return { text: 'ok' };
    const known = this.#replies[at];
    if (known) return known;
    const last = this.#replies.at(-1);
    if (last && 'use' in last) this.exchanges.push({ use: last.use, result: turn.result.text });
    const next = this.#next(turn);
    this.#replies[at] = next;
    return next;
  }

  #start(turn: Turn, conversation: Conversation): boolean {
    if (!['afd-discover', 'count_boxes'].some((name) => turn.knows(name)) && !turn.knowsServerOnly) return false;
    this.first = conversation;
    this.#outcome('connect', true, 'offered');
    this.#play = this.#steps(turn);
    return true;
  }

  #next(turn: Turn): Reply {
    try {
      const { value, done } = this.#play?.next(turn) ?? { done: true };
      return done || !value ? { text: 'done' } : { use: value };
    } catch (error) {
      if (!(error instanceof NotOffered)) throw error;
      return { text: error.message };
    }
  }

  *#steps(first: Turn): Play {
    const manner = this.#mannerOf(first);
    let turn = yield* manner.search(first, COUNT);
    const counter = this.#found('search', turn, 'count_boxes');
    if (this.#missing) this.#checkMissing(turn, this.#missing);

    turn = yield* manner.describe(turn, counter);
    const described = /\barticle\b/.test(turn.result.text + turn.definition(counter));
    this.#outcome('describe', described, described ? 'parameters' : turn.result.text);

    turn = yield* manner.call(turn, counter, { article: ARTICLE });
    this.#arrived('call', turn, markOf(this.#secrets, 'count_boxes', ARTICLE));

    turn = yield* manner.search(turn, PICTURE);
    const plan = this.#found('image', turn, 'draw_shelf_plan');
    turn = yield* manner.call(turn, plan, { article: ARTICLE });
    this.#checkImage(turn);

    turn = yield* manner.search(turn, PACKING);
    const packing = this.#found('error', turn, 'order_packing');
    turn = yield* manner.call(turn, packing, { article: ARTICLE, size: 'enormous' });
    // A client that checks the input itself names the parameter only: the model has read its values in the definition.
    const [size = ''] = [turn.result.text, turn.definition(packing)].flatMap((text) => text.match(SIZE_WORD) ?? []);
    this.#outcome('error', /\bsize\b/.test(turn.result.text), turn.result.text);

    turn = yield* manner.call(turn, packing, { article: ARTICLE, size });
    this.#arrived('healed', turn, markOf(this.#secrets, 'order_packing', size));

    // Only the report of the finished task repeats the topic in this form.
    const topic = markOf(this.#secrets, TASK_TOOL, 'topic');
    turn = yield* manner.call(turn, TASK_TOOL, { topic });
    this.#arrived('task', turn, `Research Report: ${topic}`);
  }

  #mannerOf(turn: Turn): Manner {
    if (turn.knowsServerOnly) return turn.mentions('afd-discover') ? LAZY : DIRECT;
    return turn.knows('afd-discover') ? LAZY : DIRECT;
  }

  /** The first tool of the servers that the search result, or else the list, names. */
  #found(step: Step, turn: Turn, wanted: string): string {
    const named = new RegExp(`(?:\\w+/)?\\b(?:${this.#tools.join('|')})\\b`).exec(plainNames(turn.result.text))?.[0];
    const found = named ?? (turn.knows(wanted) ? wanted : undefined);
    if (found?.endsWith(wanted)) this.#outcome(step, true, named ? 'found' : 'listed');
    else this.#outcome(step, false, `the first tool is ${found ?? 'none'}: ${turn.result.text}`);
    return found?.endsWith(wanted) ? found : wanted;
  }

  #checkMissing({ result: { text } }: Turn, { isSlowLoaded }: MissingServers): void {
    const said = [
      [SLOW_SERVER, isSlowLoaded() ? /^/ : new RegExp(`${SLOW_SERVER}\\b.{0,40}start`, 's')],
      [SIGN_IN_SERVER, new RegExp(`${SIGN_IN_SERVER}\\b.{0,60}(sign|auth)`, 's')],
      [BROKEN_SERVER, new RegExp(`${BROKEN_SERVER}\\b.{0,60}(fail|start|end)`, 's')],
    ] as const;
    const unsaid = said.filter(([, words]) => !words.test(text)).map(([server]) => server);
    this.#outcome('missing', unsaid.length === 0, unsaid.length === 0 ? 'said' : `not said: ${unsaid.join(', ')}`);
  }

  #checkImage({ result: { text, images } }: Turn): void {
    const marked = text.includes(markOf(this.#secrets, 'draw_shelf_plan', ARTICLE));
    if (!marked) this.#outcome('image', false, text);
    else if (images > 0) this.#outcome('image', true, 'image');
    else if (/[A-Za-z0-9+/]{80}/.test(text)) this.#outcome('image', false, 'base64 as text');
    else this.#outcome('image', /\b(image|picture)\b/i.test(text), /image|picture/i.test(text) ? 'words' : text);
  }

  #arrived(step: Step, { result }: Turn, mark: string): void {
    this.#outcome(step, result.text.includes(mark), result.text.includes(mark) ? 'arrived' : result.text);
  }

  /** A step that has failed stays failed. */
  #outcome(step: Step, arrived: boolean, note: string): void {
    if (this.outcomes.get(step)?.arrived !== false) this.outcomes.set(step, { arrived, note: note.slice(0, 400) });
  }
}

class NotOffered extends Error {}

/** Calls a tool; first lets the client load it, where the client defers tools. */
function* use(turn: Turn, name: string, input: ToolUse['input']): Use {
  const tool = turn.find(name);
  if (tool) return yield { tool, input };
  if (!turn.clientSearch) throw new NotOffered(`The client does not offer ${name}.`);
  const loaded = yield { tool: turn.clientSearch, input: { query: name, max_results: 5 } };
  const found = loaded.find(name);
  const byResult = found ? undefined : loaded.callBySearchResult(name, input);
  if (byResult) return yield byResult;
  if (!found) throw new NotOffered(`The client did not load ${name}: ${loaded.result.text}`);
  return yield { tool: found, input };
}

const LAZY: Manner = {
  search: (turn, search) => use(turn, 'afd-discover', { search }),
  describe: (turn, command) => use(turn, 'afd-detail', { command }),
  call: (turn, command, input) => use(turn, 'afd-call', { command, input }),
};

/** Tools under their own names: listed, or found by the client's own search. */
const DIRECT: Manner = {
  *search(turn, request) {
    if (!turn.clientSearch) return turn;
    return yield { tool: turn.clientSearch, input: { query: request, max_results: 5 } };
  },
  // The definition is in the request or in the result of the client's search.
  // biome-ignore lint/correctness/useYield: there is nothing to ask.
  *describe(turn) {
    return turn;
  },
  call: (turn, name, input) => use(turn, name, input),
};

/** Removes the prefix that a client puts before names, such as `mcp__foldout__`, and the escapes of JSON. */
function plainNames(text: string): string {
  return text.replaceAll('\\n', '\n').replaceAll(/\b(?:mcp_+)?foldout[_-]+/g, '');
}
