import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sandbox, type SandboxOptions } from './sandbox.ts';
import { WorkerPool } from './worker-pool.ts';
import { WorkerProcess } from './worker-process.ts';

/** The protocol of a worker, written again: a hostile worker uses none of our code. */
const PROTOCOL = `import { readSync, writeSync } from 'node:fs';
const send = (fields, body = '') => {
  const head = Buffer.from(JSON.stringify(fields));
  const text = Buffer.from(body);
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32LE(head.length, 0);
  lengths.writeUInt32LE(text.length, 4);
  for (const part of [lengths, head, text]) for (let at = 0; at < part.length; ) at += writeSync(1, part, at);
};
const receive = () => { readSync(0, Buffer.alloc(65536)); };
const done = (value) => send({ type: 'done', reusable: true }, JSON.stringify({ kind: 'value', json: JSON.stringify(value) }));
send({ type: 'ready' });
receive();
`;

/** A sandbox whose worker runs this code in place of a guest: what a script could do after an escape from QuickJS. */
export async function hostileSandbox(
  code: string,
  options: SandboxOptions = {},
): Promise<Sandbox & { readonly pids: number[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'foldout-hostile-'));
  const entry = join(folder, 'main.mjs');
  await writeFile(entry, PROTOCOL + code);
  const pids: number[] = [];
  const pool = new WorkerPool(options, async (limits) => {
    const worker = await WorkerProcess.start(limits, entry);
    pids.push(worker.pid ?? 0);
    return worker;
  });
  return Object.assign(new Sandbox(options, pool), { pids });
}

/** Whether a process exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
