import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { command, FixedSource, tool } from '../../../../test/fixtures/tools.ts';
import { Catalog, type CatalogChange } from './catalog.ts';
import { CommandSource } from './command-source.ts';
import { CommandRegistry } from './registry.ts';
import type { Tool } from './tool.ts';

function catalogOf(...sources: FixedSource[]): Catalog {
  const catalog = new Catalog();
  for (const source of sources) catalog.attach(source);
  return catalog;
}

const on = (server: string, ...names: string[]) =>
  new FixedSource(
    server,
    names.map((name) => tool(name, undefined, { server })),
  );

const idOf = (catalog: Catalog, address: string) => {
  const lookup = catalog.lookup(address);
  return lookup.found ? lookup.entry.tool.id : undefined;
};

describe('lookup', () => {
  it('finds by server/name and by a name that only one server has', () => {
    const catalog = catalogOf(on('a', 'x', 'y'), on('b', 'y'));
    expect(idOf(catalog, 'a/x')).toBe('a/x');
    expect(idOf(catalog, 'x')).toBe('a/x');
    expect(idOf(catalog, 'b/y')).toBe('b/y');
  });

  it('answers an ambiguous name with every candidate, in a fixed order', () => {
    const catalog = catalogOf(on('b', 'y'), on('a', 'y'), on('c', 'z'));
    expect(catalog.lookup('y')).toEqual({ found: false, candidates: ['a/y', 'b/y'] });
  });

  it('has no candidates for a name that nothing has', () => {
    expect(catalogOf(on('a', 'x')).lookup('y')).toEqual({ found: false, candidates: [] });
  });

  it.each(['__proto__', 'constructor', 'toString', ''])('does not find %j unless a tool is called that', (name) => {
    expect(catalogOf(on('a', 'x')).lookup(name).found).toBe(false);
    if (name) expect(idOf(catalogOf(on('a', name)), name)).toBe(`a/${name}`);
  });

  it('makes a name unambiguous again when one of two servers leaves', () => {
    const b = on('b', 'y');
    const catalog = catalogOf(on('a', 'y'), b);
    expect(catalog.lookup('y').found).toBe(false);
    catalog.detach(b);
    expect(idOf(catalog, 'y')).toBe('a/y');
  });
});

describe('addressOf', () => {
  it('is an address that finds the tool again, whatever names and servers look like', () => {
    const name = fc.constantFrom('x', 'y', 'a/x', 'b/x', 'a', '__proto__');
    const names = fc.uniqueArray(name, { maxLength: 6 });
    fc.assert(
      fc.property(names, names, (first, second) => {
        const catalog = catalogOf(on('a', ...first), on('b', ...second));
        for (const { tool } of catalog.entries()) expect(idOf(catalog, catalog.addressOf(tool))).toBe(tool.id);
      }),
    );
  });

  it('is the bare name where that is enough', () => {
    const catalog = catalogOf(on('a', 'x', 'y'), on('b', 'y'));
    const addresses = catalog.entries().map(({ tool }) => catalog.addressOf(tool));
    expect(addresses).toEqual(['x', 'a/y', 'b/y']);
  });
});

describe('the content hash', () => {
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { minLength: 1 });

  it('does not depend on the order in which tools and servers came', () => {
    fc.assert(
      fc.property(names, names, (first, second) => {
        const forwards = catalogOf(on('one', ...first), on('two', ...second));
        const backwards = catalogOf(on('two', ...second.toReversed()), on('one', ...first.toReversed()));
        expect(backwards.hash).toBe(forwards.hash);
        expect(backwards.entries().map(({ tool }) => tool.id)).toEqual(forwards.entries().map(({ tool }) => tool.id));
      }),
    );
  });

  it('changes when a tool comes, changes or goes, and comes back when the change is undone', () => {
    const source = on('a', 'x');
    const catalog = catalogOf(source);
    const original = catalog.hash;
    const seen = [original];
    const apply = (upserted: Tool[], removed: string[] = []) => {
      source.change({ upserted, removed });
      seen.push(catalog.hash);
    };
    apply([tool('y', undefined, { server: 'a' })]);
    apply([tool('y', undefined, { server: 'a', description: 'Other.' })]);
    apply([tool('y', undefined, { server: 'a', enabled: false })]);
    expect(new Set(seen).size).toBe(4);
    apply([], ['y']);
    expect(catalog.hash).toBe(original);
  });

  it('changes with what may be called, not only with what is there', () => {
    const registry = new CommandRegistry([command('x')]);
    const hashOf = (exposed: boolean) => {
      const catalog = new Catalog();
      catalog.attach(new CommandSource('s', registry, () => exposed));
      return catalog.hash;
    };
    expect(hashOf(true)).not.toBe(hashOf(false));
  });
});

describe('changes', () => {
  it('tell listeners what came and what went, and raise the version', () => {
    const source = on('a', 'x');
    const catalog = catalogOf(source);
    const changes: CatalogChange[] = [];
    const leave = catalog.subscribe((change) => changes.push(change));
    const { version } = catalog;
    const y = tool('y', undefined, { server: 'a' });
    source.change({ upserted: [y], removed: ['x', 'never-there'] });
    expect(catalog.version).toBeGreaterThan(version);
    expect(changes).toHaveLength(1);
    expect(changes[0]?.upserted).toEqual([y]);
    expect(changes[0]?.removed.map(({ id }) => id)).toEqual(['a/x']);
    leave();
    source.change({ upserted: [], removed: ['y'] });
    expect(changes).toHaveLength(1);
    expect(catalog.size).toBe(0);
  });

  it('that change nothing are not announced', () => {
    const source = on('a', 'x');
    const catalog = catalogOf(source);
    const { version } = catalog;
    source.change({ upserted: [], removed: ['nobody'] });
    expect(catalog.version).toBe(version);
  });

  it('of a registry reach the catalog', () => {
    const registry = new CommandRegistry([command('x')]);
    const catalog = new Catalog();
    catalog.attach(new CommandSource('s', registry));
    registry.register(command('y'));
    registry.unregister('x');
    registry.setEnabled('y', false);
    expect(catalog.entries().map(({ tool }) => [tool.id, tool.enabled])).toEqual([['s/y', false]]);
  });
});

describe('attach and detach', () => {
  it('refuses a second source for the same server and names the server', () => {
    const catalog = catalogOf(on('a', 'x'));
    expect(() => catalog.attach(on('a', 'y'))).toThrow(/'a' is attached already/);
    expect(catalog.size).toBe(1);
  });

  it('detaching removes its tools, stops following it, and frees the server name', () => {
    const source = on('a', 'x', 'y');
    const catalog = catalogOf(source, on('b', 'x'));
    catalog.detach(source);
    expect(source.listeners).toBe(0);
    source.change({ upserted: [tool('z', undefined, { server: 'a' })], removed: [] });
    expect(catalog.entries().map(({ tool }) => tool.id)).toEqual(['b/x']);
    expect(() => catalog.attach(on('a', 'x'))).not.toThrow();
  });

  it('detaching what was never attached does nothing', () => {
    const catalog = catalogOf(on('a', 'x'));
    const { version } = catalog;
    catalog.detach(on('a', 'x'));
    expect(catalog.size).toBe(1);
    expect(catalog.version).toBe(version);
  });
});
