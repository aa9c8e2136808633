import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { command, engineWith, FixedSource, tool } from '../../../../test/fixtures/tools.ts';
import type { JsonObject, JsonSchema } from '../catalog/json.ts';
import { type CallShape, healCall, healCalls } from './heal-call.ts';

const object = (properties: JsonObject, required: string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
});
const TEXT = { type: 'string' };
const from = (server: string, tools: Readonly<Record<string, JsonSchema>>) =>
  new FixedSource(
    server,
    Object.entries(tools).map(([name, schema]) => tool(name, schema, { server })),
  );

const sources = [
  from('github', {
    create_issue: object({ title: TEXT, body: TEXT }, ['title']),
    'list-pulls': object({ state: TEXT }),
  }),
  from('jira', { create_issue: object({ summary: TEXT }), search: object({ jql: TEXT }) }),
  from('shell', {
    run: object({ args: { type: 'array' }, name: TEXT }, ['args']),
    exec: object({ params: { type: 'object' }, input: TEXT }),
    eval: object({ input: { type: 'object' } }, ['input']),
  }),
  from('db', {
    query: object({ select: { type: 'array' }, id: TEXT, context: TEXT }),
    by_id: object({ id: TEXT }, ['id']),
  }),
  from('open', { anything: { type: 'object' } }),
  from('a_b', { c: object({}) }),
  from('a', { b_c: object({}) }),
];
const { catalog } = engineWith([command('order-get', { input: z.object({ orderId: z.string() }) })], { sources });

const CALL: CallShape = { name: 'command', args: 'input', others: ['select', 'context'], builtIn: ['afd-more'] };
const INVOKE: CallShape = { name: 'toolName', args: 'args', others: [] };

function heal(given: JsonObject, shape = CALL) {
  const healed = healCall(catalog, shape, given);
  if (healed.error) throw new Error(`${healed.error.message} ${healed.error.suggestion}`);
  return healed;
}
const problem = (given: JsonObject, shape = CALL) => healCall(catalog, shape, given).error;

describe('the name of a call', () => {
  it.each([
    ['search', 'search'],
    ['jira/search', 'jira/search'],
    ['github/create_issue', 'github/create_issue'],
  ])('stays as it is where it is right: %s', (sent, name) => {
    expect(heal({ command: sent })).toEqual({ input: { command: name }, warnings: [] });
  });

  it.each([
    ['github__create_issue', 'github/create_issue'],
    ['github.create_issue', 'github/create_issue'],
    ['github:create-issue', 'github/create_issue'],
    ['GitHub/Create_Issue', 'github/create_issue'],
    ['jira_search', 'search'],
    ['list_pulls', 'list-pulls'],
    ['order_get', 'order-get'],
    ['mcp__foldout__list-pulls', 'list-pulls'],
    ['mcp_foldout_list_pulls', 'list-pulls'],
    ['foldout_list_pulls', 'list-pulls'],
    ['foldout-list-pulls', 'list-pulls'],
    ['foldout__github__create_issue', 'github/create_issue'],
    ['foldout/github/create_issue', 'github/create_issue'],
    ['mcp__foldout__github__create_issue', 'github/create_issue'],
    ['mcp__my_tools__github__create_issue', 'github/create_issue'],
    ['functions.mcp__foldout__search', 'search'],
    ['functions.order_get', 'order-get'],
    ['mcp__test__order-get', 'order-get'],
    ['mcp__foldout__afd-more', 'afd-more'],
    ['afd_more', 'afd-more'],
  ])('is healed: %s means %s', (sent, name) => {
    const { input, warnings } = heal({ command: sent });
    expect(input).toEqual({ command: name });
    expect(warnings).toEqual([`command: read '${sent}' as '${name}'`]);
  });

  it.each(['linear/create_issue', 'mcp__linear__search', 'linear__search', 'linear.list-pulls', 'x_search', '', '___'])(
    'of another server is never taken for a tool of a server that is here: %s',
    (sent) => {
      expect(heal({ command: sent }).input).toEqual({ command: sent });
    },
  );

  it('is an error that shows both readings where two are possible', () => {
    for (const sent of ['a_b_c', 'a.b.c', 'mcp__foldout__a_b_c']) {
      const error = problem({ command: sent });
      expect(error).toMatchObject({ code: 'COMMAND_NOT_FOUND', details: { candidates: ['a/b_c', 'a_b/c'] } });
      expect(error?.suggestion).toBe("Use one of 'a/b_c', 'a_b/c'.");
    }
    // Two servers have this name, so it stays unchanged: the dispatcher's error lists both tools.
    expect(heal({ command: 'create_issue' }).input).toEqual({ command: 'create_issue' });
  });

  it.each(['name', 'tool', 'toolName', 'tool_name'])('is found under %s', (field) => {
    expect(heal({ [field]: 'search', input: { jql: 'x' } })).toEqual({
      input: { command: 'search', input: { jql: 'x' } },
      warnings: [`command: taken from '${field}'`],
    });
  });

  it('is the field that names a command, if another field only looks like a name', () => {
    expect(heal({ tool: 'run', name: 'Alice', args: ['-v'] }, CALL).input).toEqual({
      command: 'run',
      input: { name: 'Alice', args: ['-v'] },
    });
    expect(problem({ tool: 'search', name: 'list-pulls' })?.message).toBe(
      "The call names two commands: 'list-pulls' (from 'name') and 'search' (from 'tool')",
    );
  });

  it('of the tool list is not a mistake', () => {
    const names = { idOf: (name: string) => (name === 'gh_issue_1a2b' ? 'github/create_issue' : undefined) };
    expect(healCall(catalog, CALL, { command: 'gh_issue_1a2b', input: { title: 'x' } }, names)).toEqual({
      input: { command: 'github/create_issue', input: { title: 'x' } },
      warnings: [],
    });
  });
});

