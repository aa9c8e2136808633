import { describe, expect, it } from 'vitest';
import { loadConfig } from './load-config.ts';
import { ConfigError, formatProblem } from './problem.ts';

function load(overlays: unknown) {
  const text = JSON.stringify({ mcpServers: { github: { command: 'x' } }, overlays });
  return loadConfig({ text, file: 'foldout.json' }, { env: {}, home: '/home/ada', cwd: '/home/ada' });
}

function problemsOf(overlays: unknown): string[] {
  try {
    return load(overlays).problems.map((one) => formatProblem(one));
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map((one) => formatProblem(one));
    throw error;
  }
}

describe('the overlays of a configuration', () => {
  it('are read as they are written', () => {
    const overlays = {
      github: { instructions: 'Use it for code.', tags: ['code'], risk: 'destructive' },
      'github/create_issue': {
        name: 'open_ticket',
        aliases: ['bug report'],
        examples: [{ title: 'A bug', input: { title: 'x' } }],
        arguments: { owner: { value: 'acme' }, labels: { default: ['bug'] } },
      },
    };
    expect(load(overlays).config.overlays).toEqual(overlays);
  });

  it.each([
    [{ 'github/a': { alias: ['b'] } }, 'unknown field; did you mean "aliases"?'],
    [{ 'github/a': { name: 'no spaces' } }, 'a tool cannot have this name'],
    [{ 'github/a': { for: 'today' } }, '`foldout show` prints it'],
    [{ 'github/a': { instructions: 'x' } }, 'write it in the overlay "github"'],
    [{ github: { name: 'x' } }, 'write the overlay for a tool: "github/<tool>"'],
    [{ 'github/a': { name: 'x' }, 'github/b': { name: 'x' } }, 'the overlay of github/a gives the same name'],
  ])('of %j are reported', (overlays, problem) => {
    expect(problemsOf(overlays).join('\n')).toContain(problem);
  });

  it('stay usable when their server is gone', () => {
    expect(load({ 'gitlab/a': { summary: 'x' } }).config.overlays).toBeDefined();
  });
});
