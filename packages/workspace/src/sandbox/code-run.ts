import { setMaxListeners } from 'node:events';
import type { CommandResult } from '@foldout/core';
import { type Answer, answerCall, parseGuestJson, refusal } from './call-answer.ts';
import { limitError, problemError, unavailable } from './code-errors.ts';
import type { CodeCall, CodeError, CodeLimits, CodeRequest } from './contract.ts';
import { journalProblem } from './durable-script.ts';
import { loadModule } from './load-module.ts';
import { PrintedText } from './printed-text.ts';
import { readOutcome } from './read-message.ts';
import { readValue } from './read-value.ts';
import { RecordedCalls } from './recorded-calls.ts';
import { type OpenCall, ScriptCalls } from './script-calls.ts';
import { ScriptTurn, type ScriptTurnParts } from './script-turn.ts';
import { SLACK_CHARS } from './slack.ts';
import type { CallKind, FromWorker, LimitCode, LoadRequest, ScriptSource, ToWorker } from './worker/protocol.ts';

/** How a run ended, without its output and calls. */
export interface Ended {
  readonly value: unknown;
  readonly error?: CodeError;
  /** See `CodeResult`. */
  readonly suspended?: Promise<CommandResult | undefined>;
  /** Whether the worker can run another script. */
  readonly clean: boolean;
}

export interface CodeRunParts extends ScriptTurnParts {
  readonly request: CodeRequest;
  readonly limits: CodeLimits;
  readonly worker: { send(message: ToWorker): void; readonly sent: number };
  /** Type-checks the script. Called only when the request sets `check`. */
  check(script: ScriptSource): Promise<CodeError | undefined>;
  /** Called when the script itself starts, after the type check. */
  started(): void;
}

/**
 * The host side of one script: answers the calls of the guest, and records its output and its calls. The guest enforces
 * the limits; this class enforces them again, in case a script has broken out of the guest.
 */
export class CodeRun {
  readonly #calls = new ScriptCalls();
  readonly #printed: PrintedText;
  readonly #parts: CodeRunParts;
  readonly #stop = new AbortController();
  readonly #end: (ended: Ended) => void;
  readonly ended: Promise<Ended>;
  readonly #turn: ScriptTurn;
  readonly #recorded: RecordedCalls | undefined;
  /** Aborts the calls of the script. */
  readonly #signal: AbortSignal;
  /** The guest has nothing to do until the next answer. */
  #idle = false;
  #lastCall = 0;
  #answerChars = 0;

