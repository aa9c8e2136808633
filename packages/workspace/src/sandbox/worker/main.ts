// The worker: a thread of its own, in which one guest at a time runs. It knows no tools and no files.
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { init } from 'es-module-lexer';
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
import { Wakefulness } from './wakefulness.ts';

const { quickjs, loader, signals } = workerData as WorkerStart;
const port = parentPort;
if (!port) throw new Error('This file is started as a worker');

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
let checked: (() => void) | undefined;

let received = 0;
const wakefulness = new Wakefulness(signals);

port.on('message', (message: ToWorker) => {
  receive(message);
  attend();
});

function receive(message: ToWorker): void {
  received += 1;
  if (message.type === 'run') run(message);
  else if (message.type === 'go') checked?.();
  else {
    wakefulness.end();
    guest?.answer(message.id, message.success, message.json);
  }
}

/** Stays awake while the guest waits for an answer that may come soon. */
function attend(): void {
  while (guest) {
    const started = performance.now();
    wakefulness.begin();
    while (Atomics.load(signals, SENT) <= received && wakefulness.awake);
    waitedSince(started);
    if (Atomics.load(signals, SENT) <= received) return;
    receive(receiveMessageOnPort(parentPort as MessagePort)?.message);
  }
}

let waitedMs = 0;

/** Neither is the guest's time, though the thread was up. */
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
      checked = resolve;
    });
  }
  guest = await Guest.create(quickjs as WebAssembly.Module, host, limits);
  guest.run(runnable, shift);
  attend();
}

function withoutTypes(answer: LoadAnswer): LoadAnswer {
  if ('problem' in answer || !answer.path.endsWith('.ts')) return answer;
  try {
    return { path: answer.path, source: stripTypes(answer.source) };
  } catch (error) {
    return { problem: `The module ${answer.path} cannot be read: ${error instanceof Error ? error.message : ''}` };
  }
}

// Both read their first script faster when they have read one before.
await init();
stripTypes('const ready: boolean = true;');
post({ type: 'ready' });
