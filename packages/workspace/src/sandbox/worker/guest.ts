import { EvalFlags, JSException, type JSValueHandle, QuickJS, type QuickJSOptions } from 'quickjs-wasi';
import type { CodeLimits } from '../contract.ts';
import { GUEST_PRELUDE } from './guest-prelude.ts';
import { type CallKind, type LoadAnswer, type Outcome, SCRIPT } from './protocol.ts';

/** Deep enough for any honest recursion; with more, the WebAssembly stack below it could run out first. */
const STACK_BYTES = 256 * 1024;
const MAX_TEXT = 4_000;
/** An import takes the host's time and not the script's: it is counted instead. A folder of 2,000 tools takes 4,001. */
const MAX_IMPORTS = 5_000;
/** The topmost frame that is the script's. */
const PLACE = /(?<!\/)script\.ts:(\d{1,7})(?::(\d{1,7}))?/;
const LINE_END = /\r\n|[\n\r\u2028\u2029]/;
/** What QuickJS says of an import that a module does not answer: a mistake of the script's, not of its syntax. */
const LINKING = / in module '/;
/** What QuickJS says when its memory is used up, and what WebAssembly does where QuickJS could not say it any more. */
const OUT_OF_MEMORY = /^(?:out of memory|string too long)$/;
const TRAP = /InternalError: out of memory|memory access out of bounds|unreachable/;
/** What stands for a text that the guest had no memory left to hand over. */
const NO_TEXT = '<null>';

/** What the guest can do to the world: nothing else leads out of it. */
export interface GuestHost {
  print(text: string): void;
  call(id: number, kind: CallKind, json: string): void;
  load(importer: string, specifier: string): LoadAnswer;
  done(outcome: Outcome): void;
}

/** One script in one QuickJS of its own. It is used once. */
export class Guest {
  readonly #host: GuestHost;
  readonly #limits: CodeLimits;
  readonly #deadline: number;
  readonly #sources = new Map<string, string>();
  #vm!: QuickJS;
  #settle!: JSValueHandle;
  #watch!: JSValueHandle;
  #describe!: JSValueHandle;
  /** Set once: whatever the guest does then, it is not run any further. */
  #outcome: Outcome | undefined;
  /** The calls without an answer yet, with the characters of their input: until then the host holds them. */
  readonly #open = new Map<number, number>();
  #openChars = 0;
  #calls = 0;
  #imports = 0;
  #printed = 0;
  /** When the guest was entered, and how long it had been busy before. */
  #entered: number | undefined;
  #busyMs = 0;
  #unhandled: { readonly reason: JSValueHandle; count: number } | undefined;
  #returned: { readonly json: string | undefined } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #reported = false;
  /** How far the first line of the script was moved, and how many lines there are. */
  #shift = 0;
  #lines = 0;

  private constructor(host: GuestHost, limits: CodeLimits) {
    this.#host = host;
    this.#limits = limits;
    this.#deadline = performance.now() + limits.timeMs;
  }

  static async create(quickjs: WebAssembly.Module, host: GuestHost, limits: CodeLimits): Promise<Guest> {
    const guest = new Guest(host, limits);
    const options: QuickJSOptions = {
      wasm: quickjs,
      // What QuickJS itself would write goes nowhere.
      wasi: () => ({ fd_write: () => 0 }),
      memoryLimit: limits.memoryBytes,
      maxStackSize: STACK_BYTES,
      timezoneOffset: 0,
      interruptHandler: () => guest.#overLimit(),
      onUnhandledRejection: (_promise, reason, handled) => guest.#countRejection(reason, handled),
      moduleLoader: {
        normalize: (importer, specifier) => guest.#resolve(importer, specifier),
        load: (path) => guest.#sources.get(path) ?? '',
      },
    };
    guest.#vm = await QuickJS.create(options);
    return guest;
  }

