import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';

const BUILT = join(import.meta.dirname, '..', '..', 'dist', 'daemon');
const folder = mkdtempSync(join(tmpdir(), 'foldout-relay-'));
const path = process.platform === 'win32' ? `\\\\.\\pipe\\${folder.slice(-6)}` : join(folder, 's');
const RELAY = `
  const { connectTo } = await import(${JSON.stringify(join(BUILT, 'join-daemon.js'))});
  const { relayStdio } = await import(${JSON.stringify(join(BUILT, 'relay-stdio.js'))});
  await relayStdio(await connectTo(${JSON.stringify(path)}));
  process.exit(0);
`;
/** More than all buffers between the two ends hold. */
const BYTES = 12 * 1_048_576;

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('delivers every byte in both directions, also if the client reads late', async () => {
  let received = 0;
  const echo = createServer((socket) => {
    socket.on('data', (chunk) => {
      received += chunk.length;
    });
    socket.pipe(socket);
  });
  await once(echo.listen(path), 'listening');
  const relay = spawn(process.execPath, ['--input-type=module', '-e', RELAY], { stdio: ['pipe', 'pipe', 'inherit'] });
  const sent = randomBytes(BYTES);
  for (let at = 0; at < BYTES; at += 1_000_003) relay.stdin.write(sent.subarray(at, at + 1_000_003));
  // The echo stops when nobody reads it, and the relay stops reading what it cannot pass on.
  let before = -1;
  while (before !== received || received === 0) {
    before = received;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(received).toBeLessThan(BYTES);
  const echoed: Buffer[] = [];
  let left = BYTES;
  relay.stdout.on('data', (chunk: Buffer) => {
    echoed.push(chunk);
    left -= chunk.length;
    if (left === 0) relay.stdin.end();
  });
  const [code] = await once(relay, 'exit');
  echo.close();
  expect([code, Buffer.concat(echoed).equals(sent)]).toEqual([0, true]);
});
