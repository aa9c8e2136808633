import {
  failure,
  type JsonObject,
  type Tool,
  type ToolSource,
  toolFromDefinition,
  type Validated,
} from '@foldout/core';
import type { CapturedCatalog } from './catalogs.ts';

/** Serves captured tools to search and to `tools/list`. Calls fail, because the server itself is not there. */
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
      message: `'${id}' comes from a captured list; its server is not connected`,
      suggestion: 'Connect the server itself.',
    });
  }

  subscribe(): () => void {
    return () => {};
  }
}
