import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { ClientPipe } from './client-pipe.ts';

function open() {
  const input = new PassThrough();
  const output = new PassThrough();
  const pipe = new ClientPipe(input as never, output as never);
  const heard: unknown[] = [];
  const problems: string[] = [];
  pipe.onmessage = (message) => heard.push(message);
  pipe.onerror = ({ message }) => problems.push(message);
  return { pipe, input, output, heard, problems };
}

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' } as const;
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the pipe to a client', () => {
  it('delivers messages across chunk boundaries', async () => {
    const { pipe, input, heard } = open();
    await pipe.start();
    const text = `${JSON.stringify(PING)}\n${JSON.stringify({ ...PING, id: 'ü' })}\r\n\n`;
    for (const byte of Buffer.from(text)) input.write(Buffer.of(byte));
    await settled();
    expect(heard).toEqual([PING, { ...PING, id: 'ü' }]);
  });

  it('reports invalid messages, and continues', async () => {
    const { pipe, input, heard, problems } = open();
    await pipe.start();
    input.write('nonsense\n[]\nnull\n{"id":1}\n');
    input.write(`${JSON.stringify(PING)}\n`);
    await settled();
    expect(problems).toHaveLength(4);
    expect(heard).toEqual([PING]);
  });

  it('sends one line for each message', async () => {
    const { pipe, output } = open();
    await pipe.send({ jsonrpc: '2.0', id: 1, result: { text: 'a\nb' } });
    expect(String(output.read())).toBe('{"jsonrpc":"2.0","id":1,"result":{"text":"a\\nb"}}\n');
  });

  it('closes once', async () => {
    const { pipe } = open();
    let closed = 0;
    pipe.onclose = () => {
      closed += 1;
    };
    await pipe.start();
    await pipe.close();
    await pipe.close();
    expect(closed).toBe(1);
  });
});
