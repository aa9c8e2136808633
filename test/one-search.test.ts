import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, createMcpServer, defineCommand, success } from '@foldout/server';
import { generateTree, TreeSearch } from '@foldout/workspace';
import { afterAll, describe, expect, it } from 'vitest';
import { trySearch } from '../packages/gateway/src/dashboard/try-search.ts';
import { ALL_RIGHTS, createPrincipal } from '../packages/gateway/src/http/principal.ts';
import { AskLog } from '../packages/gateway/src/state/ask-log.ts';
import { engineHost } from '../packages/workspace/src/sandbox/engine-host.ts';
import { connectSdk } from './e2e/sdk-clients.ts';

const SENTENCES: Readonly<Record<string, string>> = {
  'issue-create': 'Open a new issue in a repository',
  'issue-close': 'Close an issue that is solved',
  'issue-list': 'List the issues of a repository',
  'invoice-send': 'Send an invoice to a customer by mail',
  'invoice-cancel': 'Cancel an invoice that was sent by mistake',
  'mail-send': 'Send a mail message',
  'calendar-add': 'Add a meeting to a calendar',
  'file-read': 'Read a file from the disk',
};
const OPERATOR = createPrincipal({ name: 'operator', rights: ALL_RIGHTS });
const QUERIES = ['report a bug', 'send a bill to a client', 'close issue', 'invoice', 'plan an appointment'];

function command([name, description]: [string, string]): Command {
  return defineCommand({ name, description, handler: () => success(null) });
}

const root = mkdtempSync(join(tmpdir(), 'foldout-one-search-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Entry point → its search, which returns tool names in order. (`cached-catalog.test.ts` tests the command line.) */
async function entryPoints(): Promise<Record<string, (query: string) => Promise<string[]>>> {
  const commands = Object.entries(SENTENCES).map(command);
  const server = createMcpServer({ name: 'office', version: '1', commands, toolStrategy: 'proxy' });
  const { engine } = server;
  const client = await connectSdk(server, 'modern');
  await generateTree(engine.list(), { root });
  const tree = new TreeSearch(root);
  const sources = {
    engine,
    visible: server.visible.bind(server),
    upstreams: () => [],
    config: () => ({ mcpServers: {} }),
    trustOf: () => undefined,
    listed: () => [],
    reports: () => undefined,
    asks: new AskLog('unused'),
    functions: () => undefined,
    server,
  };
  return {
    'an agent': async (query) => {
      const { structuredContent } = await client.callTool({ name: 'search_tools', arguments: { query } });
      const { data } = structuredContent as { data: { tools: { name: string }[] } };
      return data.tools.map(({ name }) => name);
    },
    'a script': async (query) => {
      const { data } = (await engineHost(engine).searchTools?.(query, {}, AbortSignal.timeout(10_000))) ?? {};
      return (data as { name: string }[]).map(({ name }) => name);
    },
    'the dashboard': async (query) => {
      const { hits } = await trySearch(sources, OPERATOR, new URLSearchParams({ q: query, all: '' }));
      return hits.map(({ name }) => name);
    },
    'the workspace': async (query) => {
      const found = await tree.search(query, 'name');
      return found.map(({ name }) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
    },
  };
}

describe('the same query over the same tools', () => {
  it('has the same hits in the same order from every entry point', async () => {
    const points = await entryPoints();
    for (const query of QUERIES) {
      const answers = await Promise.all(
        Object.entries(points).map(async ([name, search]) => [name, await search(query)] as const),
      );
      // Budgets and score limits cut the lists at different lengths, so only the common length is compared.
      const shortest = Math.min(...answers.map(([, names]) => names.length));
      expect(shortest).toBeGreaterThan(0);
      for (const [name, names] of answers) {
        expect([query, name, names.slice(0, shortest)]).toEqual([query, name, answers[0]?.[1].slice(0, shortest)]);
      }
    }
  });
});
