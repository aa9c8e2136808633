import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GatewayConfig } from '@foldout/gateway';
import { expect, it } from 'vitest';
import { inPipe } from '../fixtures/terminal.ts';
import { fixture } from '../fixtures/upstreams.ts';
import { connectTo, type GatewayClient, run } from './gateway-clients.ts';
import { eventually, Home } from './gateway-process.ts';

const CONFIG: GatewayConfig = {
  mcpServers: { studio: fixture('studio.mjs', 'modern') },
  toolStrategy: 'lazy',
  runCode: true,
};
const ISSUE = { id: 1, title: 'the-secret-title', labels: ['the-secret-label'], votes: { 'ann@example.com': 2 } };
const TYPE = '{ id: number, labels: string[], title: string, votes: ';

async function say(client: GatewayClient, value: unknown): Promise<void> {
  const result = { content: [{ type: 'text', text: JSON.stringify(value) }] };
  const called = await run(client, 'afd-call', { command: 'studio/say', input: { result } });
  expect(called.isError ?? false).toBe(false);
}

const detail = async (client: GatewayClient) => {
  const answer = await run(client, 'afd-detail', { command: 'studio/say' });
  return { entry: answer.structuredContent.data[0], text: answer.content[0]?.text ?? '' };
};

it('are learned from use, and shown in details, signatures, scripts and the tree', { timeout: 60_000 }, async () => {
  using home = new Home(CONFIG);
  {
    await using client = await connectTo(home.stdio, 'modern');
    await eventually(
      () => run(client, 'afd-discover', { search: 'say' }),
      (found) => JSON.stringify(found).includes('say'),
    );
    await say(client, ISSUE);
    expect((await detail(client)).entry.inferredOutput).toBeUndefined();
    await say(client, { ...ISSUE, id: 2, closed: true });
    const { entry, text } = await eventually(
      () => detail(client),
      ({ entry }) => entry.inferredOutput !== undefined,
    );
    expect(entry.inferredOutput).toMatchObject({
      results: 2,
      schema: { type: 'object', required: ['id', 'labels', 'title', 'votes'] },
    });
    expect(text).toContain('from 2 results');
    const found = await run(client, 'afd-discover', { level: 'signature', category: 'studio' });
    expect(JSON.stringify(found.structuredContent)).toContain(`Inferred<${TYPE}`);
    const described = await run(client, 'run_code', { code: "return foldout.describeTool('studio/say')" });
    expect(JSON.stringify(described)).toContain('Inferred<{ id: number');
  }
  // Stored when the gateway ends, without a value.
  const folder = join(home.folder, 'state', 'documents');
  const stored = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  expect(stored.join()).toContain('studio/say');
  expect(stored.join()).not.toMatch(/the-secret|example\.com/);
  const root = join(home.folder, 'tree');
  await inPipe(['generate', root, '--config', home.file], { env: { PATH: process.env['PATH'] } });
  const file = readFileSync(join(root, 'servers', 'studio', 'say.ts'), 'utf8');
  expect(file).toContain('/** Inferred from 2 or more results. The server does not declare it. */');
  expect(file).toMatch(/export type SayResponse = Inferred<\{\s+id: number;/);

  // Another run knows them, and they can be switched off.
  {
    await using client = await connectTo(home.stdio, 'modern');
    await eventually(
      () => detail(client),
      ({ entry }) => entry.inferredOutput !== undefined,
    );
  }
  home.write({ ...CONFIG, outputShapes: false });
  await using client = await connectTo(home.stdio, 'modern');
  await say(client, ISSUE);
  await say(client, ISSUE);
  expect((await detail(client)).entry.inferredOutput).toBeUndefined();
});
