import { resolve } from 'node:path';
import type { GatewayConfig } from '@foldout/gateway';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectTo, errorCode, firstText, type GatewayClient, run } from './gateway-clients.ts';
import { eventually, Home } from './gateway-process.ts';

const EVERYTHING = resolve(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);
const CONFIG: GatewayConfig = {
  mcpServers: { everything: { command: process.execPath, args: [EVERYTHING] } },
  toolStrategy: 'lazy',
  learning: false,
};
const START_MS = 60_000;

describe('a gateway that runs code and serves skills', () => {
  let home: Home;
  let client: GatewayClient;

  beforeAll(async () => {
    home = new Home({ ...CONFIG, runCode: true, skills: true });
    client = await connectTo(home.stdio, 'modern');
    // The gateway lists the tools of an unknown server in the background, after it has started serving.
    const echo = () => run(client, 'afd-call', { command: 'everything/echo', input: { message: 'awake' } });
    await eventually(echo, ({ isError }) => !isError, { withinMs: START_MS / 2 });
  }, START_MS);

  afterAll(async () => {
    await client?.[Symbol.asyncDispose]();
    home?.[Symbol.dispose]();
  });

  it('calls tools of an upstream from a script, and returns the output', async () => {
    const code = `import { echo, getSum } from './servers/everything';
const [said, sum] = await Promise.all([echo({ message: 'hi' }), getSum({ a: 2, b: 3 })]);
console.log(JSON.stringify(said));
return sum`;
    const called = await run(client, 'run_code', { code, check: true });
    expect([firstText(called), called.isError ?? false]).toEqual([expect.any(String), false]);
    expect(firstText(called)).toContain('Echo: hi');
    expect(firstText(called)).toContain('The sum of 2 and 3 is 5');
    expect(called.structuredContent.metadata).toMatchObject({ calls: 2 });
  });

  it(
    'keeps serving after a script that never ends and one that fails',
    async () => {
      const [endless, wrong] = await Promise.all([
        run(client, 'run_code', { code: 'for (;;) {}' }),
        run(client, 'run_code', {
          code: "import { echo } from './servers/everything';\nawait echo({ message: 5 })",
          check: true,
        }),
      ]);
      expect(errorCode(endless)).toBe('CPU_LIMIT');
      expect(errorCode(wrong)).toBe('TYPE_ERROR');
      expect(firstText(wrong)).toMatch(/line 2: .*number.*string/);
      expect(firstText(await run(client, 'run_code', { code: 'return 6 * 7' }))).toBe('42');
    },
    START_MS,
  );

  it('serves skills that name its servers, beside the resources of the servers', async () => {
    const { resources } = await client.listResources();
    const names = resources.filter(({ uri }) => uri.startsWith('skill://')).map(({ name }) => name);
    expect(names).toEqual(['mcp-tool-navigator', 'progressive-mcp-discovery']);
    expect(resources.length).toBeGreaterThan(2);
    const { contents } = await client.readResource({ uri: 'skill://mcp-tool-navigator/SKILL.md' });
    expect(contents[0]).toMatchObject({ mimeType: 'text/markdown', text: expect.stringContaining('- `everything`') });
  });
});

describe('a gateway with default settings', () => {
  it(
    'runs no code and serves no skills',
    async () => {
      using home = new Home(CONFIG);
      await using client = await connectTo(home.stdio, 'modern');
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).not.toContain('run_code');
      await expect(run(client, 'run_code', { code: 'return 1' })).rejects.toThrow(/Unknown tool/);
      expect((await client.listResources()).resources.filter(({ uri }) => uri.startsWith('skill://'))).toEqual([]);
    },
    START_MS,
  );
});
