import { TOOL_DEFAULTS, type Tool } from '@foldout/core';
import { describe, expect, it, vi } from 'vitest';
import { UsageTracker } from '../tracking/usage-tracker.ts';
import { CACHE_DEFAULTS, type CacheConfig, DiscoveryCacheManager } from './discovery-cache-manager.ts';

function tool(server: string, name: string): Tool {
  return {
    ...TOOL_DEFAULTS,
    id: `${server}/${name}`,
    server,
    name,
    summary: `${name} in short`,
    description: `${name} at length`,
    category: server,
    inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  };
}

function cacheOver(config: Partial<CacheConfig> = {}) {
  const loadFromDisk = vi.fn(async (server: string, name: string) =>
    name === 'unknown' ? undefined : tool(server, name),
  );
  return { loadFromDisk, cache: new DiscoveryCacheManager({ loadFromDisk, ...config }) };
}

/** People who get a document then send a message, and update a record in the same session. */
function practised(): UsageTracker {
  const tracker = new UsageTracker();
  for (let i = 0; i < 10; i++) {
    const context = { session_id: `s${i}` };
    tracker.trackAccess('google-drive', 'getDocument', context);
    tracker.trackAccess('slack', 'sendMessage', context);
    tracker.trackAccess('salesforce', 'updateRecord', context);
  }
  return tracker;
}

