import { describe, expect, it } from 'vitest';
import { StartingSource } from '../../../../test/fixtures/starting-source.ts';
import { command, engineWith, FixedSource, tool } from '../../../../test/fixtures/tools.ts';
import { Catalog } from './catalog.ts';
import type { ToolScope } from './catalog-reader.ts';
import { missingLine, missingSentence, missingSources } from './missing.ts';
import { scopeFromNames } from './scope-names.ts';

function catalogOf(...sources: FixedSource[]): Catalog {
  const catalog = new Catalog();
  for (const source of sources) catalog.attach(source);
  return catalog;
}

const linear = () =>
  new StartingSource('linear', {
    state: 'needs-auth',
    reason: 'needs a sign-in',
    todo: 'Ask the user to run: foldout auth linear',
  });
const ofServer = (server: string, name: string) => tool(name, undefined, { server });

describe('sources of a catalog', () => {
  it('are listed by name, also before their tools are known, without sources that are always known', () => {
    const slow = new StartingSource('slow');
    const catalog = catalogOf(slow, linear(), new FixedSource('local', [tool('x')]));
    expect(catalog.sources().map(({ server, state, known }) => [server, state, known])).toEqual([
      ['linear', 'needs-auth', false],
      ['slow', 'starting', false],
    ]);
    slow.lists([ofServer('slow', 'echo')]);
    expect(catalog.sources()[1]).toMatchObject({ server: 'slow', state: 'ready', known: true, tools: 1 });
  });

  it('do not exist for a library server', () => {
    const { catalog } = engineWith([command('a')]);
    expect(catalog.sources()).toEqual([]);
    expect(missingLine(catalog)).toBeUndefined();
  });

  it('outside of a scope stay unknown to its caller', () => {
    const slow = new StartingSource('slow', { category: 'snails' });
    const catalog = catalogOf(slow, linear(), new StartingSource('files'));
    const seen = (scope: ToolScope | undefined) =>
      catalog
        .view(scope)
        .sources()
        .map(({ server }) => server);
    expect(seen({ allows: () => true })).toEqual([]);
    expect(seen({ allows: () => false, allowsServer: (name) => name === 'files' })).toEqual(['files']);
    expect(seen(scopeFromNames({ toolsets: ['linear'] }))).toEqual(['linear']);
    expect(seen(scopeFromNames({ toolsets: ['Snails'] }))).toEqual(['slow']);
    expect(seen(scopeFromNames({ tools: ['files/read'] }))).toEqual(['files']);
    expect(seen(scopeFromNames({ toolsets: ['linear', 'slow'] }, { toolsets: ['slow'] }))).toEqual(['slow']);
    // A tool name without a server may be a tool of any server.
    expect(seen(scopeFromNames({ tools: ['read'] }))).toEqual(['files', 'linear', 'slow']);
  });

  it('count only the tools in scope', () => {
    const slow = new StartingSource('slow');
    const catalog = catalogOf(slow);
    slow.lists([ofServer('slow', 'a'), ofServer('slow', 'b')]);
    expect(catalog.view({ allows: ({ name }) => name === 'a' }).sources()).toMatchObject([
      { server: 'slow', tools: 1 },
    ]);
    expect(catalog.view({ allows: () => false }).sources()).toEqual([]);
  });
});

describe('the line about missing sources', () => {
  it('counts them, problems first, and is gone once all are known', () => {
    const slow = new StartingSource('a-slow');
    const broken = new StartingSource('broken');
    broken.fails({ reason: 'could not be started: command "nope" was not found', todo: 'Install it.' });
    const catalog = catalogOf(slow, broken, linear(), new StartingSource('b'));
    expect(missingLine(catalog)).toBe(
      '4 of 4 servers are not loaded yet: broken (failed: could not be started: command "nope" was not found), ' +
        'linear (needs sign-in: ask the user to run: foldout auth linear), a-slow (starting), b (starting).',
    );
    for (const source of [slow, broken]) source.lists([]);
    expect(missingSources(catalog).map(({ server }) => server)).toEqual(['linear', 'b']);
    const only = new StartingSource('only');
    const known = catalogOf(only);
    only.lists([]);
    expect(missingLine(known)).toBeUndefined();
  });

  it('stays short with 50 servers and a long reason', () => {
    const sources = Array.from({ length: 50 }, (_, index) => new StartingSource(`server-${index}`));
    sources[7]?.fails({ reason: `exited with code 1; its last lines on stderr: ${'at line\n'.repeat(80)}` });
    const line = missingLine(catalogOf(...sources)) ?? '';
    expect(line).toMatch(/^50 of 50 servers are not loaded yet: server-7 \(failed: exited with code 1;/);
    expect(line).toMatch(/, 38 more\.$/);
    expect(line).not.toContain('\n');
    expect(line.length).toBeLessThan(550);
  });

  it('only counts the sources that the answer has a sentence about', () => {
    const catalog = catalogOf(linear(), new StartingSource('slow'));
    expect(missingLine(catalog, new Set(['linear']))).toBe('2 of 2 servers are not loaded yet, also slow (starting).');
    expect(missingLine(catalog, new Set(['linear', 'slow']))).toBe('2 of 2 servers are not loaded yet.');
  });

  it('has a sentence for one source, with the next step', () => {
    const [source] = missingSources(catalogOf(linear()));
    expect(missingSentence(source as never)).toBe(
      'linear is configured but needs sign-in: ask the user to run: foldout auth linear',
    );
  });
});
