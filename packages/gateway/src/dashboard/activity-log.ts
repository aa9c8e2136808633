import { type CallEvent, estimateTokens, type SearchMade } from '@foldout/core';
import type { FoldoutServer, ToolCallEvent } from '@foldout/server';

const MAX_ENTRIES = 1_000;
/** Commands of one request that are kept: a batch or a script may run many. */
const MAX_COMMANDS = 50;
/** Requests that run now. */
const MAX_OPEN = 2_000;
/** A longer result is not counted to its end: its size decides nothing here. */
const MAX_COUNTED = 200_000;

/** One command that a request ran, with the milliseconds of its steps. */
export interface CommandStep {
  readonly tool: string;
  readonly success: boolean;
  readonly code: string | undefined;
  /** Milliseconds from the start of the request. */
  readonly start: number;
  readonly ms: number;
  readonly steps: CallEvent['steps'];
}

interface Entry {
  readonly seq: number;
  readonly at: number;
  readonly principal: string;
  readonly client: string | undefined;
  readonly era: string | undefined;
}

export interface CallEntry extends Entry {
  readonly kind: 'call';
  /** The name that the client called, such as `afd-call`. */
  readonly name: string;
  readonly traceId: string | undefined;
  readonly success: boolean;
  readonly code: string | undefined;
  readonly ms: number;
  /** Tokens of the answer. */
  readonly tokens: number;
  readonly commands: readonly CommandStep[];
  readonly moreCommands: number;
}

export interface SearchEntry extends Entry {
  readonly kind: 'search';
  readonly query: string;
  readonly found: number;
  readonly confident: boolean;
}

export type ActivityEntry = CallEntry | SearchEntry;

interface OpenRequest {
  readonly commands: { readonly event: CallEvent; readonly endedAt: number }[];
  more: number;
}

/** The last calls and searches, in memory: who, what, outcome, latency, tokens. Neither inputs nor results. */
export class ActivityLog {
  readonly #entries: ActivityEntry[] = [];
  /** Trace id → commands of a request that has not been answered yet. */
  readonly #open = new Map<string, OpenRequest>();
  #seq = 0;

  constructor(server: Pick<FoldoutServer, 'on' | 'engine'>) {
    server.on('command:call', (event) => this.#addCommand(event));
    server.on('tool:call', (event) => this.#addCall(event));
    server.engine.onSearch((search) => this.#addSearch(search));
  }

  /** The number of the last entry. */
  get seq(): number {
    return this.#seq;
  }

  /** The newest first. */
  get entries(): readonly ActivityEntry[] {
    return this.#entries.toReversed();
  }

  #addCommand(event: CallEvent): void {
    const { traceId } = event.context;
    const open = this.#open.get(traceId) ?? { commands: [], more: 0 };
    this.#open.set(traceId, open);
    if (open.commands.length < MAX_COMMANDS) open.commands.push({ event, endedAt: performance.now() });
    else open.more += 1;
    // A call without a request, such as one of a task that has gone on, would stay for ever.
    if (this.#open.size <= MAX_OPEN) return;
    const [oldest] = this.#open.keys();
    if (oldest !== undefined) this.#open.delete(oldest);
  }

  #addCall({ tool, success, code, durationMs, traceId, answer, ...caller }: ToolCallEvent): void {
    const open = traceId === undefined ? undefined : this.#open.get(traceId);
    if (traceId !== undefined) this.#open.delete(traceId);
    const startedAt = performance.now() - durationMs;
    this.#add({
      ...this.#next(caller, durationMs),
      kind: 'call',
      name: tool,
      traceId,
      success,
      code,
      ms: durationMs,
      tokens: tokensOf(answer),
      commands: (open?.commands ?? []).map(({ event, endedAt }) => ({
        tool: event.tool?.id ?? event.address,
        success: event.success,
        code: event.code,
        start: Math.max(0, endedAt - event.durationMs - startedAt),
        ms: event.durationMs,
        steps: event.steps,
      })),
      moreCommands: open?.more ?? 0,
    });
  }

  #addSearch({ query, found, confident, caller }: SearchMade): void {
    this.#add({ ...this.#next(caller, 0), kind: 'search', query, found, confident });
  }

  #next({ principal, client, era }: SearchMade['caller'], ms: number): Entry {
    this.#seq += 1;
    const name = client && `${client.name}${client.version ? ` ${client.version}` : ''}`;
    return {
      seq: this.#seq,
      at: Math.round(Date.now() - ms),
      principal: principal?.name ?? 'local',
      client: name,
      era,
    };
  }

  #add(entry: ActivityEntry): void {
    this.#entries.push(entry);
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();
  }
}

function tokensOf(answer: ToolCallEvent['answer']): number {
  const { content = [] } = answer as { content?: readonly { readonly type: string; readonly text?: string }[] };
  return estimateTokens(
    content
      .map(({ text = '' }) => text)
      .join('\n')
      .slice(0, MAX_COUNTED),
  );
}
