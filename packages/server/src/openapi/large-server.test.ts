import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { defineCommand, success } from '@foldout/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createMcpServer } from '../create-mcp-server.ts';
import type { FoldoutServer } from '../foldout-server.ts';
import { testClient } from '../testing/index.ts';
import { commandsFromOpenApi } from './index.ts';

const MODULES = join(import.meta.dirname, '..', '..', '..', '..', 'node_modules');
const DOCUMENT: unknown = JSON.parse(
  readFileSync(join(MODULES, '@readme/oas-examples/3.0/json/star-trek.json'), 'utf8'),
);

const seen: string[] = [];
const api = createServer((request, response) => {
  seen.push(`${request.method} ${request.url}`);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ found: 'USS Enterprise' }));
});
let baseUrl: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}/api`;
});
afterAll(() => {
  api.closeAllConnections();
  api.close();
});

const topics = ['mail', 'note', 'task', 'bill', 'trip'];
const byHand = topics.flatMap((topic) =>
  ['create', 'list', 'get', 'delete'].map((verb) =>
    defineCommand({
      name: `${topic}-${verb}`,
      description: `${verb === 'list' ? 'List all' : `${verb} one of`} the ${topic} entries of the crew`,
      mutation: verb === 'create' || verb === 'delete',
      input: z.object({ id: z.string().optional() }),
      handler: ({ id = 'none' }) => success({ topic, verb, id }),
    }),
  ),
);

function serverOf(toolStrategy: 'lazy' | 'individual'): FoldoutServer {
  const commands = [...commandsFromOpenApi(DOCUMENT, { baseUrl }).slice(0, 100), ...byHand];
  return createMcpServer({ name: 'fleet', version: '1', commands, toolStrategy, log: () => {} });
}

describe.each(['modern', 'legacy'] as const)('a server of 120 commands, 100 of an OpenAPI document: %s', (era) => {
  it('lists five tools, or all', async () => {
    await using lazy = await testClient(serverOf('lazy'), { era });
    await using individual = await testClient(serverOf('individual'), { era });
    expect(await lazy.listTools()).toHaveLength(5);
    await lazy.expectTokens(600);
    expect(await individual.listTools()).toHaveLength(123);
  });

  it('finds, describes and calls both kinds', async () => {
    await using client = await testClient(serverOf('lazy'), { era });
    const found = await client.callTool('afd-discover', { search: 'retrieve one spacecraft' });
    expect(JSON.stringify(found.content)).toMatch(/spacecraft/i);
    const detail = await client.callTool('afd-detail', { command: 'get-animal' });
    expect(JSON.stringify(detail.structuredContent)).toContain('uid');
    seen.length = 0;
    const batch = await client.callTool('afd-batch', {
      commands: [
        { command: 'get-animal', input: { uid: 'ANMA0000264633' } },
        { command: 'mail-get', input: { id: '7' } },
        { command: 'get-animal', input: {} },
      ],
    });
    expect(batch.structuredContent).toMatchObject({
      data: {
        results: [
          { success: true, data: { found: 'USS Enterprise' } },
          { success: true, data: { topic: 'mail', id: '7' } },
          { success: false, error: { code: 'VALIDATION_ERROR' } },
        ],
      },
    });
    expect(seen).toEqual([expect.stringMatching(/^GET \/api\/.*animal\?uid=ANMA0000264633$/)]);
  });
});
