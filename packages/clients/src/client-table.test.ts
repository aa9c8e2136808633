import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ClientFacts } from './client.ts';
import { CLIENTS, CONNECTABLE_CLIENTS, knownClient } from './client-table.ts';

const yes = (value: boolean): string => (value ? 'yes' : 'no');

/** The cells of a client's row in the documentation, after its title. */
function cellsOf(facts: ClientFacts): string[] {
  const { ownToolSearch, defersFor = 'every-model', honorsListChanged, maxTools, maxNameLength, measured } = facts;
  const defers = !ownToolSearch ? 'no' : defersFor === 'every-model' ? 'yes' : defersFor.replace('-', ' ');
  const version = measured ? `${measured.version}, ${measured.date}` : '';
  return [defers, yes(honorsListChanged), `${maxTools ?? ''}`, `${maxNameLength ?? ''}`, version, facts.evidence];
}

const PAGE = new URL('../../../docs/reference/clients.md', import.meta.url);

describe('the table of known clients', () => {
  it('equals the table in the documentation, with the evidence for every row', () => {
    const rows = readFileSync(PAGE, 'utf8')
      .split('\n')
      .filter((line) => /^\| [^|]+ \| (yes|no|some models|bundled models) \|/.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim()));
    expect(rows.map((cells) => cells.slice(1, 8))).toEqual(
      CLIENTS.flatMap(({ title, facts }) => (facts ? [[title, ...cellsOf(facts)]] : [])),
    );
    for (const cells of rows) expect(cells[7]?.length).toBeGreaterThan(10);
  });

  it('has a measurement of nine clients, with version and date', () => {
    const measured = CLIENTS.filter(({ facts }) => facts?.measured).map(({ id }) => id);
    expect(measured.sort()).toEqual([
      'claude-code',
      'cline',
      'codex',
      'continue',
      'copilot-cli',
      'gemini-cli',
      'kimi-code',
      'opencode',
      'qwen-code',
    ]);
    for (const { facts } of CLIENTS) {
      if (facts?.measured) expect(facts.measured.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  });

  it('recognizes a client by the start of its name, in any case', () => {
    expect(knownClient('claude-code')?.title).toBe('Claude Code');
    expect(knownClient('CLAUDE-CODE/2.1')?.title).toBe('Claude Code');
    expect(knownClient('Visual Studio Code - Insiders')?.title).toBe('VS Code');
    expect(knownClient('not-claude-code')).toBeUndefined();
    expect(knownClient('')).toBeUndefined();
    expect(knownClient(undefined)).toBeUndefined();
  });

  it('matches a reported name to one client only', () => {
    for (const name of [
      'copilot-cli',
      'qwen-cli-mcp-client-foldout',
      '@cline/core',
      'continue-cli-client',
      'kimi-code',
      'gemini-cli-mcp-client',
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
      expect(CLIENTS.filter(({ facts }) => facts?.names.test(name))).toHaveLength(1);
    }
  });
});

describe('the table of files in the documentation', () => {
  const machine = { platform: 'linux', home: '~', cwd: '.', env: {} } as const;

  it('names the file of every client that can be connected, and what happens to its servers', () => {
    const rows = readFileSync(PAGE, 'utf8')
      .split('## Files')[1]
      ?.split('\n')
      .filter((line) => /^\| `/.test(line));
    const shown = (files: readonly string[]): string =>
      files
        .slice(0, 1)
        .map((file) => `\`${file}\``)
        .join('');
    expect(rows).toEqual(
      CONNECTABLE_CLIENTS.map(({ id, title, connection }) => {
        if (connection.kind === 'paste') return `| \`${id}\` | ${title} | none: text to paste | | |`;
        const user = shown(connection.user(machine));
        const project = shown(connection.project(machine));
        return `| \`${id}\` | ${title} | ${user} | ${project} | ${connection.off ? 'turned off' : 'removed'} |`;
      }),
    );
  });
});
