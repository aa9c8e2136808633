import { CommandRegistry, defineCommand, Engine, success } from '@foldout/core';
import { describe, expect, it } from 'vitest';
import { relatedTools } from './related-tools.ts';

type Parts = Partial<Parameters<typeof defineCommand>[0]>;

const command = (name: string, parts: Parts = {}) =>
  defineCommand({ name, description: name, handler: () => success(0), ...parts } as Parameters<
    typeof defineCommand
  >[0]);

function related(name: string, ...commands: ReturnType<typeof command>[]): string[] {
  const { catalog } = new Engine({ name: 's', commands });
  const lookup = catalog.lookup(name);
  if (!lookup.found) throw new Error(`no ${name}`);
  return relatedTools(catalog, lookup.entry.tool);
}

describe('related tools', () => {
  it('are those that are used together, before those that only sound alike, three at most', () => {
    const names = ['send_message', 'search_messages', 'whois', 'fetch_inbox', 'ping', 'off'];
    const { catalog } = new Engine({
      name: 's',
      commands: names.map((name) => command(name, { enabled: name !== 'off' })),
    });
    const lookup = catalog.lookup('send_message');
    if (!lookup.found) throw new Error('no send_message');
    const { tool } = lookup.entry;
    expect(relatedTools(catalog, tool, ['s/whois', 's/gone', 's/off'])).toEqual(['whois', 'search_messages']);
    expect(relatedTools(catalog, tool, ['s/whois', 's/ping', 's/fetch_inbox', 's/search_messages'])).toEqual([
      'whois',
      'ping',
      'fetch_inbox',
    ]);
  });

  it('are those that the author names, where they can be called', () => {
    const commands = [
      command('send_message', { relatedTools: ['whois', 's/fetch_inbox', 'gone', 'off'] }),
      command('whois'),
      command('fetch_inbox'),
      command('off', { enabled: false }),
      command('search_messages'),
    ];
    expect(related('send_message', ...commands)).toEqual(['whois', 'fetch_inbox']);
  });

  it('else share nouns with it, those of its category first', () => {
    const commands = [
      command('send_message', { category: 'messaging' }),
      command('reply_message', { category: 'messaging' }),
      command('search_messages', { category: 'search' }),
      command('fetch_inbox', { category: 'messaging' }),
      command('send_invoice', { category: 'billing' }),
    ];
    expect(related('send_message', ...commands)).toEqual(['reply_message', 'search_messages', 'fetch_inbox']);
  });

  it('are none where nothing is near', () => {
    expect(related('whois', command('whois', { category: 'a' }), command('send', { category: 'b' }))).toEqual([]);
  });

  it('are never what cannot be called here', () => {
    const shown = command('order-get', { relatedTools: ['order-audit'] });
    const registry = new CommandRegistry([shown, command('order-audit'), command('order-list')]);
    const { catalog } = new Engine({ name: 's', registry, commands: [shown] });
    const lookup = catalog.lookup('order-get');
    expect(lookup.found && relatedTools(catalog, lookup.entry.tool)).toEqual([]);
  });
});
