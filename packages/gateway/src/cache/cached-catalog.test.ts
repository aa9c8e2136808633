import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GatewayConfig, ServerConfig } from '../config/config-schema.ts';
import { openGateway } from '../open-gateway.ts';
import { FileState } from '../state/file-state.ts';
import { openCachedCatalog } from './cached-catalog.ts';
import { IndexFile } from './index-file.ts';
import type { ServerManifest } from './manifest.ts';
import { ManifestFiles } from './manifest-files.ts';
import { manifestKey } from './manifest-key.ts';

let stateFolder: string;
beforeEach(() => {
  stateFolder = mkdtempSync(join(tmpdir(), 'foldout-known-'));
});
afterEach(() => rmSync(stateFolder, { recursive: true, force: true }));

const log = { info: () => {}, warn: () => {} };
// The command does not exist, so this server cannot start.
const mail = { command: 'no-such-program' };

function manifest(...names: string[]): ServerManifest {
  return {
    server: { name: 'mail', version: '1' },
    era: 'legacy',
    capabilities: {},
    tools: names.map((name) => ({ name, description: `Does ${name} with messages.`, inputSchema: { type: 'object' } })),
    prompts: [],
    resources: [],
    resourceTemplates: [],
    fetchedAt: Date.now(),
  };
}

async function keep(...names: string[]): Promise<void> {
  const files = new ManifestFiles({ folder: join(stateFolder, 'servers') });
  await files.save('mail', manifestKey(mail), manifest(...names));
}

const open = (config: Partial<GatewayConfig> = {}) =>
  openCachedCatalog({ config: { mcpServers: { mail }, stateFolder, ...config }, log });

const index = () => readFileSync(join(stateFolder, 'search.index'));

async function searched(query: string) {
  const known = await open();
  const { hits } = await known.search(query);
  return { hits, close: () => known.close() };
}

describe('the catalog in the cache on disk', () => {
  it('finds tools without starting a server, and saves the index', async () => {
    await keep('send', 'delete');
    const known = await open();
    const { hits } = await known.search('delete');
    expect(hits[0]?.tool.id).toBe('mail/delete');
    await known.close();
    expect(statSync(join(stateFolder, 'search.index')).size).toBeGreaterThan(0);
    const again = await (await open()).search('delete');
    expect(again.hits[0]?.tool.id).toBe('mail/delete');
  });

  it.each<[string, Partial<ServerConfig>]>([
    ['every tool', {}],
    ['a category and tags', { category: 'post', tags: ['office', 'daily'] }],
    ['some tools only', { include: ['*e*'], exclude: ['arch*'] }],
  ])('uses the index of a gateway without changes, with a configuration of %s', async (_what, more) => {
    await keep('send', 'delete', 'archive', 'delete');
    const mcpServers = { mail: { ...mail, ...more } };
    const file = new IndexFile({ folder: stateFolder });
    let told = (): void => {};
    const isSaved = new Promise<void>((done) => {
      told = done;
    });
    const save = async (key: string, bytes: Uint8Array) => file.save(key, bytes).then(told);
    const search = { snapshots: { load: () => file.load(), save }, saveAfterMs: 0 };
    const config = { mcpServers, stateFolder, learning: false };
    await using gateway = await openGateway({ config, version: '1', log, server: { search } });
    const found = await gateway.server.engine.find({ query: 'delete a message', minScore: 0 });
    await isSaved;
    const saved = index();
    const known = await open({ mcpServers });
    const answer = await known.search('delete a message');
    await known.close();
    expect(index().equals(saved)).toBe(true);
    expect(answer.hits).toEqual(found.hits);
  });

  it('ignores an index that is damaged or older than the manifests', async () => {
    await keep('send', 'delete');
    await (await searched('delete')).close();
    await keep('send', 'archive');
    const changed = await searched('archive');
    expect(changed.hits.map(({ tool }) => tool.name)).not.toContain('delete');
    expect(changed.hits[0]?.tool.name).toBe('archive');
    await changed.close();
    const bytes = index();
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(join(stateFolder, 'search.index'), bytes);
    const damaged = await searched('archive');
    expect(damaged.hits).toEqual(changed.hits);
    await damaged.close();
    expect(index().equals(bytes)).toBe(false);
  });

  it('lists servers without a manifest, and skips disabled ones', async () => {
    await keep('send');
    const mcpServers = { mail, other: { command: 'another' }, off: { command: 'x', disabled: true } };
    const known = await open({ mcpServers });
    expect(known.servers.map(({ name }) => name)).toEqual(['mail', 'other']);
    expect(known.unknown).toEqual(['other']);
  });

  it('applies the configuration to the tools', async () => {
    await keep('send', 'delete');
    const known = await open({ mcpServers: { mail: { ...mail, exclude: ['del*'], category: 'post' } } });
    expect(
      known
        .load()
        .entries()
        .map(({ tool }) => [tool.name, tool.category]),
    ).toEqual([['send', 'post']]);
  });

  it('withholds tools that a pinned server added after the approval', async () => {
    const state = new FileState(stateFolder);
    await state.close();
    await keep('send');
    await open({ trust: 'pinned' });
    await keep('send', 'steal');
    const catalog = (await open({ trust: 'pinned' })).load();
    const enabled = catalog.entries().map(({ tool }) => [tool.name, tool.enabled]);
    expect(enabled).toEqual([
      ['send', true],
      ['steal', false],
    ]);
    const entry = catalog.entries()[1];
    expect(entry?.source.availability?.(entry.tool).todo).toContain('foldout approve mail/steal');
  });
});
