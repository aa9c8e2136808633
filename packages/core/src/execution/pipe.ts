import { z } from 'zod';
import { type CallContext, createCallContext } from '../catalog/call-context.ts';
import { type CommandError, type CommandResult, failure, success } from '../result/result.ts';
import { conditionSchema, evaluate } from './conditions.ts';
import { CallAborted, withDeadline } from './deadline.ts';
import type { Dispatcher } from './dispatcher.ts';
import { type PipeState, type Resolution, resolveReferences } from './references.ts';
import { RunProgress } from './run-progress.ts';
import { stampResult } from './stamp-result.ts';

const MAX_STEPS = 50;
const MAX_TIMEOUT_MS = 3_600_000;

export const pipeInput = z.object({
  steps: z
    .array(
      z.object({
        command: z.string().min(1),
        input: z.record(z.string(), z.unknown()).optional(),
        as: z
          .string()
          .regex(/^[A-Za-z_][\w-]*$/)
          .optional(),
        when: conditionSchema.optional(),
      }),
    )
    .min(1)
    .max(MAX_STEPS),
  /** The value of `$input`. Default: the input of the first step. */
  input: z.unknown().optional(),
  options: z
    .object({
      continueOnFailure: z.boolean().optional(),
      timeoutMs: z.int().min(1).max(MAX_TIMEOUT_MS).optional(),
    })
    .optional(),
  context: z.string().optional(),
});
export type PipeInput = z.infer<typeof pipeInput>;
type Step = PipeInput['steps'][number];

export interface StepReport {
  readonly command: string;
  readonly as?: string;
  readonly status: 'succeeded' | 'failed' | 'skipped';
  readonly error?: CommandError;
}

export interface PipeResult {
  /** The data of the last step that ran. Data of other steps is not returned, which saves tokens. */
  readonly data: unknown;
  readonly steps: readonly StepReport[];
}

interface Progress {
  readonly state: { input: unknown; steps: { alias?: string | undefined; data: unknown; ran: boolean }[] };
  readonly reports: StepReport[];
  readonly warnings: string[];
  confidence: number | undefined;
  failed: CommandError | undefined;
  /** Set if the whole pipe timed out or was cancelled. */
  interrupted: CommandError | undefined;
}

/** Runs steps in order. An input may refer to the data of earlier steps. */
export async function runPipe(
  dispatcher: Dispatcher,
  { steps, input, options = {} }: PipeInput,
  partial: Partial<CallContext> = {},
): Promise<CommandResult<PipeResult>> {
  const startedAt = performance.now();
  const context = createCallContext(partial);
  const progress: Progress = {
    state: { input: input === undefined ? (steps[0]?.input ?? {}) : input, steps: [] },
    reports: [],
    warnings: [],
    confidence: undefined,
    failed: undefined,
    interrupted: undefined,
  };
  const run = new RunProgress(steps.length, context);
  try {
    await withDeadline(context.signal, options.timeoutMs ?? MAX_TIMEOUT_MS, async (ownSignal) => {
      const signal = ownSignal();
      for (const [index, step] of steps.entries()) {
        const goOn = !progress.failed || options.continueOnFailure;
        if (signal.aborted) return;
        await runStep(dispatcher, step, goOn === true, progress, run.contextFor(index, { ...context, signal }));
        run.end(index);
      }
    });
  } catch (error) {
    if (!(error instanceof CallAborted)) throw error;
    progress.interrupted = interrupted(error.reason, options.timeoutMs);
  }
  return stampResult(conclude(progress, options.continueOnFailure === true, steps), context, startedAt);
}

async function runStep(
  dispatcher: Dispatcher,
  step: Step,
  goOn: boolean,
  progress: Progress,
  context: CallContext,
): Promise<void> {
  const { command, as } = step;
  const outcome = goOn ? await attempt(dispatcher, step, progress.state, context) : 'skipped';
  const report = { command, ...(as && { as }) };
  if (outcome === 'skipped') {
    progress.state.steps.push({ alias: as, data: undefined, ran: false });
    progress.reports.push({ ...report, status: 'skipped' });
    return;
  }
  progress.state.steps.push({ alias: as, data: outcome.data, ran: outcome.success });
  if (outcome.warnings) progress.warnings.push(...outcome.warnings);
  if (outcome.success) {
    if (outcome.confidence !== undefined) progress.confidence = Math.min(progress.confidence ?? 1, outcome.confidence);
    progress.reports.push({ ...report, status: 'succeeded' });
  } else {
    progress.failed ??= outcome.error;
    progress.reports.push({ ...report, status: 'failed', error: outcome.error });
  }
}

