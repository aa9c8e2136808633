import { type Command, estimateTokens, success } from '@foldout/core';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { surfaceOf } from '../../../../test/fixtures/surface-of.ts';
import { command, dataOf, engineWith, errorOf } from '../../../../test/fixtures/tools.ts';
import { instructionsFor } from './instructions.ts';
import { type DispatchMode, MetaTools } from './meta-tools.ts';
import { renderDetail, renderDiscover } from './render-discovery.ts';
import type { ToolStrategy } from './strategies.ts';

function build(strategy: ToolStrategy, commands: readonly Command[], mode: DispatchMode = 'single', contexts = false) {
  const engine = engineWith(commands, contexts ? { contexts: [{ name: 'day' }] } : {});
  const surface = surfaceOf(strategy, engine, { mode });
  return { engine, surface, meta: surface.meta };
}

const some = (count: number) => Array.from({ length: count }, (_, index) => command(`area${index % 7}-do-${index}`));
const namesOf = (strategy: ToolStrategy, commands: readonly Command[], mode?: DispatchMode) =>
  build(strategy, commands, mode)
    .surface.list()
    .map(({ name }) => name);

describe('the lazy surface', () => {
  it('lists exactly five tools, byte for byte the same for 5 and for 500 commands', () => {
    expect(namesOf('lazy', some(5))).toEqual(['afd-discover', 'afd-detail', 'afd-call', 'afd-batch', 'afd-pipe']);
    const text = (count: number) => JSON.stringify(build('lazy', some(count)).surface.list());
    expect(text(500)).toBe(text(5));
    expect(estimateTokens(text(5))).toBeLessThanOrEqual(600);
  });

  it('shows the context parameter only where there are contexts', () => {
    const parameter = 'properties.context';
    const [plain] = build('lazy', []).surface.list();
    expect(plain?.inputSchema).not.toHaveProperty(parameter);
    const [contextual] = build('lazy', [], 'single', true).surface.list();
    expect(contextual?.inputSchema).toHaveProperty(parameter);
  });

  it('tells the model what lies behind it, largest first, within 120 tokens', () => {
    const { engine, surface } = build('lazy', [...some(3), command('area1-more'), command('off', { enabled: false })]);
    expect(surface.instructions()).toBe(
      'The tool list may be partial: 4 commands in area1 (2), area0 (1), area2 (1) can be called. Find them with afd-discover {search}, read them with afd-detail, run them with afd-call.',
    );
    for (let index = 0; index < 500; index += 1)
      engine.expose(command(`a-rather-long-name-${index}`, { category: `category number ${index}` }));
    const text = surface.instructions() ?? '';
    expect(estimateTokens(text)).toBeLessThanOrEqual(120);
    expect(text).toMatch(/and \d+ more categories can be called\./);
    expect(instructionsFor(engineWith([]).catalog, 'How.')).toBe(
      'The tool list may be partial: 0 commands can be called. How.',
    );
  });
});

describe('the individual surface', () => {
  it('lists every callable command with its schema and hints, then the three that run any', () => {
    const { surface, engine } = build('individual', [
      command('b', { mutation: true, title: 'Bee', deprecated: 'use a' }),
      command('a', { input: z.object({ n: z.number() }), annotations: { idempotentHint: true } }),
      command('off', { enabled: false }),
    ]);
    const tools = surface.list();
    expect(tools.map(({ name }) => name)).toEqual(['a', 'b', 'afd-call', 'afd-batch', 'afd-pipe']);
    expect(tools[0]).toMatchObject({
      description: 'Runs a.',
      inputSchema: { type: 'object', required: ['n'] },
      annotations: { readOnlyHint: true, idempotentHint: true },
    });
    expect(tools[1]).toMatchObject({
      title: 'Bee',
      description: 'Runs b. (Deprecated: use a)',
      annotations: { readOnlyHint: false, destructiveHint: false },
    });
    engine.registry.setEnabled('off', true);
    expect(surface.list().map(({ name }) => name)).toContain('off');
  });

  it('gives an input that is a choice the object type that the protocol wants', () => {
    const input = z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]);
    const [only] = build('individual', [command('a', { input })]).surface.list();
    expect(only?.inputSchema.type).toBe('object');
    expect(only?.inputSchema).toHaveProperty('anyOf');
  });
});

