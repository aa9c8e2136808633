import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { CallRecord } from './assignment.ts';
import { SoakClient } from './soak-client.ts';

/** A legacy server by hand, whose answer to a tool call is `answer`. */
async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { id, method } = JSON.parse(Buffer.concat(chunks).toString() || '{}');
    if (method === 'tools/call') return answer(request, response);
    if (method !== 'initialize') return response.writeHead(id === undefined ? 202 : 405).end();
    const info = {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 's', version: '1' },
    };
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, result: info }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

const CALL = { kind: 'good', name: 'a/b', arguments: {} } as const;

async function recordsOf(url: string, call: object = {}): Promise<string[]> {
  const records: CallRecord[] = [];
  const client = new SoakClient(url, 'legacy', (record) => records.push(record));
  await client.call({ ...CALL, ...call });
  await client.close();
  return records.map(({ kind, outcome }) => `${kind}: ${outcome}`);
}

it('records a response that breaks off as a broken connection, at once', async () => {
  const url = await listen((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': open\n\n');
    setTimeout(() => response.destroy(), 20);
  });
  expect(await recordsOf(url)).toEqual(['connect: ok', 'good: connection broken']);
});

it('records a refusal with its status', async () => {
  const url = await listen((_, response) => void response.writeHead(503).end());
  expect(await recordsOf(url)).toEqual(['connect: ok', 'good: HTTP 503']);
});

it('records a call that it canceled itself', async () => {
  const url = await listen(() => {});
  expect(await recordsOf(url, { cancelAfterMs: 20 })).toEqual(['connect: ok', 'good: canceled by the client']);
});

it('records that nothing listens', async () => {
  expect(await recordsOf('http://127.0.0.1:9/mcp')).toEqual(['connect: connection broken']);
});
