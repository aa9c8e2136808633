import {
  type Command,
  type CommandResult,
  type CommandSuccess,
  type DiscoverResult,
  estimateTokens,
  success,
} from '@foldout/core';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { StartingSource } from '../../../../test/fixtures/starting-source.ts';
import { surfaceOf } from '../../../../test/fixtures/surface-of.ts';
import { command, dataOf, engineWith, errorOf, FixedSource, tool } from '../../../../test/fixtures/tools.ts';
import type { DispatchMode } from './by-risk.ts';
import { instructionsFor } from './instructions.ts';
import { renderDetail, renderDiscover } from './render-discovery.ts';
import type { ToolStrategy } from './strategies.ts';

function build(strategy: ToolStrategy, commands: readonly Command[], mode: DispatchMode = 'single', contexts = false) {
  const engine = engineWith(commands, contexts ? { contexts: [{ name: 'day' }] } : {});
  const surface = surfaceOf(strategy, engine, { mode });
  return { engine, surface, meta: surface.meta, callMeta: surface.callMeta };
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

  it('lists the categories in its instructions, largest first, within 120 tokens', () => {
    const { engine, surface } = build('lazy', [...some(3), command('area1-more'), command('off', { enabled: false })]);
    expect(surface.instructions()).toBe(
      'More tools exist than are listed. Find them with afd-discover {search}, read them with afd-detail, run them with afd-call. There are 4 commands in area1 (2), area0 (1), area2 (1).',
    );
    for (let index = 0; index < 500; index += 1)
      engine.expose(command(`a-rather-long-name-${index}`, { category: `category number ${index}` }));
    const text = surface.instructions() ?? '';
    expect(estimateTokens(text)).toBeLessThanOrEqual(120);
    expect(text).toMatch(/and \d+ more categories\.$/);
    expect(instructionsFor(engineWith([]).catalog, 'How.')).toBe(
      'More tools exist than are listed. How. There are 0 commands.',
    );
  });

  it('repeats what servers say of their tools as far as its instructions have room', () => {
    const saying = (server: string, text: string) =>
      Object.assign(
        new FixedSource(server, [tool('do_it', undefined, { server, id: `${server}/do_it`, category: server })]),
        { instructions: () => text },
      );
    const instructions = (strategy: ToolStrategy, ...sources: FixedSource[]) => {
      const text = surfaceOf(strategy, engineWith([], { sources })).instructions() ?? '';
      expect(estimateTokens(text)).toBeLessThanOrEqual(120);
      return text;
    };
    const desk = saying('desk', '# The desk\n\nCall open "first".\nThen close.');
    for (const strategy of ['lazy', 'individual', 'proxy'] as const)
      expect(instructions(strategy, desk)).toMatch(/desk says: "Call open 'first'\. Then close\."$/);
    const long = (name: string) => saying(name, `${'Mind the gap between words. '.repeat(60)}`);
    const cut = instructions('lazy', desk, long('rail'));
    expect(cut).toContain(`desk says: "Call open 'first'.`);
    expect(cut).toMatch(/rail says: "Mind the gap [^"]*…"$/);
    const many = Array.from({ length: 30 }, (_, n) => long(`line-${10 + n}`));
    expect(instructions('lazy', ...many)).toMatch(/There are 30 commands in .* line-10 says: "/);
  });

  it('names the servers that are not loaded in its instructions, in fewer words the more there are', () => {
    const linear = { state: 'needs-auth', todo: 'Ask the user to run: foldout auth linear' } as const;
    const instructions = (...sources: StartingSource[]) => {
      const text = surfaceOf('lazy', engineWith(some(60), { sources })).instructions() ?? '';
      expect(estimateTokens(text)).toBeLessThanOrEqual(120);
      return text.slice(text.indexOf('Not loaded'));
    };
    const many = (count: number) => Array.from({ length: count }, (_, n) => new StartingSource(`server-${n}`));
    expect(instructions(new StartingSource('linear', linear), new StartingSource('slow'))).toBe(
      'Not loaded yet: linear (needs sign-in: ask the user to run: foldout auth linear); slow (starting).',
    );
    expect(instructions(new StartingSource('linear', linear), ...many(49))).toBe(
      'Not loaded yet: linear (needs-auth); 49 starting.',
    );
    const failed = many(50);
    for (const source of failed) source.fails({ reason: 'it was killed' });
    expect(instructions(...failed)).toBe('Not loaded yet: 50 of 50 servers.');
  });
});

describe('every surface', () => {
  const STRATEGIES = ['individual', 'grouped', 'lazy', 'index', 'dynamic', 'proxy', 'core', 'auto'] as const;
  const todo = 'Ask the user to run: foldout auth linear';

  it.each(STRATEGIES)('names in its instructions the servers that are not loaded, and no others: %s', (strategy) => {
    const sources = [new StartingSource('linear', { state: 'needs-auth', todo }), new StartingSource('slow')];
    const engine = engineWith([command('a')], { sources });
    const instructions = () => surfaceOf(strategy, engine).instructions() ?? '';
    expect(instructions()).toContain(
      'Not loaded yet: linear (needs sign-in: ask the user to run: foldout auth linear); slow (starting).',
    );
    for (const source of sources) source.lists([]);
    expect(instructions()).not.toContain('Not loaded');
  });

  it.each(['individual', 'grouped'] as const)('says nothing of a partial list where it is whole: %s', (strategy) => {
    expect(build(strategy, some(3)).surface.instructions()).toBeUndefined();
  });
});

