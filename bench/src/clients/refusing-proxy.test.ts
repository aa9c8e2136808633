import { request } from 'node:http';
import { expect, it } from 'vitest';
import { startRefusingProxy } from './refusing-proxy.ts';

it('refuses tunnels and requests, and remembers the hosts', async () => {
  await using proxy = await startRefusingProxy();
  const { port } = new URL(proxy.env['HTTPS_PROXY'] ?? '');
  const tunnel = { port, method: 'CONNECT', path: 'telemetry.example.com:443' };
  const tunneled = await new Promise((answer) =>
    request(tunnel)
      .on('connect', ({ statusCode }) => answer(statusCode))
      .end(),
  );
  const plain = { port, path: 'http://updates.example.com/latest', agent: false };
  const passed = await new Promise((answer) => request(plain, ({ statusCode }) => answer(statusCode)).end());
  expect([tunneled, passed]).toEqual([403, 403]);
  expect([...proxy.hosts]).toEqual(['telemetry.example.com:443', 'updates.example.com']);
});