describe('the arguments of a call', () => {
  const wanted = { title: 'x', body: 'y' };

  it.each(['args', 'arguments', 'params', 'parameters'])('are found under %s', (field) => {
    expect(heal({ command: 'github/create_issue', [field]: wanted })).toEqual({
      input: { command: 'github/create_issue', input: wanted },
      warnings: [`input: taken from '${field}'`],
    });
    expect(heal({ command: 'github/create_issue', [field]: JSON.stringify(wanted) }).input).toEqual({
      command: 'github/create_issue',
      input: wanted,
    });
  });

  it('are found beside the name, in JSON text, and in both places', () => {
    const input = { command: 'github/create_issue', input: wanted };
    expect(heal({ command: 'github/create_issue', ...wanted })).toEqual({
      input,
      warnings: ['input: taken from the fields beside the name: title, body'],
    });
    expect(heal({ command: 'github/create_issue', input: JSON.stringify(wanted) })).toEqual({
      input,
      warnings: ['input: read JSON text as an object'],
    });
    expect(heal({ command: 'github/create_issue', input: { title: 'x' }, body: 'y' }).input).toEqual(input);
    expect(heal({ toolName: 'github/create_issue', input: wanted }, INVOKE).input).toEqual({
      toolName: 'github/create_issue',
      args: wanted,
    });
  });

  it('keep the fields of the dispatcher', () => {
    expect(heal({ command: 'search', jql: 'x', select: ['id'], context: 'c' }).input).toEqual({
      command: 'search',
      input: { jql: 'x' },
      select: ['id'],
      context: 'c',
    });
  });

  it('may have the names of the places: the schema of the tool decides', () => {
    expect(heal({ command: 'run', args: ['-v'] }).input).toEqual({ command: 'run', input: { args: ['-v'] } });
    expect(heal({ command: 'run', input: { args: ['-v'] } })).toEqual({
      input: { command: 'run', input: { args: ['-v'] } },
      warnings: [],
    });
    expect(heal({ command: 'run', arguments: { args: ['-v'], name: 'n' } }).input).toEqual({
      command: 'run',
      input: { args: ['-v'], name: 'n' },
    });
    expect(heal({ command: 'run', args: ['-v'], name: 'n' }).input).toEqual({
      command: 'run',
      input: { args: ['-v'], name: 'n' },
    });
    expect(heal({ command: 'exec', input: 'ls' }).input).toEqual({ command: 'exec', input: { input: 'ls' } });
    expect(heal({ command: 'eval', input: { code: 1 } }).input).toEqual({
      command: 'eval',
      input: { input: { code: 1 } },
    });
    expect(heal({ command: 'eval', input: { input: { code: 1 } } })).toEqual({
      input: { command: 'eval', input: { input: { code: 1 } } },
      warnings: [],
    });
  });

  it('are an error that shows both readings where the schema allows both', () => {
    const error = problem({ command: 'exec', params: { input: 'ls' } });
    expect(error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: {
        readings: [
          { command: 'exec', input: { input: 'ls' } },
          { command: 'exec', input: { params: { input: 'ls' } } },
        ],
      },
    });
    expect(error?.message).toContain('{"command":"exec","input":{"params":{"input":"ls"}}}');
    expect(problem({ command: 'github/create_issue', input: { title: 'x' }, title: 'y' })?.details).toEqual({
      readings: [
        { command: 'github/create_issue', input: { title: 'x' } },
        { command: 'github/create_issue', input: { title: 'y' } },
      ],
    });
  });

  it('may have the names of the dispatcher’s fields', () => {
    const entry: CallShape = { name: 'command', args: 'input', others: ['id'] };
    expect(heal({ command: 'by_id', id: '7' }, entry).input).toEqual({ command: 'by_id', input: { id: '7' } });
    expect(heal({ command: 'by_id', id: 'first', input: { id: '7' } }, entry)).toEqual({
      input: { command: 'by_id', id: 'first', input: { id: '7' } },
      warnings: [],
    });
    expect(problem({ command: 'query', id: '7' }, entry)?.details).toEqual({
      readings: [
        { command: 'query', id: '7', input: {} },
        { command: 'query', input: { id: '7' } },
      ],
    });
    expect(problem({ command: 'query', select: ['a'] })?.code).toBe('VALIDATION_ERROR');
  });

  it('that nothing explains go on as they are, so that validation explains them', () => {
    expect(heal({ command: 'search', input: 'not json' }).input).toEqual({ command: 'search', input: 'not json' });
    expect(heal({ command: 'search', input: { jql: 'x' }, unknown: 1 }).input).toEqual({
      command: 'search',
      input: { jql: 'x' },
      unknown: 1,
    });
    expect(heal({ input: { jql: 'x' } }).input).toEqual({ input: { jql: 'x' } });
    expect(heal({ command: 5 }).input).toEqual({ command: 5 });
  });

  it('of a tool without a declared parameter are taken from the place where they are', () => {
    expect(heal({ command: 'anything', args: { a: 1 } }).input).toEqual({ command: 'anything', input: { a: 1 } });
    expect(heal({ command: 'anything', a: 1 }).input).toEqual({ command: 'anything', input: { a: 1 } });
  });

  it('in the documented form are never changed, whatever they are', () => {
    const tools = catalog.entries().map((entry) => entry.tool);
    fc.assert(
      fc.property(
        fc.constantFrom(...tools),
        fc.dictionary(fc.string(), fc.jsonValue()),
        ({ id, inputSchema }, input) => {
          const { required = [], properties = {} } = inputSchema as { required?: string[]; properties?: object };
          const given = { command: id, input: { ...Object.fromEntries(required.map((key) => [key, 'x'])), ...input } };
          // Skips tools with a parameter called `input`: for them, `input` may itself be an argument.
          if ('input' in properties) return;
          expect(heal(given)).toEqual({ input: given, warnings: [] });
        },
      ),
    );
  });

  it('never throw, whatever a model sends', () => {
    const field = fc.constantFrom(
      'command',
      'name',
      'tool',
      'input',
      'args',
      'arguments',
      'params',
      'id',
      'select',
      'x',
    );
    const name = fc.constantFrom('search', 'exec', 'mcp__foldout__run', '__proto__', 'constructor', 'a_b_c');
    fc.assert(
      fc.property(fc.dictionary(field, fc.oneof(name, fc.jsonValue())), (given) => {
        healCall(catalog, CALL, given);
        healCalls(catalog, { ...CALL, list: 'commands' }, { commands: [given, given] });
      }),
      { numRuns: 500 },
    );
  });
});

