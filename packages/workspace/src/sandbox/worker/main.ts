// The worker: a thread of its own, in which one guest at a time runs. It knows no tools and no files.
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { Guest, type GuestHost } from './guest.ts';
import type { FromWorker, LoadAnswer, ToWorker, WorkerStart } from './protocol.ts';

const { quickjs, loader, wake } = workerData as WorkerStart;
const port = parentPort;
if (!port) throw new Error('This file is started as a worker');

const post = (message: FromWorker): void => port.postMessage(message);

const host: GuestHost = {
  print: (text) => post({ type: 'print', text }),
  call: (id, kind, json) => post({ type: 'call', id, kind, json }),
  done: (outcome) => {
    guest = undefined;
    post({ type: 'done', outcome });
  },
  load: (importer, specifier) => {
    Atomics.store(wake, 0, 0);
    loader.postMessage({ importer, specifier });
    Atomics.wait(wake, 0, 0);
    return receiveMessageOnPort(loader)?.message as LoadAnswer;
  },
};

let guest: Guest | undefined;

port.on('message', async (message: ToWorker) => {
  if (message.type === 'answer') {
    guest?.answer(message.id, message.success, message.json);
    return;
  }
  guest = await Guest.create(quickjs, host, message.limits);
  guest.run(message.script);
});

post({ type: 'ready' });
