import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fetchWithin } from './bounded-fetch.ts';

let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    const line = 'x'.repeat(600);
    if (request.url === '/lines') response.write(`${line}\n${line}\n${line}\n`);
    else for (let part = 0; part < 10; part += 1) response.write(line);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const url = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

it('accepts any number of short messages', async () => {
  expect(await (await fetchWithin(1000)(url('/lines'))).text()).toHaveLength(1803);
});

it('aborts a message that is too long', async () => {
  await expect(fetchWithin(1000)(url('/long')).then((response) => response.text())).rejects.toThrow(
    'more than 1000 bytes',
  );
});
