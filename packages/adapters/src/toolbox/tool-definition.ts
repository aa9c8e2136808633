import type { JsonObject, JsonSchema, ToolAnnotations, Validated } from '@foldout/core';

/** What a tool gets beside its input. */
export interface ToolCall<Extra = unknown> {
  /** Aborts when the framework cancels the run, or at the deadline of the call. */
  readonly signal: AbortSignal;
  /** The framework's own object for this call, handed on unchanged. */
  readonly extra: Extra;
  /** Passes on a preliminary result, for frameworks that stream results. */
  emit(preliminary: unknown): void;
}

/** A tool of a framework in the form that all adapters share. */
export interface ToolDefinition<Extra = unknown> {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: JsonSchema;
  readonly annotations?: ToolAnnotations | undefined;
  /** Absent: inputs are checked against `inputSchema`. */
  validate?(input: JsonObject): Validated | Promise<Validated>;
  /** May throw: the framework gets the same error. */
  run(input: unknown, call: ToolCall<Extra>): unknown;
}
