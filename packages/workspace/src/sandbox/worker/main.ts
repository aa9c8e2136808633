// The worker: a thread of its own, in which one guest at a time runs. It knows no tools and no files.
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { init } from 'es-module-lexer';
import { Guest, type GuestHost } from './guest.ts';
import type { FromWorker, LoadAnswer, ToWorker, WorkerStart } from './protocol.ts';
import { prepareScript } from './script-source.ts';
import { isCompilerBroken, stripTypes } from './strip-types.ts';

const { quickjs, loader, wake } = workerData as WorkerStart;
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
    Atomics.store(wake, 0, 0);
    loader.postMessage({ importer, specifier });
    Atomics.wait(wake, 0, 0);
    return withoutTypes(receiveMessageOnPort(loader)?.message as LoadAnswer);
  },
};

let guest: Guest | undefined;
let checked: (() => void) | undefined;

port.on('message', async (message: ToWorker) => {
  if (message.type === 'answer') guest?.answer(message.id, message.success, message.json);
  else if (message.type === 'go') checked?.();
  else await run(message);
});

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
