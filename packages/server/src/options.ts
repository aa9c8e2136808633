import type {
  CodeRunner,
  Command,
  CommandRegistry,
  ContextDefinition,
  Middleware,
  OnError,
  OutputCheck,
  ToolSource,
} from '@foldout/core';
import type { Gate, Learning, ToolSearchOptions } from '@foldout/core/internal';
import type { ProtocolAdditions } from './protocol/protocol-additions.ts';
import type { SkillsOption } from './protocol/served-skills.ts';
import type { SessionStore } from './protocol/session-store.ts';
import type { DispatchMode } from './surfaces/by-risk.ts';
import type { DynamicOptions } from './surfaces/near-best.ts';
import type { ToolStrategy } from './surfaces/strategies.ts';
import type { AutoOptions, ClientSettings } from './surfaces/surface.ts';
import type { ScopeMode } from './surfaces/tool-scopes.ts';

export type TransportKind = 'auto' | 'stdio' | 'http';

export interface McpServerOptions extends ProtocolAdditions {
  readonly name: string;
  readonly version: string;
  /** The commands that clients can call. Default: the commands of `registry` with `expose.mcp`. */
  readonly commands?: readonly Command[];
  /** Commands that are only in the registry, and not in `commands`, can be described but not called. */
  readonly registry?: CommandRegistry;
  /** Sources of tools besides the commands, such as upstreams. */
  readonly sources?: readonly ToolSource[];
  /** What clients see in `tools/list`. */
  readonly toolStrategy?: ToolStrategy;
  /** `by-risk` splits `afd-call` into one tool per risk, so that a host can set permissions for each. */
  readonly dispatch?: DispatchMode;
  /** Only tools of these categories (or servers) exist; together with `tools`, the union. `TOOLSETS` narrows it. */
  readonly toolsets?: readonly string[];
  /** Only these tools exist; together with `toolsets`, the union. `TOOLS` narrows it. */
  readonly tools?: readonly string[];
  /** `pinned`: tools in the scope (`toolsets`, `tools`) are listed, all other tools can be found by search. */
  readonly scopeMode?: ScopeMode;
  /** Overrides the rules of `auto`: the size up to which all tools are listed, and the surface of clients by name. */
  readonly auto?: AutoOptions;
  /** Case-insensitive prefix of a client's name → settings for that client. The longest prefix that matches counts. */
  readonly clients?: Readonly<Record<string, ClientSettings>>;
  /** The surfaces, besides `toolStrategy`, that the profile of a request (`RequestOwner.profile`) may name. */
  readonly profileStrategies?: readonly ToolStrategy[];
  /** What a search of `dynamic` may add to the tool list. */
  readonly dynamic?: DynamicOptions;
  /** Names of tools that `core` lists, besides those marked `core`. */
  readonly coreTools?: readonly string[];
  /** What `core` lists: the core tools, or all. Also `MCP_TOOLS_MODE`. */
  readonly toolsMode?: 'core' | 'extended';
  /** Names of tools that every surface lists directly. Also `ALWAYS_AVAILABLE_TOOLS`. */
  readonly alwaysAvailable?: readonly string[];
  /** Repeats the instructions in the description of the search tool, for hosts that ignore instructions. */
  readonly repeatInstructions?: boolean;
  readonly middleware?: readonly Middleware[];
  /** Decides which calls run: the policy of a gateway. */
  readonly gate?: Gate;
  readonly contexts?: readonly ContextDefinition[];
  /** Category → description. Search reads it too. */
  readonly categories?: Readonly<Record<string, string>>;
  /** Search options, such as an embedding model or a usage prior. */
  readonly search?: Omit<ToolSearchOptions, 'categoryDescription'>;
  /** Adds `run_code`, which runs scripts that call tools: `codeRunner(new Sandbox())` of @foldout/workspace. */
  readonly runCode?: CodeRunner;
  /** Usage statistics: discovery then says which tool often comes next. See `Habits` of `@foldout/usage`. */
  readonly learning?: Learning;
  /** Adds `afd-help`, `afd-docs` and `afd-schema`. */
  readonly bootstrap?: boolean;
  /**
   * Agent skills to serve: with the skills extension, and as resources `skill://<name>/SKILL.md`. A function gets the
   * client's part of the catalog. It is called with every request, so it should cache its result.
   */
  readonly skills?: SkillsOption;
  /** `auto`: stdio if stdin is a pipe, else HTTP. */
  readonly transport?: TransportKind;
  readonly port?: number;
  readonly host?: string;
  /** Size limit of a request body over HTTP. */
  readonly maxBodyBytes?: number;
  /** Tools per page of `tools/list`. */
  readonly pageSize?: number;
  readonly callTimeoutMs?: number;
  /** Receives what commands throw, with the trace id that the caller got. Default: `log` gets the stack. */
  readonly onError?: OnError;
  /** What happens if the data of a command does not fit its `output` schema. Default: `warn`. */
  readonly outputCheck?: OutputCheck;
  readonly maxResultChars?: number;
  /** Receives log lines for the operator: the choices of `auto`, values that have no effect. Default: stderr. */
  readonly log?: (line: string, level: 'info' | 'warn') => void;
  /** Store of legacy HTTP sessions, shared by replicas. Default: memory. */
  readonly sessions?: SessionStore;
  /** How long a modern client may cache the tool list. */
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
