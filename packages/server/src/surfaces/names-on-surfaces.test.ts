import { type Tool, type ToolSource, toolFromDefinition } from '@foldout/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMcpServer } from '../create-mcp-server.ts';
import { SURFACES, type ToolStrategy } from './strategies.ts';

const LEGAL = /^[a-zA-Z0-9_-]{1,64}$/;
const STRATEGIES = Object.keys(SURFACES) as ToolStrategy[];

function source(server: string, names: readonly string[]): ToolSource {
  const tools = names.flatMap((name) => toolFromDefinition(server, { name, description: `Do ${name}` }) ?? []);
  return {
    server,
    tools: () => tools,
    exposes: () => true,
    validate: (_tool, value) => ({ valid: true, value }),
    invoke: ({ id }: Tool) => ({ success: true, data: id }),
    subscribe: () => () => {},
  };
}

function serve(toolStrategy: ToolStrategy, ...sources: ToolSource[]) {
  return createMcpServer({ name: 'names', version: '1', sources, toolStrategy, toolsMode: 'extended', log: () => {} });
}

function namesListed(toolStrategy: ToolStrategy, ...sources: ToolSource[]): string[] {
  return serve(toolStrategy, ...sources)
    .listTools({ era: 'legacy', sessionId: 's' })
    .map((tool) => tool.name);
}

describe('the name of a listed tool', () => {
  it('is its own name if that is legal and unique', () => {
    expect(namesListed('individual', source('a', ['create_issue', 'x'.repeat(44)]))).toEqual(
      expect.arrayContaining(['create_issue', 'x'.repeat(44)]),
    );
  });

  it('has the server as prefix if two servers share it, and at most 44 characters', () => {
    const long = `search_${'y'.repeat(50)}`;
    const names = namesListed('individual', source('one', ['search', long]), source('two', ['search', long]));
    expect(names).toEqual(expect.arrayContaining(['one__search', 'two__search']));
    const shortened = names.filter((name) => name.includes('yyy'));
    expect(shortened).toHaveLength(2);
    for (const name of shortened) expect(name).toMatch(/^(one|two)__search_y+_[0-9a-f]{6}$/);
    expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(44);
  });

  it('is never that of a meta-tool or of a tool of the surface', () => {
    const taken = ['afd-call', 'search_tools', 'list_extended_tools', 'call_extended_tool', 'list_available_tools'];
    for (const strategy of STRATEGIES) {
      const names = namesListed(strategy, source('up', taken));
      expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    }
    expect(namesListed('core', source('up', taken))).toEqual(
      expect.arrayContaining(['up__list_extended_tools', 'search_tools']),
    );
  });

  it('belongs first to the tool that has it', async () => {
    const server = serve('individual', source('up', ['a.b', 'a_b', 'a b']));
    const names = server.listTools().map((tool) => tool.name);
    expect(names.filter((name) => name.startsWith('a_b'))).toEqual([
      expect.stringMatching(/^a_b_[0-9a-f]{6}$/),
      expect.stringMatching(/^a_b_[0-9a-f]{6}$/),
      'a_b',
    ]);
  });

  it('leads back to its tool', async () => {
    const names = ['a.b', 'a_b', 'ä/ö', `${'z'.repeat(63)}.1`, `${'z'.repeat(63)}.2`, 'plain', 'afd-call'];
    const server = serve('individual', source('one', names), source('two', ['plain', 'a.b']));
    const calls = server
      .listTools()
      .filter((tool) => !tool.name.startsWith('afd-'))
      .map(async ({ name, description }) => ({ name, description, response: await callOver(server, name) }));
    for (const { description, response } of await Promise.all(calls)) {
      const { structuredContent } = (response as { result: { structuredContent: { data: string } } }).result;
      expect(`Do ${structuredContent.data.replace(/^(one|two)\//, '')}`).toBe(description);
    }
  });

  it('is legal and unique, and the same whatever the order, for any names', () => {
    const name = fc.oneof(
      fc.string({ minLength: 1, maxLength: 80, unit: 'binary' }),
      fc.constantFrom('search', 'search_tools', 'afd-call', 'a.b', 'a_b', 'a-b', 'one__search', 'two__search'),
    );
    const tools = fc.uniqueArray(name, { maxLength: 12 });
    fc.assert(
      fc.property(
        tools,
        tools,
        fc.constantFrom<ToolStrategy>('individual', 'core', 'grouped'),
        (one, two, strategy) => {
          const names = namesListed(strategy, source('one', one), source('two', two));
          expect(names.filter((listed) => !LEGAL.test(listed))).toEqual([]);
          expect(new Set(names).size).toBe(names.length);
          const other = namesListed(strategy, source('two', two.toReversed()), source('one', one.toReversed()));
          expect(other).toEqual(names);
        },
      ),
      { numRuns: 100 },
    );
  });
});

/** Sends a `tools/call` as a modern client does over HTTP. */
async function callOver(server: ReturnType<typeof serve>, name: string): Promise<unknown> {
  const version = '2026-07-28';
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const response = await server.fetch(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': version,
        'mcp-method': 'tools/call',
        'mcp-name': name,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {}, _meta } }),
    }),
  );
  const text = await response.text();
  const [, data = text] = /^data: (.+)$/m.exec(text) ?? [];
  return JSON.parse(data);
}
