import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CALENDAR, CliHome, MAIL } from '../../../../test/fixtures/cli-home.ts';
import { COMMANDS } from '../commands.ts';
import { createProgram } from '../program.ts';

let home: CliHome;
beforeEach(() => {
  home = new CliHome();
  home.put('work/ok.json', { mcpServers: { mail: home.server('mail', MAIL), cal: home.server('cal', CALENDAR) } });
  home.put('work/down.json', { mcpServers: { down: { command: 'no-such-program-of-this-test' } } });
  home.put('work/throws.ts', 'throw new Error("no");');
});
afterEach(() => home.close());

const OK = ['--config', 'ok.json'];
const DOWN = ['--config', 'down.json'];
/** A command line, and the exit code that `docs/reference/cli.md` promises for it. */
const TABLE: readonly (readonly [number, ...string[]])[] = [
  [0, 'list', ...OK],
  [0, 'stop', ...OK],
  [1, 'status', ...OK],
  [1, 'restart', ...OK],
  [1, 'logs', ...OK],
  [1, 'search', 'zzqx', 'vvkw', ...OK],
  [1, 'run', 'throws.ts', ...OK],
  [1, 'doctor', ...DOWN],
  [1, 'auth', 'mail', ...OK],
  [1, 'generate', '--check', ...OK],
  [1, 'secret', 'remove', 'none'],
  [1, 'connect'],
  [1, 'disconnect'],
  [1, 'audit', ...OK],
  [2, 'show', 'none', ...OK],
  [2, 'call', 'none', ...OK],
  [2, 'call', 'mail/delete_message', 'id=1', ...OK],
  [2, 'call', 'cal/create_event', 'title=x', ...OK],
  [2, 'remove', 'none', ...OK],
  [2, 'edit', 'none', 'a=b', ...OK],
  [3, 'remove', 'mail', '--config', 'nowhere.json'],
  [3, 'import'],
  [4, 'list', ...DOWN],
  [4, 'list', 'down', ...DOWN],
  [4, 'list', '--tools', ...DOWN],
  [4, 'search', 'anything', ...DOWN],
  [4, 'show', 'down/anything', ...DOWN],
  [4, 'generate', ...DOWN],
  [4, 'call', 'down/anything', ...DOWN],
  [4, 'add', '--yes', 'no-such-program-of-this-test', '--flag'],
];
/** Commands that do not read a configuration first, or that make one. */
const WITHOUT_CONFIG = ['doctor', 'completions', 'import', 'connect', 'disconnect', 'add', 'run', 'allow', 'secret'];
/** Programs at once. */
const AT_ONCE = 3;

/** Runs command lines, a few at a time. Returns each with its exit code and what it said. */
async function codesOf(lines: readonly (readonly string[])[]) {
  const left = [...lines.entries()];
  const results: { line: string; code: number | null; stderr: string }[] = [];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [at, args] = next;
      const { code, stderr } = await home.pipe(args, { env: { PATH: '' } });
      results[at] = { line: args.join(' '), code, stderr };
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

describe('exit codes', () => {
  it('are those of the reference, and a failure says why in words', { timeout: 180_000 }, async () => {
    const results = await codesOf(TABLE.map(([, ...args]) => args));
    expect(results.map(({ line, code }) => [code, line])).toEqual(
      TABLE.map(([code, ...args]) => [code, args.join(' ')]),
    );
    for (const { line, code, stderr } of results) {
      if (code !== 0 && !line.startsWith('doctor')) expect(stderr, line).toMatch(/^foldout: /m);
      expect(stderr, line).not.toMatch(/^\s+at /m);
    }
  });

  it('are 3 for every command that needs a configuration, if its file is not there', { timeout: 180_000 }, async () => {
    const names = COMMANDS.map(({ name }) => name).filter((name) => !WITHOUT_CONFIG.includes(name));
    const argumentsOf = (name: string): string[] =>
      createProgram(COMMANDS)
        .commands.find((one) => one.name() === name)
        ?.registeredArguments.filter(({ required }) => required)
        .map(({ argChoices }) => argChoices?.[0] ?? 'x') ?? [];
    const lines = names.map((name) => [name, ...argumentsOf(name), '--config', 'nowhere.json']);
    const results = await codesOf(
      lines.map((line) => {
        const [name = ''] = line;
        if (name === 'service') return [name, 'install', '--print', ...line.slice(-2)];
        return name === 'skills' ? [name, 'install', ...line.slice(-2)] : line;
      }),
    );
    expect(results.map(({ line, code }) => [line, code])).toEqual(results.map(({ line }) => [line, 3]));
  });

  it('are 2 for an unknown option of every command', async () => {
    for (const { name } of COMMANDS) {
      const program = createProgram(COMMANDS)
        .exitOverride()
        .configureOutput({ writeErr: () => {}, outputError: () => {} });
      for (const command of program.commands) command.exitOverride().configureOutput({ outputError: () => {} });
      const parsed = program.parseAsync(['node', 'foldout', name, '--no-such-option']);
      await expect(parsed, name).rejects.toMatchObject({ exitCode: 1, code: expect.stringMatching(/^commander\./) });
    }
  });
});
