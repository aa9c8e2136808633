import type { Tool } from '@foldout/core';
import { TOOL_DEFAULTS } from '@foldout/core/internal';
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

/** Ten sessions that each get a document, send a message and update a record. */
function trackerWithHistory(): UsageTracker {
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
  it('load a tool once and answer the second request from the cache', async () => {
    const { cache, loadFromDisk } = cacheOver();
    const first = await cache.getToolDefinition('google-drive', 'getDocument', 'full');
    const second = await cache.getToolDefinition('google-drive', 'getDocument', 'full');
    expect(second).toEqual(first);
    expect(loadFromDisk).toHaveBeenCalledTimes(1);
  });

  it('preload the predicted tools', async () => {
    await using tracker = trackerWithHistory();
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

  it('look in the session layer first, then frequent, then predictive, then on disk', async () => {
    await using tracker = trackerWithHistory();
    const { cache } = cacheOver({ predictor: tracker });
    const get = (session_id: string) => cache.getToolDefinition('slack', 'sendMessage', 'full', { session_id });
    await cache.preloadPredicted('google-drive/getDocument');
    await get('one');
    expect(cache.getStats().hits).toEqual({ session: 0, frequent: 0, predictive: 1 });
    await get('two');
    expect(cache.getStats().hits).toEqual({ session: 0, frequent: 1, predictive: 1 });
    await get('one');
    expect(cache.getStats().hits).toEqual({ session: 1, frequent: 1, predictive: 1 });
    await cache.getToolDefinition('notion', 'search');
    expect(cache.getStats()).toMatchObject({ misses: 1, hit_rate: 0.75 });
  });

  it('return a definition at each level', async () => {
    const { cache } = cacheOver();
    const at = (level: 'name' | 'description' | 'summary' | 'signature' | 'full') =>
      cache.getToolDefinition('slack', 'sendMessage', level);
    expect(await at('name')).toEqual({ server: 'slack', name: 'sendMessage' });
    const description = { server: 'slack', name: 'sendMessage', description: 'sendMessage in short' };
    expect(await at('description')).toEqual(description);
    expect(await at('summary')).toEqual(description);
    expect(await at('signature')).toEqual({ ...description, signature: 'sendMessage(id: string)' });
    // The cache stores the full definition, whatever level was requested first.
    expect(await at('full')).toEqual(tool('slack', 'sendMessage'));
  });

  it('keep the 50 most recently used tools for an hour', async () => {
    expect(CACHE_DEFAULTS).toMatchObject({ frequentCacheSize: 50, frequentCacheTTL: 3_600_000, preload: 5 });
    const { cache, loadFromDisk } = cacheOver();
    const get = (name: string, session_id: string) => cache.getToolDefinition('shop', name, 'full', { session_id });
    for (let i = 0; i < 60; i++) await get(`t${i}`, 'one');
    expect(cache.getStats()).toMatchObject({ session_cache_size: 60, frequent_cache_size: 50 });
    loadFromDisk.mockClear();
    await get('t59', 'two');
    expect(loadFromDisk).not.toHaveBeenCalled();
    await get('t0', 'two');
    expect(loadFromDisk).toHaveBeenCalledTimes(1);
  });

  it('load a tool again after its TTL', async () => {
    const { cache, loadFromDisk } = cacheOver({ frequentCacheTTL: 2 });
    await cache.getToolDefinition('shop', 'a', 'full', { session_id: 'one' });
    for (const start = performance.now(); performance.now() < start + 6; );
    await cache.getToolDefinition('shop', 'a', 'full', { session_id: 'two' });
    expect(loadFromDisk).toHaveBeenCalledTimes(2);
  });

  it('preload the five most likely tools at most, and report the most likely server', async () => {
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

  it('return undefined for an unknown tool, and do not cache that', async () => {
    const { cache } = cacheOver();
    expect(await cache.getToolDefinition('shop', 'unknown')).toBeUndefined();
    expect(cache.getStats()).toMatchObject({ total_cached: 0, hit_rate: 0, memory_usage: 0 });
  });

  it('share one load between concurrent requests for the same tool', async () => {
    const { cache, loadFromDisk } = cacheOver();
    await Promise.all(Array.from({ length: 5 }, () => cache.getToolDefinition('shop', 'a')));
    expect(loadFromDisk).toHaveBeenCalledTimes(1);
  });

  it('reject when the disk fails, and try again on the next request', async () => {
    const { cache, loadFromDisk } = cacheOver();
    loadFromDisk.mockRejectedValueOnce(new Error('disk gone'));
    await expect(cache.getToolDefinition('shop', 'a')).rejects.toThrow('disk gone');
    expect(await cache.getToolDefinition('shop', 'a', 'name')).toEqual({ server: 'shop', name: 'a' });
  });

  it('never reject a preload', async () => {
    const failing = async () => {
      throw new Error('store gone');
    };
    const { cache } = cacheOver({ predictor: { getCoOccurrence: failing, predictNextTools: failing } });
    await expect(cache.preloadPredicted('a/b')).resolves.toBeUndefined();
    await using tracker = trackerWithHistory();
    const brokenDisk = cacheOver({ predictor: tracker, loadFromDisk: failing });
    await expect(brokenDisk.cache.preloadPredicted('google-drive/getDocument')).resolves.toBeUndefined();
    await expect(cacheOver().cache.preloadPredicted('a/b')).resolves.toBeUndefined();
  });

  it('drop a changed tool, also while it is being preloaded', async () => {
    await using tracker = trackerWithHistory();
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

  it('drop the layer of an ended session, and report memory usage', async () => {
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
