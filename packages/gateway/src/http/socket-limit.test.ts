import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { limitSocketsPerAddress } from './socket-limit.ts';

it('the connections of one address are limited, those of another are not, and a closed one makes room', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  let network = '203.0.113.7';
  limitSocketsPerAddress(server, 2, () => network);
  const { port } = server.address() as AddressInfo;
  const open = async (): Promise<{ socket: Socket; accepted: boolean }> => {
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
    const [theirs] = await accepted;
    return { socket, accepted: !theirs.destroyed };
  };
  const first = await open();
  expect([first.accepted, (await open()).accepted, (await open()).accepted]).toEqual([true, true, false]);
  network = '2001:db8:0:0::/64';
  expect((await open()).accepted).toBe(true);
  network = '203.0.113.7';
  const [theirs] = await Promise.all([closed(server), first.socket.destroy()]);
  expect(theirs).toBeUndefined();
  expect((await open()).accepted).toBe(true);
});

/** Resolves when the server has one connection less. */
async function closed(server: ReturnType<typeof createServer>): Promise<undefined> {
  const count = () => new Promise<number>((resolve) => server.getConnections((_error, number) => resolve(number)));
  const before = await count();
  while ((await count()) >= before) await new Promise((next) => setImmediate(next));
}
