import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { openClient } from '../open-client.ts';

/** First line of stdin, as JSON: how to start the gateway, and which calls to make. */
export interface Assignment {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly calls: readonly { readonly name: string; readonly arguments: Record<string, unknown> }[];
}

const TRIES = 40;
const PAUSE_MS = 250;

// A client in a separate process, so that the benchmark can kill it. The client makes the calls and prints `done` and
// the process id of the gateway. Each further line on stdin repeats the calls. When stdin ends, the client disconnects.
const lines = createInterface({ input: process.stdin });
const [first] = (await once(lines, 'line')) as [string];
const { calls, ...program } = JSON.parse(first) as Assignment;
const { client, pid, close } = await openClient(program);
const work = async (): Promise<void> => {
  for (const call of calls) await callWithRetry(call);
  process.stdout.write(`done ${pid}\n`);
};
lines.on('line', () => void work());
lines.on('close', () => void close().then(() => process.exit(0)));
await work();

/** Retries, because a server that was just killed needs a moment to start again. */
async function callWithRetry(call: Assignment['calls'][number]): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { isError, content } = await client.callTool(call);
    if (!isError) return;
    if (tries === TRIES) throw new Error(`'${call.name}' answered with an error: ${JSON.stringify(content)}`);
    await sleep(PAUSE_MS);
  }
}
