import { type CallContext, type CommandResult, type Engine, failure, NATIVE, success } from '@foldout/core';
import { z } from 'zod';
import type { OwnTool } from './own-tools.ts';

/** Runs what an agent writes. `codeRunner(new Sandbox())` of @foldout/workspace is one. It never throws. */
export interface CodeRunner {
  run(code: string, script: CodeScript): Promise<CodeOutcome>;
}

export interface CodeScript {
  readonly engine: Engine;
  /** Who is calling: what the script calls is called by them, within their scope. */
  readonly context: CallContext;
  readonly check?: boolean | undefined;
}

export interface CodeOutcome {
  /** What it printed. */
  readonly output: string;
  /** What it returned, as JSON can say it. */
  readonly value: unknown;
  readonly calls: readonly { readonly name: string; readonly success: boolean }[];
  readonly error?: { readonly code: string; readonly message: string; readonly suggestion: string };
}

export const RUN_CODE = 'run_code';

const input = z.object({ code: z.string().min(1), check: z.boolean().optional(), context: z.string().optional() });

/** The tool that runs a script. What the script calls goes through the engine like every other call. */
export function runCodeTool(engine: Engine, runner: CodeRunner): OwnTool {
  return {
    name: RUN_CODE,
    description:
      "Run TypeScript that calls tools; only what it prints (console.log) or returns comes back. import { toolName } from './servers/<server>', or { callTool(server, tool, input), searchTools(query), describeTool(name) } from './foldout.ts'. check: type-check first.",
    input,
    risk: 'destructive',
    run: async ({ code, check, context: named }: z.infer<typeof input>, given) => {
      const { error } = engine.contexts.active(given, named);
      if (error) return failure(error);
      const context = named === undefined ? given : { ...given, activeContext: named };
      return asResult(await runner.run(code, { engine, context, check }));
    },
  };
}

/** The text carries what was printed and returned; the structured content only how it went, not the same again. */
function asResult({ output, value, calls, error }: CodeOutcome): CommandResult {
  const failed = calls.filter((call) => !call.success).length;
  const made = { calls: calls.length, ...(failed > 0 && { failed }) };
  const result = error ? failure({ ...plain(error), details: made }) : success({ ...made, ...small(value) });
  const parts = error
    ? [`${error.code}: ${error.message}\n${error.suggestion}`, output && `Printed before:\n${output}`]
    : [output, value === undefined ? '' : `${output && 'Returned: '}${textOf(value)}`];
  const text = parts.filter((part) => part !== '').join('\n') || 'done; nothing was printed or returned';
  const native = { content: [{ type: 'text', text }], structuredContent: result, ...(error && { isError: true }) };
  return Object.assign({ ...result }, { [NATIVE]: native });
}

function plain({ code, message, suggestion }: NonNullable<CodeOutcome['error']>) {
  return { code, message, suggestion };
}

/** A short value is worth having as data too. */
function small(value: unknown): { value?: unknown } {
  return value !== undefined && textOf(value).length <= SMALL ? { value } : {};
}

const SMALL = 200;

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
