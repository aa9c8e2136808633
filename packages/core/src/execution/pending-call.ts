import type { Catalog, CatalogEntry } from '../catalog/catalog.ts';
import type { JsonObject, JsonSchema } from '../catalog/json.ts';
import type { ToolSource, Validated } from '../catalog/source.ts';
import type { Tool } from '../catalog/tool.ts';
import type { InputRules } from './validate-input.ts';

/** Times of `performance.now()`. */
export interface CallMarks {
  lookedUp?: number;
  /** The call is admitted and its input is valid. */
  checked?: number;
  /** Policy and middleware let it pass: it goes to its source. */
  sent?: number;
  answered?: number;
}

/** A call between the lookup of its tool and the handler. Getters compute on demand: most calls need only some. */
export class PendingCall implements InputRules {
  /** When each step ended, for the event of the call. Undefined if the event has no listener. */
  marks: CallMarks | undefined;
  readonly entry: CatalogEntry;
  readonly tool: Tool;
  readonly #catalog: Catalog;
  readonly #version: number;

  constructor(catalog: Catalog, entry: CatalogEntry) {
    this.entry = entry;
    this.tool = entry.tool;
    this.#catalog = catalog;
    this.#version = catalog.version;
  }

  /** The tool's address in error messages. Does not depend on how the caller named the tool (bare name or id). */
  get address(): string {
    return this.#catalog.addressOf(this.tool);
  }

  get inputSchema(): JsonSchema {
    return this.tool.inputSchema;
  }

  validate(input: JsonObject): Validated | Promise<Validated> {
    return this.entry.source.validate(this.tool, input);
  }

  /** Undefined if the tool was removed while middleware waited. Skips the lookup if the catalog has not changed. */
  currentSource(): ToolSource | undefined {
    if (this.#catalog.version === this.#version) return this.entry.source;
    const lookup = this.#catalog.lookup(this.tool.id);
    return lookup.found ? lookup.entry.source : undefined;
  }
}
