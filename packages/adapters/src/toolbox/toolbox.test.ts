import { fromMcpServer } from '@foldout/server';
import { McpServer } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { Toolbox } from './toolbox.ts';

const echo = {
  name: 'echo',
  description: 'Echo a text',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  run: (input: unknown) => input,
};
const none = { extra: undefined };

it('finds and runs the tools of an MCP server beside those of the framework', async () => {
  const mcp = new McpServer({ name: 'weather', version: '1.0.0' });
  mcp.registerTool('forecast', { description: 'Forecast the weather', inputSchema: z.object({}) }, async () => ({
    content: [{ type: 'text', text: 'sunny' }],
  }));
  await using source = await fromMcpServer(mcp, { name: 'weather' });
  const toolbox = new Toolbox([echo], { sources: [source] });
  const found = await toolbox.answer('afd-discover', { search: 'weather forecast' }, none);
  expect(found.text).toContain('forecast');
  const answer = await toolbox.answer('afd-call', { command: 'forecast', input: {} }, none);
  expect(answer).toMatchObject({ success: true, text: 'sunny' });
});

it('names only its own three tools in hints, and gives the rest of a long result through them', async () => {
  const long = { ...echo, name: 'long', inputSchema: { type: 'object' }, run: () => 'x'.repeat(100_000) };
  const toolbox = new Toolbox([long]);
  const { text } = await toolbox.answer('afd-call', { command: 'long' }, none);
  const [, cursor] = /"cursor":"([^"]+)"/.exec(text) ?? [];
  const more = await toolbox.answer('afd-call', { command: 'afd-more', input: { cursor } }, none);
  expect(more).toMatchObject({ success: true, text: expect.stringMatching(/^"?x{1000}/) });
  const wrong = await toolbox.answer('afd-call', { command: 'lnog' }, none);
  expect(wrong.text).toContain('long');
  expect(wrong.text).not.toContain('afd-batch');
});

it('answers TIMEOUT for a tool that rejects when its signal aborts, and not with what the tool threw then', async () => {
  const run = (_input: unknown, { signal }: { readonly signal: AbortSignal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  const slow = { ...echo, name: 'slow', inputSchema: { type: 'object' }, run };
  const answer = await new Toolbox([slow], { callTimeoutMs: 20 }).answer('afd-call', { command: 'slow' }, none);
  expect(answer).toMatchObject({ success: false, error: { code: 'TIMEOUT' }, thrown: undefined });
});

it('refuses two tools of one name, and a tool without a usable name, when it is made', () => {
  expect(() => new Toolbox([echo, echo])).toThrow("Two tools have the name 'echo'");
  expect(() => new Toolbox([{ ...echo, name: '' }])).toThrow('unusable name');
});