  /** Starts the script. The host hears the end of it exactly once. */
  run(script: string, shift = 0): void {
    this.#shift = shift;
    this.#lines = script.split(LINE_END).length;
    this.#timer = setTimeout(() => {
      this.#outcome ??= { kind: 'limit', code: 'TIME_LIMIT' };
      this.#report();
    }, this.#deadline - performance.now());
    this.#enter(() => {
      this.#prepare();
      const module = this.#evaluate(script);
      this.#vm.callFunction(this.#watch, this.#vm.undefined, module).dispose();
      module.dispose();
    });
  }

  /** The host's answer to a call. */
  answer(id: number, success: boolean, json: string): void {
    if (this.#outcome) return;
    this.#openChars -= this.#open.get(id) ?? 0;
    this.#open.delete(id);
    this.#enter(() => {
      const { undefined: none } = this.#vm;
      const given = [this.#vm.newNumber(id), success ? this.#vm.true : this.#vm.false, this.#vm.newString(json)];
      this.#vm.callFunction(this.#settle, none, ...given).dispose();
      given[2]?.dispose();
      given[0]?.dispose();
    });
  }

  #prepare(): void {
    const vm = this.#vm;
    const { outputChars, inputChars } = this.#limits;
    const none = vm.undefined;
    const functions = [
      vm.newFunction('print', (text) => this.#print(this.#text(text))),
      vm.newFunction('send', (id, kind, json) => this.#send(id, kind, json)),
      vm.newFunction('finish', (json) => {
        this.#returned = { json: json === undefined || json.isUndefined ? undefined : this.#text(json) };
        return none;
      }),
      vm.newFunction('fail', (told) => {
        const json = this.#text(told);
        this.#outcome ??= this.#problemFrom(json);
        return none;
      }),
      vm.newNumber(outputChars),
      vm.newNumber(inputChars),
    ];
    const prelude = vm.evalCode(GUEST_PRELUDE, 'foldout');
    const made = vm.callFunction(prelude, none, ...functions);
    this.#settle = made.getProp('settle');
    this.#watch = made.getProp('watch');
    this.#describe = made.getProp('describe');
    for (const handle of [...functions, prelude, made]) handle.dispose();
  }

  /** The script as a module. What is wrong with its syntax and only QuickJS notices is told as such. */
  #evaluate(script: string): JSValueHandle {
    try {
      return this.#vm.evalCode(script, SCRIPT, EvalFlags.TYPE_MODULE);
    } catch (error) {
      if (error instanceof JSException && error.name === 'SyntaxError' && !LINKING.test(error.message)) {
        const place = this.#placeIn(error.stack ?? '');
        if (place || !error.stack) this.#outcome ??= { kind: 'syntax', message: error.message, ...place };
      }
      throw error;
    }
  }

  /** Runs something in the guest, and then all that it has made ready to run. */
  #enter(step: () => void): void {
    this.#entered = performance.now();
    try {
      step();
      this.#vm.executePendingJobs();
    } catch (error) {
      this.#outcome ??= this.#problemOf(error);
    }
    this.#leave();
    this.#outcome ??= this.#ending();
    this.#report();
  }

  #leave(): void {
    if (this.#entered !== undefined) this.#busyMs += performance.now() - this.#entered;
    this.#entered = undefined;
  }

  /** Told when nothing of the guest is on the stack any more: only then is the worker free again. */
  #report(): void {
    if (!this.#outcome || this.#reported) return;
    this.#reported = true;
    clearTimeout(this.#timer);
    this.#host.done(this.#outcome);
  }

  /** Nothing is left to run: the script has ended, or waits for nothing; undefined where it waits for an answer. */
  #ending(): Outcome | undefined {
    if (this.#open.size > 0) return undefined;
    if (this.#unhandled && this.#unhandled.count > 0) return this.#describeRejection(this.#unhandled.reason);
    if (this.#returned) return this.#bounded(this.#returned.json);
    const message = 'The script waits for a promise that nothing will ever settle';
    return { kind: 'error', name: 'Error', message };
  }

  #bounded(json: string | undefined): Outcome {
    if (this.#printed + (json?.length ?? 0) > this.#limits.outputChars) return { kind: 'limit', code: 'OUTPUT_LIMIT' };
    return { kind: 'value', json };
  }

  /** Asked by QuickJS every few thousand steps. */
  #overLimit(): boolean {
    if (this.#outcome) return true;
    const now = performance.now();
    if (now > this.#deadline) this.#outcome = { kind: 'limit', code: 'TIME_LIMIT' };
    else if (this.#busyMs + now - (this.#entered ?? now) > this.#limits.cpuMs) {
      this.#outcome = { kind: 'limit', code: 'CPU_LIMIT' };
    }
    return this.#outcome !== undefined;
  }

  /** A text of the guest's. */
  #text(handle: JSValueHandle | undefined): string {
    const text = handle?.toString() ?? '';
    if (text !== NO_TEXT) return text;
    try {
      if (handle?.getProp('length').toNumber() === NO_TEXT.length) return text;
    } catch {}
    this.#outcome ??= { kind: 'limit', code: 'MEMORY_LIMIT' };
    return '';
  }

  #print(text: string): JSValueHandle {
    this.#printed += text.length + 1;
    if (this.#printed > this.#limits.outputChars) this.#outcome ??= { kind: 'limit', code: 'OUTPUT_LIMIT' };
    if (!this.#outcome) this.#host.print(text);
    return this.#over;
  }

  /** What the guest is told after everything that it does: whether that was the last. */
  get #over(): JSValueHandle {
    return this.#outcome ? this.#vm.true : this.#vm.false;
  }

  #send(...[id, kind, json]: (JSValueHandle | undefined)[]): JSValueHandle {
    const text = this.#text(json);
    this.#calls += 1;
    this.#openChars += text.length;
    if (this.#calls > this.#limits.calls) this.#outcome ??= { kind: 'limit', code: 'CALL_LIMIT' };
    if (this.#openChars > this.#limits.memoryBytes / 2) this.#outcome ??= { kind: 'limit', code: 'MEMORY_LIMIT' };
    if (!this.#outcome && id && kind) {
      this.#open.set(id.toNumber(), text.length);
      this.#host.call(id.toNumber(), kind.toString() as CallKind, text);
    }
    return this.#over;
  }

  /** What is thrown here is a text: an error would show the guest the host's stack. */
  #resolve(importer: string, specifier: string): string {
    this.#imports += 1;
    if (this.#imports > MAX_IMPORTS) throw `A script can import ${MAX_IMPORTS} times, not more`;
    // The host's time is not the guest's.
    this.#leave();
    const answer = this.#host.load(importer, specifier);
    this.#entered = performance.now();
    if ('problem' in answer) throw answer.problem;
    this.#sources.set(answer.path, answer.source);
    return answer.path;
  }

  #countRejection(reason: JSValueHandle, handled: boolean): void {
    if (handled) {
      if (this.#unhandled) this.#unhandled.count -= 1;
    } else if (this.#unhandled && this.#unhandled.count > 0) this.#unhandled.count += 1;
    else {
      this.#unhandled?.reason.dispose();
      this.#unhandled = { reason: reason.dup(), count: 1 };
    }
  }

  #describeRejection(reason: JSValueHandle): Outcome {
    this.#entered = performance.now();
    try {
      const json = this.#text(this.#vm.callFunction(this.#describe, this.#vm.undefined, reason));
      return this.#outcome ?? this.#problemFrom(json);
    } catch (error) {
      return this.#outcome ?? this.#problemOf(error);
    } finally {
      this.#leave();
    }
  }

  /** What the prelude tells of an error. */
  #problemFrom(json: string): Outcome {
    const { name, message, stack } = JSON.parse(json) as Record<string, unknown>;
    return this.#classified(String(name ?? ''), String(message ?? ''), String(stack ?? ''));
  }

  /** What QuickJS throws: while it links the modules, and where the guest has no memory left to tell anything. */
  #problemOf(error: unknown): Outcome {
    const read = (key: 'name' | 'message' | 'stack'): string => {
      try {
        return error instanceof Error ? String(error[key] ?? '').slice(0, MAX_TEXT) : '';
      } catch {
        return '';
      }
    };
    if (error instanceof JSException) return this.#classified(read('name'), read('message'), read('stack'));
    // An error of the host's own side: its stack is not for the guest's eyes, nor for its caller's.
    if (TRAP.test(read('message'))) return { kind: 'limit', code: 'MEMORY_LIMIT' };
    return { kind: 'error', name: '', message: read('message') };
  }

  #classified(name: string, message: string, stack: string): Outcome {
    if (message === NO_TEXT || (name === 'InternalError' && OUT_OF_MEMORY.test(message))) {
      return { kind: 'limit', code: 'MEMORY_LIMIT' };
    }
    return { kind: 'error', name, message, ...this.#placeIn(stack) };
  }

  /** A stack can say anything: only a line that the script has is one. */
  #placeIn(stack: string): { readonly line: number; readonly column: number } | undefined {
    const [, line, column] = PLACE.exec(stack)?.map(Number) ?? [];
    if (line === undefined || line < 1 || line > this.#lines) return undefined;
    return { line, column: Math.max(1, (column || 1) - (line === 1 ? this.#shift : 0)) };
  }
}
