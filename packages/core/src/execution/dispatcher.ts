import { type CallContext, createCallContext } from '../catalog/call-context.ts';
import type { Catalog, CatalogEntry } from '../catalog/catalog.ts';
import { isObject } from '../catalog/json.ts';
import type { Tool } from '../catalog/tool.ts';
import {
  annotate,
  type CommandError,
  type CommandFailure,
  type CommandResult,
  failure,
  isCommandResult,
} from '../result/result.ts';
import { CallAborted, isPromise, withDeadline } from './deadline.ts';
import { answerDryRun } from './dry-call.ts';
import type { Gate } from './gate.ts';
import { composeMiddleware, type Middleware, type Run } from './middleware/middleware.ts';
import { type CallMarks, PendingCall } from './pending-call.ts';
import { notFound, onlyForPages, pointToSchema, refuse } from './refusals.ts';
import { type OnError, thrownError } from './thrown-error.ts';
import { validateInput } from './validate-input.ts';

/** Emitted after every call of a command, from every entry point. Holds neither input nor result. */
export interface CallEvent {
  readonly address: string;
  /** Absent where the lookup found no tool. */
  readonly tool?: Tool | undefined;
  readonly success: boolean;
  readonly code?: string | undefined;
  readonly durationMs: number;
  /** How long each step took. Steps that the call did not reach are absent. */
  readonly steps: CallSteps;
  /** Without the token of the caller, and without the request: it may hold answers of the user (elicitation). */
  readonly context: Omit<CallContext, 'protocol' | 'auth'>;
}

/** Milliseconds. `wait`: policy, approval and middleware before the call is sent. */
export interface CallSteps {
  readonly lookup: number;
  readonly check?: number | undefined;
  readonly wait?: number | undefined;
  readonly source?: number | undefined;
}

export interface DispatcherOptions {
  readonly catalog: Catalog;
  readonly middleware?: readonly Middleware[];
  /** How long a command may take; `Infinity` where the sources have deadlines of their own. */
  readonly timeoutMs?: number;
  /** Receives what commands and middleware throw. */
  readonly onError?: OnError | undefined;
  /** Whether contexts are configured. */
  readonly contextual?: boolean;
  /** The policy. Absent: every call is allowed. */
  readonly gate?: Gate | undefined;
}

const DEFAULT_TIMEOUT_MS = 60_000;
/** A command with `executionTime: 'long-running'` gets this many times the usual deadline. */
const LONG_RUNNING_FACTOR = 10;

