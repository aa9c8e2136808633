import type {
  Action,
  CatalogReader,
  CommandResult,
  CommandSchema,
  CommandSuccess,
  JsonObject,
  Risk,
} from '@foldout/core';
import { type HealedCall, type NamesInList, type SyncRules, validateInput, zodRules } from '@foldout/core/internal';
import type { z } from 'zod';
import { leanSchema, type ObjectSchema } from './lean-schema.ts';
import { hintsOf } from './listed-tool.ts';
import type { ListedTool, Resolved, Viewer } from './surface.ts';

const NO_WARNINGS: readonly string[] = [];

/** A tool that a surface adds to the catalog's tools. A model reads its texts on every request: keep them short. */
export interface SurfaceTool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType & CommandSchema;
  readonly risk?: Risk;
  /** Brings arguments as models send them into the form of `input`. Absent: only values are healed. */
  heal?(input: JsonObject, catalog: CatalogReader, names?: NamesInList): HealedCall;
  /** A quick check for the usual form of the arguments, which the schema accepts unchanged. */
  isPlain?(input: JsonObject): boolean;
  /** What a call with this (validated) input means. */
  action(input: never): Action;
  /** Turns the engine's data into the answer of this tool. Absent: the engine's result is the answer. */
  answer?(data: never, input: never, viewer: Viewer): CommandResult;
  /** The whole answer as text, in fewer tokens than its JSON: data, warnings and the other fields beside the data. */
  readonly text?: (data: never, result: CommandSuccess<unknown>) => string;
}

export interface ListingOptions {
  /** Input fields that tools accept but `tools/list` does not show. */
  readonly hidden?: readonly string[];
  /** Name → schema as listed, generated at build time: converting schemas is a large part of a start. */
  readonly listed?: Readonly<Record<string, ObjectSchema>>;
}

/** The tools of a surface: lists them, and parses calls of them. Runs nothing. */
export class SurfaceTools {
  readonly #tools: ReadonlyMap<string, SurfaceTool>;
  readonly #rules = new Map<string, SyncRules>();
  readonly #listing: ListingOptions;

  constructor(tools: readonly SurfaceTool[], listing: ListingOptions = {}) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.#listing = listing;
  }

  names(): string[] {
    return [...this.#tools.keys()];
  }

  has(name: string): boolean {
    return this.#tools.has(name);
  }

  /** Validates and heals the arguments like those of a command; undefined if the surface has no tool of this name. */
  resolve(
    name: string,
    input: JsonObject,
    { catalog }: Pick<Viewer, 'catalog'>,
    names?: NamesInList,
  ): Resolved | undefined {
    const tool = this.#tools.get(name);
    if (!tool) return undefined;
    const healed = tool.heal?.(input, catalog, names) ?? { input, warnings: NO_WARNINGS };
    if (healed.error) return { action: { kind: 'refuse', error: healed.error } };
    // Most calls: checking them with the schema would cost as much as the rest of their way to the command.
    if (healed.input === input && tool.isPlain?.(input)) {
      return { action: tool.action(input as never), tool, input, warnings: healed.warnings };
    }
    const checked = validateInput(this.#rulesOf(tool), healed.input);
    if (!checked.valid) return { action: { kind: 'refuse', error: checked.error } };
    const { value } = checked;
    const warnings = healed.warnings.length === 0 ? checked.warnings : [...healed.warnings, ...checked.warnings];
    return { action: tool.action(value as never), tool, input: value, warnings };
  }

  list(...names: string[]): ListedTool[] {
    return names.map((name) => {
      const tool = this.#tools.get(name);
      if (!tool) throw new Error(`There is no tool '${name}' here`);
      const { description, input, risk } = tool;
      const inputSchema = this.#listing.listed?.[name] ?? leanSchema(input, this.#listing.hidden);
      return { name, description, inputSchema, ...(risk && { annotations: hintsOf(risk) }) };
    });
  }

  #rulesOf({ name, input }: SurfaceTool): SyncRules {
    const rules = this.#rules.get(name) ?? zodRules(name, input);
    this.#rules.set(name, rules);
    return rules;
  }
}
