import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { type DeskOptions, deskOverStdio } from './desk.ts';

interface Message {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
  readonly result?: { readonly tools?: unknown; readonly structuredContent?: { readonly success: boolean } };
  readonly error?: { readonly code: number };
}

/** The desk as a process. The test writes and reads raw JSON lines. */
class RawDesk {
  readonly process: ChildProcessByStdio<Writable, Readable, null>;
  readonly exited: Promise<number | null>;
  /** Every line of stdout so far. */
  readonly lines: string[] = [];
  readonly #reader: Interface;

  constructor(options: DeskOptions) {
    const { command, args } = deskOverStdio(options);
    this.process = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.exited = once(this.process, 'exit').then(([code]) => code as number | null);
    this.#reader = createInterface({ input: this.process.stdout });
    this.#reader.on('line', (line) => this.lines.push(line));
  }

  write(text: string): void {
    this.process.stdin.write(`${text}\n`);
  }

  send(message: object): void {
    this.write(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }

  /** Sends a request and waits for its response line. */
  async request(id: number, method: string, params: object = {}): Promise<{ line: string; message: Message }> {
    this.send({ id, method, params });
    for (;;) {
      const found = this.lines.find((line) => isAnswerTo(line, id));
      if (found !== undefined) return { line: found, message: JSON.parse(found) as Message };
      await once(this.#reader, 'line');
    }
  }

  initialize(): Promise<unknown> {
    const clientInfo = { name: 'raw', version: '1.0.0' };
    return this.request(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  }

  /** Closes stdin and waits for the process to exit. */
  async hangUp(): Promise<number | null> {
    this.process.stdin.end();
    return this.exited;
  }
}

function isAnswerTo(line: string, id: number): boolean {
  try {
    const message = JSON.parse(line) as Message;
    return message.id === id && message.method === undefined;
  } catch {
    return false;
  }
}

const running: RawDesk[] = [];
function start(options: DeskOptions = { toolStrategy: 'lazy' }): RawDesk {
  const desk = new RawDesk(options);
  running.push(desk);
  return desk;
}
afterEach(async () => {
  for (const desk of running.splice(0)) {
    if (desk.process.exitCode === null) desk.process.kill('SIGKILL');
    await desk.exited;
  }
});

describe('a server on stdio', () => {
  it('writes only protocol messages to stdout, whatever it receives', async () => {
    const desk = start({ toolStrategy: 'lazy', callTimeoutMs: 200 });
    await desk.initialize();
    desk.send({ method: 'notifications/initialized' });
    for (const garbage of [
      'hello?',
      '{',
      '{}',
      '[]',
      'null',
      '42',
      '"text"',
      '{"jsonrpc":"1.0","id":9,"method":"tools/list"}',
      '{"jsonrpc":"2.0","id":{},"method":"tools/list"}',
      '{"jsonrpc":"2.0","method":"notifications/nonsense","params":{"a":1}}',
      '{"jsonrpc":"2.0","id":77,"result":{}}',
      '\u0000\u0001\u0002',
      `${'['.repeat(100_000)}`,
      `{"jsonrpc":"2.0","id":70,"method":"tools/call","params":{"name":"probe-echo","arguments":{"value":${'['.repeat(50_000)}${']'.repeat(50_000)}}}}`,
      '{"jsonrpc":"2.0","id":71,"method":"tools/call","params":{"name":"afd-call","arguments":[1]}}',
      '{"jsonrpc":"2.0","id":72,"method":"tools/call","params":{"__proto__":{"name":"x"}}}',
      '',
    ]) {
      desk.write(garbage);
    }
    for (const [index, command] of ['fault-throw', 'fault-nonsense', 'fault-cycle', 'job-hang'].entries()) {
      await desk.request(10 + index, 'tools/call', { name: 'afd-call', arguments: { command } });
    }
    const { message } = await desk.request(20, 'tools/call', { name: 'ticket-get', arguments: { id: 1 } });
    expect(message.result?.structuredContent?.success).toBe(true);
    expect(desk.lines.length).toBeGreaterThanOrEqual(6);
    for (const line of desk.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });

  it('answers a call with input nested deeper than the stack', async () => {
    const desk = start();
    await desk.initialize();
    const depth = 50_000;
    desk.write(
      `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"ticket-get","arguments":{"id":${'['.repeat(depth)}${']'.repeat(depth)}}}}`,
    );
    const answer = await desk.request(3, 'tools/call', { name: 'ticket-get', arguments: { id: 1 } });
    expect(answer.message.result?.structuredContent?.success).toBe(true);
    expect(desk.lines.some((line) => isAnswerTo(line, 2))).toBe(true);
  });

  it('lists the same bytes in every process', async () => {
    const listed = [];
    for (const desk of [start(), start()]) {
      await desk.initialize();
      listed.push((await desk.request(2, 'tools/list')).line);
    }
    expect(listed[0]).toContain('"afd-discover"');
    expect(listed[1]).toBe(listed[0]);
  });

  it('is the transport that auto chooses for a process with a pipe on stdin, and exits with the pipe', async () => {
    const desk = start({ toolStrategy: 'lazy', transport: 'auto' });
    await desk.initialize();
    expect(await desk.hangUp()).toBe(0);
  });

  it('exits when its client disconnects during a call', async () => {
    const desk = start();
    await desk.initialize();
    desk.send({ id: 2, method: 'tools/call', params: { name: 'job-hang' } });
    await desk.request(3, 'tools/list');
    expect(await desk.hangUp()).toBe(0);
  });

  it('exits when its client disconnects before the first message', async () => {
    expect(await start().hangUp()).toBe(0);
  });
});
