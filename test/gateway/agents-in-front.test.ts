import { fromMcpUrl } from '@foldout/adapters';
import { foldoutTools } from '@foldout/adapters/anthropic';
import { type GatewayConfig, openGateway, serveOverHttp } from '@foldout/gateway';
import { expect, it } from 'vitest';
import { freePort } from '../fixtures/free-port.mjs';
import { published } from '../fixtures/upstreams.ts';
import { eventually, Home } from './gateway-process.ts';

const TOKEN = 'a-token-of-the-agent';
const everything = published('@modelcontextprotocol/server-everything/dist/index.js');
const memory = published('@modelcontextprotocol/server-memory/dist/index.js');
const log = { info: () => {}, warn: () => {} };

async function serve(config: GatewayConfig) {
  const gateway = await openGateway({ config, version: '1', log });
  const serving = await serveOverHttp(gateway, { config, log });
  await gateway.learnUnknown();
  const close = async () => {
    await serving.close();
    await gateway.close();
  };
  return { gateway, url: serving.url, close };
}

async function call(tools: ReturnType<typeof foldoutTools>, name: string, input: unknown) {
  const [result] = await tools.answer([{ type: 'tool_use', id: '1', name, input, caller: { type: 'direct' } }]);
  return result;
}

it('gives an agent all tools of a gateway behind its own three, and follows a change and a restart', {
  timeout: 90_000,
}, async () => {
  const http = { port: await freePort(), tokens: [{ name: 'agent', token: TOKEN }] };
  using home = new Home({ mcpServers: {} });
  const config = { stateFolder: home.folder, mcpServers: { everything }, http };
  let served = await serve(config);
  try {
    const headers = { authorization: `Bearer ${TOKEN}` };
    await expect(fromMcpUrl(served.url)).rejects.toThrow(/could not be read: .*needs a token/s);
    await using source = await fromMcpUrl(served.url, { name: 'company', headers });
    const names = () => [...source.tools()].map(({ name }) => name);
    // Every tool itself, not the five tools that an unknown client of a gateway gets.
    expect(names()).toContain('echo');
    expect(names()).not.toContain('afd-call');
    const local = { name: 'local', description: 'A tool of this program', input_schema: {}, run: () => 'here' };
    const tools = foldoutTools([local], { sources: [source] });
    const found = await call(tools, 'afd-discover', { search: 'echo back a message' });
    expect(found?.content).toContain('echo');
    const echo = { command: 'echo', input: { message: 'hello' } };
    expect((await call(tools, 'afd-call', echo))?.content).toContain('hello');
    expect((await call(tools, 'afd-call', { command: 'local' }))?.content).toBe('here');

    await served.gateway.apply({ ...config, mcpServers: { everything, memory } });
    await eventually(names, (listed) => listed.includes('create_entities'));

    await served.close();
    expect(await call(tools, 'afd-call', echo)).toMatchObject({ is_error: true });
    served = await serve(config);
    expect((await call(tools, 'afd-call', echo))?.content).toContain('hello');
    expect(names()).not.toContain('create_entities');
  } finally {
    await served.close();
  }
});
