import { type Checkpoint, type CommandResult, success } from '@foldout/core';
import type { CodeHost, ScriptStore } from './contract.ts';
import type { CallKind } from './worker/protocol.ts';

/** The answer to a call, as sent to the guest. */
export interface Answer {
  readonly success: boolean;
  readonly code?: string | undefined;
  readonly json: string;
  /** The result that the answer was made of. */
  readonly result?: CommandResult;
}

export interface CallLimits {
  readonly maxChars: number;
  readonly signal: AbortSignal;
  readonly checkpoint?: Checkpoint | undefined;
}

/** Deep enough for any input of a real tool. Deeper values overflow the stack of code that walks them. */
const MAX_DEPTH = 200;
/** The longest delay of a timer. The time limit of the run ends a longer sleep. */
const MAX_SLEEP_MS = 2_147_483_647;

/** Calls a host function with arguments from the guest, which may be anything. */
export async function answerCall(
  host: CodeHost,
  kind: CallKind,
  args: readonly unknown[],
  { maxChars, signal, checkpoint }: CallLimits,
): Promise<Answer> {
  try {
    const result = await dispatch(host, kind, args, signal, checkpoint);
    return { ...marshal(result, maxChars), result };
  } catch (error) {
    // An exception of the host may contain internals, so the guest does not get its message.
    return refusal(
      'INTERNAL_ERROR',
      error instanceof RangeError ? 'The input is nested too deeply' : 'The call failed',
    );
  }
}

export function refusal(code: string, message: string): Answer {
  return marshal(failed(code, message), Number.POSITIVE_INFINITY);
}

function dispatch(
  host: CodeHost,
  kind: CallKind,
  [first, second, third]: readonly unknown[],
  signal: AbortSignal,
  checkpoint?: Checkpoint,
): Promise<CommandResult> | CommandResult {
  if (kind === 'sleep') return sleep(first, signal);
  if (typeof first !== 'string') return failed('VALIDATION_ERROR', `The first argument of ${kind} is not a text`);
  if (kind === 'callTool') {
    if (typeof second !== 'string') return failed('VALIDATION_ERROR', 'The second argument of callTool is not a text');
    return host.callTool(first, second, third, signal, checkpoint);
  }
  if (kind === 'searchTools' && host.searchTools) {
    const options = typeof second === 'object' && second !== null && !Array.isArray(second) ? second : {};
    return host.searchTools(first, options as Record<string, unknown>, signal);
  }
  if (kind === 'describeTool' && host.describeTool) return host.describeTool(first, signal);
  if (kind === 'store' && host.store) return useStore(host.store, first, second, third);
  return failed('COMMAND_NOT_FOUND', `${kind} is not available here`);
}

function useStore(
  store: ScriptStore,
  operation: string,
  key: unknown,
  value: unknown,
): Promise<CommandResult> | CommandResult {
  if (operation === 'keys') return store.keys();
  if (typeof key !== 'string') return failed('VALIDATION_ERROR', 'The key of a stored value is not a text');
  if (operation === 'get') return store.get(key);
  if (operation === 'delete') return store.delete(key);
  // In JSON, an undefined value is an absent one.
  return store.set(key, value);
}

/** Ends early, as a success, when the run ends: nothing reads the answer then. */
function sleep(ms: unknown, signal: AbortSignal): Promise<CommandResult> | CommandResult {
  if (typeof ms !== 'number' || !(ms >= 0)) return failed('VALIDATION_ERROR', 'sleep needs a number of milliseconds');
  return new Promise((resolve) => {
    const wake = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      resolve(success(undefined));
    };
    const timer = setTimeout(wake, Math.min(ms, MAX_SLEEP_MS));
    signal.addEventListener('abort', wake, { once: true });
  });
}

/** Marshals a result as JSON. A result that would not fit in the guest's memory becomes an error. */
function marshal(result: CommandResult, maxChars: number): Answer {
  if (!result.success) {
    const { code, message, suggestion } = result.error;
    return { success: false, code, json: JSON.stringify({ code, message, suggestion }) };
  }
  let json: string;
  try {
    json = JSON.stringify(result.data) ?? '';
  } catch {
    return refusal('INTERNAL_ERROR', 'The result cannot be converted to JSON');
  }
  if (json.length <= maxChars) return { success: true, json };
  return refusal('INTERNAL_ERROR', `The result has ${json.length} characters; the sandbox accepts at most ${maxChars}`);
}

function failed(code: string, message: string): CommandResult {
  return { success: false, error: { code, message, suggestion: 'Change the call and run the script again.' } };
}

/**
 * Parses JSON from the guest. Drops the key `__proto__`, which could pollute a prototype when the value is copied.
 * Throws a `RangeError` if the value is nested too deeply.
 */
export function parseGuestJson(json: string): unknown {
  if (depthOf(json) > MAX_DEPTH) throw new RangeError('nested too deeply');
  if (!json.includes('"__proto__"')) return JSON.parse(json);
  return JSON.parse(json, (key, value) => (key === '__proto__' ? undefined : value));
}

/** Depth of a JSON text, without parsing it. */
function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at];
    if (char === '"') at = endOfString(json, at);
    else if (char === '[' || char === '{') {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (char === ']' || char === '}') depth -= 1;
  }
  return deepest;
}

function endOfString(json: string, start: number): number {
  let at = json.indexOf('"', start + 1);
  while (at > 0 && backslashesBefore(json, at) % 2 === 1) at = json.indexOf('"', at + 1);
  return at < 0 ? json.length : at;
}

function backslashesBefore(json: string, at: number): number {
  let count = 0;
  while (json[at - 1 - count] === '\\') count += 1;
  return count;
}
