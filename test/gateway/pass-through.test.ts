import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Target } from '../e2e/clients.ts';
import { ERAS, type Era } from '../e2e/sdk-clients.ts';
import { fixture } from '../fixtures/upstreams.ts';
import { connectTo, firstText, type GatewayClient, run } from './gateway-clients.ts';
import { eventually, GatewayProcess, Home } from './gateway-process.ts';

/** One value for every field that a tool result can have. */
const RESULT = {
  content: [
    { type: 'text', text: 'Ünïcode \u{1f9ed} and "quotes"', annotations: { audience: ['user'], priority: 0.5 } },
    { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
    { type: 'audio', data: 'UklGRiQAAAA=', mimeType: 'audio/wav' },
    { type: 'resource_link', uri: 'file:///boat.txt', name: 'boat', mimeType: 'text/plain', size: 7 },
    { type: 'resource', resource: { uri: 'file:///sail.txt', mimeType: 'text/plain', text: 'white' } },
    { type: 'resource', resource: { uri: 'file:///hull.bin', blob: 'AAEC' } },
  ],
  structuredContent: { boats: [{ name: 'Argo', oars: 50 }], none: null, empty: {} },
  _meta: { 'example.com/trace': { deep: [1, 2, { three: true }] } },
};

let home: Home;
let gateway: GatewayProcess;

beforeAll(async () => {
  home = new Home({
    mcpServers: { legacy: fixture('studio.mjs', 'legacy'), modern: fixture('studio.mjs', 'modern') },
  });
  gateway = await GatewayProcess.start(home);
});

afterAll(async () => {
  await gateway?.[Symbol.asyncDispose]();
  home?.[Symbol.dispose]();
});

/** `shared`: over stdio, through the background gateway. */
const WAYS = ['http', 'stdio', 'shared'] as const;

function targetOf(way: (typeof WAYS)[number]): Target {
  return way === 'http' ? gateway.target : home[way];
}

const PAIRS = WAYS.flatMap((way) => ERAS.flatMap((era) => ERAS.map((server) => ({ way, era, server }))));

describe.each(PAIRS)('a $era client over $way and a $server server', ({ way, era, server }) => {
  let client: GatewayClient;

  beforeAll(async () => {
    client = await connectTo(targetOf(way), era, {
      capabilities: { elicitation: { form: {} }, sampling: {} },
    });
    client.setRequestHandler('elicitation/create', ({ params }) => {
      expect(params.message).toMatch(/^The MCP server '\w+' asks, through Foldout:\nWhich size\?$/);
      return { action: 'accept', content: { size: 'large' } };
    });
    client.setRequestHandler('sampling/createMessage', ({ params }) => {
      expect(params.messages[0]).toMatchObject({ role: 'user', content: { type: 'text', text: 'A word?' } });
      return { model: 'none', role: 'assistant', content: { type: 'text', text: 'anchor' } };
    });
  });

  afterAll(() => client?.[Symbol.asyncDispose]());

  it('pass results unchanged', async () => {
    const result = await run(client, `${server}/say`, { result: RESULT });
    expect(result.content).toEqual(RESULT.content);
    expect(result.structuredContent).toEqual(RESULT.structuredContent);
    expect(result._meta).toMatchObject(RESULT._meta);
    const failed = { content: [{ type: 'text', text: 'no wind' }], isError: true };
    expect(await run(client, `${server}/say`, { result: failed })).toMatchObject(failed);
    // `afd-call` passes the same result.
    const called = await run(client, 'afd-call', { command: `${server}/say`, input: { result: RESULT } });
    expect(called.content).toEqual(RESULT.content);
    expect(called.structuredContent).toEqual(RESULT.structuredContent);
  });

  it('say in a block of their own what was healed in a call', async () => {
    const sent = { tool: `mcp__foldout__${server}__say`, arguments: JSON.stringify({ result: RESULT }) };
    const called = await run(client, 'afd-call', sent);
    const added = called.content.slice(RESULT.content.length);
    expect(called.content.slice(0, RESULT.content.length)).toEqual(RESULT.content);
    expect(called.structuredContent).toEqual(RESULT.structuredContent);
    const words = added.map(({ text }) => text).join('\n');
    expect(words).toContain(`command: read 'mcp__foldout__${server}__say' as '${server}/say'`);
    expect(words).toContain("input: taken from 'arguments'");
  });

  it('pass protocol errors unchanged', async () => {
    const error = await run(client, `${server}/refuse`).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: -32_050, data: { until: 'tomorrow' } });
    expect((error as Error).message).toContain('Not today');
  });

  it('pass progress notifications', async () => {
    // Reads the raw HTTP response: the SDK client drops a notification that arrives in one chunk with the answer.
    const seen: object[] = [];
    const { transport } = client;
    const take = transport?.onmessage;
    if (transport && take) {
      transport.onmessage = (message, extra) => {
        if ('method' in message && message.method === 'notifications/progress') {
          const { progressToken: _token, _meta, ...step } = message.params as Record<string, unknown>;
          seen.push(step);
        }
        take(message, extra);
      };
    }
    await client.callTool({ name: `${server}/steps`, arguments: {} }, { onprogress: () => {} });
    expect(seen).toEqual([1, 2, 3].map((progress) => ({ progress, total: 3, message: `step ${progress}` })));
  });

  it('pass a cancellation to the server', async () => {
    const cancelledSoFar = async (): Promise<number> =>
      (await run(client, `${server}/seen`)).structuredContent.cancelled;
    const before = await cancelledSoFar();
    const stop = new AbortController();
    const waiting = client.callTool({ name: `${server}/wait`, arguments: {} }, { signal: stop.signal });
    // When `say` is answered, the earlier call of `wait` has reached the server and can be cancelled.
    await run(client, `${server}/say`, { result: { content: [] } });
    stop.abort();
    await expect(waiting).rejects.toThrow();
    expect(await eventually(cancelledSoFar, (count) => count > before)).toBe(before + 1);
  });

  it('pass only log messages of the requested level', async () => {
    const { heard, call } = await logging(client, era, server);
    await call();
    await eventually(
      () => heard.length,
      (count) => count > 0,
    );
    expect(heard).toEqual([{ level: 'error', logger: 'studio', data: { error: 'said' } }]);
  });

  it('pass elicitation and sampling requests', async () => {
    expect(firstText(await run(client, `${server}/ask`))).toBe('accept large');
    expect(firstText(await run(client, `${server}/sample`))).toBe('anchor');
    // `afd-call` passes the question too.
    expect(firstText(await run(client, 'afd-call', { command: `${server}/ask`, input: {} }))).toBe('accept large');
  });

  it('pass resources and templates, with names that do not collide', async () => {
    const { resources } = await client.listResources();
    const uris = resources.map(({ uri }) => uri).sort();
    const shared = ERAS.map((name) => `foldout://${name}/shared://one`);
    expect(uris).toEqual([...shared, 'legacy://own', 'modern://own'].sort());
    const own = await client.readResource({ uri: `${server}://own` });
    expect(own.contents).toEqual([
      { uri: `${server}://own`, mimeType: 'text/plain', text: `${server}://own of ${server}`, _meta: { kept: server } },
    ]);
    const one = await client.readResource({ uri: `foldout://${server}/shared://one` });
    expect(one.contents[0]).toMatchObject({ text: `shared://one of ${server}` });
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain(
      `foldout://${server}/shared://items/{id}`,
    );
    const item = await client.readResource({ uri: `${server}://items/7` });
    expect(item.contents[0]).toMatchObject({ text: `${server}://items/7 of ${server}` });
  });

  it('pass prompts and completions, with names that do not collide', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name).sort()).toEqual([
      'greet-legacy',
      'greet-modern',
      'legacy__greet',
      'modern__greet',
    ]);
    const name = `${server}__greet`;
    const prompt = await client.getPrompt({ name, arguments: { who: 'Ada' } });
    expect(prompt).toMatchObject({
      description: `greet of ${server}`,
      messages: [{ content: { type: 'text', text: 'Hello Ada' } }],
    });
    const argument = { name: 'who', value: 'A' };
    const ofPrompt = await client.complete({ ref: { type: 'ref/prompt', name }, argument });
    expect(ofPrompt.completion).toEqual({ values: [`greet A ${server}`], total: 1, hasMore: false });
    const uri = `${server}://items/{id}`;
    const ofTemplate = await client.complete({
      ref: { type: 'ref/resource', uri },
      argument: { name: 'id', value: '7' },
    });
    expect(ofTemplate.completion.values).toEqual([`${uri} 7 ${server}`]);
  });
});

