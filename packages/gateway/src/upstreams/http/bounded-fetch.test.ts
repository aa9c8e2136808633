import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fetchWithin } from './bounded-fetch.ts';

let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    const line = 'x'.repeat(600);
    const stream = { 'content-type': 'text/event-stream' };
    if (request.url === '/lines') response.write(`${line}\n${line}\n${line}\n`);
    else if (request.url === '/events') response.writeHead(200, stream).write(`data: ${line}\n\n`.repeat(5));
    else if (request.url === '/returns') response.writeHead(200, stream).write(`data: ${line}\r\n\r\n`.repeat(5));
    else if (request.url === '/one-event') response.writeHead(200, stream).write(`data: ${line}\n`.repeat(5));
    else if (request.url === '/one-event-returns') response.writeHead(200, stream).write(`data: ${line}\r\n`.repeat(5));
    else if (request.url === '/gzip') {
      const packed = gzipSync(line.repeat(100));
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length }).write(packed);
    } else for (let part = 0; part < 10; part += 1) response.write(line);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const url = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

it.each(['/events', '/returns'])('accepts any number of short events: %s', async (path) => {
  expect((await (await fetchWithin(1000)(url(path))).text()).length).toBeGreaterThan(3000);
});

it.each(['/long', '/lines', '/one-event', '/one-event-returns', '/gzip'])(
  'aborts a message that is too long, in one line or many, also when it is compressed: %s',
  async (path) => {
    const read = fetchWithin(1000)(url(path)).then((response) => response.text());
    await expect(read).rejects.toThrow('more than 1000 bytes');
  },
);
