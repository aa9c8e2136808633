import { type CommandResult, createMcpServer, defineCommand, mcpContext, mcpResult, success } from '@foldout/server';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, inputRequired } from '@modelcontextprotocol/server';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { closeAfterEach } from '../fixtures/close-after-each.ts';

const open = closeAfterEach();

let aborted = 0;
const ASKED = { type: 'object', properties: { name: { type: 'string' } } } as const;
const commands = [
  defineCommand({ name: 'echo', description: 'Echoes.', handler: (input: unknown) => success(input) }),
  defineCommand({
    name: 'wait',
    description: 'Waits until it is cancelled.',
    handler: (_input: unknown, { signal, reportProgress }) => {
      reportProgress({ progress: 1, total: 2 });
      return new Promise<CommandResult>((resolve) => {
        signal.addEventListener('abort', () => {
          aborted += 1;
          resolve(success('gone'));
        });
      });
    },
  }),
  defineCommand({
    name: 'ask',
    description: 'Asks in the middle.',
    handler: async (_input: unknown, context) => {
      const answer = await mcpContext(context)?.mcpReq.elicitInput({ message: 'Who?', requestedSchema: ASKED });
      return success(answer);
    },
  }),
  defineCommand({
    name: 'rounds',
    description: 'Asks in rounds.',
    input: z.object({}),
    handler: (_input, context) => {
      const answer = mcpContext(context)?.mcpReq.inputResponses?.['who'];
      if (answer) return success(answer);
      return mcpResult(
        inputRequired({ inputRequests: { who: inputRequired.elicit({ message: 'Who?', requestedSchema: ASKED }) } }),
      );
    },
  }),
];

async function connect(era: 'legacy' | 'modern'): Promise<Client> {
  const server = createMcpServer({ name: 'x', version: '1', commands, toolStrategy: 'individual' });
  const [theirs, ours] = InMemoryTransport.createLinkedPair();
  server.connect(ours, { direct: true });
  const client = new Client(
    { name: 'e2e', version: '1' },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } },
    },
  );
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { name: 'Ada' } }));
  await client.connect(theirs);
  open.push({ close: () => server.stop() }, client);
  return client;
}

describe.each(['legacy', 'modern'] as const)('calls that are answered directly, %s', (era) => {
  it('have the same results, input repair and errors as through the SDK', async () => {
    const client = await connect(era);
    const echoed = await client.callTool({ name: 'echo', arguments: { a: 1 } });
    expect(echoed.structuredContent).toMatchObject({ success: true, data: { a: 1 } });
    await expect(client.callTool({ name: 'nothing' })).rejects.toMatchObject({ code: -32602 });
    const refused = await client.callTool({ name: 'afd-call', arguments: { command: 'nothing' } });
    expect(refused).toMatchObject({ isError: true });
  });

  it('can be cancelled, and report progress', async () => {
    const client = await connect(era);
    const controller = new AbortController();
    const before = aborted;
    const heard = vi.fn(() => controller.abort());
    const call = client.callTool({ name: 'wait' }, { signal: controller.signal, onprogress: heard });
    await expect(call).rejects.toThrow();
    await vi.waitFor(() => expect(aborted).toBe(before + 1));
    expect(heard).toHaveBeenCalledWith({ progress: 1, total: 2 });
  });

  it('may return a question and be called again', async () => {
    const client = await connect(era);
    const { structuredContent } = await client.callTool({ name: 'rounds', arguments: {} });
    expect(structuredContent).toMatchObject({ data: { action: 'accept', content: { name: 'Ada' } } });
  });

  it('leave every other request to the SDK', async () => {
    const client = await connect(era);
    const wrong = client.request({ method: 'tools/call', params: { name: 5 } as never }, z.looseObject({}));
    await expect(wrong).rejects.toThrow();
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  });
});

describe('a legacy call that is answered directly', () => {
  it('may send a request to its client while it runs', async () => {
    const client = await connect('legacy');
    const { structuredContent } = await client.callTool({ name: 'ask' });
    expect(structuredContent).toMatchObject({ data: { action: 'accept', content: { name: 'Ada' } } });
  });

  it('ends with its connection', async () => {
    const client = await connect('legacy');
    const before = aborted;
    const call = client.callTool({ name: 'wait' });
    call.catch(() => {});
    await client.callTool({ name: 'echo' });
    await client.close();
    await vi.waitFor(() => expect(aborted).toBe(before + 1));
  });
});