describe('the individual surface', () => {
  it('lists every callable command with its schema and hints, then the three that run any', () => {
    const { surface, engine } = build('individual', [
      command('b', { mutation: true, title: 'Bee', deprecated: 'use a' }),
      command('a', { input: z.object({ n: z.number() }), annotations: { readOnlyHint: true, idempotentHint: true } }),
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

  it('gives a union the type object that MCP requires', () => {
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
    const { callMeta } = build('lazy', [command('wipe', { destructive: true })], 'by-risk');
    const refused = await callMeta('afd-call-write', { command: 'wipe' });
    expect(errorOf(refused)).toMatchObject({
      code: 'COMMAND_NOT_EXPOSED',
      suggestion: 'Run it with afd-call-destructive {"command":"wipe"}, with the same input.',
    });
    expect((await callMeta('afd-call-destructive', { command: 'wipe' })).success).toBe(true);
  });

  it('work the same behind every surface, and find, describe and run in turn', async () => {
    for (const strategy of ['individual', 'grouped', 'lazy'] as const) {
      const { callMeta } = build(strategy, [command('echo', { input: z.object({ n: z.number() }) })]);
      const found = dataOf(await callMeta('afd-discover', { search: 'echo' })) as { commands: { name: string }[] };
      const name = found.commands[0]?.name;
      expect(dataOf(await callMeta('afd-detail', { command: name }))).toMatchObject([{ found: true, callable: true }]);
      expect(dataOf(await callMeta('afd-call', { command: name, input: { n: 1 } }))).toEqual({ n: 1 });
      const batch = await callMeta('afd-batch', { commands: [{ command: name, input: { n: 1 } }] });
      expect(dataOf(batch)).toMatchObject({ summary: { succeeded: 1 } });
      const pipe = await callMeta('afd-pipe', { steps: [{ command: name, input: { n: 1 } }] });
      expect(dataOf(pipe)).toMatchObject({ data: { n: 1 } });
    }
  });

  it('heal their own input like any command’s, and explain what they cannot heal', async () => {
    const { callMeta } = build('lazy', [command('echo', { input: z.looseObject({}) })]);
    const healed = await callMeta('afd-call', { command: 'echo', input: '{"a":1}' });
    expect(dataOf(healed)).toEqual({ a: 1 });
    expect(healed.warnings?.[0]).toMatch(/^input: read /);
    expect(errorOf(await callMeta('afd-discover', { limit: 0 })).code).toBe('VALIDATION_ERROR');
    expect(errorOf(await callMeta('afd-call', {})).message).toContain("Required field 'command' is missing");
    expect(errorOf(await callMeta('afd-more', { cursor: 'x' })).code).toBe('VALIDATION_ERROR');
  });

  it('answer a condition nested 10,000 deep', async () => {
    let when: unknown = { $exists: '$prev' };
    for (let depth = 0; depth < 10_000; depth += 1) when = { $not: when };
    const { callMeta } = build('lazy', [command('echo')]);
    expect(errorOf(await callMeta('afd-pipe', { steps: [{ command: 'echo', when }] })).code).toBe('VALIDATION_ERROR');
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
    const { callMeta } = surfaceOf('lazy', engine);
    await callMeta('afd-discover', {});
    await callMeta('afd-detail', { command: 'echo' });
    await callMeta('afd-call', { command: 'echo' });
    expect(seen.mock.calls).toEqual([['echo']]);
  });
});

describe('the text of a discovery answer', () => {
  const engine = engineWith([
    command('a-get', { description: 'Get it.', mutation: false, input: z.object({ id: z.number() }), tags: ['t'] }),
    command('a-put', { description: 'Put it.', mutation: true, deprecated: 'use b', confirmPrompt: 'Sure?' }),
  ]);

  it('has a line for each command, then categories and tags', async () => {
    const text = (result: CommandResult<DiscoverResult>) =>
      renderDiscover(dataOf(result), result as CommandSuccess<DiscoverResult>);
    expect(text(await engine.discover({ includeMutation: true, limit: 2 }))).toBe(
      [
        'Returned 2 of 2 matching commands (2 total)',
        'a-get - Get it [reads]',
        'a-put - Put it [changes data, deprecated]',
        'categories: a',
        'tags: t',
      ].join('\n'),
    );
    expect(text(await engine.discover({ level: 'signature', limit: 1 }))).toBe(
      [
        'Returned 1 of 2 matching commands (2 total). Use offset: 1 to see more.',
        'a-get(id: number) - Get it',
        'categories: a',
        'tags: t',
      ].join('\n'),
    );
  });

  it('has the declaration of each command, its hash and its notes', () => {
    const text = renderDetail(dataOf(engine.detail({ command: ['a-get', 'a-put', 'a-gte'], format: 'typescript' })));
    expect(text).toMatch(
      /^a-get \[a; schemaHash [0-9a-f]{8}\]\nGet it\.\n"a-get"\(input: \{\n {2}id: number;\n\}\): unknown\ntags: t\n\n/,
    );
    expect(text).toContain('a-put [a; changes data; deprecated: use b; confirm: Sure?; schemaHash ');
    expect(text).toContain("a-gte: COMMAND_NOT_FOUND: No command named 'a-gte'\nDid you mean");
  });
});
