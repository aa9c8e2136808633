// Uses the built packages over stdio with a real client, on the Node version that runs this file.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { runCode } from '../packages/workspace/dist/index.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const state = mkdtempSync(join(tmpdir(), 'foldout-smoke-'));
const META_TOOLS = ['afd-discover', 'afd-detail', 'afd-call', 'afd-batch', 'afd-pipe'];

try {
  for (const mode of ['legacy', 'auto']) {
    await useServer(mode);
    await useGateway(mode);
  }
  await useSandbox();
} finally {
  rmSync(state, { recursive: true, force: true });
}
process.stdout.write(`smoke: built packages work on Node ${process.versions.node}\n`);

async function useServer(mode) {
  const client = await connect(mode, join(root, 'examples', 'shop', 'dist', 'main.js'), '--stdio');
  assert.deepEqual(await names(client), META_TOOLS);
  const found = await client.callTool({ name: 'afd-discover', arguments: { search: 'cancel order' } });
  assert.match(found.content[0].text, /order-cancel/);
  const called = await client.callTool({ name: 'afd-call', arguments: { command: 'user-get', input: { id: 42 } } });
  assert.equal(called.structuredContent.data.name, 'Alice');
  await client.close();
}

/** The worker process depends on the permission model and the memory layout of the Node version. */
async function useSandbox() {
  const callTool = async () => ({ success: true, data: 20 });
  const { value, error } = await runCode("return 1 + (await foldout.callTool('s', 't')) as number", { callTool });
  assert.deepEqual({ value, error }, { value: 21, error: undefined });
}

/** On the first start the gateway has no saved tools and reads them in the background. */
async function useGateway(mode) {
  const config = join(root, 'examples', 'gateway', 'mcp.json');
  const main = join(root, 'packages', 'cli', 'dist', 'bundle', 'main.js');
  const client = await connect(mode, main, 'serve', '--isolated', '--strategy', 'lazy', '--config', config);
  assert.deepEqual(await names(client), META_TOOLS);
  await until(async () => {
    const found = await client.callTool({ name: 'afd-discover', arguments: { search: 'echo back a message' } });
    return /\becho\b/.test(found.content[0].text);
  });
  const called = await client.callTool({
    name: 'afd-call',
    arguments: { command: 'everything/echo', input: { message: 'hello' } },
  });
  assert.match(called.content[0].text, /hello/);
  await client.close();
}

async function connect(mode, ...args) {
  const client = new Client({ name: 'smoke', version: '1' }, { versionNegotiation: { mode } });
  const env = { ...process.env, FOLDOUT_HOME: state };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }));
  return client;
}

async function names(client) {
  return (await client.listTools()).tools.map((tool) => tool.name);
}

async function until(condition, ms = 60_000) {
  const end = Date.now() + ms;
  while (!(await condition())) {
    assert.ok(Date.now() < end, 'the gateway did not find the tool within a minute');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
