import type { CommandResult } from '@foldout/core';
import { limitError, unavailable } from './code-errors.ts';
import type { CodeCall, CodeError, CodeLimits, CodeRequest } from './contract.ts';
import { resolveModule } from './resolve-module.ts';
import type {
  CallKind,
  FromWorker,
  LoadAnswer,
  LoadRequest,
  Outcome,
  RuntimeProblem,
  ScriptSource,
  SyntaxProblem,
  ToWorker,
} from './worker/protocol.ts';

/** How a run ended, without its output and calls. */
export interface Ended {
  readonly value: unknown;
  readonly error?: CodeError;
  /** Whether the worker can run another script. */
  readonly clean: boolean;
}

const MAX_MESSAGE = 2_000;

/** The answer to a call, as sent to the guest. */
interface Answer {
  readonly success: boolean;
  readonly code?: string;
  readonly json: string;
}

export interface CodeRunParts {
  readonly request: CodeRequest;
  readonly limits: CodeLimits;
  /** Type-checks the script. Called only when the request sets `check`. */
  check(script: ScriptSource): Promise<CodeError | undefined>;
  send(message: ToWorker): void;
}

/** The host side of one script: answers the calls of the guest, and records its output and its calls. */
export class CodeRun {
  readonly #ended: CodeCall[] = [];
  /** Calls without an answer. */
  readonly #open = new Map<number, { name: string; readonly started: number }>();
  readonly #parts: CodeRunParts;
  readonly #lines: string[] = [];
  readonly #stop = new AbortController();
  readonly #end: (ended: Ended) => void;
  readonly ended: Promise<Ended>;

  constructor(parts: CodeRunParts) {
    this.#parts = parts;
    let end!: (ended: Ended) => void;
    this.ended = new Promise((resolve) => {
      end = resolve;
    });
    this.#end = end;
  }

  /** Every call so far. A call that is open when the run ends counts as cancelled, but may have had its effect. */
  get calls(): readonly CodeCall[] {
    const now = performance.now();
    const open = [...this.#open.values()].map(({ name, started }) => {
      return { name, success: false, code: 'CANCELLED', durationMs: now - started };
    });
    return [...this.#ended, ...open];
  }

  get output(): string {
    return this.#lines.join('\n');
  }

  /** Stops the run from the host, and aborts its open calls. */
  stop(error: CodeError, clean = false): void {
    this.#end({ value: undefined, error, clean });
    this.#stop.abort(new Error(error.message));
  }

  message(message: FromWorker): void {
    if (message.type === 'print') this.#print(message.text);
    else if (message.type === 'call') this.#call(message.id, message.kind, message.json);
    else if (message.type === 'done') this.#done(message.outcome, !message.broken);
    else if (message.type === 'prepared') this.#check(message.script);
  }

  /** The worker has exited; no more messages follow. */
  lost(reason: string): void {
    const memory = /memory|heap/i.test(reason);
    this.stop(memory ? limitError('MEMORY_LIMIT', this.#parts.limits) : unavailable(`the sandbox failed (${reason})`));
  }

  async load({ importer, specifier }: LoadRequest): Promise<LoadAnswer> {
    try {
      return await resolveModule(this.#parts.request.modules, importer, specifier);
    } catch (error) {
      return { problem: error instanceof Error ? error.message : 'The module cannot be loaded' };
    }
  }

  #print(text: string): void {
    this.#lines.push(text);
    try {
      this.#parts.request.onPrint?.(text);
    } catch {
      // An exception in `onPrint` does not affect the run, and the result still contains the text.
    }
  }

  async #check(script: ScriptSource): Promise<void> {
    try {
      const error = await this.#parts.check(script);
      if (error) this.stop(error, true);
      else this.#parts.send({ type: 'go' });
    } catch (error) {
      this.stop(unavailable(error instanceof Error ? error.message : String(error)));
    }
  }

  async #call(id: number, kind: CallKind, json: string): Promise<void> {
    const call = { name: kind as string, started: performance.now() };
    this.#open.set(id, call);
    let answer: Answer;
    try {
      const args = parsed(json) as unknown[];
      if (kind === 'callTool') call.name = `${String(args[0])}/${String(args[1])}`.slice(0, 200);
      answer = this.#answer(await this.#dispatch(kind, args));
    } catch (error) {
      // An exception of the host may contain internals, so the guest does not get its message.
      const message = error instanceof RangeError ? 'The input is nested too deeply' : 'The call failed';
      answer = this.#answer(failed('INTERNAL_ERROR', message));
    }
    const { success, code, json: sent } = answer;
    this.#open.delete(id);
    const durationMs = performance.now() - call.started;
    this.#ended.push({ name: call.name, success, durationMs, ...(code !== undefined && { code }) });
    if (!this.#stop.signal.aborted) this.#parts.send({ type: 'answer', id, success, json: sent });
  }

  #dispatch(kind: CallKind, args: readonly unknown[]): Promise<CommandResult> | CommandResult {
    const { request: host } = this.#parts;
    const { signal } = this.#stop;
    if (kind === 'callTool') return host.callTool(String(args[0]), String(args[1]), args[2], signal);
    if (kind === 'searchTools' && host.searchTools) {
      return host.searchTools(String(args[0]), (args[1] ?? {}) as Record<string, unknown>, signal);
    }
    if (kind === 'describeTool' && host.describeTool) return host.describeTool(String(args[0]), signal);
    return failed('COMMAND_NOT_FOUND', `${kind} is not available here`);
  }