describe('a list of calls', () => {
  const shape = { list: 'commands', name: 'command', args: 'input', others: ['id'] };

  it('is healed entry by entry', () => {
    expect(healCalls(catalog, shape, { commands: [{ tool: 'jira.search', jql: 'x', id: 'a' }, 'list_pulls'] })).toEqual(
      {
        input: { commands: [{ command: 'search', input: { jql: 'x' }, id: 'a' }, { command: 'list-pulls' }] },
        warnings: [
          "commands[0].command: taken from 'tool'",
          "commands[0].command: read 'jira.search' as 'search'",
          'commands[0].input: taken from the fields beside the name: jql',
          "commands[1]: read 'list_pulls' as the name of a command",
          "commands[1].command: read 'list_pulls' as 'list-pulls'",
        ],
      },
    );
  });

  it('stays the same object if nothing is wrong', () => {
    const given = { commands: [{ command: 'search', input: { jql: 'x' } }] };
    const healed = healCalls(catalog, shape, given);
    expect(healed.error ?? healed.input).toBe(given);
  });

  it('names the entry that has two readings', () => {
    const { error } = healCalls(catalog, shape, { commands: [{ command: 'search' }, { command: 'a_b_c' }] });
    expect(error?.message).toContain("commands[1]: 'a_b_c' is ambiguous");
  });
});

describe('arguments in two places', () => {
  const one = { title: 'one' };
  const two = { title: 'two' };

  it('that both fit are refused, and the error shows both calls', () => {
    const error = problem({ command: 'github/create_issue', args: one, params: two });
    expect(error?.message).toContain('can be read in 2 ways');
    expect(error?.details).toEqual({
      readings: [one, two].map((input) => ({ command: 'github/create_issue', input })),
    });
    expect(problem({ command: 'github/create_issue', input: one, arguments: two })?.message).toContain('2 ways');
    expect(problem({ toolName: 'github/create_issue', args: one, params: two }, INVOKE)?.message).toContain('2 ways');
  });

  it('of which one fits: that one is used, and a warning names the other', () => {
    const { input, warnings } = heal({ command: 'github/create_issue', input: {}, args: one });
    expect(input).toEqual({ command: 'github/create_issue', input: one });
    expect(warnings).toEqual(["input: taken from 'args'", "input: 'input' not used"]);
  });

  it('that are the same are one call', () => {
    const { input } = heal({ command: 'github/create_issue', input: one, args: JSON.stringify(one) });
    expect(input).toEqual({ command: 'github/create_issue', input: one });
  });
});
