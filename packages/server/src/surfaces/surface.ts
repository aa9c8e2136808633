import type { ClientFacts } from '@foldout/clients';
import type {
  Action,
  Caller,
  CatalogChange,
  CatalogReader,
  CommandResult,
  Engine,
  JsonObject,
  JsonSchema,
  Tool,
  ToolAnnotations,
  ToolScope,
} from '@foldout/core';
import type { SharedTools } from './enabled-tools.ts';
import type { MetaTools } from './meta-tools.ts';
import type { DynamicOptions } from './near-best.ts';
import type { ToolStrategy } from './strategies.ts';
import type { SurfaceTool } from './surface-tools.ts';

/** A tool as a client sees it in `tools/list`. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: 'object' };
  readonly outputSchema?: JsonSchema;
  readonly annotations?: ToolAnnotations;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** Who sends a request, and which tools exist for that client. Built once per request. */
export interface Viewer extends Caller {
  /** The part of the catalog that exists for this viewer. */
  readonly catalog: CatalogReader;
  readonly scope?: ToolScope;
  /** How the client behaves. Absent for a client that is not in the table of clients. */
  readonly facts?: ClientFacts | undefined;
  /** The client's title in the table of clients. */
  readonly title?: string | undefined;
  /** What the configuration sets for this client. */
  readonly settings?: ClientSettings | undefined;
  /** Whether the client shows the pages of MCP Apps. */
  readonly showsApps?: boolean | undefined;
  /** The profile that the request names. */
  readonly profile?: Profile | undefined;
  /** Sends `tools/list_changed` to this viewer alone. */
  announce(): void;
}

/** Settings for the clients whose reported name starts with a prefix. They override the table of clients. */
export interface ClientSettings {
  /** The surface for these clients. */
  readonly toolStrategy?: ToolStrategy | undefined;
  /** Whether these clients defer tools with the model that they run. Read by `auto`, where it depends on the model. */
  readonly defersTools?: boolean | undefined;
  /** The name of an encoding (`encodings`) for data in results, where it takes fewer tokens than JSON. */
  readonly encoding?: string | undefined;
  /** The id of a known client that behaves in the same way, for a fork or a client that is not in the table. */
  readonly sameAs?: string | undefined;
}

/** A named view of the server: its own scope (in `RequestOwner.scope`) and its own surface. */
export interface Profile {
  readonly name: string;
  readonly toolStrategy?: ToolStrategy | undefined;
}

/** A parsed `tools/call`. */
export interface Resolved {
  readonly action: Action;
  /** The surface tool or meta-tool that was called; absent for a tool of the catalog. */
  readonly tool?: SurfaceTool;
  /** The validated input of `tool`. */
  readonly input?: unknown;
  /** Mistakes in the arguments that were corrected. */
  readonly warnings?: readonly string[];
  /** The client called a tool of the catalog under its listed name. */
  readonly byOwnName?: boolean;
}

/** What a client sees of the catalog. A surface lists tools and parses calls; the engine finds and runs. */
export interface Surface {
  /** The tools that `tools/list` shows. Deterministic: the same catalog gives the same tools in the same order. */
  list(viewer: Viewer): readonly ListedTool[];
  /** Whether the list changes when the catalog does. */
  readonly varies: boolean;
  /** Whether this change of the catalog changes a list. Absent: `varies` decides. */
  changedBy?(change: CatalogChange): boolean;
  /** Replaces `varies` in `auto`, where each viewer may get another surface. */
  variesFor?(viewer: Viewer): boolean;
  /** Whether the surface has a tool of this name. No tool of the catalog is listed under such a name. */
  owns?(name: string): boolean;
  /** Parses a call of one of the surface's own tools; undefined for every other name. */
  resolve?(name: string, input: JsonObject, viewer: Viewer): Resolved | undefined;
  /** Runs before every `tools/list`: reads what other replicas have added to the session. */
  before?(viewer: Viewer): Promise<void>;
  /** Runs after every action, before its answer is sent. */
  after?(resolved: Resolved, result: CommandResult, viewer: Viewer): Promise<void> | void;
  /** The server's instructions for the model. */
  instructions?(viewer: Viewer): string | undefined;
  /** The surface that `auto` picks for this viewer. Other surfaces omit the method. */
  choice?(viewer: Viewer): SurfaceChoice;
  /** The session has a store that all replicas share. */
  share?(sessionId: string, tools: SharedTools): void;
  /** A session has ended: delete its state. */
  forget?(sessionId: string): void;
}

export interface SurfaceParts {
  readonly engine: Engine;
  readonly meta: MetaTools;
  /** A tool of the catalog as an entry of `tools/list`. */
  readonly listed: (tool: Tool) => ListedTool;
  /** The id of the tool with this listed name. */
  readonly idOf: (listedName: string) => string | undefined;
  readonly settings: SurfaceSettings;
}

export interface SurfaceSettings {
  /** Category → the author's description. */
  readonly categories: Readonly<Record<string, string>>;
  /** Names of tools that count as core, besides those with `core: true`. */
  readonly coreTools: readonly string[];
  readonly toolsMode: 'core' | 'extended';
  /** Names of tools that every surface lists, besides those with `alwaysAvailable: true`. */
  readonly alwaysAvailable: readonly string[];
  readonly auto: AutoOptions;
  readonly dynamic: DynamicOptions;
  /** Receives what `auto` chose and why; called once for each distinct choice. */
  readonly onChoice: (choice: SurfaceChoice) => void;
}

/** Overrides the rules of `auto`. */
export interface AutoOptions {
  /** A catalog is listed whole if it has at most `tools` tools and their listing at most `tokens` tokens. */
  readonly tools?: number;
  readonly tokens?: number;
  /** A client with a tool search of its own lists every tool while their names cost at most this many tokens. */
  readonly nameTokens?: number;
  /** Case-insensitive prefix of a client's name → the surface for that client. */
  readonly clients?: Readonly<Record<string, 'individual' | 'lazy'>>;
}

export interface SurfaceChoice {
  readonly strategy: string;
  readonly reason: string;
  readonly client?: string;
}

export type SurfaceFactory = (parts: SurfaceParts) => Surface;
