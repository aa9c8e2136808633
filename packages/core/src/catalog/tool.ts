import type { JsonObject, JsonSchema } from './json.ts';

export type ExecutionTime = 'instant' | 'fast' | 'slow' | 'long-running';

/** Worst effect of a call, from harmless to irreversible. */
export type Risk = 'read' | 'write' | 'destructive';

export interface ToolExample {
  readonly title: string;
  readonly input: JsonObject;
  readonly output?: unknown;
}

/** The entry points that show a registered command that was not passed to a server explicitly. */
export interface Exposure {
  readonly palette: boolean;
  readonly mcp: boolean;
  readonly agent: boolean;
  readonly cli: boolean;
}

export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/**
 * What a tool is in an MCP App. `page`: a host that shows apps needs its definition. `page-only`: the same, and only the
 * page of the app calls it: no model finds it.
 */
export type AppRole = 'page' | 'page-only';

/** One entry of the catalog: plain data. Its source runs it. */
export interface Tool {
  /** `server/name`: unique in a catalog. */
  readonly id: string;
  readonly server: string;
  readonly name: string;
  readonly title?: string;
  /** Absent for a tool of a server or a command. `function`: a function that an agent has saved. */
  readonly kind?: 'function';
  /** One line, at most 80 characters. */
  readonly summary: string;
  readonly description: string;
  readonly category: string;
  readonly tags: readonly string[];
  /** Synonyms of the name, used by search only. */
  readonly aliases: readonly string[];
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly examples: readonly ToolExample[];
  readonly relatedTools: readonly string[];
  readonly enabled: boolean;
  readonly deprecated: boolean;
  readonly deprecationMessage?: string;
  readonly mutation: boolean;
  readonly destructive: boolean;
  /** The command declares nothing about its effects: it may change data. */
  readonly effects?: 'undeclared';
  readonly confirmPrompt?: string;
  readonly executionTime?: ExecutionTime;
  /** Error codes of this tool, besides the common ones. */
  readonly errors: readonly string[];
  readonly handoff: boolean;
  readonly handoffProtocol?: string;
  readonly version?: string;
  readonly expose: Exposure;
  /** Empty: the tool belongs to every context. */
  readonly contexts: readonly string[];
  /** Tools that have to be called before this one. */
  readonly requires: readonly string[];
  readonly annotations?: ToolAnnotations;
  /** Listed by the `core` surface. */
  readonly core?: boolean;
  /** Listed directly by every surface. */
  readonly alwaysAvailable?: boolean;
  /** Part of an MCP App: see `AppRole`. */
  readonly app?: AppRole;
}

/** Default values of tool fields. */
export const TOOL_DEFAULTS = {
  tags: [],
  aliases: [],
  examples: [],
  relatedTools: [],
  enabled: true,
  deprecated: false,
  mutation: false,
  destructive: false,
  errors: [],
  handoff: false,
  expose: { palette: true, mcp: true, agent: true, cli: true },
  contexts: [],
  requires: [],
} as const satisfies Partial<Tool>;

/** A tool that declares nothing about its effects counts as `write`: an unknown risk is never taken for `read`. */
export function riskOf(tool: Pick<Tool, 'mutation' | 'destructive' | 'effects'>): Risk {
  if (tool.destructive) return 'destructive';
  return tool.mutation || tool.effects === 'undeclared' ? 'write' : 'read';
}

/** From harmless to irreversible. */
export const RISKS = ['read', 'write', 'destructive'] as const satisfies readonly Risk[];

export function exceedsRisk(risk: Risk, allowed: Risk): boolean {
  return RISKS.indexOf(risk) > RISKS.indexOf(allowed);
}

/** `todo-create` → `todo`; a name without a separator is its own category. */
export function deriveCategory(name: string): string {
  return name.split(/[-_./]/, 1)[0] || name || 'general';
}
