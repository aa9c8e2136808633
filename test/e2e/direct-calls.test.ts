import {
  type CommandResult,
  createMcpServer,
  defineCommand,
  type FoldoutServer,
  mcpContext,
  mcpResult,
  success,
} from '@foldout/server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { InMemoryTransport, inputRequired } from '@modelcontextprotocol/server';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { HttpReply } from '../../packages/server/src/protocol/http-reply.ts';
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
    name: 'inquire',
    description: 'Sends its client a request that belongs to the call.',
    handler: async (_input: unknown, context) => {
      const params = { message: 'Who?', requestedSchema: ASKED, mode: 'form' as const };
      const answer = await mcpContext(context)?.mcpReq.send({ method: 'elicitation/create', params });
      return success(answer);
    },
  }),
  defineCommand({
    name: 'list',
    description: 'Returns a structure that is no object.',
    handler: () => mcpResult({ content: [], structuredContent: [1, 2] as never }),
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

type Era = 'legacy' | 'modern';
type Way = 'stdio' | 'http';
const WAYS = (['stdio', 'http'] as const).flatMap((way) =>
  (['legacy', 'modern'] as const).map((era) => ({ way, era })),
);

let answeredDirectly = 0;

async function connect({ way, era }: { way: Way; era: Era }): Promise<Client> {
  const server = createMcpServer({ name: 'x', version: '1', commands, toolStrategy: 'individual' });
  const client = new Client(
    { name: 'e2e', version: '1' },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } },
    },
  );
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { name: 'Ada' } }));
  await client.connect(way === 'stdio' ? linked(server) : overHttp(server));
  open.push({ close: () => server.stop() }, client);
  return client;
}

function linked(server: FoldoutServer): InMemoryTransport {
  const [theirs, ours] = InMemoryTransport.createLinkedPair();
  server.connect(ours, { direct: true });
  return theirs;
}

/** A host that reads the body of every request, as the gateway does. */
function overHttp(server: FoldoutServer): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
    fetch: async (url, init) => {
      const whole = (): Request => new Request(url, init as RequestInit);
      const message = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
      const disconnected = init?.signal ?? new AbortController().signal;
      const direct = server.fetchDirect({ request: whole(), message, whole, disconnected });
      if (direct) answeredDirectly += 1;
      const answer = await (direct ?? server.fetch(whole()));
      if (typeof answer !== 'string') return answer;
      return new Response(answer, { headers: { 'content-type': 'application/json' } });
    },
  });
}

describe.each(WAYS)('calls that are answered directly over $way, $era', (how) => {
  const { way, era } = how;
  it('have the same results, input repair and errors as through the SDK', async () => {
    const client = await connect(how);
    const echoed = await client.callTool({ name: 'echo', arguments: { a: 1 } });
    expect(echoed.structuredContent).toMatchObject({ success: true, data: { a: 1 } });
    await expect(client.callTool({ name: 'nothing' })).rejects.toMatchObject({ code: -32602 });
    const refused = await client.callTool({ name: 'afd-call', arguments: { command: 'nothing' } });
    expect(refused).toMatchObject({ isError: true });
  });

  it('keep structured content that is no object for clients that may read it', async () => {
    const before = answeredDirectly;
    const client = await connect(how);
    const { structuredContent } = await client.callTool({ name: 'list' });
    expect(structuredContent).toEqual(era === 'modern' ? [1, 2] : { result: [1, 2] });
    expect(answeredDirectly).toBe(way === 'http' ? before + 1 : before);
  });

  it('can be cancelled, and report progress', async () => {
    const client = await connect(how);
    const controller = new AbortController();
    const before = aborted;
    const heard = vi.fn(() => controller.abort());
    const call = client.callTool({ name: 'wait' }, { signal: controller.signal, onprogress: heard });
    await expect(call).rejects.toThrow();
    await vi.waitFor(() => expect(aborted).toBe(before + 1));
    expect(heard).toHaveBeenCalledWith({ progress: 1, total: 2 });
  });

  it('may return a question and be called again', async () => {
    const client = await connect(how);
    const { structuredContent } = await client.callTool({ name: 'rounds', arguments: {} });
    expect(structuredContent).toMatchObject({ data: { action: 'accept', content: { name: 'Ada' } } });
  });

  it('leave every other request to the SDK', async () => {
    const client = await connect(how);
    const wrong = client.request({ method: 'tools/call', params: { name: 5 } as never }, z.looseObject({}));
    await expect(wrong).rejects.toThrow();
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  });
});

describe.each(['stdio', 'http'] as const)('a legacy call that is answered directly over %s', (way) => {
  it.each(['ask', 'inquire'])('may send a request to its client while it runs: %s', async (name) => {
    const client = await connect({ way, era: 'legacy' });
    const { structuredContent } = await client.callTool({ name });
    expect(structuredContent).toMatchObject({ data: { action: 'accept', content: { name: 'Ada' } } });
  });

  it('ends with its connection', async () => {
    const client = await connect({ way, era: 'legacy' });
    const before = aborted;
    const call = client.callTool({ name: 'wait' });
    call.catch(() => {});
    await client.callTool({ name: 'echo' });
    const { transport } = client;
    if (transport instanceof StreamableHTTPClientTransport) await transport.terminateSession();
    await client.close();
    await vi.waitFor(() => expect(aborted).toBe(before + 1));
  });
});

describe('an answer over HTTP', () => {
  it('becomes a stream when the call stays silent, so that the client knows that it runs', async () => {
    vi.useFakeTimers();
    const reply = new HttpReply();
    vi.advanceTimersByTime(5_000);
    const response = (await reply.answer) as Response;
    reply.end({ id: 1 });
    vi.useRealTimers();
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(await response.text()).toBe('event: message\ndata: {"id":1}\n\n');
  });
});
