// Uses the built packages as an installed user would: over stdio, with a real client, on whatever Node runs this file.
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const shop = join(root, 'examples', 'shop', 'dist', 'main.js');

for (const mode of ['legacy', 'auto']) {
  const client = new Client({ name: 'smoke', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [shop, '--stdio'], stderr: 'ignore' }),
  );
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map((tool) => tool.name),
    ['afd-discover', 'afd-detail', 'afd-call', 'afd-batch', 'afd-pipe'],
  );
  const found = await client.callTool({ name: 'afd-discover', arguments: { search: 'cancel order' } });
  assert.match(found.content[0].text, /order-cancel/);
  const called = await client.callTool({ name: 'afd-call', arguments: { command: 'user-get', input: { id: 42 } } });
  assert.equal(called.structuredContent.data.name, 'Alice');
  await client.close();
}
process.stdout.write(`smoke: built packages work on Node ${process.versions.node}\n`);
