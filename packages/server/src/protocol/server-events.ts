import { EventEmitter } from 'node:events';
import type { CallEvent, Caller, CatalogChange } from '@foldout/core';
import type { SurfaceChoice } from '../surfaces/surface.ts';

/** Told after every `tools/call`, meta-tools included. */
export interface ToolCallEvent extends Caller {
  readonly tool: string;
  readonly success: boolean;
  readonly code?: string | undefined;
  readonly durationMs: number;
}

export interface ServerEvents {
  'tool:call': [ToolCallEvent];
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
