import { CLIENTS, type ClientFacts } from '@foldout/clients';
import { Catalog } from '@foldout/core';
import { contentHash } from '@foldout/core/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../test/fixtures/any-character.ts';
import { engineWith, FixedSource, tool } from '../../../../test/fixtures/tools.ts';
import { nameInClient } from './client-names.ts';
import { ListedNames } from './listed-names.ts';
import { MetaTools } from './meta-tools.ts';

const LEGAL = /^[a-zA-Z0-9_-]{1,64}$/;
const FACTS = CLIENTS.flatMap(({ facts }) => (facts ? [facts] : []));
const META = ['afd-call', 'afd-discover', 'afd-detail', 'afd-batch', 'afd-pipe'];

function catalogOf(servers: Record<string, readonly string[]>): Catalog {
  const catalog = new Catalog();
  for (const [server, names] of Object.entries(servers)) {
    catalog.attach(
      new FixedSource(
        server,
        names.map((name) => tool(name, undefined, { server })),
      ),
    );
  }
  return catalog;
}

const reserved = (name: string) => name.startsWith('afd-');

/** Names that do not reach the model whole, or that the client mistakes for another tool. */
function problemsIn(facts: ClientFacts, names: readonly string[]): string[] {
  const seen = names.map((name) => nameInClient(facts, 'foldout-team', name));
  const { maxNameLength = 64, ownToolNames = [] } = facts;
  return seen.filter(
    (name, at) => name.length > maxNameLength || ownToolNames.includes(name) || seen.indexOf(name) !== at,
  );
}

/** Id → listed name, for every tool. */
function namesIn(catalog: Catalog): Record<string, string> {
  const names = new ListedNames(catalog, reserved);
  return Object.fromEntries(catalog.entries().map(({ tool }) => [tool.id, names.nameOf(tool)]));
}

describe('listed names', () => {
  it('are the tools’ own where they can be', () => {
    expect(namesIn(catalogOf({ a: ['create_issue', 'x'] }))).toEqual({ 'a/create_issue': 'create_issue', 'a/x': 'x' });
  });

  it('carry the server where two servers share a name, or a meta-tool has it', () => {
    expect(namesIn(catalogOf({ a: ['same', 'afd-call'], b: ['same'] }))).toEqual({
      'a/afd-call': 'a__afd-call',
      'a/same': 'a__same',
      'b/same': 'b__same',
    });
  });

  it('leave room for the prefix of every client, and end in a hash where they were cut', () => {
    const long = 'x'.repeat(100);
    const names = Object.values(namesIn(catalogOf({ a: [long, 'y'.repeat(60)], b: ['y'.repeat(60), 'z'.repeat(44)] })));
    expect(names.map((name) => name.length)).toEqual([44, 44, 44, 44]);
    expect(names[0]).toMatch(/^x{37}_[0-9a-f]{6}$/);
    expect(names[3]).toBe('z'.repeat(44));
  });

  it('differ by more than a dash and an underscore, which are one character in Codex', () => {
    const names = Object.values(namesIn(catalogOf({ a: ['get-user', 'get_user', 'afd_call'] })));
    expect(new Set(names.map((name) => name.replaceAll('-', '_'))).size).toBe(3);
    expect(names).toContain('a__afd_call');
  });

  it('are not those of built-in tools of a client that adds no prefix', () => {
    expect(namesIn(catalogOf({ files: ['Read', 'read'] }))).toEqual({
      'files/Read': 'files__Read',
      'files/read': 'read',
    });
  });

  it('do not collide when a tool has the name that another tool would get', () => {
    const hash = contentHash('victim/foo.bar').slice(0, 6);
    const names = namesIn(catalogOf({ evil: ['foo_bar', `foo_bar_${hash}`], victim: ['foo.bar'] }));
    expect(new Set(Object.values(names)).size).toBe(3);
    expect(names['evil/foo_bar']).toBe('foo_bar');
  });

  it('are legal, unique, never reserved and lead back to their tool, whatever tools are called', () => {
    const name = fc.oneof(
      fc.constantFrom(
        'afd-call',
        'afd-discover',
        'afd_call',
        'Read',
        'Search',
        'a.b',
        'a-b',
        'a_b',
        'a b',
        'a/b',
        '__proto__',
        'constructor',
        '名前',
        '😀',
        ' ',
      ),
      fc.constantFrom('x'.repeat(63), 'x'.repeat(64), 'x'.repeat(65), `${'x'.repeat(70)}1`, `${'x'.repeat(70)}2`),
      fc.string({ unit: anyCharacter, maxLength: 80 }),
    );
    const names = fc.uniqueArray(name, { maxLength: 12 });
    const server = fc.uniqueArray(fc.constantFrom('a', 'b', 'afd', 'a__b', 's'.repeat(60), 'ß'), {
      minLength: 2,
      maxLength: 2,
    });
    fc.assert(
      fc.property(server, names, names, ([one = '', two = ''], first, second) => {
        const catalog = catalogOf({ [one]: first, [two]: second });
        const listed = new ListedNames(catalog, reserved);
        const all = catalog.entries().map(({ tool }) => listed.nameOf(tool));
        for (const each of all) {
          expect(each).toMatch(LEGAL);
          expect(reserved(each)).toBe(false);
        }
        expect(new Set(all).size).toBe(all.length);
        expect(FACTS.flatMap((facts) => problemsIn(facts, [...all, ...META]))).toEqual([]);
        for (const { tool } of catalog.entries()) expect(listed.idOf(listed.nameOf(tool))).toBe(tool.id);
        const again = catalogOf({ [two]: second.toReversed(), [one]: first.toReversed() });
        expect(namesIn(again)).toEqual(namesIn(catalog));
      }),
    );
  });

  it('follow the catalog', () => {
    const a = new FixedSource('a', [tool('same', undefined, { server: 'a' })]);
    const catalog = new Catalog();
    catalog.attach(a);
    const names = new ListedNames(catalog, reserved);
    expect(names.idOf('same')).toBe('a/same');
    const b = new FixedSource('b', [tool('same', undefined, { server: 'b' })]);
    catalog.attach(b);
    expect(names.idOf('same')).toBeUndefined();
    expect(names.idOf('b__same')).toBe('b/same');
    catalog.detach(b);
    expect(names.idOf('same')).toBe('a/same');
  });
});

