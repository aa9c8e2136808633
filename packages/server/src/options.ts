import type {
  Command,
  CommandRegistry,
  ContextDefinition,
  Learning,
  Middleware,
  ToolSearchOptions,
  ToolSource,
} from '@foldout/core';
import type { ProtocolAdditions } from './protocol/protocol-additions.ts';
import type { SkillsOption } from './protocol/served-skills.ts';
import type { SessionStore } from './protocol/session-store.ts';
import type { DispatchMode } from './surfaces/meta-tools.ts';
import type { CodeRunner } from './surfaces/run-code.ts';
import type { ToolStrategy } from './surfaces/strategies.ts';
import type { AutoOptions } from './surfaces/surface.ts';
import type { ScopeMode } from './surfaces/tool-scopes.ts';

export type TransportKind = 'auto' | 'stdio' | 'http';

export interface McpServerOptions extends ProtocolAdditions {
  readonly name: string;
  readonly version: string;
  /** Every one of these can be called over MCP. */
  readonly commands?: readonly Command[];
  /** May hold more commands: those can be described, not called. */
  readonly registry?: CommandRegistry;
  /** Other places that tools come from. */
  readonly sources?: readonly ToolSource[];
  /** What clients see in `tools/list`. */
  readonly toolStrategy?: ToolStrategy;
  /** `by-risk` splits `afd-call` into three, so that a host's permission rules keep their meaning. */
  readonly dispatch?: DispatchMode;
  /** Only tools of these categories (or servers) exist; together with `tools`, the union. Also `TOOLSETS`. */
  readonly toolsets?: readonly string[];
  /** Only these tools exist; together with `toolsets`, the union. Also `TOOLS`. */
  readonly tools?: readonly string[];
  /** `pinned`: what is in scope is listed by itself, and the rest stays discoverable. */
  readonly scopeMode?: ScopeMode;
  /** Overrides what `auto` decides: the size up to which everything is listed, the surface of clients by name. */
  readonly auto?: AutoOptions;
  /** Names of tools that `core` lists, besides those marked `core`. */
  readonly coreTools?: readonly string[];
  /** What `core` lists: the core tools, or all. Also `MCP_TOOLS_MODE`. */
  readonly toolsMode?: 'core' | 'extended';
  /** Names of tools that `dynamic` always lists. Also `ALWAYS_AVAILABLE_TOOLS`. */
  readonly alwaysAvailable?: readonly string[];
  /** Says what is behind the list in the description of the tool that finds it, for hosts that ignore instructions. */
  readonly repeatInstructions?: boolean;
  readonly middleware?: readonly Middleware[];
  readonly contexts?: readonly ContextDefinition[];
  /** Category → what it is about. Takes part in search. */
  readonly categories?: Readonly<Record<string, string>>;
  /** A model of your own for search, or a usage prior. */
  readonly search?: Omit<ToolSearchOptions, 'categoryDescription'>;
  /** Adds `run_code`, which runs scripts that call tools: `codeRunner(new Sandbox())` of @foldout/workspace. */
  readonly runCode?: CodeRunner;
  /** What use has taught: discovery then says what often comes next. See `Habits` of `@foldout/usage`. */
  readonly learning?: Learning;
  /** Adds `afd-help`, `afd-docs` and `afd-schema`. */
  readonly bootstrap?: boolean;
  /**
   * Agent skills to serve: by the skills extension, and as resources `skill://<name>/SKILL.md`. A function makes them of
   * the tools that exist for a client, and is asked with every request: it keeps what it has made.
   */
  readonly skills?: SkillsOption;
  /** `auto`: stdio when something is piped into the process, else HTTP. */
  readonly transport?: TransportKind;
  readonly port?: number;
  readonly host?: string;
  /** The longest request body over HTTP. */
  readonly maxBodyBytes?: number;
  /** Tools per page of `tools/list`. */
  readonly pageSize?: number;
  readonly callTimeoutMs?: number;
  readonly maxResultChars?: number;
  /** Gets a line for what an operator should know: what `auto` chose, a scope that names nothing. stderr by default. */
  readonly log?: (line: string) => void;
  /** Where legacy sessions over HTTP are kept for other replicas; in memory where it is absent. */
  readonly sessions?: SessionStore;
  /** How long a modern client may keep the tool list. */
  readonly listTtlMs?: number;
}

export const SERVER_DEFAULTS = {
  toolStrategy: 'grouped',
  dispatch: 'single',
  scopeMode: 'strict',
  toolsMode: 'core',
  transport: 'auto',
  host: '127.0.0.1',
  port: 3100,
  maxBodyBytes: 4_194_304,
  pageSize: 500,
  listTtlMs: 60_000,
} as const satisfies Partial<McpServerOptions>;