async function attempt(
  dispatcher: Dispatcher,
  { command, input = {}, when }: Step,
  state: PipeState,
  context: CallContext,
): Promise<CommandResult | 'skipped'> {
  if (when) {
    const holds = evaluate(when, state);
    if (!holds.ok) return failure(unresolved(holds, command, 'when'));
    if (!holds.value) return 'skipped';
  }
  const resolved = resolveReferences(input, state);
  if (!resolved.ok) return failure(unresolved(resolved, command, 'input'));
  return dispatcher.dispatch(command, resolved.value, context);
}

function conclude(progress: Progress, continued: boolean, steps: readonly Step[]): CommandResult<PipeResult> {
  const { state, reports, warnings, confidence, failed, interrupted } = progress;
  const count = (status: StepReport['status']): number => reports.filter((report) => report.status === status).length;
  const reasoning = `${count('succeeded')} of ${steps.length} steps succeeded, ${count('skipped')} skipped`;
  const trust = {
    reasoning,
    ...(confidence !== undefined && { confidence }),
    ...(warnings.length > 0 && { warnings }),
  };
  const done = reports.map(({ command, status }) => ({ command, status }));
  // An interrupted pipe is incomplete, so it fails even with `continueOnFailure`.
  if (interrupted) return failure(interruption(interrupted, reports, steps), trust);
  const last = state.steps.findLast((step) => step.ran);
  if (failed && (!continued || !last)) {
    const at = reports.findIndex((report) => report.status === 'failed');
    const details = { step: at, steps: done, cause: failed.details };
    const message = `Step ${at} (${reports[at]?.command}): ${failed.message}`;
    return failure({ ...failed, message, details, ...onlyTheRest(failed, reports) }, trust);
  }
  return success({ data: last?.data, steps: reports }, trust);
}

/** A step may be repeated after a temporary failure; the pipe may not, because that repeats what came before the step. */
function onlyTheRest(failed: CommandError, reports: readonly StepReport[]): Partial<CommandError> {
  const ran = reports.flatMap(({ command, status }, at) => (status === 'succeeded' ? [`${at} (${command})`] : []));
  if (!failed.retryable || ran.length === 0) return {};
  const suggestion = `${failed.suggestion} Send only the steps that are left: ${ran.join(', ')} ran already.`;
  return { suggestion, retryable: false };
}

/** Names the steps that have run: a caller that sends the whole pipe again would run them twice. */
function interruption(error: CommandError, reports: readonly StepReport[], steps: readonly Step[]): CommandError {
  const ran = reports.flatMap(({ command, status }, at) =>
    status === 'skipped' ? [] : [`${at} (${command}) ${status}`],
  );
  const running = steps[reports.length];
  const unknown = running && `${reports.length} (${running.command}) was running and may still take effect`;
  const reached = [...ran, ...(unknown ? [unknown] : [])];
  const details = [
    ...reports.map(({ command, status }) => ({ command, status: status as string })),
    ...(running ? [{ command: running.command, status: 'unknown' }] : []),
  ];
  return {
    ...error,
    message: `${error.message}. Steps: ${reached.join(', ')}`,
    suggestion: `Do not send these steps again without checking what they did. ${error.suggestion}`,
    details: { steps: details },
    retryable: false,
  };
}

function unresolved(problem: Extract<Resolution, { ok: false }>, command: string, part: string): CommandError {
  return {
    code: 'VALIDATION_ERROR',
    message: `Reference '${problem.reference}' in the ${part} of '${command}' cannot be resolved: ${problem.reason}`,
    suggestion: 'Use $prev, $first, $input, $steps[n] or $steps.alias, followed by .field; $$ writes a plain $.',
    details: { reference: problem.reference },
  };
}

function interrupted(reason: 'timeout' | 'cancelled', timeoutMs: number | undefined): CommandError {
  return reason === 'timeout'
    ? {
        code: 'TIMEOUT',
        message: `The pipe did not finish ${timeoutMs === undefined ? 'in time' : `within ${timeoutMs} ms`}`,
        suggestion: 'Send the other steps, and raise options.timeoutMs.',
      }
    : {
        code: 'CANCELLED',
        message: 'The pipe was canceled by its caller',
        suggestion: 'Send the other steps if needed.',
      };
}