describe('the discovery caches', () => {
  it('cache what was asked for: the second time nothing is loaded', async () => {
    const { cache, loadFromDisk } = cacheOver();
    const first = await cache.getToolDefinition('google-drive', 'getDocument', 'full');
    const second = await cache.getToolDefinition('google-drive', 'getDocument', 'full');
    expect(second).toEqual(first);
    expect(loadFromDisk).toHaveBeenCalledTimes(1);
  });

  it('preload the tools that are predicted', async () => {
    await using tracker = practised();
    const { cache, loadFromDisk } = cacheOver({ predictor: tracker });
    await cache.getToolDefinition('google-drive', 'getDocument', 'full');
    await cache.preloadPredicted('google-drive/getDocument', { session_id: 's' });
    expect(cache.getStats().predictive_cache_size).toBe(2);
    loadFromDisk.mockClear();
    expect(await cache.getToolDefinition('slack', 'sendMessage', 'name')).toEqual({
      server: 'slack',
      name: 'sendMessage',
    });
    expect(loadFromDisk).not.toHaveBeenCalled();
    expect(cache.getStats().hits).toEqual({ session: 0, frequent: 0, predictive: 1 });
  });

  it('look in the session first, then among the frequent, then the predicted, then on disk', async () => {
    await using tracker = practised();
    const { cache } = cacheOver({ predictor: tracker });
    const ask = (session_id: string) => cache.getToolDefinition('slack', 'sendMessage', 'full', { session_id });
    await cache.preloadPredicted('google-drive/getDocument');
    await ask('one');
    expect(cache.getStats().hits).toEqual({ session: 0, frequent: 0, predictive: 1 });
    await ask('two');
    expect(cache.getStats().hits).toEqual({ session: 0, frequent: 1, predictive: 1 });
    await ask('one');
    expect(cache.getStats().hits).toEqual({ session: 1, frequent: 1, predictive: 1 });
    await cache.getToolDefinition('notion', 'search');
    expect(cache.getStats()).toMatchObject({ misses: 1, hit_rate: 0.75 });
  });

  it('show a definition at each level', async () => {
    const { cache } = cacheOver();
    const at = (level: 'name' | 'description' | 'summary' | 'signature' | 'full') =>
      cache.getToolDefinition('slack', 'sendMessage', level);
    expect(await at('name')).toEqual({ server: 'slack', name: 'sendMessage' });
    const description = { server: 'slack', name: 'sendMessage', description: 'sendMessage in short' };
    expect(await at('description')).toEqual(description);
    expect(await at('summary')).toEqual(description);
    expect(await at('signature')).toEqual({ ...description, signature: 'sendMessage(id: string)' });
    // Whatever level was asked for first, the whole is what is kept.
    expect(await at('full')).toEqual(tool('slack', 'sendMessage'));
  });

  it('hold the 50 most recently used, for an hour', async () => {
    expect(CACHE_DEFAULTS).toMatchObject({ frequentCacheSize: 50, frequentCacheTTL: 3_600_000, preload: 5 });
    const { cache, loadFromDisk } = cacheOver();
    const ask = (name: string, session_id: string) => cache.getToolDefinition('shop', name, 'full', { session_id });
    for (let i = 0; i < 60; i++) await ask(`t${i}`, 'one');
    expect(cache.getStats()).toMatchObject({ session_cache_size: 60, frequent_cache_size: 50 });
    loadFromDisk.mockClear();
    await ask('t59', 'two');
    expect(loadFromDisk).not.toHaveBeenCalled();
    await ask('t0', 'two');
    expect(loadFromDisk).toHaveBeenCalledTimes(1);
  });

  it('ask again for what was kept past its time', async () => {
    const { cache, loadFromDisk } = cacheOver({ frequentCacheTTL: 2 });
    await cache.getToolDefinition('shop', 'a', 'full', { session_id: 'one' });
    for (const start = performance.now(); performance.now() < start + 6; );
    await cache.getToolDefinition('shop', 'a', 'full', { session_id: 'two' });
    expect(loadFromDisk).toHaveBeenCalledTimes(2);
  });

  it('preload five at most, the likeliest, and say which server comes next', async () => {
    await using tracker = new UsageTracker();
    const follow = (next: string, times: number) => {
      for (let i = 0; i < times; i++) {
        tracker.trackAccess('a', 'start', { session_id: `${next}${i}` });
        tracker.trackAccess('b', next, { session_id: `${next}${i}` });
      }
    };
    for (const [i, next] of ['g', 'f', 'e', 'd', 'c', 'b'].entries()) follow(next, i + 1);
    follow('b', 9);
    const onLikelyServer = vi.fn();
    const { cache, loadFromDisk } = cacheOver({ predictor: tracker, onLikelyServer });
    await cache.preloadPredicted('a/start');
    expect(loadFromDisk.mock.calls.map(([, name]) => name)).toEqual(['b', 'c', 'd', 'e', 'f']);
    expect(onLikelyServer.mock.calls).toEqual([['b']]);
  });

  it('give nothing for what nobody knows, and do not remember that', async () => {
    const { cache } = cacheOver();
    expect(await cache.getToolDefinition('shop', 'unknown')).toBeUndefined();
    expect(cache.getStats()).toMatchObject({ total_cached: 0, hit_rate: 0, memory_usage: 0 });
  });

  it('load a tool once for all who ask at the same time', async () => {
    const { cache, loadFromDisk } = cacheOver();
    await Promise.all(Array.from({ length: 5 }, () => cache.getToolDefinition('shop', 'a')));
    expect(loadFromDisk).toHaveBeenCalledTimes(1);
  });

  it('pass on a fault of the disk, and ask it again the next time', async () => {
    const { cache, loadFromDisk } = cacheOver();
    loadFromDisk.mockRejectedValueOnce(new Error('disk gone'));
    await expect(cache.getToolDefinition('shop', 'a')).rejects.toThrow('disk gone');
    expect(await cache.getToolDefinition('shop', 'a', 'name')).toEqual({ server: 'shop', name: 'a' });
  });

  it('never fail a preload, whatever fails in it', async () => {
    const failing = async () => {
      throw new Error('store gone');
    };
    const { cache } = cacheOver({ predictor: { getCoOccurrence: failing, predictNextTools: failing } });
    await expect(cache.preloadPredicted('a/b')).resolves.toBeUndefined();
    await using tracker = practised();
    const brokenDisk = cacheOver({ predictor: tracker, loadFromDisk: failing });
    await expect(brokenDisk.cache.preloadPredicted('google-drive/getDocument')).resolves.toBeUndefined();
    await expect(cacheOver().cache.preloadPredicted('a/b')).resolves.toBeUndefined();
  });

  it('forget a tool that has changed, also while it is being preloaded', async () => {
    await using tracker = practised();
    const loading: (() => void)[] = [];
    const loadFromDisk = vi.fn(async (server: string, name: string) => {
      await new Promise<void>((resolve) => loading.push(resolve));
      return tool(server, name);
    });
    const cache = new DiscoveryCacheManager({ loadFromDisk, predictor: tracker });
    const preloaded = cache.preloadPredicted('google-drive/getDocument');
    while (loading.length < 2) await new Promise((resolve) => setImmediate(resolve));
    cache.forget('slack', 'sendMessage');
    for (const finish of loading) finish();
    await preloaded;
    expect(cache.getStats().predictive_cache_size).toBe(0);
  });

  it('let go of a session that has ended, and say what they weigh', async () => {
    const { cache } = cacheOver();
    await cache.getToolDefinition('shop', 'a', 'full', { session_id: 'one' });
    expect(cache.getStats()).toMatchObject({ session_cache_size: 1, frequent_cache_size: 1, total_cached: 2 });
    expect(cache.getStats().memory_usage).toBeGreaterThan(100);
    cache.endSession('one');
    expect(cache.getStats()).toMatchObject({ session_cache_size: 0, frequent_cache_size: 1 });
    cache.clear();
    expect(cache.getStats()).toMatchObject({ total_cached: 0, memory_usage: 0 });
  });
});
