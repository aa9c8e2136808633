import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GatewayConfig } from './config/config-schema.ts';
import { openKnownCatalog } from './known-catalog.ts';
import { FileState } from './state/file-state.ts';
import type { ServerManifest } from './state/manifest.ts';
import { ManifestFiles } from './state/manifest-files.ts';
import { manifestKey } from './state/manifest-key.ts';

let stateFolder: string;
beforeEach(() => {
  stateFolder = mkdtempSync(join(tmpdir(), 'foldout-known-'));
});
afterEach(() => rmSync(stateFolder, { recursive: true, force: true }));

const log = { info: () => {}, warn: () => {} };
// Nothing here could be started.
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
  openKnownCatalog({ config: { mcpServers: { mail }, stateFolder, ...config }, log });

describe('the catalog as it is known on disk', () => {
  it('finds tools without starting a server, and keeps the index for the next time', async () => {
    await keep('send', 'delete');
    const known = await open();
    const { hits } = await known.search('delete');
    expect(hits[0]?.tool.id).toBe('mail/delete');
    await known.close();
    expect(statSync(join(stateFolder, 'search.index')).size).toBeGreaterThan(0);
    const again = await (await open()).search('delete');
    expect(again.hits[0]?.tool.id).toBe('mail/delete');
  });

  it('names servers that nothing is known of, and leaves out those that are disabled', async () => {
    await keep('send');
    const mcpServers = { mail, other: { command: 'another' }, off: { command: 'x', disabled: true } };
    const known = await open({ mcpServers });
    expect(known.servers.map(({ name }) => name)).toEqual(['mail', 'other']);
    expect(known.unknown).toEqual(['other']);
  });

  it('shows tools as the configuration wants them seen', async () => {
    await keep('send', 'delete');
    const known = await open({ mcpServers: { mail: { ...mail, exclude: ['del*'], category: 'post' } } });
    expect(known.catalog.entries().map(({ tool }) => [tool.name, tool.category])).toEqual([['send', 'post']]);
  });

  it('withholds what a pinned server has added since its tools were approved', async () => {
    const state = new FileState(stateFolder);
    await state.close();
    await keep('send');
    await open({ trust: 'pinned' });
    await keep('send', 'steal');
    const { catalog } = await open({ trust: 'pinned' });
    const enabled = catalog.entries().map(({ tool }) => [tool.name, tool.enabled]);
    expect(enabled).toEqual([
      ['send', true],
      ['steal', false],
    ]);
    const entry = catalog.entries()[1];
    expect(entry?.source.availability?.(entry.tool).todo).toContain('foldout approve mail/steal');
  });
});
