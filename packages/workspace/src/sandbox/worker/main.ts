// The worker thread. It runs one guest at a time, and has no access to tools or files except through the host.
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { init } from 'es-module-lexer';
import { AdaptiveSpin } from './adaptive-spin.ts';
import { Guest, type GuestHost } from './guest.ts';
import {
  type FromWorker,
  LOADED,
  type LoadAnswer,
  NOT_LOADING,
  SENT,
  type ToWorker,
  WAITED,
  type WorkerStart,
} from './protocol.ts';
import { prepareScript } from './script-source.ts';
import { isCompilerBroken, stripTypes } from './strip-types.ts';

const { quickjs, loader, signals } = workerData as WorkerStart;
const port = parentPort;
if (!port) throw new Error('Start this file as a worker thread.');

const post = (message: FromWorker): void => port.postMessage(message);

const host: GuestHost = {
  print: (text) => post({ type: 'print', text }),
  call: (id, kind, json) => post({ type: 'call', id, kind, json }),
  done: (outcome) => {
    guest = undefined;
    post({ type: 'done', outcome, broken: isCompilerBroken() });
  },
  load: (importer, specifier) => {
    const started = performance.now();
    Atomics.store(signals, LOADED, 0);
    loader.postMessage({ importer, specifier });
    Atomics.wait(signals, LOADED, 0);
    waitedSince(started);
    Atomics.store(signals, LOADED, NOT_LOADING);
    return withoutTypes(receiveMessageOnPort(loader)?.message as LoadAnswer);
  },
};

let guest: Guest | undefined;
let onChecked: (() => void) | undefined;

let received = 0;
const spin = new AdaptiveSpin(signals);

port.on('message', (message: ToWorker) => {
  receive(message);
  receiveAnswers();
});

function receive(message: ToWorker): void {
  received += 1;
  if (message.type === 'run') run(message);
  else if (message.type === 'go') onChecked?.();
  else {
    spin.end();
    guest?.answer(message.id, message.success, message.json);
  }
}

/** Spins while the guest waits for an answer, and reads the answer without returning to the event loop. */
function receiveAnswers(): void {
  while (guest) {
    const started = performance.now();
    spin.begin();
    while (Atomics.load(signals, SENT) <= received && spin.spinning);
    waitedSince(started);
    if (Atomics.load(signals, SENT) <= received) return;
    receive(receiveMessageOnPort(parentPort as MessagePort)?.message);
  }
}

let waitedMs = 0;

/** Reports time that the thread spent spinning or blocked, which is not CPU time of the script. */
function waitedSince(started: number): void {
  waitedMs += performance.now() - started;
  Atomics.store(signals, WAITED, waitedMs);
}

async function run({ code, limits, check }: Extract<ToWorker, { type: 'run' }>): Promise<void> {
  const script = prepareScript(code);
  if ('kind' in script) return host.done(script);
  const { runnable, typed, shift } = script;
  if (check) {
    post({ type: 'prepared', script: { typed, shift } });
    await new Promise<void>((resolve) => {
      onChecked = resolve;
    });
  }
  guest = await Guest.create(quickjs as WebAssembly.Module, host, limits);
  guest.run(runnable, shift);
  receiveAnswers();
}

function withoutTypes(answer: LoadAnswer): LoadAnswer {
  if ('problem' in answer || !answer.path.endsWith('.ts')) return answer;
  try {
    return { path: answer.path, source: stripTypes(answer.source) };
  } catch (error) {
    return {
      problem: `The module ${answer.path} is not valid TypeScript: ${error instanceof Error ? error.message : ''}`,
    };
  }
}

// Warm-up: the first use of the lexer and of the compiler is slow.
await init();
stripTypes('const ready: boolean = true;');
post({ type: 'ready' });
