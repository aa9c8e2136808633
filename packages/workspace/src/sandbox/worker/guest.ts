import { EvalFlags, type ExtensionDescriptor, type JSValueHandle, QuickJS, type QuickJSOptions } from 'quickjs-wasi';
import type { CodeLimits } from '../contract.ts';
import { CpuClock } from './cpu-clock.ts';
import { GuestErrors, NO_TEXT } from './guest-errors.ts';
import { platformAnswer } from './guest-platform.ts';
import { GUEST_PRELUDE } from './guest-prelude.ts';
import { GUEST_WEB } from './guest-web.ts';
import { type CallKind, type LoadAnswer, type Outcome, SCRIPT } from './protocol.ts';
import type { SteadyWorld } from './steady-world.ts';

/** Deep enough for normal recursion. A larger stack could overflow the WebAssembly stack first. */
const STACK_BYTES = 256 * 1024;
/**
 * Bounds the time that the host spends on imports, which the CPU limit does not cover. Importing a server of 2,000
 * tools resolves 4,001 imports: its index, every tool, and the runtime module once per tool.
 */
const MAX_IMPORTS = 5_000;

/** The host functions of a guest: its only way out of the sandbox. */
export interface GuestHost {
  print(text: string): void;
  call(id: number, kind: CallKind, json: string): void;
  load(importer: string, specifier: string): LoadAnswer;
  done(outcome: Outcome): void;
  /** Whether the host process has ended. */
  gone(): boolean;
}

/** QuickJS and the functions of the web that are compiled for it. */
export interface Engine {
  readonly wasm: WebAssembly.Module;
  readonly extensions: ExtensionDescriptor[];
}

/** One script in its own QuickJS instance. Single use. */
export class Guest {
  readonly #host: GuestHost;
  readonly #limits: CodeLimits;
  readonly #deadline: number;
  readonly #sources = new Map<string, string>();
  #vm!: QuickJS;
  #settle!: JSValueHandle;
  #watch!: JSValueHandle;
  #describe!: JSValueHandle;
  /** Set once. From then on, the interrupt handler stops the guest. */
  #outcome: Outcome | undefined;
  /** Open calls with the length of their input, which the host keeps in memory until the answer. */
  readonly #open = new Map<number, number>();
  #openChars = 0;
  #calls = 0;
  #imports = 0;
  #printed = 0;
  readonly #cpu = new CpuClock();
  readonly #world: SteadyWorld | undefined;
  #unhandled: { readonly reason: JSValueHandle; count: number } | undefined;
  #returned: { readonly json: string | undefined } | undefined;
  #reported = false;
  #errors = new GuestErrors('', 0);

  private constructor(host: GuestHost, limits: CodeLimits, world: SteadyWorld | undefined) {
    this.#host = host;
    this.#world = world;
    this.#limits = limits;
    this.#deadline = performance.now() + limits.timeMs;
  }

  /** `world`: for a script that may be run again. Absent: the clock and the random numbers of this machine. */
  static async create(quickjs: Engine, host: GuestHost, limits: CodeLimits, world?: SteadyWorld): Promise<Guest> {
    const guest = new Guest(host, limits, world);
    const options: QuickJSOptions = {
      ...quickjs,
      // Discards the output of QuickJS itself.
      wasi: (memory) => ({ fd_write: () => 0, ...world?.wasi(memory) }),
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
    world?.started();
    return guest;
  }

  /** Starts the script. Calls `host.done` exactly once, when it ends. */
  run(script: string, shift = 0): void {
    this.#errors = new GuestErrors(script, shift);
    this.#enter(() => {
      this.#prepare();
      const module = this.#evaluate(script);
      this.#vm.callFunction(this.#watch, this.#vm.undefined, module).dispose();
      module.dispose();
    });
  }

  /** The host's answer to a call. */
  answer(id: number, success: boolean, json: string, at?: number): void {
    if (this.#outcome) return;
    if (at !== undefined) this.#world?.advance(at);
    this.#openChars -= this.#open.get(id) ?? 0;
    this.#open.delete(id);
    this.#enter(() => {
      const { undefined: none } = this.#vm;
      const args = [this.#vm.newNumber(id), success ? this.#vm.true : this.#vm.false, this.#vm.newString(json)];
      this.#vm.callFunction(this.#settle, none, ...args).dispose();
      args[2]?.dispose();
      args[0]?.dispose();
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
      vm.newFunction('fail', (error) => {
        const json = this.#text(error);
        this.#outcome ??= this.#errors.fromPrelude(json);
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
    const platform = vm.newFunction('platform', (...texts) => this.#platform(texts));
    const web = vm.evalCode(GUEST_WEB, 'foldout');
    vm.callFunction(web, none, platform).dispose();
    for (const handle of [...functions, prelude, made, platform, web]) handle.dispose();
  }

  #platform(texts: readonly JSValueHandle[]): JSValueHandle {
    const [operation = '', ...args] = texts.map((text) => this.#text(text));
    const answer = platformAnswer(operation, args, this.#world && ((bytes) => this.#world?.random(bytes) as Buffer));
    return answer === undefined ? this.#vm.undefined : this.#vm.newString(answer);
  }

  #evaluate(script: string): JSValueHandle {
    try {
      return this.#vm.evalCode(script, SCRIPT, EvalFlags.TYPE_MODULE);
    } catch (error) {
      this.#outcome ??= this.#errors.syntaxProblem(error);
      throw error;
    }
  }

  /** Runs a step in the guest, then all its pending jobs (promise reactions). */
  #enter(step: () => void): void {
    this.#cpu.start();
    try {
      step();
      this.#vm.executePendingJobs();
    } catch (error) {
      this.#outcome ??= this.#errors.fromException(error);
    }
    this.#cpu.stop();
    this.#outcome ??= this.#ending();
    this.#report();
  }

  /** Must run when no guest code is on the stack, because the host may reuse the worker at once. */
  #report(): void {
    if (!this.#outcome || this.#reported) return;
    this.#reported = true;
    this.#host.done(this.#outcome);
  }

  /** The outcome when no job is left. Undefined while a call is open. */
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

  /** The interrupt handler: QuickJS calls it every few thousand steps. */
  #overLimit(): boolean {
    if (this.#outcome) return true;
    if (this.#host.gone()) process.exit();
    if (performance.now() > this.#deadline) this.#outcome = { kind: 'limit', code: 'TIME_LIMIT' };
    else if (this.#cpu.usedMs() > this.#limits.cpuMs) this.#outcome = { kind: 'limit', code: 'CPU_LIMIT' };
    return this.#outcome !== undefined;
  }

  /** Copies a string out of the guest. */
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

  /** Returned by the host functions: whether the run is over. */
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

  /** Throws strings, because an error object would show the guest the stack of the host. */
  #resolve(importer: string, specifier: string): string {
    this.#imports += 1;
    if (this.#imports > MAX_IMPORTS) throw `A script can import at most ${MAX_IMPORTS} modules`;
    // Loading is work of the host, and does not count as CPU time of the guest.
    this.#cpu.stop();
    const answer = this.#host.load(importer, specifier);
    this.#cpu.start();
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
    this.#cpu.start();
    try {
      const json = this.#text(this.#vm.callFunction(this.#describe, this.#vm.undefined, reason));
      return this.#outcome ?? this.#errors.fromPrelude(json);
    } catch (error) {
      return this.#outcome ?? this.#errors.fromException(error);
    } finally {
      this.#cpu.stop();
    }
  }
}
