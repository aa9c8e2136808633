import type { IncomingMessage } from 'node:http';
import { Refused } from './refusal.ts';

/** Reads a body as text. Refuses one that is longer than `maxBytes` while it is received. */
export function bodyText(incoming: IncomingMessage, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) return reject(tooLarge(maxBytes));
    const chunks: Buffer[] = [];
    let bytes = 0;
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) {
        incoming.removeAllListeners('data').pause();
        reject(tooLarge(maxBytes));
      } else chunks.push(chunk);
    });
    incoming.once('end', () => resolve((chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))?.toString() ?? ''));
    incoming.once('error', reject);
    incoming.once('close', () => {
      if (!incoming.complete) reject(new Refused({ status: 499, message: 'The client closed the connection.' }));
    });
  });
}

function tooLarge(maxBytes: number): Refused {
  return new Refused({ status: 413, message: `Payload Too Large: Request body must not exceed ${maxBytes} bytes` });
}
