import { type CallContext, createCallContext } from '../catalog/call-context.ts';
import type { Catalog, CatalogEntry } from '../catalog/catalog.ts';
import type { Tool } from '../catalog/tool.ts';
import { annotate, type CommandResult, failure, isCommandResult } from '../result/result.ts';
import { CallAborted, withDeadline } from './deadline.ts';
import { composeMiddleware, type Middleware, type Run } from './middleware/middleware.ts';
import { notFound, refuse } from './refusals.ts';
import { validateInput } from './validate-input.ts';

/** Told after every call of a command, whichever face it came through. Never sees input or result. */
export interface CallEvent {
  readonly address: string;
  /** Absent where no tool was found. */
  readonly tool?: Tool | undefined;
  readonly success: boolean;
  readonly code?: string | undefined;
  readonly durationMs: number;
  /** Without the face's own request, which may hold what a user was asked and said. */
  readonly context: Omit<CallContext, 'protocol'>;
}

export interface DispatcherOptions {
  readonly catalog: Catalog;
  readonly middleware?: readonly Middleware[];
  /** How long a command may take; `Infinity` where commands hold deadlines of their own. */
  readonly timeoutMs?: number;
  readonly contextual?: boolean;
  /** False for tools that exist for every caller, whatever the caller's scope. */
  readonly scoped?: boolean;
}

export const DEFAULT_TIMEOUT_MS = 60_000;
/** A command that says it is long-running gets this many times the usual deadline. */
const LONG_RUNNING_FACTOR = 10;

/** The one path of a call: lookup → admission → validation → middleware → handler → result. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #run: Run;
  readonly #listeners = new Set<(event: CallEvent) => void>();

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#run = composeMiddleware(options.middleware ?? [], (tool, input, context) =>
      this.#invoke(tool, input, context),
    );
  }

  /** Always answers, never throws. */
  async dispatch(address: string, input: unknown, given: Partial<CallContext> = {}): Promise<CommandResult> {
    const context = createCallContext(given);
    const started = performance.now();
    const { scoped = true } = this.#options;
    const catalog = this.#options.catalog.view(scoped ? context.scope : undefined);
    const lookup = catalog.lookup(address);
    const result = lookup.found ? await this.#admit(lookup.entry, input, context) : failure(notFound(catalog, address));
    if (this.#listeners.size > 0) {
      this.#tell({
        address,
        tool: lookup.found ? lookup.entry.tool : undefined,
        success: result.success,
        code: result.error?.code,
        durationMs: performance.now() - started,
        context: withoutProtocol(context),
      });
    }
    return result;
  }

  /** Told after every call. A listener that throws harms nobody; without one, nothing is told and nothing is paid. */
  onCall(listener: (event: CallEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(event: CallEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch {
        // What watches a call must not be able to fail it.
      }
    }
  }

  async #admit(entry: CatalogEntry, input: unknown, context: CallContext): Promise<CommandResult> {
    const { catalog, contextual = false } = this.#options;
    const { activeContext, maxRisk } = context;
    try {
      const refusal = refuse(entry, { catalog, contextual, activeContext, maxRisk });
      if (refusal) return failure(refusal);
      // The same words whichever address the call used: a face may have turned a listed name into an id.
      const checked = await validateInput(entry, input, catalog.addressOf(entry.tool));
      if (!checked.valid) return failure(checked.error);
      const result = await this.#guard(entry.tool, checked.value, context);
      if (checked.warnings.length === 0 && !entry.tool.deprecated) return result;
      return annotate(result, { warnings: [...checked.warnings, ...deprecation(entry.tool)] });
    } catch (error) {
      // Not the handler: the source or the schema of a tool, or an input that only this process can make.
      return failure(thrown(entry.tool, error));
    }
  }

  /** Holds the deadline, and turns whatever escapes the layers within into a result. */
  async #guard(tool: Tool, input: unknown, context: CallContext): Promise<CommandResult> {
    const usual = this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const timeoutMs = tool.executionTime === 'long-running' ? usual * LONG_RUNNING_FACTOR : usual;
    try {
      const result =
        timeoutMs === Number.POSITIVE_INFINITY
          ? await this.#run(tool, input, context)
          : await withDeadline(context.signal, timeoutMs, (signal) =>
              this.#run(tool, input, withLazySignal(context, signal)),
            );
      return isCommandResult(result) ? result : failure(nonsense(tool, result));
    } catch (error) {
      if (error instanceof CallAborted) return failure(aborted(tool, error.reason, timeoutMs));
      return failure(thrown(tool, error));
    }
  }

  async #invoke(tool: Tool, input: unknown, context: CallContext): Promise<CommandResult> {
    const lookup = this.#options.catalog.lookup(tool.id);
    if (!lookup.found) return failure(notFound(this.#options.catalog, tool.id));
    try {
      return await lookup.entry.source.invoke(tool, input, context);
    } catch (error) {
      // Caught here and not further out, so that middleware sees a result it can log or retry.
      if (error instanceof CallAborted) throw error;
      return failure(thrown(tool, error));
    }
  }
}

function withoutProtocol(context: CallContext): Omit<CallContext, 'protocol'> {
  if (context.protocol === undefined) return context;
  const { protocol: _untold, ...told } = context;
  return told;
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
        message: `'${tool.name}' was stopped: its deadline (${timeoutMs} ms at most) passed`,
        suggestion: 'Try again, or ask for less at once.',
      }
    : {
        code: 'CANCELLED',
        message: `'${tool.name}' was cancelled by its caller`,
        suggestion: 'Call it again if needed.',
      };
}

function thrown(tool: Tool, error: unknown) {
  return {
    code: 'INTERNAL_ERROR',
    message: `'${tool.name}' failed: ${reasonOf(error).slice(0, 500)}`,
    suggestion: 'The input was accepted; this is a fault of the command. Try another one or report it.',
  };
}

function nonsense(tool: Tool, value: unknown) {
  return {
    code: 'INTERNAL_ERROR',
    message: `'${tool.name}' returned ${value === null ? 'null' : typeof value}, which is not a result`,
    suggestion: 'Its handler has to return success(data) or failure(error).',
  };
}

/** Anything can be thrown, even an object that cannot be made into text. */
function reasonOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === 'string' ? error : `it threw a value of type ${typeof error}`;
}
