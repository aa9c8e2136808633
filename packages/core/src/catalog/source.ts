import type { CommandResult } from '../result/result.ts';
import type { CallContext } from './call-context.ts';
import type { JsonObject } from './json.ts';
import type { Tool } from './tool.ts';

export interface SourceChange {
  /** New and changed tools. */
  readonly upserted: readonly Tool[];
  /** Names of removed tools. */
  readonly removed: readonly string[];
}

/** One validation error of an input. */
export interface ValidationIssue {
  /** Keys from the root to the wrong value; empty for the input as a whole. */
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

export type Validated =
  | { readonly valid: true; readonly value: unknown }
  | { readonly valid: false; readonly issues: readonly ValidationIssue[] };

/**
 * State of a tool's server. `cold`: it starts with the first call. `needs-auth`, `needs-approval`, `failed`: the user or
 * the operator has to act.
 */
export type ToolState = 'ready' | 'cold' | 'starting' | 'needs-auth' | 'needs-approval' | 'failed';

export interface Availability {
  readonly state: ToolState;
  /** What the operator has to do; absent if nothing. */
  readonly todo?: string | undefined;
}

/** One source of tools as a caller sees it, also before its tools are known. */
export interface SourceStatus {
  readonly server: string;
  /** The category that the configuration gives to its tools. */
  readonly category?: string | undefined;
  readonly state: ToolState;
  /** False until the source has listed its tools once: now, or in an earlier run whose list is stored. */
  readonly known: boolean;
  /** Number of tools, 0 while unknown. */
  readonly tools: number;
  /** What the server is for, as far as the configuration says it. Requests are compared with it while the tools are unknown. */
  readonly about?: string | undefined;
  /** Why it failed. */
  readonly reason?: string | undefined;
  /** What to do, for example the command to sign in. */
  readonly todo?: string | undefined;
}

/** Where tools come from: commands of this process, or a server behind it. */
export interface ToolSource {
  /** The first part of the id of its tools: `server/name`. */
  readonly server: string;
  /** `function`: its tools are functions that a user has saved, and found as such. Absent: tools. */
  readonly kind?: 'function' | undefined;
  tools(): Iterable<Tool>;
  /** Whether a tool can be called; if not, it can only be described. */
  exposes(tool: Tool): boolean;
  validate(tool: Tool, input: JsonObject): Validated | Promise<Validated>;
  /** `input` is the value that `validate` returned. May throw: the dispatcher converts the error to a result. */
  invoke(tool: Tool, input: unknown, context: CallContext): Promise<CommandResult> | CommandResult;
  /** The definition of the tool as its server sent it, with fields that Foldout does not know. Absent for local commands. */
  definition?(tool: Tool): JsonObject | undefined;
  /** What the server tells a model about the use of its tools as a whole. */
  instructions?(): string | undefined;
  /** Whether an output is valid for the tool's output schema. Absent: not known. */
  fits?(tool: Tool, output: unknown): boolean;
  /** State of the tool's server. Absent if the tools are always ready. */
  availability?(tool: Tool): Availability;
  /** State of the source as a whole. Absent if its tools are known as soon as it is attached. */
  status?(): SourceStatus;
  /** Resolves when the tools are known or cannot be read, or after `withinMs`. */
  settled?(withinMs: number): Promise<void>;
  /** Returns a function that ends the subscription. */
  subscribe(listener: (change: SourceChange) => void): () => void;
}
