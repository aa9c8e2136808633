import { knownClient } from '@foldout/clients';
import { describe, expect, it } from 'vitest';
import { AUTO_LIMITS, chooseSurface, type ListSize } from './choose-surface.ts';

const sized = (tools: number, missing = 0, tokens = tools * 150): ListSize => ({
  tools,
  missing,
  tokens: () => tokens,
});
const client = (name: string, defersTools?: boolean) => {
  const known = knownClient(name);
  return { title: known?.title, facts: known?.facts, defersTools };
};

describe('the surface that auto picks', () => {
  it.each([
    // A small catalog is listed whole in every client.
    ['a-client-of-my-own', 20, 'individual', 'the whole tool list is small'],
    ['claude-code', 5, 'individual', 'the whole tool list is small'],
    ['kimi-code', 20, 'individual', 'the whole tool list is small'],
    // A client that is not in the table gets the safe choice.
    ['a-client-of-my-own', 21, 'lazy', 'the client is not known to search tools by itself'],
    // 33 bytes a name.
    ['claude-code', 242, 'individual', 'Claude Code searches tools by itself'],
    ['claude-code', 243, 'lazy', 'Claude Code puts 243 names into every prompt, about 2005 tokens'],
    // 165 bytes a name.
    ['qwen-cli-mcp-client-foldout', 48, 'individual', 'Qwen Code searches tools by itself'],
    ['qwen-cli-mcp-client-foldout', 49, 'lazy', 'Qwen Code puts 49 names into every prompt, about 2022 tokens'],
    // The model is not known.
    // Another Foldout has a search of its own.
    ['foldout', 5_000, 'individual', 'Foldout puts no listed tool into a prompt'],
    ['codex-mcp-client', 242, 'individual', 'Codex searches tools by itself'],
    ['codex-mcp-client', 243, 'lazy', 'Codex loads all 243 tools if it does not know the model'],
    ['copilot-cli', 21, 'lazy', 'Copilot CLI loads every listed tool with most models'],
    ['gemini-cli-mcp-client', 21, 'lazy', 'Gemini CLI loads every listed tool'],
    ['opencode', 21, 'lazy', 'OpenCode loads every listed tool'],
    ['@cline/core', 21, 'lazy', 'Cline loads every listed tool'],
    ['continue-cli-client', 21, 'lazy', 'Continue loads every listed tool'],
    ['kimi-code', 21, 'lazy', 'Kimi Code loads every listed tool'],
  ])('for %s with %i tools is %s', (name, tools, strategy, reason) => {
    expect(chooseSurface(client(name), sized(tools), AUTO_LIMITS)).toEqual({ strategy, reason });
  });

  it.each(['a-client-of-my-own', 'claude-code', 'codex-mcp-client', 'kimi-code'])(
    'for %s is lazy while a server has not listed its tools, however few are known',
    (name) => {
      const choice = chooseSurface(client(name, true), sized(0, 1), AUTO_LIMITS);
      expect(choice).toEqual({ strategy: 'lazy', reason: 'the tools of 1 server are not known yet' });
    },
  );

  it('for another Foldout is individual also while a server has not listed its tools', () => {
    expect(chooseSurface(client('foldout'), sized(0, 1), AUTO_LIMITS).strategy).toBe('individual');
  });

  it('follows the configuration where deferring depends on the model', () => {
    const choice = (name: string, defersTools: boolean, tools: number) =>
      chooseSurface(client(name, defersTools), sized(tools), AUTO_LIMITS).strategy;
    expect(choice('codex-mcp-client', true, 5_000)).toBe('individual');
    expect(choice('codex-mcp-client', false, 21)).toBe('lazy');
    expect(choice('copilot-cli', true, 900)).toBe('individual');
    expect(choice('claude-code', false, 100)).toBe('lazy');
  });

  it('never lists more tools than the client loads', () => {
    expect(chooseSurface(client('copilot-cli', true), sized(948), AUTO_LIMITS)).toEqual({
      strategy: 'lazy',
      reason: 'Copilot CLI loads at most 950 tools, and 951 would be listed',
    });
    expect(
      chooseSurface(client('cursor-vscode'), sized(38), { ...AUTO_LIMITS, tools: 100, tokens: 1e6 }).strategy,
    ).toBe('lazy');
    expect(
      chooseSurface(client('cursor-vscode'), sized(37), { ...AUTO_LIMITS, tools: 100, tokens: 1e6 }).strategy,
    ).toBe('individual');
  });

  it('counts tokens, not only tools', () => {
    expect(chooseSurface(client('kimi-code'), sized(10, 0, 4_001), AUTO_LIMITS).strategy).toBe('lazy');
  });
});
