import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineCommand, Engine, success } from '@foldout/core';
import { describe, expect, it } from 'vitest';
import { openUsage } from './open-usage.ts';

const commands = ['order-find', 'order-send', 'mail-read'].map((name) =>
  defineCommand({ name, description: `Does ${name}.`, handler: () => success(name) }),
);

describe('usage of an engine', () => {
  it('is stored in a file, used for predictions, and available after a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'foldout-usage-'));
    const place = join(folder, 'state', 'usage.db');
    try {
      {
        await using usage = openUsage(place);
        const engine = new Engine({ name: 'shop', commands, learning: usage.habits, search: { prior: usage.prior } });
        const end = usage.track(engine);
        for (let i = 0; i < 4; i++) {
          for (const command of ['order-find', 'order-send']) await engine.call({ command }, { sessionId: `s${i}` });
        }
        await engine.find({ query: 'find an order' });
        await engine.discover({ search: 'zzqx flurb' });
        await engine.discover({ category: 'order' });
        end();
        await engine.call({ command: 'mail-read' });
      }
      await using usage = openUsage(place);
      await usage.habits.ready;
      expect(usage.habits.nextOf('shop/order-find')).toBe('shop/order-send');
      expect(await usage.tracker.getPopularTools()).toMatchObject([
        { tool: 'order-find', usage_count: 4 },
        { tool: 'order-send', usage_count: 4 },
      ]);
      const today = { since: Date.now(), until: Date.now() + 1 };
      expect((await usage.reports.searches(today)).days).toMatchObject([{ searches: 2, empty: 1 }]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('records what searches and details show, which counts as no use', async () => {
    await using usage = openUsage('memory');
    const engine = new Engine({ name: 'shop', commands });
    usage.track(engine);
    await engine.find({ query: 'order send', limit: 1, level: 'signature' }, { sessionId: 'one' });
    engine.detail({ command: ['mail-read', 'nothing-like-it'] }, { sessionId: 'one' });
    await engine.call({ command: 'order-send' }, { sessionId: 'one' });
    await usage.tracker.flush();
    const events = (await usage.tracker.store.recent(10)).toReversed();
    expect(events.map(({ tool, access, level, previous }) => [tool, access, level, previous])).toEqual([
      ['order-send', 'search', 'signature', []],
      ['mail-read', 'detail', 'full', []],
      ['order-send', 'call', undefined, []],
    ]);
    expect(events[1]?.tokens).toBeGreaterThan(10);
    expect(await usage.tracker.getPopularTools()).toMatchObject([{ tool: 'order-send', usage_count: 1 }]);
    expect((await usage.reports.recentCalls()).map(({ tool }) => tool)).toEqual(['order-send']);
  });

  it('reports the new name of a corrupt file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'foldout-usage-'));
    const place = join(folder, 'usage.db');
    writeFileSync(place, 'rubbish '.repeat(1_000));
    const warnings: string[] = [];
    try {
      await using usage = openUsage(place, { warn: (line) => warnings.push(line) });
      usage.tracker.trackAccess('shop', 'order-find');
      expect(await usage.tracker.flush()).toBe(true);
      expect(warnings).toEqual([expect.stringMatching(/renamed to '.*usage\.db\.corrupt-/)]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('never fails a call when it cannot be written, and warns once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'foldout-usage-'));
    const warnings: string[] = [];
    try {
      // A folder cannot be opened as a database.
      await using usage = openUsage(folder, { warn: (line) => warnings.push(line) });
      const engine = new Engine({ name: 'shop', commands, learning: usage.habits, search: { prior: usage.prior } });
      usage.track(engine);
      for (let i = 0; i < 20; i++) {
        expect(await engine.call({ command: 'order-find' }, { sessionId: 's' })).toMatchObject({ success: true });
        expect(await engine.find({ query: 'find an order' })).toMatchObject({ confident: true });
        await usage.tracker.flush();
      }
      expect(warnings).toHaveLength(1);
      expect(usage.tracker.state()).toMatchObject({ failing: true, dropped: 0 });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('can be stored in memory only', async () => {
    await using usage = openUsage('memory');
    const engine = new Engine({ name: 'shop', commands, learning: usage.habits });
    usage.track(engine);
    expect(await engine.call({ command: 'order-find' })).toMatchObject({ success: true });
    expect(await usage.tracker.getPopularTools()).toHaveLength(1);
  });
});