  /** Marshals a result as JSON. A result that would not fit in the guest's memory becomes an error. */
  #answer(result: CommandResult): Answer {
    if (!result.success) {
      const { code, message, suggestion } = result.error;
      return { success: false, code, json: JSON.stringify({ code, message, suggestion }) };
    }
    let json: string;
    try {
      json = JSON.stringify(result.data) ?? '';
    } catch {
      return this.#answer(failed('INTERNAL_ERROR', 'The result cannot be converted to JSON'));
    }
    const most = Math.floor(this.#parts.limits.memoryBytes / 8);
    if (json.length <= most) return { success: true, json };
    return this.#answer(
      failed('INTERNAL_ERROR', `The result has ${json.length} characters; the sandbox accepts at most ${most}`),
    );
  }

  /** Parses the script's value. The guest may have written invalid JSON. */
  #valueIn(json: string | undefined, clean: boolean): Ended {
    try {
      return { value: json === undefined ? undefined : parsed(json), clean };
    } catch {
      const error = problemError({
        kind: 'error',
        name: '',
        message: 'The return value of the script is not valid JSON',
      });
      return { value: undefined, error, clean: false };
    }
  }

  #done(outcome: Outcome, reusable: boolean): void {
    this.#stop.abort(new Error('The script has ended'));
    if (outcome.kind === 'value') this.#end(this.#valueIn(outcome.json, reusable));
    else if (outcome.kind === 'limit') {
      // The thread does not free the memory of the guest at once, so a worker that ran out of memory is not reused.
      const clean = reusable && outcome.code !== 'MEMORY_LIMIT';
      this.#end({ value: undefined, error: limitError(outcome.code, this.#parts.limits), clean });
    } else this.#end({ value: undefined, error: problemError(outcome), clean: reusable });
  }
}

function problemError(outcome: SyntaxProblem | RuntimeProblem): CodeError {
  const { message, line, column } = outcome;
  const name = outcome.kind === 'error' && outcome.name !== 'Error' && outcome.name !== '' ? `${outcome.name}: ` : '';
  return {
    code: outcome.kind === 'syntax' ? 'SYNTAX_ERROR' : 'RUNTIME_ERROR',
    message: `${name}${message}`.slice(0, MAX_MESSAGE) + (line === undefined ? '' : ` (line ${line})`),
    suggestion:
      outcome.kind === 'syntax'
        ? 'Nothing was run. Correct this line and run the script again.'
        : 'Calls before the error keep their effect. Correct the script and run it again.',
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  };
}

function failed(code: string, message: string): CommandResult {
  return { success: false, error: { code, message, suggestion: 'Change the call and run the script again.' } };
}

/** Parses JSON from the guest. Drops the key `__proto__`, which could pollute a prototype when the value is copied. */
function parsed(json: string): unknown {
  if (!json.includes('"__proto__"')) return JSON.parse(json);
  return JSON.parse(json, (key, value) => (key === '__proto__' ? undefined : value));
}
