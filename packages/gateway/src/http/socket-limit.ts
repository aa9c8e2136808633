import type { Server } from 'node:http';
import { isLoopback } from '@foldout/core/internal';
import { networkOf } from '../config/network-address.ts';

/** Limits the connections of one network. Loopback is exempt: a proxy on this machine speaks for all clients. */
export function limitSocketsPerAddress(server: Server, limit: number, networkFor = networkOf): void {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const network = networkFor(socket.remoteAddress ?? '');
    if (isLoopback(network) || network === LOOPBACK_V6) return;
    const count = (open.get(network) ?? 0) + 1;
    if (count > limit) {
      socket.destroy();
      return;
    }
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}

const LOOPBACK_V6 = networkOf('::1');
