import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KNOWN_CLIENTS, knownClient } from './known-clients.ts';

const PAGE = new URL('../../../../docs/reference/clients.md', import.meta.url);

describe('the table of known clients', () => {
  it('is the one in the documentation, and every line has its source', () => {
    const yes = (value: boolean): string => (value ? 'yes' : 'no');
    const rows = readFileSync(PAGE, 'utf8')
      .split('\n')
      .filter((line) => /^\| [^|]+ \| (yes|no) \|/.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim()));
    expect(rows.map((cells) => cells.slice(1, 6))).toEqual(
      KNOWN_CLIENTS.map(({ name, ownToolSearch, honoursListChanged, maxTools = '', maxNameLength = '' }) => [
        name,
        yes(ownToolSearch),
        yes(honoursListChanged),
        `${maxTools}`,
        `${maxNameLength}`,
      ]),
    );
    for (const cells of rows) expect(cells[6]?.length).toBeGreaterThan(10);
  });

  it('recognises a client by the beginning of its name, in any case', () => {
    expect(knownClient('claude-code')?.name).toBe('Claude Code');
    expect(knownClient('CLAUDE-CODE/2.1')?.name).toBe('Claude Code');
    expect(knownClient('Visual Studio Code - Insiders')?.name).toBe('VS Code');
    expect(knownClient('not-claude-code')).toBeUndefined();
    expect(knownClient('')).toBeUndefined();
    expect(knownClient(undefined)).toBeUndefined();
  });

  it('never gives one name to two clients', () => {
    for (const name of [
      'claude-code',
      'codex-mcp-client',
      'claude-ai',
      'vscode',
      'cursor',
      'gemini-cli',
      'opencode',
      'ai-sdk',
      'openai-mcp',
    ]) {
      expect(KNOWN_CLIENTS.filter((client) => client.pattern.test(name))).toHaveLength(1);
    }
  });
});
