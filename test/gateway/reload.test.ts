import { writeFileSync } from 'node:fs';
import { openGateway } from '@foldout/gateway';
import { describe, expect, it } from 'vitest';
import { allGone, hostile } from '../fixtures/upstreams.ts';
import { eventually, GatewayProcess, Home } from './gateway-process.ts';

const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
const log = { info: () => {}, warn: () => {} };

it('applies the last of several configurations written while a server is stopping', async () => {
  using home = new Home({ mcpServers: {} });
  const stateFolder = home.folder;
  const config = { stateFolder, mcpServers: { leaving: hostile('stubborn'), staying: hostile() } };
  await using gateway = await openGateway({ config, version: '1', log });
  await gateway.learnUnknown();
  const pids = gateway.upstreams.map(({ status }) => status.pid as number);
  const [first, second] = ['first', 'second'].map((name) => ({
    stateFolder,
    mcpServers: { staying: hostile(), [name]: hostile() },
  }));
  if (!first || !second) throw new Error('There are two');
  await Promise.all([gateway.apply(first), gateway.apply(second)]);
  expect(gateway.upstreams.map(({ name }) => name)).toEqual(['second', 'staying']);
  // Servers that stayed in the configuration were not restarted; removed servers are gone.
  expect(gateway.upstream('staying')?.status.pid).toBe(pids[1]);
  expect(await allGone(pids.slice(0, 1))).toEqual([]);
});

describe('a configuration that is rejected', () => {
  const TOKEN = 'a-token-of-the-operator';
  const tokens = [{ name: 'operator', token: TOKEN }];
  const servers = { mcpServers: { staying: hostile() } };
  const good = { ...servers, http: { tokens } };
  const glob = (tool: string) => ({ ...servers, http: { tokens: [{ name: 'a', token: TOKEN, tools: [tool] }] } });

  it('never ends a gateway over HTTP: each is reported, and the one before stays in force', {
    timeout: 60_000,
  }, async () => {
    using home = new Home(good);
    await using gateway = await GatewayProcess.start(home);
    const rejected: [text: string, reported: RegExp][] = [
      ['{ "mcpServers": {', /JSON|expected|end/i],
      ['', /empty|expected/i],
      ['[]', /expected an object/],
      ['{"mcpServers":[]}', /mcpServers/],
      [text({ ...good, unknown: 1 }), /unknown/],
      [text({ ...servers, http: { tokens: [...tokens, ...tokens] } }), /another token has this name/],
      [text({ ...servers, http: { tokens: [{ name: 'oauth:a', token: TOKEN }] } }), /choose a name without "oauth:"/],
      [text({ ...servers, http: { tokens: [{ name: 'a' }] } }), /either|token/],
      [text(glob('!git/x')), /starts with '!'/],
      [text(glob('no-server')), /names no server/],
      [text({ ...servers, http: { allowedOrigins: ['*'] } }), /any web page/],
    ];
    for (const [broken, reported] of rejected) {
      const before = gateway.output.length;
      writeFileSync(home.file, broken);
      const said = await eventually(
        () => gateway.output.slice(before),
        (output) => /was not reloaded/.test(output),
      );
      expect(said, broken).toMatch(/was not reloaded, the previous one stays in use/);
      expect(said).toMatch(reported);
      expect(gateway.ended).toBe(false);
      expect(await statusWith(gateway, TOKEN), broken).toBe(200);
      expect(await statusWith(gateway, 'another-token-of-nobody'), broken).toBe(401);
    }
    home.write({ ...servers, http: { tokens: [{ name: 'operator', token: `${TOKEN}-2` }] } });
    await gateway.waitForOutput(/the configuration was reloaded/);
    expect(await statusWith(gateway, TOKEN)).toBe(401);
  });

  function text(config: object): string {
    return JSON.stringify(config);
  }

  async function statusWith(gateway: GatewayProcess, token: string): Promise<number> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: INITIALIZE });
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const response = await fetch(gateway.url, { method: 'POST', headers, body });
    await response.body?.cancel();
    return response.status;
  }
});

it('names the fields of a new configuration that take effect only after a restart', async () => {
  using home = new Home({ mcpServers: {} });
  const warnings: string[] = [];
  const loud = { ...log, warn: (line: string) => void warnings.push(line) };
  const config = { stateFolder: home.folder, mcpServers: {} };
  await using gateway = await openGateway({ config, version: '1', log: loud });
  await gateway.apply({ ...config, trust: 'pinned', http: { tokens: [] } });
  expect(warnings).toEqual([]);
  await gateway.apply({ ...config, runCode: true, categories: { a: 'b' }, http: { port: 1, host: '127.0.0.2' } });
  expect(warnings).toEqual(['the new value of runCode, categories, http.host, http.port takes effect after a restart']);
});
