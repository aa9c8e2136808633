import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  allGone,
  call,
  fixture,
  hostile,
  openUpstream,
  published,
  textOf,
} from '../../../../test/fixtures/upstreams.ts';

describe('a server over stdio', () => {
  it('is started on first use', () => {
    const upstream = openUpstream(hostile());
    expect(upstream.status).toEqual({ state: 'cold', restarts: 0 });
    expect(upstream.manifest).toBeUndefined();
  });

  it('is started once for many waiting calls', async () => {
    const upstream = openUpstream(hostile('slow-start=50'));
    const results = await Promise.all(Array.from({ length: 20 }, () => call(upstream, 'pid')));
    const pids = results.map((result) => (result['structuredContent'] as { pid: number }).pid);
    expect(new Set(pids)).toEqual(new Set([upstream.status.pid]));
    const states = upstream.events.flatMap((event) => (event.kind === 'status' ? [event.status.state] : []));
    expect(states).toEqual(['starting', 'ready']);
  });

  it('returns results unchanged', async () => {
    const upstream = openUpstream(hostile());
    expect(await call(upstream, 'echo', { deep: [{ ü: null }] })).toEqual({
      content: [{ type: 'text', text: '{"deep":[{"ü":null}]}' }],
      structuredContent: { deep: [{ ü: null }] },
      _meta: { kept: true },
    });
  });

  it('passes on its own errors with their code and data', async () => {
    const upstream = openUpstream(hostile());
    await expect(call(upstream, 'unknown')).rejects.toMatchObject({
      name: 'ProtocolError',
      code: -32602,
      message: 'no tool unknown',
      data: { name: 'unknown' },
    });
  });

  it('leaves no process behind when it is closed', async () => {
    const upstream = openUpstream(hostile('stubborn', 'grandchild'));
    const { pid, grandchild } = (await call(upstream, 'pid'))['structuredContent'] as Record<string, number>;
    await upstream.close();
    expect(await allGone([pid as number, grandchild as number], 0)).toEqual([]);
  });

  it('gets its configured environment and folder, and nothing from the environment of the gateway', async () => {
    process.env['GATEWAY_SECRET'] = 'do not pass on';
    const folder = await mkdtemp(join(tmpdir(), 'foldout-'));
    try {
      const everything = published('@modelcontextprotocol/server-everything/dist/index.js');
      const upstream = openUpstream({ ...everything, env: { GREETING: 'hello', 'x-odd.name': 'kept' }, cwd: folder });
      const environment = JSON.parse(textOf(await call(upstream, 'get-env'))) as Record<string, string>;
      expect(environment['GREETING']).toBe('hello');
      expect(environment['x-odd.name']).toBe('kept');
      expect(environment['PATH']).toBe(process.env['PATH']);
      expect(environment['GATEWAY_SECRET']).toBeUndefined();
    } finally {
      delete process.env['GATEWAY_SECRET'];
      await rm(folder, { recursive: true });
    }
  });
});

describe('real servers', () => {
  it('everything: tools, prompts, resources and templates', async () => {
    const upstream = openUpstream(published('@modelcontextprotocol/server-everything/dist/index.js'));
    await upstream.refresh();
    expect(upstream.manifest).toMatchObject({ era: 'legacy', server: { name: 'mcp-servers/everything' } });
    const { tools, prompts, resources, resourceTemplates } = upstream.manifest ?? {};
    expect([tools?.length, prompts?.length, resources?.length, resourceTemplates?.length]).toEqual([16, 4, 7, 2]);
    expect(textOf(await call(upstream, 'echo', { message: 'hi' }))).toBe('Echo: hi');
  });

  it('filesystem: reads a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'foldout-'));
    try {
      await writeFile(join(folder, 'note.txt'), 'remember the milk');
      const upstream = openUpstream(published('@modelcontextprotocol/server-filesystem/dist/index.js', folder));
      const result = await call(upstream, 'read_text_file', { path: join(folder, 'note.txt') });
      expect(textOf(result)).toBe('remember the milk');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('memory: stores entities', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'foldout-'));
    try {
      const server = published('@modelcontextprotocol/server-memory/dist/index.js');
      const upstream = openUpstream({ ...server, env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') } });
      await call(upstream, 'create_entities', {
        entities: [{ name: 'Ada', entityType: 'person', observations: ['writes programs'] }],
      });
      expect(textOf(await call(upstream, 'read_graph'))).toContain('writes programs');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('modern: the era is detected, stored, and not detected again', async () => {
    const shop = fixture('shop.mjs', '{"toolStrategy":"individual"}');
    const first = openUpstream(shop);
    await first.refresh();
    expect(first.manifest).toMatchObject({ era: 'modern', server: { name: 'shop', version: '1.0.0' } });
    expect(first.manifest?.tools.length).toBeGreaterThan(80);
    await first.close();

    const second = openUpstream(shop, { manifests: first.manifests });
    expect(second.manifest).toEqual(first.manifest);
    expect(second.status.state).toBe('cold');
    expect(await call(second, 'afd-call', { command: 'order-list', input: {} })).toHaveProperty('content');
  });
});
