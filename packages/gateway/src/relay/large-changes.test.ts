import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FixedUpstream } from '../../../../test/fixtures/fixed-upstream.ts';
import { Gateway } from '../gateway.ts';
import { FileState } from '../state/file-state.ts';
import type { TrustMode } from '../trust/judge.ts';

const TOOLS = 3_000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foldout-large-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const edition = (number: number) =>
  Array.from({ length: TOOLS }, (_, n) => ({
    name: `cargo_${n}`,
    description: `Loads container ${n} onto a ship. Edition ${number}.`,
    inputSchema: { type: 'object', properties: { ship: { type: 'string', description: `The ship of tool ${n}` } } },
  }));

it.each<TrustMode>(['flag', 'pinned'])(
  'a server that changes thousands of tools does not hold up the calls of others, with trust: %s',
  async (trust) => {
    const upstreams = new Map<string, FixedUpstream>();
    await using gateway = new Gateway({
      config: { trust, mcpServers: { large: { command: 'x' }, calm: { command: 'x' } } },
      version: '1',
      log: { info: () => {}, warn: () => {} },
      state: new FileState(folder),
      upstreamOf: (name) => {
        const calm = { name: 'echo', inputSchema: { type: 'object' } };
        const upstream = new FixedUpstream(name, { tools: name === 'large' ? edition(1) : [calm] });
        upstreams.set(name, upstream);
        return upstream;
      },
    });
    const { engine } = gateway.server;
    await gateway.compareWithApprovals('large');
    // From now on the search index follows the catalog.
    await engine.find({ query: 'load a container' });

    let isApplied = false;
    const unsubscribe = engine.catalog.subscribe(({ upserted }) => {
      isApplied ||= upserted.some(({ name }) => name === `cargo_${TOOLS - 1}`);
    });
    upstreams.get('large')?.change({ tools: edition(2) });
    let calls = 0;
    while (!isApplied) {
      const result = await engine.call({ command: 'calm/echo' });
      expect(result.success).toBe(true);
      calls += 1;
      await nextTurn();
    }
    unsubscribe();
    expect(calls).toBeGreaterThan(20);
  },
);
