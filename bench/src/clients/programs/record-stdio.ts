// Writes each message that passes through this process's stdin and stdout to a file, one JSON line for each, with the
// time since the process started: node --import 'record-stdio.js?to=<file>' <program>
import { appendFileSync } from 'node:fs';
import type { Recorded } from '../recording.ts';

const file = new URL(import.meta.url).searchParams.get('to') ?? '';
// The time at which Node has started and the program begins: Node's own part of the start.
const nodeMs = performance.now();
const nodeCpu = process.cpuUsage();

function record(direction: Recorded['direction']): (chunk: unknown) => void {
  let rest = '';
  return (chunk) => {
    if (typeof chunk !== 'string' && !Buffer.isBuffer(chunk)) return;
    const atMs = performance.now() - nodeMs;
    const { user, system } = process.cpuUsage(nodeCpu);
    const cpuMs = (user + system) / 1_000;
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    const records = lines
      .filter(Boolean)
      .map((line) => JSON.stringify({ direction, atMs, cpuMs, message: line } satisfies Recorded));
    if (records.length > 0) appendFileSync(file, `${records.join('\n')}\n`);
  };
}

const received = record('in');
const { push } = process.stdin;
process.stdin.push = (chunk, encoding) => {
  received(chunk);
  return push.call(process.stdin, chunk, encoding);
};

const sent = record('out');
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = ((chunk: string | Uint8Array, ...rest: []) => {
  sent(chunk);
  return write(chunk, ...rest);
}) as typeof process.stdout.write;
