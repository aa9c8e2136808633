import { createMcpServer, DirectClient, defineCommand, mcpContext, mcpResult, success } from '@foldout/server';
import {
  acceptedContent,
  type CallToolResult,
  createRequestStateCodec,
  inputRequired,
} from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectSdk, ERAS, type Era } from './sdk-clients.ts';

const PICTURE: CallToolResult = {
  content: [
    { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
    { type: 'resource_link', uri: 'test://original', name: 'original' },
  ],
  structuredContent: { width: 1 },
  _meta: { 'test/trace': 7 },
};
const answer = z.object({ size: z.string() });
const states = createRequestStateCodec({ key: 'k'.repeat(32) });

const picture = defineCommand({
  name: 'picture',
  description: 'Draw a picture',
  handler: () => mcpResult(PICTURE),
});
const broken = defineCommand({
  name: 'broken',
  description: 'Answer with an error of MCP',
  handler: () => mcpResult({ content: [{ type: 'text', text: 'No ink' }], isError: true }),
});
const list = defineCommand({
  name: 'list',
  description: 'Answer with a list and not an object',
  handler: () => mcpResult({ content: [{ type: 'text', text: '1, 2' }], structuredContent: [1, 2] }),
});
const order = defineCommand({
  name: 'order',
  description: 'Order a shirt',
  handler: async (_input, context) => {
    const { inputResponses, requestState } = mcpContext(context)?.mcpReq ?? {};
    const given = acceptedContent(inputResponses, 'size', answer);
    if (given) return success({ size: given.size, state: requestState?.() });
    return mcpResult(
      inputRequired({
        inputRequests: { size: inputRequired.elicit({ message: 'Which size?', requestedSchema: answer }) },
        requestState: await states.mint({ asked: 'size' }),
      }),
    );
  },
});
const greet = defineCommand({
  name: 'greet',
  description: 'Ask for a name while running',
  handler: async (_input, context) => {
    const asked = await mcpContext(context)?.mcpReq.elicitInput({
      message: 'Your name?',
      requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
    });
    return success(asked?.content ?? 'nobody asked');
  },
});

const server = createMcpServer({
  name: 'studio',
  version: '1.0.0',
  toolStrategy: 'lazy',
  commands: [picture, broken, list, order, greet],
  requestState: { verify: states.verify },
});

/** A client that answers every elicitation with this value. */
async function clientOf(era: Era, content?: Record<string, string>): ReturnType<typeof connectSdk> {
  const client = await connectSdk(server, era, { capabilities: content ? { elicitation: {} } : {} });
  if (content) client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content }));
  return client;
}

describe.each(ERAS)('a command that returns a raw MCP result, %s', (era) => {
  it.each([
    ['by its name', { name: 'picture' }],
    ['through afd-call', { name: 'afd-call', arguments: { command: 'picture' } }],
  ])('reaches the client unchanged, called %s', async (_how, call) => {
    await using client = await clientOf(era);
    const { content, structuredContent, _meta } = await client.callTool(call);
    expect({ content, structuredContent }).toEqual({
      content: PICTURE.content,
      structuredContent: PICTURE.structuredContent,
    });
    expect(_meta).toMatchObject({ 'test/trace': 7 });
  });

  it('may return an error', async () => {
    await using client = await clientOf(era);
    expect(await client.callTool({ name: 'broken' })).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'No ink' }],
    });
  });

  it('may have structured content that is not an object', async () => {
    await using client = await clientOf(era);
    const { structuredContent } = await client.callTool({ name: 'list' });
    expect(structuredContent).toEqual(era === 'modern' ? [1, 2] : { result: [1, 2] });
  });

  it.each([
    ['by its name', { name: 'order' }],
    ['through afd-call', { name: 'afd-call', arguments: { command: 'order' } }],
  ])('can ask the user and continue with the answer, called %s', async (_how, call) => {
    await using client = await clientOf(era, { size: 'XL' });
    const { structuredContent } = await client.callTool(call);
    expect(structuredContent).toMatchObject({ success: true, data: { size: 'XL', state: { asked: 'size' } } });
  });
});

describe('a question to the user', () => {
  it('is asked while the command runs in a legacy session', async () => {
    await using client = await clientOf('legacy', { name: 'Ada' });
    const { structuredContent } = await client.callTool({ name: 'greet' });
    expect(structuredContent).toMatchObject({ success: true, data: { name: 'Ada' } });
  });

  it('is refused with the missing capability if the client cannot ask', async () => {
    await using client = await clientOf('modern');
    await expect(client.callTool({ name: 'order' })).rejects.toMatchObject({ code: -32021 });
  });

  it('is refused if the returned request state has a wrong signature', async () => {
    await using client = await clientOf('modern', { size: 'XL' });
    const params = { name: 'order', inputResponses: {}, requestState: 'v1.e30.forged' };
    await expect(client.request({ method: 'tools/call', params })).rejects.toMatchObject({ code: -32602 });
  });

  it('cannot be asked inside a batch, and says what to do instead', async () => {
    await using client = await clientOf('modern', { size: 'XL' });
    const { structuredContent } = await client.callTool({
      name: 'afd-batch',
      arguments: { commands: [{ command: 'order' }, { command: 'list' }] },
    });
    expect(structuredContent).toMatchObject({
      data: {
        results: [
          { success: false, error: { code: 'INPUT_REQUIRED', suggestion: expect.stringContaining('by itself') } },
          { success: true, data: [1, 2] },
        ],
      },
    });
  });
});

describe('without MCP', () => {
  const direct = new DirectClient(server);

  it('the result of a command holds the data of its MCP result', async () => {
    expect(await direct.call('picture')).toMatchObject({ success: true, data: { width: 1 } });
    expect(await direct.call('broken')).toMatchObject({
      success: false,
      error: { code: 'UPSTREAM_ERROR', message: 'No ink' },
    });
  });

  it('a command has no request context', async () => {
    expect(await direct.call('greet')).toMatchObject({ success: true, data: 'nobody asked' });
    expect(await direct.call('order')).toMatchObject({ success: false, error: { code: 'INPUT_REQUIRED' } });
  });
});

it('call events do not contain the request', async () => {
  const seen: unknown[] = [];
  const stop = server.on('command:call', ({ context }) => seen.push(context));
  await using client = await clientOf('legacy');
  await client.callTool({ name: 'picture' });
  stop();
  expect(seen).toHaveLength(1);
  expect(seen[0]).not.toHaveProperty('protocol');
});
