import { estimateTokens } from '@foldout/core';
import { describe, expect, it } from 'vitest';
import { command } from '../../../../test/fixtures/tools.ts';
import { createMcpServer } from '../create-mcp-server.ts';
import type { ToolStrategy } from './strategies.ts';
import type { ListedTool } from './surface.ts';

const ALWAYS = 'anthropic/alwaysLoad';

function listFor(name: string, toolStrategy: ToolStrategy, tools = 30): readonly ListedTool[] {
  const commands = Array.from({ length: tools }, (_, n) => command(`tool-${n}`, { category: `group-${n % 9}` }));
  const server = createMcpServer({ name: 'x', version: '1', commands, toolStrategy, log: () => {} });
  return server.listTools({ client: { name, version: '1' } });
}

const named = (tools: readonly ListedTool[], name: string) => tools.find((tool) => tool.name === name);

describe('a search surface', () => {
  it.each([
    ['lazy', 'afd-discover', 'afd-call'],
    ['index', 'list_available_tools', 'afd-call'],
    ['proxy', 'search_tools', 'invoke_tool'],
    ['core', 'list_extended_tools', 'call_extended_tool'],
  ] as const)('%s loads %s and %s at once in a client that defers tools', (strategy, finder, caller) => {
    const list = listFor('claude-code', strategy);
    expect(named(list, finder)?._meta).toMatchObject({ [ALWAYS]: true });
    expect(named(list, caller)?._meta).toMatchObject({ [ALWAYS]: true });
    expect(list.filter((tool) => tool._meta?.[ALWAYS]).length).toBe(2);
    expect(listFor('kimi-code', strategy).some((tool) => tool._meta?.[ALWAYS])).toBe(false);
  });

  it.each(['@cline/core', 'continue-cli-client', 'kimi-code', 'copilot-cli'])(
    'tells %s in the finder how to find tools, because it shows no instructions',
    (name) => {
      const said = named(listFor(name, 'lazy'), 'afd-discover')?.description;
      expect(said).toContain('search here first, then run one with afd-call.');
      expect(named(listFor(name, 'proxy'), 'search_tools')?.description).toContain('run one with invoke_tool.');
    },
  );

  it('does not repeat the instructions for a client that shows them, or that is not known', () => {
    const plain = JSON.stringify(listFor('a-client-of-my-own', 'lazy'));
    for (const name of ['gemini-cli-mcp-client', 'opencode', 'codex-mcp-client', 'qwen-cli-mcp-client-x'])
      expect(JSON.stringify(listFor(name, 'lazy'))).toBe(plain);
  });

  it.each(['claude-code', '@cline/core', 'kimi-code', 'a-client-of-my-own'])(
    'is the same bytes for %s whatever the size of the catalog, within 600 tokens',
    (name) => {
      const one = JSON.stringify(listFor(name, 'lazy', 1));
      expect(JSON.stringify(listFor(name, 'lazy', 3_000))).toBe(one);
      expect(estimateTokens(one)).toBeLessThanOrEqual(600);
    },
  );

  it('is left alone if every tool is listed', () => {
    expect(listFor('kimi-code', 'individual')).toEqual(listFor('a-client-of-my-own', 'individual'));
  });
});
