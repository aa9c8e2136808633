import type { CallEvent, Caller, CatalogChange } from '@foldout/core';
import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import type { ListedTool, SurfaceChoice } from '../surfaces/surface.ts';

/** Emitted after every `tools/call`, including meta-tools. */
export interface ToolCallEvent extends Caller {
  readonly tool: string;
  readonly success: boolean;
  readonly code?: string | undefined;
  readonly durationMs: number;
  /** The same as in the events of the commands that it ran. */
  readonly traceId?: string | undefined;
  /** What the client gets. */
  readonly answer: CallToolResult | InputRequiredResult;
}

/** Emitted after every page of `tools/list`. */
export interface ToolsListEvent extends Caller {
  readonly tools: readonly ListedTool[];
  /** Whether `tools` is the first page of the list. */
  readonly first: boolean;
  readonly prompt: PromptTexts;
  /** The surface of the client, and why. */
  choice(): SurfaceChoice | undefined;
}

/** What a client puts before its model. A client that defers tools by itself puts only their names there. */
export interface PromptTexts {
  /** The text of the tools of this page. */
  listed(): Iterable<string>;
  /** The text without Foldout: all tools of the catalog, up to the client's limit. */
  everything(): Iterable<string>;
  /** Changes when `everything` changes. */
  readonly version: string;
}

/** Emitted after every discovery answer: the text that a model reads to find a tool, not the tool's own answer. */
export interface DiscoveryAnswerEvent extends Caller {
  readonly tool: string;
  readonly text: string;
}

export interface ServerEvents {
  'tool:call': [ToolCallEvent];
  'tools:list': [ToolsListEvent];
  'discovery:answer': [DiscoveryAnswerEvent];
  /** Every command that ran, also inside a batch, a pipe or a script. */
  'command:call': [CallEvent];
  'catalog:change': [CatalogChange];
  /** A legacy session has ended. The id is the `sessionId` of its calls. */
  'session:end': [string];
  /** The surface that `auto` chose for a client, and why. */
  'surface:choice': [SurfaceChoice];
  /** A message for the operator. */
  warning: [string];
  /** An error outside of any request. */
  problem: [Error];
}

type Listener = (...args: unknown[]) => void;

/** An error of a listener is emitted as a `problem` and has no other effect. */
export class ServerEventHub {
  readonly #listeners = new Map<keyof ServerEvents, Set<Listener>>();

  on<E extends keyof ServerEvents>(event: E, listener: (...args: ServerEvents[E]) => void): () => void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener as Listener));
    return () => listeners.delete(listener as Listener);
  }

  /** Whether an event has listeners. Without any, the caller need not build the event. */
  hasListeners(event: keyof ServerEvents): boolean {
    return (this.#listeners.get(event)?.size ?? 0) > 0;
  }

  emit<E extends keyof ServerEvents>(event: E, ...args: ServerEvents[E]): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) {
      try {
        listener(...args);
      } catch (error) {
        if (event !== 'problem') this.emit('problem', error instanceof Error ? error : new Error(String(error)));
      }
    }
  }
}
