import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { openClient } from '../open-client.ts';

/** What it is told on its first line. */
export interface Assignment {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly calls: readonly { readonly name: string; readonly arguments: Record<string, unknown> }[];
}

const TRIES = 40;
const PAUSE_MS = 250;

// A client in a process of its own, so that it can be killed. It makes its calls, says `done` with the process id of
// its gateway, and makes them again at every further line. At the end of its input it leaves as a client should.
const lines = createInterface({ input: process.stdin });
const [first] = (await once(lines, 'line')) as [string];
const { calls, ...program } = JSON.parse(first) as Assignment;
const { client, pid, close } = await openClient(program);
const work = async (): Promise<void> => {
  for (const call of calls) await insist(call);
  process.stdout.write(`done ${pid}\n`);
};
lines.on('line', () => void work());
lines.on('close', () => void close().then(() => process.exit(0)));
await work();

/** A server that was just killed answers again in a moment. */
async function insist(call: Assignment['calls'][number]): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { isError, content } = await client.callTool(call);
    if (!isError) return;
    if (tries === TRIES) throw new Error(`'${call.name}' answered with an error: ${JSON.stringify(content)}`);
    await sleep(PAUSE_MS);
  }
}
