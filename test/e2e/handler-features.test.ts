import { createMcpServer, defineCommand, mcpContext, mcpResult, success, type ToolStrategy } from '@foldout/server';
import type { Client } from '@modelcontextprotocol/client';
import { inputRequired, inputResponse, LOG_LEVEL_META_KEY } from '@modelcontextprotocol/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { connectSdk, ERAS, type Era } from './sdk-clients.ts';

const LINK = {
  type: 'resource_link',
  uri: 'shop://orders/17',
  name: 'order 17',
  mimeType: 'application/json',
} as const;
const QUESTION = {
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text: 'Sum it up' } }],
  maxTokens: 50,
};
let stopped: (reason: string) => void = () => {};

const commands = [
  defineCommand({
    name: 'order-pack',
    description: 'Pack an order, and report each step',
    input: z.object({ id: z.string().optional() }),
    handler: async (_input, { reportProgress }) => {
      for (const progress of [1, 2, 3]) reportProgress({ progress, total: 3, message: `box ${progress}` });
      return success({ packed: true });
    },
  }),
  defineCommand({
    name: 'order-wait',
    description: 'Wait until the caller gives up',
    handler: async (_input, { signal, reportProgress }) => {
      reportProgress({ progress: 1 });
      await new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }));
      stopped('cancelled');
      return success({});
    },
  }),
  defineCommand({
    name: 'order-check',
    description: 'Check an order, and log what is odd',
    handler: async (_input, context) => {
      await mcpContext(context)?.mcpReq.log('warning', { odd: 'no address' }, 'orders');
      return success({ checked: true });
    },
  }),
  defineCommand({
    name: 'order-link',
    description: 'Link to the file of an order',
    mutation: false,
    handler: () => mcpResult({ content: [LINK] }),
  }),
  defineCommand({
    name: 'order-summarize',
    description: 'Sum up an order with the model of the client',
    mutation: false,
    handler: (_input, context) => {
      const answer = inputResponse(mcpContext(context)?.mcpReq.inputResponses, 'summary');
      if (answer.kind === 'sampling') return success({ summary: answer.result.content });
      return mcpResult(inputRequired({ inputRequests: { summary: inputRequired.createMessage(QUESTION) } }));
    },
  }),
];

type Route = (command: string) => { readonly name: string; readonly arguments: Record<string, unknown> };

/** Every tool that runs a command, with the strategy that lists it. */
const ROUTES: Readonly<Record<string, readonly [ToolStrategy, Route]>> = {
  'its own name': ['individual', (name) => ({ name, arguments: {} })],
  'afd-call': ['lazy', (command) => ({ name: 'afd-call', arguments: { command } })],
  'a group': ['grouped', (command) => ({ name: 'order', arguments: { action: command.replace('order-', '') } })],
  invoke_tool: ['proxy', (toolName) => ({ name: 'invoke_tool', arguments: { toolName } })],
  call_extended_tool: ['core', (tool_name) => ({ name: 'call_extended_tool', arguments: { tool_name } })],
};
const CHAINS: typeof ROUTES = {
  'afd-batch': ['lazy', (command) => ({ name: 'afd-batch', arguments: { commands: [{ command }, { command }] } })],
  'afd-pipe': ['lazy', (command) => ({ name: 'afd-pipe', arguments: { steps: [{ command }, { command }] } })],
};

async function clientOf(era: Era, toolStrategy: ToolStrategy): Promise<Client> {
  const server = createMcpServer({
    name: 'shop',
    version: '1',
    commands,
    toolStrategy,
    capabilities: { logging: {} },
    log: () => {},
  });
  const client = await connectSdk(server, era, { capabilities: { sampling: {} } });
  onTestFinished(() => client.close());
  client.setRequestHandler('sampling/createMessage', () => ({
    role: 'assistant',
    model: 'test',
    content: { type: 'text', text: 'Two chairs' },
  }));
  return client;
}

describe.each(ERAS)('a handler, %s', (era) => {
  describe.each(Object.entries({ ...ROUTES, ...CHAINS }))('called by %s', (_name, [strategy, route]) => {
    it('reports progress that only increases', async () => {
      const client = await clientOf(era, strategy);
      const steps: number[] = [];
      const { isError } = await client.callTool(route('order-pack'), {
        onprogress: (step) => steps.push(step.progress),
      });
      expect(isError).not.toBe(true);
      expect(steps.length).toBeGreaterThanOrEqual(3);
      expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b));
    });

    it('learns that its caller has given up', async () => {
      const client = await clientOf(era, strategy);
      const heard = new Promise((done) => (stopped = done));
      const giveUp = new AbortController();
      const call = client.callTool(route('order-wait'), {
        signal: giveUp.signal,
        onprogress: () => giveUp.abort('enough'),
      });
      await expect(call).rejects.toThrow();
      expect(await heard).toBe('cancelled');
    });

    it('logs to the client', async () => {
      const client = await clientOf(era, strategy);
      const logged: unknown[] = [];
      client.setNotificationHandler('notifications/message', ({ params }) => void logged.push(params));
      if (era === 'legacy') await client.setLoggingLevel('info');
      const call = route('order-check');
      await client.callTool({ ...call, ...(era === 'modern' && { _meta: { [LOG_LEVEL_META_KEY]: 'info' } }) });
      expect(logged[0]).toMatchObject({ level: 'warning', logger: 'orders', data: { odd: 'no address' } });
    });
  });

  describe.each(Object.entries(ROUTES))('called by %s', (_name, [strategy, route]) => {
    it('answers with a link to a resource', async () => {
      const client = await clientOf(era, strategy);
      expect((await client.callTool(route('order-link'))).content).toContainEqual(LINK);
    });

    it('asks the model of the client, and is called again with its answer', async () => {
      const client = await clientOf(era, strategy);
      const { content } = await client.callTool(route('order-summarize'));
      expect(JSON.stringify(content)).toContain('Two chairs');
    });
  });

  it.each(Object.entries(CHAINS))('cannot ask in %s, which says so', async (_name, [strategy, route]) => {
    const client = await clientOf(era, strategy);
    const { content } = await client.callTool(route('order-summarize'));
    expect(JSON.stringify(content)).toContain('INPUT_REQUIRED');
  });
});