describe('the tools that run any command', () => {
  it('are one call tool, or three by risk with true hints', () => {
    for (const strategy of ['individual', 'grouped', 'lazy'] as const) {
      expect(namesOf(strategy, [])).toContain('afd-call');
      const names = namesOf(strategy, [], 'by-risk');
      expect(names).not.toContain('afd-call');
      expect(names).toEqual(expect.arrayContaining(['afd-call-read', 'afd-call-write', 'afd-call-destructive']));
    }
    const { meta } = build('lazy', [], 'by-risk');
    expect(meta.callTools().map(({ annotations }) => annotations)).toEqual([
      { readOnlyHint: true },
      { readOnlyHint: false, destructiveHint: false },
      { readOnlyHint: false, destructiveHint: true },
    ]);
  });

  it('refuse a command of a higher risk than their own', async () => {
    const { meta } = build('lazy', [command('wipe', { destructive: true })], 'by-risk');
    const refused = await meta.call('afd-call-write', { command: 'wipe' }, {});
    expect(errorOf(refused)).toMatchObject({
      code: 'COMMAND_NOT_EXPOSED',
      suggestion: 'Call it with afd-call-destructive.',
    });
    expect((await meta.call('afd-call-destructive', { command: 'wipe' }, {})).success).toBe(true);
  });

  it('work the same behind every surface, and find, describe and run in turn', async () => {
    for (const strategy of ['individual', 'grouped', 'lazy'] as const) {
      const { meta } = build(strategy, [command('echo', { input: z.object({ n: z.number() }) })]);
      const found = dataOf(await meta.call('afd-discover', { search: 'echo' }, {})) as { commands: { name: string }[] };
      const name = found.commands[0]?.name;
      expect(dataOf(await meta.call('afd-detail', { command: name }, {}))).toMatchObject([
        { found: true, callable: true },
      ]);
      expect(dataOf(await meta.call('afd-call', { command: name, input: { n: 1 } }, {}))).toEqual({ n: 1 });
      const batch = await meta.call('afd-batch', { commands: [{ command: name, input: { n: 1 } }] }, {});
      expect(dataOf(batch)).toMatchObject({ summary: { succeeded: 1 } });
      const pipe = await meta.call('afd-pipe', { steps: [{ command: name, input: { n: 1 } }] }, {});
      expect(dataOf(pipe)).toMatchObject({ data: { n: 1 } });
    }
  });

  it('heal their own input like any command’s, and explain what they cannot heal', async () => {
    const { meta } = build('lazy', [command('echo', { input: z.looseObject({}) })]);
    const healed = await meta.call('afd-call', { command: 'echo', input: '{"a":1}' }, {});
    expect(dataOf(healed)).toEqual({ a: 1 });
    expect(healed.warnings?.[0]).toMatch(/^input: read /);
    expect(errorOf(await meta.call('afd-discover', { limit: 0 }, {})).code).toBe('VALIDATION_ERROR');
    expect(errorOf(await meta.call('afd-call', {}, {})).message).toContain("Required field 'command' is missing");
    expect(errorOf(await meta.call('afd-more', { cursor: 'x' }, {})).code).toBe('VALIDATION_ERROR');
  });

  it('answer a condition nested 10,000 deep', async () => {
    let when: unknown = { $exists: '$prev' };
    for (let depth = 0; depth < 10_000; depth += 1) when = { $not: when };
    const { meta } = build('lazy', [command('echo')]);
    expect(errorOf(await meta.call('afd-pipe', { steps: [{ command: 'echo', when }] }, {})).code).toBe(
      'VALIDATION_ERROR',
    );
  });

  it('pass commands through the middleware, and not themselves', async () => {
    const seen = vi.fn();
    const engine = engineWith([command('echo', { handler: () => success(1) })], {
      middleware: [
        async (tool, _input, _context, next) => {
          seen(tool.name);
          return next();
        },
      ],
    });
    const meta = new MetaTools(engine);
    await meta.call('afd-discover', {}, {});
    await meta.call('afd-detail', { command: 'echo' }, {});
    await meta.call('afd-call', { command: 'echo' }, {});
    expect(seen.mock.calls).toEqual([['echo']]);
  });
});

describe('what a model reads of discovery', () => {
  const engine = engineWith([
    command('a-get', { description: 'Get it.', input: z.object({ id: z.number() }), tags: ['t'] }),
    command('a-put', { description: 'Put it.', mutation: true, deprecated: 'use b', confirmPrompt: 'Sure?' }),
  ]);

  it('is a line for each command, then what else there is', async () => {
    expect(renderDiscover(dataOf(await engine.discover({ includeMutation: true, limit: 2 })))).toBe(
      [
        '2 of 2 matching (2 total)',
        'a-get - Get it',
        'a-put - Put it [changes data, deprecated]',
        'categories: a',
        'tags: t',
      ].join('\n'),
    );
    expect(renderDiscover(dataOf(await engine.discover({ level: 'signature', limit: 1 })))).toContain(
      'a-get(id: number) - Get it\n1 more; use offset or a filter.',
    );
  });

  it('has the schema or the declaration of each command, its hash, and what must be known', () => {
    const text = renderDetail(dataOf(engine.detail({ command: ['a-get', 'a-put', 'a-gte'], format: 'typescript' })));
    expect(text).toMatch(
      /^a-get \[schemaHash [0-9a-f]{8}\]\nGet it\.\n"a-get"\(input: \{\n {2}id: number;\n\}\): unknown\n\n/,
    );
    expect(text).toContain('a-put [changes data; deprecated: use b; confirm: Sure?; schemaHash ');
    expect(text).toContain("a-gte: No command named 'a-gte'. Did you mean");
  });
});
