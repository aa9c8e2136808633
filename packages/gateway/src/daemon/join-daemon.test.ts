import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type DaemonAddress, daemonAddress } from './address.ts';
import { joinDaemon } from './join-daemon.ts';
import { readLine, type Welcome } from './messages.ts';

const HELLO = { foldout: '1.0.0', want: 'session' } as const;
const closing: (() => void)[] = [];

function newAddress(...more: string[]): DaemonAddress {
  const folder = mkdtempSync(join(tmpdir(), 'foldout-join-'));
  closing.push(() => rmSync(folder, { recursive: true, force: true }));
  const address = daemonAddress(join(folder, ...more), '0123456789abcdef0123');
  mkdirSync(join(address.log, '..'), { recursive: true, mode: 0o700 });
  mkdirSync(join(address.socket, '..'), { recursive: true, mode: 0o700 });
  return address;
}

async function listening({ socket }: DaemonAddress, serve: (connection: Socket) => void): Promise<Server> {
  const server = createServer((connection) => {
    closing.push(() => connection.destroy());
    serve(connection);
  });
  await new Promise<void>((ready) => server.listen(socket, ready));
  closing.push(() => server.close());
  return server;
}

afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

/** A program that ends at once in place of a background gateway. */
const FAILING = ['-e', 'process.exit(3)'];

describe('joining a background gateway fails, and does not hang', () => {
  it('if the gateway does not answer', async () => {
    const address = newAddress();
    await listening(address, () => {});
    const joining = joinDaemon({ address, hello: HELLO, program: FAILING, welcomeMs: 100 });
    await expect(joining).rejects.toThrow('no answer within');
  });

  it('if the gateway closes the connection', async () => {
    const address = newAddress();
    await listening(address, (connection) => connection.end());
    await expect(joinDaemon({ address, hello: HELLO, program: FAILING })).rejects.toThrow('closed');
  });

  it('if the gateway refuses', async () => {
    const address = newAddress();
    await listening(address, (connection) => connection.end('{"ok":false,"reason":"no room"}\n'));
    await expect(joinDaemon({ address, hello: HELLO, program: FAILING })).rejects.toThrow('no room');
  });

  it('if another program answers', async () => {
    const address = newAddress();
    await listening(address, (connection) => connection.write('HTTP/1.1 400 Bad Request\r\n'));
    await expect(joinDaemon({ address, hello: HELLO, program: FAILING })).rejects.toThrow('not JSON');
  });

  it('if the started gateway ends at once', async () => {
    const address = newAddress();
    await expect(joinDaemon({ address, hello: HELLO, program: FAILING })).rejects.toThrow(/closed|reset|EPIPE/i);
  });

  it('if a file has the name of the socket', async () => {
    const address = newAddress();
    writeFileSync(address.socket, 'not a socket');
    const joining = joinDaemon({ address, hello: HELLO, program: FAILING, welcomeMs: 3_000 });
    await expect(joining).rejects.toThrow();
  });
});

describe('the first line', () => {
  it('leaves the bytes after it in the socket', async () => {
    const address = newAddress();
    await listening(address, (connection) => connection.write('{"ok":true}\n{"jsonrpc":'));
    const { socket, welcome } = await joinDaemon({ address, hello: HELLO, program: FAILING });
    closing.push(() => socket.destroy());
    expect(welcome).toEqual({ ok: true });
    const [rest] = await Promise.all([
      new Promise((resolve) => socket.once('data', (chunk) => resolve(String(chunk)))),
      socket.resume(),
    ]);
    expect(rest).toBe('{"jsonrpc":');
  });

  it('is bounded', async () => {
    const address = newAddress();
    let refused: unknown;
    await listening(address, (connection) => {
      readLine<Welcome>(connection, 5_000).catch((error) => {
        refused = error;
        connection.destroy();
      });
    });
    const joining = joinDaemon({
      address,
      hello: { ...HELLO, folder: 'x'.repeat(100_000) },
      program: FAILING,
    });
    await expect(joining).rejects.toThrow();
    expect(String(refused)).toContain('too long');
  });
});

describe('an address', () => {
  it('has a short socket path, also in a folder with a long path', () => {
    const { socket, log } = newAddress('a'.repeat(60), 'b'.repeat(60));
    expect(Buffer.byteLength(socket)).toBeLessThan(104);
    expect(log).toContain('b'.repeat(60));
  });
});
