import type { CallContext, CommandResult, Engine, JsonSchema, ToolAnnotations } from '@foldout/core';
import type { ListedNames } from './listed-names.ts';
import type { MetaTools } from './meta-tools.ts';

/** A tool as a client sees it in `tools/list`. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: 'object' };
  readonly outputSchema?: JsonSchema & { readonly type: 'object' };
  readonly annotations?: ToolAnnotations;
}

/** What a client sees of the catalog. A surface only lists and forwards; the engine finds and runs. */
export interface Surface {
  /** The same tools in the same order for the same catalog. Kept until the catalog changes. */
  list(): readonly ListedTool[];
  /** Whether the list changes when the catalog does. */
  readonly varies: boolean;
  /** Runs a listed tool that is this surface's own; undefined for every other name. */
  call?(name: string, input: unknown, context: Partial<CallContext>): Promise<CommandResult> | undefined;
  /** What the model is told about the list when it connects. */
  instructions?(): string;
}

export interface SurfaceParts {
  readonly engine: Engine;
  readonly meta: MetaTools;
  readonly names: ListedNames;
  /** Category → what it is about, where the author said so. */
  readonly descriptions: Readonly<Record<string, string>>;
}

export type SurfaceFactory = (parts: SurfaceParts) => Surface;
