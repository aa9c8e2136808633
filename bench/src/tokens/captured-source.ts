import {
  failure,
  type JsonObject,
  type Tool,
  type ToolSource,
  toolFromDefinition,
  type Validated,
} from '@foldout/core';
import type { CapturedCatalog } from './captured-catalogs.ts';

/** Captured tools can be found and described; there is nothing behind them to run. */
export class CapturedSource implements ToolSource {
  readonly server: string;
  readonly #tools: readonly Tool[];

  constructor({ name, tools }: CapturedCatalog) {
    this.server = name;
    this.#tools = tools.flatMap((definition) => toolFromDefinition(name, definition) ?? []);
  }

  tools(): readonly Tool[] {
    return this.#tools;
  }

  exposes(): boolean {
    return true;
  }

  validate(_tool: Tool, value: JsonObject): Validated {
    return { valid: true, value };
  }

  invoke({ id }: Tool) {
    return failure({
      code: 'UPSTREAM_UNAVAILABLE',
      message: `'${id}' was captured; no server is behind it`,
      suggestion: 'Connect the server itself.',
    });
  }

  subscribe(): () => void {
    return () => {};
  }
}
