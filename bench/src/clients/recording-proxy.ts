import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Recorded } from './recording.ts';

export interface RecordingProxy extends AsyncDisposable {
  readonly url: string;
  readonly recording: readonly Recorded[];
}

/** Passes requests on to the gateway at `target` and keeps the messages of both directions. */
export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const recording: Recorded[] = [];
  let began: number | undefined;
  const keep = (direction: Recorded['direction'], message: string): void => {
    began ??= performance.now();
    if (message.startsWith('{')) recording.push({ direction, atMs: performance.now() - began, message });
  };
  const { host, pathname, origin } = new URL(target);
  const server = createServer((request, response) => {
    collect(request, (body) => keep('in', body));
    const headers = { ...request.headers, host };
    const onward = send(new URL(request.url ?? pathname, origin), { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      followAnswer(answer, (message) => keep('out', message));
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    recording,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function collect(stream: IncomingMessage, done: (body: string) => void): void {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => done(Buffer.concat(chunks).toString()));
}

/** An answer is one JSON message, or a stream of events that may stay open. */
function followAnswer(answer: IncomingMessage, keep: (message: string) => void): void {
  if (!answer.headers['content-type']?.startsWith('text/event-stream')) {
    collect(answer, keep);
    return;
  }
  let rest = '';
  answer.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data:')) keep(line.slice(5).trim());
  });
}
