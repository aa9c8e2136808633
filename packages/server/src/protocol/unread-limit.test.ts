import { defineCommand, success } from '@foldout/core';
import { describe, expect, it } from 'vitest';
import { createMcpServer } from '../create-mcp-server.ts';
import { HttpReply } from './http-reply.ts';
import { MAX_UNREAD_BYTES, withUnreadLimit } from './unread-limit.ts';

const MB = 1024 * 1024;
const MESSAGES = MAX_UNREAD_BYTES / MB + 8;
const headers = { 'content-type': 'text/event-stream' };

async function bytesOf(response: Response): Promise<number> {
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += (chunk as Uint8Array).length;
  return bytes;
}

describe('an event stream whose client does not read', () => {
  it('ends, and its source with it, instead of filling the memory', async () => {
    let sent = 0;
    let isOver = (): void => {};
    const over = new Promise<void>((resolve) => {
      isOver = resolve;
    });
    const body = new ReadableStream({
      pull: (controller) => {
        sent += MB;
        controller.enqueue(new Uint8Array(MB));
      },
      cancel: () => isOver(),
    });
    const response = withUnreadLimit(new Response(body, { headers }));
    await over;
    expect(sent).toBeLessThan(MAX_UNREAD_BYTES + 4 * MB);
    await expect(bytesOf(response)).rejects.toThrow('unread');
  });

  it('ends as an answer to a call too', async () => {
    const reply = new HttpReply();
    for (let n = 0; n < MESSAGES; n += 1) reply.write({ text: 'x'.repeat(MB) });
    reply.end({ text: 'last' });
    await expect(bytesOf((await reply.answer) as Response)).rejects.toThrow('unread');
  });

  it('is sent whole if the client reads, and if one message alone is longer', async () => {
    let left = MESSAGES;
    const body = new ReadableStream({
      pull: (controller) => {
        if (left-- > 0) controller.enqueue(new Uint8Array(MB));
        else controller.close();
      },
    });
    // As slow as the reader: the source is asked again only after a chunk was taken.
    const slow = new Response(body.pipeThrough(new TransformStream({}, undefined, { highWaterMark: 0 })), { headers });
    expect(await bytesOf(withUnreadLimit(slow))).toBe(MESSAGES * MB);
    const long = new Response(new Uint8Array(MAX_UNREAD_BYTES + MB), { headers });
    expect(await bytesOf(withUnreadLimit(long))).toBe(MAX_UNREAD_BYTES + MB);
  });
});

it('a call that reports more than its client reads fails for that client alone', async () => {
  let isReported = (): void => {};
  const reported = new Promise<void>((resolve) => {
    isReported = resolve;
  });
  const report = defineCommand({
    name: 'report',
    description: 'Reports without end.',
    handler: async (_input, { reportProgress }) => {
      for (let progress = 1; progress <= MESSAGES; progress += 1) {
        reportProgress({ progress, message: 'x'.repeat(MB) });
        await new Promise((resolve) => setImmediate(resolve));
      }
      isReported();
      return success('done');
    },
  });
  const server = createMcpServer({ name: 'reports', version: '1', commands: [report], toolStrategy: 'individual' });
  const post = (message: object, session?: string): Promise<Response> =>
    server.fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(session && { 'mcp-session-id': session }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      }),
    );
  const clientInfo = { name: 'slow', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const opened = await post({ id: 1, method: 'initialize', params });
  const session = opened.headers.get('mcp-session-id') ?? '';
  await opened.text();
  const called = { name: 'report', arguments: {}, _meta: { progressToken: 1 } };
  const answer = await post({ id: 2, method: 'tools/call', params: called }, session);
  const listed = await post({ id: 3, method: 'tools/list' }, session);
  expect(await listed.text()).toContain('"report"');
  await reported;
  await expect(bytesOf(answer)).rejects.toThrow('unread');
});
