import { type Gateway, type GatewayConfig, openGateway, type Serving, serveOverHttp } from '@foldout/gateway';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERAS, type Era } from '../e2e/sdk-clients.ts';
import { fixture } from '../fixtures/upstreams.ts';
import { errorCode, type GatewayClient, run } from './gateway-clients.ts';
import { Home } from './gateway-process.ts';

const LOG = { info: () => {}, warn: () => {} };
const TOKENS = { ci: 'a-token-for-the-ci-system', ada: 'a-token-for-ada-herself' };
type Who = keyof typeof TOKENS;

const POLICY: NonNullable<GatewayConfig['policy']> = {
  rules: [
    { tools: 'studio/say', arguments: { '/result/content': { exists: false } }, then: 'deny', reason: 'No content.' },
    { principals: 'ada', resources: 'studio/shared://items/9', then: 'deny' },
    { principals: 'ci', tools: ['studio/*'], prompts: 'studio/*', resources: 'studio/shared:*', then: 'deny' },
  ],
};

let home: Home;
let config: GatewayConfig;
let gateway: Gateway;
let serving: Serving;

beforeAll(async () => {
  home = new Home({ mcpServers: {} });
  config = {
    stateFolder: home.folder,
    toolStrategy: 'individual',
    runCode: true,
    mcpServers: { studio: fixture('studio.mjs', 'legacy') },
    policy: POLICY,
    http: { port: 0, tokens: Object.entries(TOKENS).map(([name, token]) => ({ name, token })) },
  };
  gateway = await openGateway({ config, version: '1', log: LOG });
  await gateway.learnUnknown();
  serving = await serveOverHttp(gateway, { config, log: LOG });
});

afterAll(async () => {
  await serving?.close();
  await gateway?.close();
  home?.[Symbol.dispose]();
});

async function connect(who: Who, era: Era): Promise<GatewayClient> {
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
  const client = new Client({ name: 'policy-test', version: '1' }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${TOKENS[who]}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(serving.url), { requestInit: { headers } }));
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

const SAY = { result: { content: [{ type: 'text', text: 'said' }] } };

/** Every route to `studio/say`: whether the call was refused by the policy, and whether it came through. */
const ROUTES: Readonly<Record<string, (client: Client) => Promise<'denied' | 'done' | string>>> = {
  'its own name': async (client) => outcome(await run(client, 'say', SAY)),
  'its own name with the server': async (client) => outcome(await run(client, 'studio__say', SAY)),
  'afd-call': async (client) => outcome(await run(client, 'afd-call', { command: 'studio/say', input: SAY })),
  'a batch': async (client) => {
    const { structuredContent } = await run(client, 'afd-batch', { commands: [{ command: 'say', input: SAY }] });
    const [entry] = structuredContent.data.results;
    return entry.success ? 'done' : denied(entry.error.code);
  },
  'a pipe': async (client) => {
    const { structuredContent } = await run(client, 'afd-pipe', { steps: [{ command: 'say', input: SAY }] });
    return JSON.stringify(structuredContent).includes('POLICY_DENIED') ? 'denied' : 'done';
  },
  'a script': async (client) => {
    const code = `return await foldout.callTool('studio', 'say', ${JSON.stringify(SAY)}).then(() => 'done', (error) => error.code)`;
    const { structuredContent } = await run(client, 'run_code', { code });
    return denied(structuredContent.data.value);
  },
};

function outcome(called: Awaited<ReturnType<typeof run>>): string {
  return called.isError ? denied(errorCode(called)) : 'done';
}

function denied(code: string | undefined): string {
  return code === 'POLICY_DENIED' ? 'denied' : String(code);
}

async function refusalOf(request: Promise<unknown>): Promise<unknown> {
  return request.then(
    () => 'done',
    (error: { data?: { code?: string } }) => error.data?.code ?? error,
  );
}

describe.each(ERAS)('a policy, for a %s client', (era) => {
  it.each(Object.keys(ROUTES))('decides about a call by %s, for each principal', async (route) => {
    await using ci = await connect('ci', era);
    await using ada = await connect('ada', era);
    expect([await ROUTES[route]?.(ci), await ROUTES[route]?.(ada)]).toEqual(['denied', 'done']);
  });

  it('decides about prompts, resources and their completions', async () => {
    await using ci = await connect('ci', era);
    await using ada = await connect('ada', era);
    const requests = (client: Client) => [
      refusalOf(client.getPrompt({ name: 'greet', arguments: { name: 'Ada' } })),
      refusalOf(client.readResource({ uri: 'shared://one' })),
      refusalOf(client.readResource({ uri: 'shared://items/%31' })),
      refusalOf(client.complete({ ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'name', value: '' } })),
    ];
    expect(await Promise.all(requests(ci))).toEqual(Array(4).fill('POLICY_DENIED'));
    const [prompt, resource] = await Promise.all(requests(ada));
    expect([prompt, resource]).toEqual(['done', 'done']);
  });

  it('decides about a resource in whatever way its address is written', async () => {
    await using ada = await connect('ada', era);
    const uris = ['shared://items/9', 'shared://items/%39', 'shared://items/%2539', 'SHARED://items/9'];
    const codes = await Promise.all(uris.map((uri) => refusalOf(ada.readResource({ uri }))));
    expect(codes.slice(0, 3)).toEqual(Array(3).fill('POLICY_DENIED'));
    expect(codes[3]).not.toBe('done');
    expect(await refusalOf(ada.readResource({ uri: 'shared://items/8' }))).toBe('done');
  });

  it('says who, which rule and the next step', async () => {
    await using ci = await connect('ci', era);
    const { structuredContent } = await run(ci, 'afd-call', { command: 'say', input: {} });
    expect(structuredContent.error).toEqual({
      code: 'POLICY_DENIED',
      message: "'studio/say' is denied for 'ci' by rule 3 of the policy",
      suggestion:
        'Do something else, or ask the operator to allow it. The operator sees why with: foldout explain-policy studio/say --as ci',
    });
  });
});

it('takes effect for connected clients when the configuration changes', async () => {
  await using ci = await connect('ci', 'legacy');
  const say = () => ROUTES['afd-call']?.(ci);
  expect(await say()).toBe('denied');
  await gateway.apply({ ...config, policy: { rules: [] } });
  expect(await say()).toBe('done');
  await gateway.apply({ ...config, policy: { preset: 'read-only' } });
  expect(await say()).toBe('denied');
  await gateway.apply(config);
  expect(await say()).toBe('denied');
});
