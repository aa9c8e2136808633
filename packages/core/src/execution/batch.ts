import { z } from 'zod';
import { type CallContext, createCallContext } from '../catalog/call-context.ts';
import { type CommandError, type CommandResult, failure, success } from '../result/result.ts';
import { CallAborted, withDeadline } from './deadline.ts';
import type { Dispatcher } from './dispatcher.ts';
import { jsonText } from './result-pager.ts';
import { RunProgress } from './run-progress.ts';
import { stampResult } from './stamp-result.ts';

const MAX_COMMANDS = 100;
const MAX_PARALLEL = 20;
const MAX_TIMEOUT_MS = 3_600_000;

export const batchInput = z.object({
  commands: z
    .array(
      z.object({
        id: z.string().optional(),
        command: z.string().min(1),
        input: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .min(1)
    .max(MAX_COMMANDS),
  options: z
    .object({
      stopOnError: z.boolean().optional(),
      parallelism: z.int().min(1).max(MAX_PARALLEL).optional(),
      timeout: z.int().min(1).max(MAX_TIMEOUT_MS).optional(),
    })
    .optional(),
  context: z.string().optional(),
});
export type BatchInput = z.infer<typeof batchInput>;

export type BatchEntry = { readonly id: string; readonly command: string } & CommandResult;

export interface BatchResult {
  /** One entry per command, in the order of the input. */
  readonly results: readonly (BatchEntry | { readonly id: string; readonly command: string; readonly skipped: true })[];
  readonly summary: { total: number; succeeded: number; failed: number; skipped: number };
}

/**
 * Runs several commands; each has its own result. They run one after the other unless `parallelism` is set, because a
 * command may need the effect of an earlier one. After a failure with `stopOnError`, and after `timeout`, the commands
 * that have not started are skipped.
 */
export async function runBatch(
  dispatcher: Dispatcher,
  { commands, options = {} }: BatchInput,
  partial: Partial<CallContext> = {},
): Promise<CommandResult<BatchResult>> {
  const startedAt = performance.now();
  const context = createCallContext(partial);
  const results: (CommandResult | undefined)[] = commands.map(() => undefined);
  const progress = new RunProgress(commands.length, context);
  let next = 0;
  let stopped = false;

  const work = async (signal: AbortSignal): Promise<void> => {
    while (next < commands.length && !stopped && !signal.aborted) {
      const index = next++;
      const { command, input = {} } = commands[index] as (typeof commands)[number];
      const own = progress.contextFor(index, { ...context, signal });
      const result = await dispatcher.dispatch(command, input, own);
      progress.end(index);
      results[index] ??= sendable(result);
      if (!result.success && options.stopOnError) stopped = true;
    }
  };
  const workers = Math.min(options.parallelism ?? 1, commands.length);
  let ended: CommandError | undefined;
  try {
    await withDeadline(context.signal, options.timeout ?? MAX_TIMEOUT_MS, async (ownSignal) => {
      const signal = ownSignal();
      await Promise.all(Array.from({ length: workers }, () => work(signal)));
    });
  } catch (error) {
    if (!(error instanceof CallAborted)) throw error;
    stopped = true;
    ended = interrupted(error.reason, options.timeout);
    for (let index = 0; index < next; index += 1)
      results[index] ??= failure(wasRunning(ended, commands[index]?.command));
  }
  return stampResult(summarizeBatch(commands, results, ended), context, startedAt);
}

/** A result that JSON cannot represent fails its own entry, not the whole batch. */
function sendable(result: CommandResult): CommandResult {
  const text = result.success ? jsonText(result.data) : '';
  return typeof text === 'string' ? result : failure(text);
}

function summarizeBatch(
  commands: BatchInput['commands'],
  results: readonly (CommandResult | undefined)[],
  ended: CommandError | undefined,
): CommandResult<BatchResult> {
  const entries = commands.map(({ id, command }, index) => {
    const result = results[index];
    return { id: id ?? String(index), command, ...(result ?? { skipped: true as const }) };
  });
  const succeeded = results.filter((result) => result?.success).length;
  const failed = results.filter((result) => result && !result.success).length;
  const summary = { total: commands.length, succeeded, failed, skipped: commands.length - succeeded - failed };
  return success(
    { results: entries, summary },
    {
      confidence: succeeded / commands.length,
      reasoning: `${succeeded} of ${commands.length} succeeded, ${failed} failed, ${summary.skipped} skipped`,
      ...(ended && { warnings: [`${ended.message}. ${ended.suggestion}`] }),
    },
  );
}

/** The outcome of a command that was running at the end is unknown, so it is not retryable. */
function wasRunning({ code, message }: CommandError, command = ''): CommandError {
  return {
    code,
    message: `${message}; '${command}' was running and may still take effect`,
    suggestion: 'Check what it did before you call it again.',
    retryable: false,
  };
}

function interrupted(reason: 'timeout' | 'cancelled', timeoutMs: number | undefined): CommandError {
  return reason === 'timeout'
    ? {
        code: 'TIMEOUT',
        message: `The batch did not finish ${timeoutMs === undefined ? 'in time' : `within ${timeoutMs} ms`}`,
        suggestion: 'Send only the skipped commands again, or raise options.timeout.',
      }
    : {
        code: 'CANCELLED',
        message: 'The batch was canceled by its caller',
        suggestion: 'Send only the skipped commands again.',
      };
}
