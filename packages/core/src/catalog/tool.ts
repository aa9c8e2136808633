import type { JsonObject, JsonSchema } from './json.ts';

export type ExecutionTime = 'instant' | 'fast' | 'slow' | 'long-running';

/** What may happen when a tool is called, from harmless to irreversible. */
export type Risk = 'read' | 'write' | 'destructive';

export interface ToolExample {
  readonly title: string;
  readonly input: JsonObject;
  readonly output?: unknown;
}

/** Which faces may show a tool that was registered without being passed to one. */
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

/** One entry of the catalog. Plain data: where it runs is its source's business. */
export interface Tool {
  /** `server/name`: unique in a catalog. */
  readonly id: string;
  readonly server: string;
  readonly name: string;
  readonly title?: string;
  /** One line, at most 80 characters. */
  readonly summary: string;
  readonly description: string;
  readonly category: string;
  readonly tags: readonly string[];
  /** Other words for it; they take part in search only. */
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
  readonly confirmPrompt?: string;
  readonly executionTime?: ExecutionTime;
  /** Codes this tool may answer with, beyond the common ones. */
  readonly errors: readonly string[];
  readonly handoff: boolean;
  readonly handoffProtocol?: string;
  readonly version?: string;
  readonly expose: Exposure;
  /** Empty: the tool belongs to every context. */
  readonly contexts: readonly string[];
  /** Tools that have to be called before this one makes sense. */
  readonly requires: readonly string[];
  readonly annotations?: ToolAnnotations;
  /** Listed by itself where only core tools are. */
  readonly core?: boolean;
  /** Listed by itself where the rest has to be searched for. */
  readonly alwaysAvailable?: boolean;
}

/** What holds of a tool about which nothing else is known. */
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

export function riskOf(tool: Pick<Tool, 'mutation' | 'destructive'>): Risk {
  if (tool.destructive) return 'destructive';
  return tool.mutation ? 'write' : 'read';
}

const RISK_ORDER: readonly Risk[] = ['read', 'write', 'destructive'];

export function exceedsRisk(risk: Risk, allowed: Risk): boolean {
  return RISK_ORDER.indexOf(risk) > RISK_ORDER.indexOf(allowed);
}

/** `todo-create` → `todo`; a name without a separator is its own category. */
export function deriveCategory(name: string): string {
  return name.split(/[-_./]/, 1)[0] || name || 'general';
}