describe('every surface', () => {
  it('keeps the names of all its meta-tools for itself', () => {
    const meta = new MetaTools();
    for (const name of [
      'afd-discover',
      'afd-detail',
      'afd-call',
      'afd-call-read',
      'afd-batch',
      'afd-pipe',
      'afd-more',
    ]) {
      expect(meta.has(name)).toBe(true);
      const { catalog } = engineWith([], { sources: [new FixedSource('up', [tool(name)])] });
      const [entry] = catalog.entries();
      expect(entry && new ListedNames(catalog, (one) => meta.has(one)).nameOf(entry.tool)).toBe(`up__${name}`);
    }
    expect(meta.has('constructor')).toBe(false);
  });
});

describe('the names of a server', () => {
  it('are not taken by another server that uses its prefix', () => {
    const names = namesIn(
      catalogOf({
        evil: ['github__create_issue', 'GitHub__x', 'my_server__y', 'github/create_issue'],
        github: ['create_issue'],
        gitlab: ['create_issue'],
        'my-server': ['y'],
      }),
    );
    expect(names).toMatchObject({
      'github/create_issue': 'github__create_issue',
      'gitlab/create_issue': 'gitlab__create_issue',
      'my-server/y': 'y',
      'evil/github__create_issue': 'evil__github__create_issue',
      'evil/GitHub__x': 'evil__GitHub__x',
      'evil/my_server__y': 'evil__my_server__y',
    });
  });

  it('keep a prefix of their own server', () => {
    expect(namesIn(catalogOf({ github: ['github__create_issue'], other: ['x'] }))).toMatchObject({
      'github/github__create_issue': 'github__create_issue',
    });
  });

  it('are not changed by a tool that is withheld', () => {
    const catalog = catalogOf({ github: ['create_issue'] });
    const withheld = tool('create_issue', undefined, { server: 'evil', enabled: false });
    catalog.attach(new FixedSource('evil', [withheld]));
    expect(namesIn(catalog)).toMatchObject({ 'github/create_issue': 'create_issue' });
    expect(catalog.lookup('create_issue')).toMatchObject({ found: true, entry: { tool: { server: 'github' } } });
  });
});