  constructor(parts: CodeRunParts) {
    this.#parts = parts;
    this.#printed = new PrintedText(parts.limits.outputChars, parts.request.onPrint);
    this.#turn = new ScriptTurn(parts, this.#stop.signal);
    const { journal, signal } = parts.request;
    this.#recorded = journal && new RecordedCalls(journal);
    // The calls of a suspended script go on after the run.
    this.#signal = journal && signal ? AbortSignal.any([this.#stop.signal, signal]) : this.#stop.signal;
    // Every open call listens for the end of the run.
    setMaxListeners(0, this.#stop.signal, this.#signal);
    let end!: (ended: Ended) => void;
    this.ended = new Promise((resolve) => {
      end = resolve;
    });
    this.#end = end;
  }

  /** See `ScriptCalls`. */
  get calls(): readonly CodeCall[] {
    return this.#calls.list;
  }

  get output(): string {
    return this.#printed.text;
  }

  get computing(): boolean {
    return this.#turn.computing;
  }

  /** Waits for the right to compute, then starts the script. */
  async start(code: string): Promise<void> {
    const { limits, request } = this.#parts;
    const check = request.check === true;
    await this.#turn.enter();
    if (this.#stop.signal.aborted) return;
    const beginning = this.#recorded?.beginning;
    this.#parts.worker.send({ type: 'run', limits, check, ...(beginning && { beginning }), body: code });
    if (!check) this.#parts.started();
  }

  /** Stops the run from the host, and aborts its open calls. */
  stop(error: CodeError, clean = false): void {
    if (this.#recorded?.isSuspended) return;
    this.#finish({ value: undefined, error, clean });
    this.#stop.abort(new Error(error.message));
  }

  message(message: FromWorker): void {
    if (message.type === 'print') this.#print(message.body);
    else if (message.type === 'call') this.#call(message.id, message.kind, message.body);
    else if (message.type === 'load') this.#load({ importer: message.importer, specifier: message.body });
    else if (message.type === 'waiting') this.#wait(message.received);
    else if (message.type === 'done') this.#done(message.body, message.reusable);
    else if (message.type === 'prepared') this.#check({ typed: message.body, shift: message.shift });
  }

  /** The worker has exited; no more messages follow. */
  lost(reason: string): void {
    this.stop(unavailable(`the sandbox failed (${reason})`));
  }

  #limit(code: LimitCode): void {
    this.stop(limitError(code, this.#parts.limits));
  }

  /** The guest waits. It keeps its place if an answer is on the way to it. */
  #wait(received: number): void {
    if (received !== this.#parts.worker.sent || this.#turn.hasAnswers) return;
    this.#turn.leave();
    this.#idle = true;
    this.#suspendIfAllWait();
  }

  async #load(request: LoadRequest): Promise<void> {
    const answer = await loadModule(this.#parts.request.modules, request);
    if (!this.#stop.signal.aborted) this.#parts.worker.send(answer);
  }

  #print(text: string): void {
    if (!this.#printed.add(text)) this.#limit('OUTPUT_LIMIT');
  }

  async #check(script: ScriptSource): Promise<void> {
    try {
      const error = await this.#parts.check(script);
      if (error) return this.stop(error, true);
      this.#parts.worker.send({ type: 'go', body: '' });
      this.#parts.started();
    } catch (error) {
      this.stop(unavailable(error instanceof Error ? error.message : String(error)));
    }
  }

  async #call(id: number, kind: CallKind, json: string): Promise<void> {
    const { limits, request } = this.#parts;
    if (id <= this.#lastCall) return this.lost('a call has the number of another call');
    this.#lastCall = id;
    if (this.#calls.made >= limits.calls) return this.#limit('CALL_LIMIT');
    const isTooLong = json.length > limits.inputChars + SLACK_CHARS;
    if (isTooLong || this.#calls.openChars + json.length > limits.memoryBytes) return this.#limit('MEMORY_LIMIT');
    const call = this.#calls.add(id, kind, json.length);
    let answer: Answer;
    try {
      const args = parseGuestJson(json) as unknown[];
      if (kind === 'callTool') call.name = `${String(args[0])}/${String(args[1])}`.slice(0, 200);
      if (!(await this.#isNew(id, kind, call.name, json))) return;
      answer = await answerCall(request, kind, args, {
        maxChars: Math.floor(limits.memoryBytes / 8),
        signal: this.#signal,
        checkpoint: this.#recorded?.checkpoint(id, {
          waiting: () => this.#suspendIfAllWait(),
          failed: (error) => this.#stopBy(error),
        }),
      });
    } catch (error) {
      answer = refusal(
        'VALIDATION_ERROR',
        error instanceof RangeError ? 'The input is nested too deeply' : 'The input is not valid JSON',
      );
    }
    await this.#record(id, call, answer);
  }

  /** False if the call has a recorded answer, or must not be made. */
  async #isNew(id: number, kind: CallKind, name: string, json: string): Promise<boolean> {
    const recorded = this.#recorded;
    if (!recorded) return true;
    try {
      if (recorded.meet(id, kind, name, json) === 'answered') {
        this.#giveRecorded();
        return false;
      }
    } catch (error) {
      this.#stopBy(error);
      return false;
    }
    await recorded.caughtUp;
    return !this.#stop.signal.aborted;
  }

  /** Gives the script the recorded answers that are next. */
  #giveRecorded(): void {
    for (let answer = this.#recorded?.next(); answer; answer = this.#recorded?.next()) {
      const call = this.#calls.open.get(answer.call);
      if (call) this.#settle(answer.call, call, answer, answer.at);
    }
  }

  /** Stores an answer in the journal, if there is one, before the script gets it. */
  async #record(id: number, call: OpenCall, answer: Answer): Promise<void> {
    const recorded = this.#recorded;
    if (!recorded) return this.#settle(id, call, answer);
    // A call that was canceled has an unknown outcome.
    if (this.#signal.aborted) return recorded.settle([]);
    try {
      const stored = await recorded.answered(id, answer);
      if (recorded.isSuspended) {
        if (stored) this.#calls.release(id);
        recorded.settle(this.#calls.open.keys());
      } else if (stored) this.#settle(id, call, answer, stored.at);
      else this.#suspendIfAllWait();
    } catch (error) {
      this.#stopBy(error);
    }
  }

  /** Ends the run, but not the calls, if all that the script waits for are people. */
  #suspendIfAllWait(): void {
    const recorded = this.#recorded;
    if (!recorded || !this.#idle || recorded.isSuspended || this.#stop.signal.aborted) return;
    try {
      if (this.#calls.open.size > 0 && !this.#turn.hasAnswers) recorded.checkComplete();
    } catch (error) {
      this.#stopBy(error);
      return;
    }
    if (!recorded.allWait(this.#calls.open.keys())) return;
    const suspended = recorded.suspend();
    this.#finish({ value: undefined, clean: false, suspended });
    recorded.settle(this.#calls.open.keys());
  }

  /** Stops the run because of its journal. */
  #stopBy(error: unknown): void {
    this.stop(journalProblem(error) ?? unavailable('the journal of the script cannot be written'));
  }

  #settle(id: number, call: OpenCall, answer: Pick<Answer, 'success' | 'code' | 'json'>, at?: number): void {
    const { success, json } = answer;
    this.#calls.end(id, call, answer);
    this.#answerChars += json.length;
    if (this.#stop.signal.aborted) return;
    if (this.#answerChars > this.#parts.limits.answerChars) this.#limit('ANSWER_LIMIT');
    else {
      this.#idle = false;
      void this.#turn.answer({ type: 'answer', id, success, ...(at !== undefined && { at }), body: json });
    }
  }

  #done(json: string, reusable: boolean): void {
    const outcome = readOutcome(json);
    try {
      if (outcome.kind !== 'limit') this.#recorded?.checkComplete();
    } catch (error) {
      this.#stopBy(error);
      return;
    }
    this.#stop.abort(new Error('The script has ended'));
    if (outcome.kind === 'value') this.#finish(this.#valueIn(outcome.json, reusable));
    else if (outcome.kind === 'limit') {
      // The worker does not free the memory of the guest at once, so a worker that ran out of memory is not reused.
      const clean = reusable && outcome.code !== 'MEMORY_LIMIT';
      this.#finish({ value: undefined, error: limitError(outcome.code, this.#parts.limits), clean });
    } else this.#finish({ value: undefined, error: problemError(outcome), clean: reusable });
  }

  #valueIn(json: string | undefined, clean: boolean): Ended {
    const { limits } = this.#parts;
    if (json && !this.#printed.hasRoomFor(json.length))
      return { value: undefined, error: limitError('OUTPUT_LIMIT', limits), clean: false };
    const { value, error } = readValue(json);
    return error ? { value, error, clean: false } : { value, clean };
  }

  #finish(ended: Ended): void {
    this.#turn.leave();
    this.#end(ended);
  }
}
