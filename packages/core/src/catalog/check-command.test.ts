import { describe, expect, it } from 'vitest';
import { command, engineWith } from '../../../../test/fixtures/tools.ts';
import type { Command } from './define-command.ts';
import { DefinitionError } from './definition-error.ts';
import { CommandRegistry } from './registry.ts';

describe('a command', () => {
  it.each<[Record<string, unknown>, RegExp]>([
    [{ tags: 'crud' }, /The tags of command 'a' is "crud"; write a list of texts\./],
    [{ tags: [1] }, /The tags of command 'a' is \[1\]/],
    [{ deprecated: 5 }, /The deprecated of command 'a' is 5; write true, or the name of the replacement/],
    [{ executionTime: 'forever' }, /"forever"; write 'instant', 'fast', 'slow' or 'long-running'/],
    [{ annotations: { readOnlyHint: 'yes' } }, /The annotations of command 'a'/],
    [{ expose: { mcp: 1 } }, /The expose of command 'a'/],
    [{ examples: [{ input: {} }] }, /The examples of command 'a'.*a list of \{ title, input \}/],
    [{ inputSchema: {} }, /has a field 'inputSchema', which commands do not have\. Write 'input' instead/],
    [{ execute: () => 1 }, /has a field 'execute'.*Write 'handler' instead/],
    [{ color: 'red' }, /has a field 'color', which commands do not have\. Remove it/],
  ])('is refused with the field, its value and what to write: %j', (options, message) => {
    expect(() => command('a', options)).toThrow(DefinitionError);
    expect(() => command('a', options)).toThrow(message);
  });

  it('is refused for an example that JSON cannot represent', () => {
    const examples = [{ title: 'big', input: { n: 1n } }];
    expect(() => command('a', { examples })).toThrow(/Example 'big' of command 'a' cannot be written as JSON/);
  });

  it('is refused with what it is, if it is a promise or its name is no text', () => {
    expect(() => new CommandRegistry([Promise.resolve() as never])).toThrow('A command is a promise. Await it');
    expect(() => command(5 as never)).toThrow('The name of a command is 5. Write a text');
  });

  it.each(['a\nb', ' a', 'x'.repeat(257), '\ud800'])('is refused for the name %j', (name) => {
    expect(() => command(name)).toThrow(/cannot be called/);
  });

  it.each([undefined, null, 5, 'order-get', () => 1])('is refused by a registry if it is %s', (value) => {
    expect(() => new CommandRegistry([value as never])).toThrow(DefinitionError);
  });

  it('that was not made with defineCommand follows the same rules, whenever it is added', () => {
    const raw = { name: 'raw', description: '', handler: () => ({ success: true as const, data: 1 }) };
    expect(() => new CommandRegistry([raw])).toThrow(/'raw' has no description/);
    expect(() => new CommandRegistry().replace(raw)).toThrow(/'raw' has no description/);
    expect(() => engineWith([]).expose(raw)).toThrow(/'raw' has no description/);
    expect(() => engineWith([{ ...raw, description: 'Fine.' }])).not.toThrow();
  });

  it('that is refused later is not callable', async () => {
    const engine = engineWith([]);
    expect(() => engine.expose({ ...command('late'), tags: 1 } as unknown as Command)).toThrow(/tags/);
    expect((await engine.call({ command: 'late' })).error?.code).toBe('COMMAND_NOT_FOUND');
    engine.registry.register(command('late'));
    expect((await engine.call({ command: 'late' })).error?.code).toBe('COMMAND_NOT_EXPOSED');
  });

  it('may not have the name of a meta-tool', () => {
    expect(() => engineWith([command('afd-call')])).toThrow(/'afd-call' is reserved/);
    expect(() => engineWith([]).expose(command('AFD_mine'))).toThrow(/'AFD_mine' is reserved/);
  });

  it('may not belong to a context that the server does not have', () => {
    const contexts = [{ name: 'support' }, { name: 'sales' }];
    const wrong = command('refund', { contexts: ['suport'] });
    const message =
      "Command 'refund' belongs to context 'suport', which this server does not have. Use one of 'support', 'sales'";
    expect(() => engineWith([wrong], { contexts })).toThrow(message);
    expect(() => engineWith([], { contexts }).expose(wrong)).toThrow(message);
    expect(() => engineWith([wrong])).not.toThrow();
  });
});