/** The one path of a call: lookup → admission → validation → middleware → source → result. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #run: Run<PendingCall>;
  readonly #listeners = new Set<(event: CallEvent) => void>();

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#run = composeMiddleware(options.middleware ?? [], (call, input, context) =>
      this.#invoke(call, input, context),
    );
  }

  /** Never throws. `entry` is the entry of `address`, where the caller has looked it up already. */
  async dispatch(
    address: string,
    input: unknown,
    given: Partial<CallContext> = {},
    entry?: CatalogEntry,
  ): Promise<CommandResult> {
    const context = createCallContext(given);
    const timed = this.#listeners.size > 0;
    const started = timed ? performance.now() : 0;
    const found = entry ?? this.#lookup(address, context);
    const call = 'tool' in found ? new PendingCall(this.#options.catalog, found) : undefined;
    const marks: CallMarks = {};
    if (timed) {
      marks.lookedUp = performance.now();
      if (call) call.marks = marks;
    }
    const result = call ? await this.#admit(call, input, context) : (found as CommandFailure);
    if (timed) {
      this.#emit({
        address,
        tool: call?.tool,
        success: result.success,
        code: result.error?.code,
        durationMs: performance.now() - started,
        steps: stepsOf(started, marks),
        context: withoutSecrets(context),
      });
    }
    return result;
  }

  #lookup(address: string, { scope, words }: CallContext): CatalogEntry | CommandFailure {
    const catalog = this.#options.catalog.view(scope);
    const lookup = catalog.lookup(address);
    if (!lookup.found) return failure(notFound(catalog, address, words));
    // A host passes a page's call on by the tool's own name, and then the surface has looked the tool up.
    return lookup.entry.tool.app === 'page-only' ? failure(onlyForPages(address)) : lookup.entry;
  }

  /** Subscribes to call events. Errors of a listener are ignored; without listeners no event is built. */
  onCall(listener: (event: CallEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #emit(event: CallEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch {
        // A listener must not be able to fail the call.
      }
    }
  }

  async #admit(call: PendingCall, input: unknown, context: CallContext): Promise<CommandResult> {
    const { catalog, contextual = false, gate } = this.#options;
    const { activeContext, maxRisk, words } = context;
    const { entry, tool } = call;
    try {
      const refusal =
        gate?.refuse(tool, input, context) ?? refuse(entry, { catalog, contextual, activeContext, maxRisk, words });
      if (refusal) return failure(refusal);
      const checking = validateInput(call, input);
      const checked = checking instanceof Promise ? await checking : checking;
      if (!checked.valid) {
        return failure(gate?.refuseInput(tool, input, context) ?? pointToSchema(checked.error, call.address, words));
      }
      if (call.marks) call.marks.checked = performance.now();
      const result = await this.#guard(call, checked.value, context);
      if (checked.warnings.length === 0 && !tool.deprecated) return result;
      return annotate(result, { warnings: [...checked.warnings, ...deprecation(tool)] });
    } catch (error) {
      // Thrown outside the handler: by the source, by the schema, or by an input that JSON cannot represent.
      return failure(thrownError(tool, error, context, this.#options.onError));
    }
  }

  /** Enforces the deadline, and turns every error of middleware and handler into a result. */
  async #guard(call: PendingCall, input: unknown, context: CallContext): Promise<CommandResult> {
    const { tool } = call;
    const usual = this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const timeoutMs = tool.executionTime === 'long-running' ? usual * LONG_RUNNING_FACTOR : usual;
    try {
      const result =
        timeoutMs === Number.POSITIVE_INFINITY
          ? await this.#run(call, input, context)
          : await withDeadline(context.signal, timeoutMs, (signal) =>
              this.#run(call, input, withLazySignal(context, signal)),
            );
      return isCommandResult(result) ? result : failure(noResult(tool, result));
    } catch (error) {
      if (error instanceof CallAborted) return failure(aborted(tool, error.reason, timeoutMs));
      return failure(thrownError(tool, error, context, this.#options.onError));
    }
  }

  #invoke(call: PendingCall, input: unknown, context: CallContext): CommandResult | Promise<CommandResult> {
    const { tool } = call;
    const source = call.currentSource();
    if (!source) return failure(notFound(this.#options.catalog, tool.id, context.words));
    const { gate } = this.#options;
    // Errors become results here, below the middleware, so that middleware can log or retry them.
    const failed = (error: unknown): CommandResult => {
      if (error instanceof CallAborted) throw error;
      return failure(thrownError(tool, error, context, this.#options.onError));
    };
    try {
      // Here, and not before: middleware may have changed the input, and the policy decides on the input that is sent.
      if (context.dryRun) {
        const foreseen = gate ? gate.foresee(tool, input, context) : { verdict: 'allow' as const };
        const answer = answerDryRun(context.dryRun, call, input, foreseen);
        if (answer) return answer;
      }
      const { checkpoint } = context;
      const invoke = (): CommandResult | Promise<CommandResult> => {
        const { marks } = call;
        if (marks) marks.sent = performance.now();
        const answer = source.invoke(tool, input, context);
        if (marks) markAnswer(marks, answer);
        return answer;
      };
      const send = checkpoint ? () => checkpoint.sends().then(invoke) : invoke;
      const result = gate?.active ? gate.run(call, input, context, send) : send();
      return isPromise(result) ? Promise.resolve(result).catch(failed) : result;
    } catch (error) {
      return failed(error);
    }
  }
}

function markAnswer(marks: CallMarks, answer: CommandResult | Promise<CommandResult>): void {
  const answered = (): void => {
    marks.answered = performance.now();
  };
  if (isPromise(answer)) void answer.then(answered, answered);
  else answered();
}

function stepsOf(started: number, { lookedUp = started, checked, sent, answered }: CallMarks): CallSteps {
  return {
    lookup: lookedUp - started,
    check: checked && checked - lookedUp,
    wait: sent && checked && sent - checked,
    source: answered && sent && answered - sent,
  };
}

function withoutSecrets(context: CallContext): Omit<CallContext, 'protocol' | 'auth'> {
  if (context.protocol === undefined && context.auth === undefined) return context;
  const { protocol: _request, auth: _token, ...rest } = context;
  return rest;
}

function withLazySignal(context: CallContext, signal: () => AbortSignal): CallContext {
  return {
    ...context,
    get signal() {
      return signal();
    },
  };
}

function deprecation(tool: Tool): string[] {
  if (!tool.deprecated) return [];
  return [`'${tool.name}' is deprecated${tool.deprecationMessage ? `: ${tool.deprecationMessage}` : ''}`];
}

function aborted(tool: Tool, reason: 'timeout' | 'cancelled', timeoutMs: number) {
  return reason === 'timeout'
    ? {
        code: 'TIMEOUT',
        message: `'${tool.name}' was stopped at its deadline (limit: ${timeoutMs} ms)`,
        suggestion: 'Try again, or request less data.',
      }
    : {
        code: 'CANCELLED',
        message: `'${tool.name}' was canceled by its caller`,
        suggestion: 'Call it again if needed.',
      };
}

/** The error result for something that the code of a surface threw. */
export function handlerError(name: string, error: unknown): CommandError {
  return {
    code: 'INTERNAL_ERROR',
    message: `'${name}' failed: ${reasonOf(error).slice(0, 500)}`,
    suggestion: 'The input was valid; the command itself failed. Try another command, or report the error.',
  };
}

function noResult(tool: Tool, value: unknown) {
  return {
    code: 'INTERNAL_ERROR',
    message: `'${tool.name}' returned ${value === null ? 'null' : typeof value} instead of a result`,
    suggestion: wrongReturn(value),
  };
}

function wrongReturn(value: unknown): string {
  if (typeof value === 'function')
    return 'Call what it returns: success(data), and middleware as logCalls(), not logCalls.';
  if (isObject(value) && Array.isArray(value['content']))
    return 'Its handler has to wrap an MCP result: mcpResult({ content }).';
  return 'Its handler has to return success(data) or failure(error).';
}

/** Anything can be thrown, even an object whose conversion to a string throws. */
function reasonOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === 'string' ? error : `it threw a value of type ${typeof error}`;
}
