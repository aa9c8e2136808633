import { describe, expect, it } from 'vitest';
import { command } from '../../../../test/fixtures/tools.ts';
import { DefinitionError } from './definition-error.ts';
import { CommandRegistry, matchesTags, type RegistryChange } from './registry.ts';

const names = (commands: readonly { name: string }[]) => commands.map(({ name }) => name);

function recorded(registry: CommandRegistry): RegistryChange[] {
  const changes: RegistryChange[] = [];
  registry.subscribe((change) => changes.push(change));
  return changes;
}

describe('CommandRegistry', () => {
  it('rejects a second command with the same name, and names it', () => {
    const registry = new CommandRegistry([command('a')]);
    expect(() => registry.register(command('a'))).toThrow(DefinitionError);
    expect(() => registry.register(command('a'))).toThrow(/'a' is registered already/);
    expect(() => new CommandRegistry([command('b'), command('b')])).toThrow(/'b'/);
  });

  it('accepts the same command twice without an event', () => {
    const only = command('a');
    const registry = new CommandRegistry([only]);
    const changes = recorded(registry);
    registry.register(only);
    expect(registry.size).toBe(1);
    expect(changes).toEqual([]);
  });

  it('replaces a command with a new version, and notifies its listeners', () => {
    const registry = new CommandRegistry([command('a')]);
    const changes = recorded(registry);
    const next = command('a', { description: 'Newer.' });
    registry.replace(next);
    expect(registry.get('a')).toBe(next);
    expect(changes).toEqual([{ upserted: [next], removed: [] }]);
  });

  it('removes a command once; the second time it returns false and emits no event', () => {
    const registry = new CommandRegistry([command('a')]);
    const changes = recorded(registry);
    expect(registry.unregister('a')).toBe(true);
    expect(registry.unregister('a')).toBe(false);
    expect(registry.get('a')).toBeUndefined();
    expect(changes).toEqual([{ upserted: [], removed: ['a'] }]);
  });

  it('disables and enables a command, with an event only for a change', () => {
    const registry = new CommandRegistry([command('a')]);
    const changes = recorded(registry);
    expect(registry.setEnabled('a', true)).toBe(true);
    expect(changes).toHaveLength(0);
    expect(registry.setEnabled('a', false)).toBe(true);
    expect(registry.get('a')?.enabled).toBe(false);
    expect(registry.setEnabled('a', true)).toBe(true);
    expect(registry.get('a')?.enabled).toBe(true);
    expect(changes).toHaveLength(2);
    expect(registry.setEnabled('nobody', false)).toBe(false);
  });

  it('does not notify a listener after it unsubscribes', () => {
    const registry = new CommandRegistry();
    const changes: RegistryChange[] = [];
    const leave = registry.subscribe((change) => changes.push(change));
    registry.register(command('a'));
    leave();
    registry.register(command('b'));
    expect(changes).toHaveLength(1);
  });

  it('lists commands with any or all of some tags', () => {
    const registry = new CommandRegistry([
      command('a', { tags: ['x', 'y'] }),
      command('b', { tags: ['x'] }),
      command('c'),
    ]);
    expect(names(registry.listByTags(['x', 'y']))).toEqual(['a', 'b']);
    expect(names(registry.listByTags(['x', 'y'], 'all'))).toEqual(['a']);
    expect(names(registry.listByTags(['z']))).toEqual([]);
    expect(names(registry.listByTags([]))).toEqual(['a', 'b', 'c']);
    expect(names(registry.listByTags([], 'all'))).toEqual(['a', 'b', 'c']);
  });

  it('lists commands by category, explicit or derived from the name', () => {
    const registry = new CommandRegistry([command('todo-create'), command('x', { category: 'todo' }), command('y')]);
    expect(names(registry.listByCategory('todo'))).toEqual(['todo-create', 'x']);
    expect(names(registry.listByCategory('y'))).toEqual(['y']);
  });

  it('lists commands by exposure: every entry point except MCP by default', () => {
    const registry = new CommandRegistry([
      command('plain'),
      command('mcp', { expose: { mcp: true } }),
      command('hidden', { expose: { cli: false } }),
    ]);
    expect(names(registry.listByExposure('mcp'))).toEqual(['mcp']);
    expect(names(registry.listByExposure('cli'))).toEqual(['plain', 'mcp']);
    expect(names(registry.listByExposure('palette'))).toEqual(['plain', 'mcp', 'hidden']);
  });
});

describe('matchesTags', () => {
  it('matches every command when no tags are requested', () => {
    expect(matchesTags([], [], 'all')).toBe(true);
    expect(matchesTags([], [], 'any')).toBe(true);
  });

  it('needs one tag for "any" and every tag for "all"', () => {
    expect(matchesTags(['a'], ['a', 'b'], 'any')).toBe(true);
    expect(matchesTags(['a'], ['a', 'b'], 'all')).toBe(false);
    expect(matchesTags(['b', 'a'], ['a', 'b'], 'all')).toBe(true);
    expect(matchesTags([], ['a'], 'any')).toBe(false);
  });
});
