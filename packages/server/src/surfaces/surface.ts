import type {
  CallContext,
  Caller,
  CatalogReader,
  CommandResult,
  Engine,
  JsonSchema,
  Tool,
  ToolAnnotations,
  ToolScope,
} from '@foldout/core';
import type { MetaTools } from './meta-tools.ts';

/** A tool as a client sees it in `tools/list`. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: 'object' };
  readonly annotations?: ToolAnnotations;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** Who is looking, and at what. */
export interface Viewer extends Caller {
  /** The part of the catalog that exists for this viewer. */
  readonly catalog: CatalogReader;
  readonly scope?: ToolScope;
  /** Tells this viewer, and nobody else, that its list has changed. */
  announce(): void;
}

/** What a client sees of the catalog. A surface only lists and forwards; the engine finds and runs. */
export interface Surface {
  /** The same tools in the same order for the same catalog. */
  list(viewer: Viewer): readonly ListedTool[];
  /** Whether the list changes when the catalog does. */
  readonly varies: boolean;
  /** Whether a name is one of this surface's own tools, so that no tool of the catalog may be listed under it. */
  owns?(name: string): boolean;
  /** Runs a tool that is this surface's own; undefined for every other name. */
  call?(
    name: string,
    input: unknown,
    context: Partial<CallContext>,
    viewer: Viewer,
  ): Promise<CommandResult> | undefined;
  /** Told of every tool of the catalog that was called by its own name. */
  used?(toolId: string, viewer: Viewer): void;
  /** What the model is told about the list when it connects. */
  instructions?(viewer: Viewer): string | undefined;
  /** Which surface this viewer gets, where that is decided by viewer. */
  choice?(viewer: Viewer): SurfaceChoice;
  /** A session has ended: what was kept for it can go. */
  forget?(sessionId: string): void;
}

export interface SurfaceParts {
  readonly engine: Engine;
  readonly meta: MetaTools;
  /** A tool of the catalog as it is listed by itself. */
  readonly listed: (tool: Tool) => ListedTool;
  readonly settings: SurfaceSettings;
}

export interface SurfaceSettings {
  /** Category → what it is about, where the author said so. */
  readonly categories: Readonly<Record<string, string>>;
  /** Names of tools that are listed by themselves where only core tools are. */
  readonly coreTools: readonly string[];
  readonly toolsMode: 'core' | 'extended';
  /** Names of tools that `dynamic` always lists. */
  readonly alwaysAvailable: readonly string[];
  readonly auto: AutoOptions;
  /** What `auto` decided, and why; told once for each client. */
  readonly onChoice: (choice: SurfaceChoice) => void;
}

/** Overrides what `auto` would decide. */
export interface AutoOptions {
  /** Up to so many tools, of together so many tokens, everything is listed. */
  readonly tools?: number;
  readonly tokens?: number;
  /** Beginning of a client's name, whatever its case → what it gets. */
  readonly clients?: Readonly<Record<string, 'individual' | 'lazy'>>;
}

export interface SurfaceChoice {
  readonly strategy: string;
  readonly reason: string;
  readonly client?: string;
}

export type SurfaceFactory = (parts: SurfaceParts) => Surface;
