import { JSException } from 'quickjs-wasi';
import type { Outcome } from './protocol.ts';

const MAX_TEXT = 4_000;
/** The topmost stack frame in the script itself. */
const SCRIPT_FRAME = /(?<!\/)script\.ts:(\d{1,7})(?::(\d{1,7}))?/;
const LINE_END = /\r\n|[\n\r\u2028\u2029]/;
/** Matches a SyntaxError of QuickJS for a missing export, which Foldout reports as a runtime error of the script. */
const LINKING = / in module '/;
/** `OUT_OF_MEMORY`: messages of QuickJS. `TRAP`: messages of WebAssembly when QuickJS crashes for lack of memory. */
const OUT_OF_MEMORY = /^(?:out of memory|string too long)$/;
const TRAP = /InternalError: out of memory|memory access out of bounds|unreachable/;
/** `toString` of a handle returns this when the guest has no memory left to convert its string. */
export const NO_TEXT = '<null>';

interface Position {
  readonly line: number;
  readonly column: number;
}

/** Turns errors of the guest into outcomes, with their positions in the script. */
export class GuestErrors {
  readonly #lines: number;
  readonly #shift: number;

  /** `shift`: number of characters that were inserted at the start of the first line. */
  constructor(script: string, shift: number) {
    this.#lines = script.split(LINE_END).length;
    this.#shift = shift;
  }

  /** A syntax error that QuickJS found and the type stripper did not; undefined for other errors. */
  syntaxProblem(error: unknown): Outcome | undefined {
    if (!(error instanceof JSException) || error.name !== 'SyntaxError' || LINKING.test(error.message))
      return undefined;
    const position = this.#positionIn(error.stack ?? '');
    if (!position && error.stack) return undefined;
    return { kind: 'syntax', message: error.message, ...position };
  }

  /** The outcome for an error that the prelude sent as JSON. */
  fromPrelude(json: string): Outcome {
    const { name, message, stack, suggestion } = JSON.parse(json) as Record<string, unknown>;
    const outcome = this.#classify(String(name ?? ''), String(message ?? ''), String(stack ?? ''));
    return outcome.kind === 'error' && suggestion ? { ...outcome, suggestion: String(suggestion) } : outcome;
  }

  /**
   * The outcome for an exception that did not come through the prelude: QuickJS failed to link modules, or the guest
   * had no memory left to describe its error.
   */
  fromException(error: unknown): Outcome {
    const read = (key: 'name' | 'message' | 'stack'): string => {
      try {
        return error instanceof Error ? String(error[key] ?? '').slice(0, MAX_TEXT) : '';
      } catch {
        return '';
      }
    };
    if (error instanceof JSException) return this.#classify(read('name'), read('message'), read('stack'));
    if (TRAP.test(read('message'))) return { kind: 'limit', code: 'MEMORY_LIMIT' };
    // An error of the host. Its stack must not reach the script or its caller.
    return { kind: 'error', name: '', message: read('message') };
  }

  #classify(name: string, message: string, stack: string): Outcome {
    if (message === NO_TEXT || (name === 'InternalError' && OUT_OF_MEMORY.test(message))) {
      return { kind: 'limit', code: 'MEMORY_LIMIT' };
    }
    return { kind: 'error', name, message, ...this.#positionIn(stack) };
  }

  /** The position of an error. A script can forge its stack, so the line must exist in the script. */
  #positionIn(stack: string): Position | undefined {
    const [, line, column] = SCRIPT_FRAME.exec(stack)?.map(Number) ?? [];
    if (line === undefined || line < 1 || line > this.#lines) return undefined;
    return { line, column: Math.max(1, (column || 1) - (line === 1 ? this.#shift : 0)) };
  }
}
