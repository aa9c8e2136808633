import { EventEmitter } from 'node:events';
import type { CallEvent, Caller, CatalogChange } from '@foldout/core';
import type { ListedTool, SurfaceChoice } from '../surfaces/surface.ts';

/** Told after every `tools/call`, meta-tools included. */
export interface ToolCallEvent extends Caller {
  readonly tool: string;
  readonly success: boolean;
  readonly code?: string | undefined;
  readonly durationMs: number;
}

/** Told after every page of `tools/list`. */
export interface ToolsListEvent extends Caller {
  readonly tools: readonly ListedTool[];
  /** False for the pages after the first. */
  readonly first: boolean;
  /** What there was to list: a name for this state of the catalog, and every tool as it would be listed by itself. */
  readonly everything: { readonly version: string; tools(): Iterable<ListedTool> };
}

/** Told after every answer of discovery: what a model read to find its tool, not what the tool answered. */
export interface DiscoveryAnswerEvent extends Caller {
  readonly tool: string;
  readonly text: string;
}

export interface ServerEvents {
  'tool:call': [ToolCallEvent];
  'tools:list': [ToolsListEvent];
  'discovery:answer': [DiscoveryAnswerEvent];
  /** Every command that ran, also inside a batch or a pipe. */
  'command:call': [CallEvent];
  'catalog:change': [CatalogChange];
  /** A legacy session is over, as it is named in the context of its calls. */
  'session:end': [string];
  /** Which surface `auto` chose for a client, and why. */
  'surface:choice': [SurfaceChoice];
  /** Something an operator should know. */
  warning: [string];
  /** Something went wrong that no caller can be told about. */
  problem: [Error];
}

/** Listeners only watch: one that throws is reported as a problem and changes nothing else. */
export class ServerEventHub {
  readonly #emitter = new EventEmitter<ServerEvents>();

  on<E extends keyof ServerEvents>(event: E, listener: (...args: ServerEvents[E]) => void): () => void {
    this.#emitter.on(event, listener as never);
    return () => this.#emitter.off(event, listener as never);
  }

  /** Whether anyone listens: what nobody hears need not be put together. */
  hears(event: keyof ServerEvents): boolean {
    return this.#emitter.listenerCount(event) > 0;
  }

  emit<E extends keyof ServerEvents>(event: E, ...args: ServerEvents[E]): void {
    for (const listener of this.#emitter.listeners(event)) {
      try {
        (listener as (...given: ServerEvents[E]) => void)(...args);
      } catch (error) {
        if (event !== 'problem') this.emit('problem', error instanceof Error ? error : new Error(String(error)));
      }
    }
  }
}