const LEGACY_PAIRS = WAYS.flatMap((way) => ERAS.map((server) => ({ way, server })));

describe.each(LEGACY_PAIRS)('a legacy client over $way that subscribes to a $server server', ({ way, server }) => {
  it('is notified of a changed resource', async () => {
    await using client = await connectTo(targetOf(way), 'legacy');
    const uri = `foldout://${server}/shared://one`;
    let heard = false;
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      heard ||= params.uri === uri;
    });
    await client.subscribeResource({ uri });
    // Updates the resource until the notification arrives: no event says when the stream of a legacy client is open.
    await eventually(
      () => run(client, `${server}/touch`),
      () => heard,
    );
    expect(heard).toBe(true);
    await client.unsubscribeResource({ uri });
    const { watched } = (await run(client, `${server}/seen`)).structuredContent;
    expect(watched).toEqual([]);
  });
});

describe.each(LEGACY_PAIRS)(
  'a modern client over $way that listens to a resource of a $server server',
  ({ way, server }) => {
    it('is notified of a change', async () => {
      await using client = await connectTo(targetOf(way), 'modern');
      const uri = `foldout://${server}/shared://one`;
      let heard = false;
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
        heard ||= params.uri === uri;
      });
      const subscription = await client.listen({ resourceSubscriptions: [uri] });
      // No event says when the server has the subscription.
      await eventually(
        () => run(client, `${server}/touch`),
        () => heard,
      );
      expect(heard).toBe(true);
      await subscription.close();
      // Over the modern protocol, the SDK of the server keeps the subscriptions and does not tell them.
      const watched = async () => (await run(client, `${server}/seen`)).structuredContent.watched;
      expect(await eventually(watched, (uris) => uris.length === 0)).toEqual([]);
    });
  },
);

describe('a server that speaks only one era', () => {
  it.each(ERAS)('(%s) runs as one process for clients of both eras', async (server) => {
    const pids = await Promise.all(
      ERAS.map(async (era) => {
        await using client = await connectTo(gateway.target, era);
        return (await run(client, `${server}/seen`)).structuredContent.pid;
      }),
    );
    expect(new Set(pids).size).toBe(1);
  });
});

/** A client that has set the log level to `error`, in the way of its era. */
async function logging(client: Client, era: Era, server: string) {
  const heard: unknown[] = [];
  client.setNotificationHandler('notifications/message', ({ params }) => {
    const { _meta, ...message } = params as Record<string, unknown>;
    heard.push(message);
  });
  if (era === 'legacy') await client.setLoggingLevel('warning');
  const meta = era === 'modern' ? { _meta: { 'io.modelcontextprotocol/logLevel': 'warning' } } : {};
  return { heard, call: () => client.callTool({ name: `${server}/log`, arguments: {}, ...meta }) };
}
