import type { CommandResult } from '../result/result.ts';
import type { CallContext } from './call-context.ts';
import type { JsonObject } from './json.ts';
import type { Tool } from './tool.ts';

export interface SourceChange {
  /** New tools, and new versions of tools that were there. */
  readonly upserted: readonly Tool[];
  /** Names of tools that are gone. */
  readonly removed: readonly string[];
}

/** One thing that is wrong with an input. */
export interface ValidationIssue {
  /** Where, as a list of keys; empty for the input as a whole. */
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

export type Validated =
  | { readonly valid: true; readonly value: unknown }
  | { readonly valid: false; readonly issues: readonly ValidationIssue[] };

/** Whether a call would be answered at once: `cold` starts with the first call, `needs-auth` and `failed` want a person. */
export type ToolState = 'ready' | 'cold' | 'starting' | 'needs-auth' | 'failed';

export interface Availability {
  readonly state: ToolState;
  /** What to do about it; absent where nothing has to be done. */
  readonly todo?: string | undefined;
}

/** Where tools come from: commands of this process, or a server behind it. */
export interface ToolSource {
  /** The first half of the address of every tool here. */
  readonly server: string;
  tools(): Iterable<Tool>;
  /** Whether a tool may be called, or only described. */
  exposes(tool: Tool): boolean;
  validate(tool: Tool, input: JsonObject): Validated | Promise<Validated>;
  /** `input` is what `validate` returned. May throw: the dispatcher turns that into a result. */
  invoke(tool: Tool, input: unknown, context: CallContext): Promise<CommandResult> | CommandResult;
  /** How things stand with the server of a tool. Absent where tools are always ready. */
  availability?(tool: Tool): Availability;
  /** Returns a function that ends the subscription. */
  subscribe(listener: (change: SourceChange) => void): () => void;
}
