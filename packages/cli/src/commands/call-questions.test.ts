import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliHome } from '../../../../test/fixtures/cli-home.ts';
import { BINARY, hasTerminal, ROOT } from '../../../../test/fixtures/terminal.ts';

let home: CliHome;
const FIELDS =
  'fields:={"name":{"type":"string","title":"Your name"},"age":{"type":"integer"},"nice":{"type":"boolean"}}';

beforeAll(async () => {
  home = new CliHome();
  const asking = { command: process.execPath, args: [join(ROOT, 'test', 'fixtures', 'servers', 'hostile.mjs')] };
  home.configure({ asking });
  await home.pipe(['list']);
});
afterAll(() => home.close());

describe('a question of a server during foldout call', () => {
  it.runIf(hasTerminal)('is asked on a terminal, field by field', async () => {
    const { screen, code } = await home.terminal(['call', '--yes', 'asking/ask', FIELDS, '--json'], {
      columns: 200,
      answers: [
        { after: 'Do you want to answer?', type: 'y' },
        { after: 'Your name', type: 'Ada\r' },
        { after: 'age', type: '36\r' },
        { after: 'nice', type: 'y' },
      ],
    });
    expect(code).toBe(0);
    expect(screen).toContain("The MCP server 'asking' asks, through Foldout: Who?");
    expect(screen.replaceAll('\\', '')).toContain('{"action":"accept","content":{"name":"Ada","age":36,"nice":true}}');
  });

  it.runIf(hasTerminal)('can be declined', async () => {
    const declined = await home.terminal(['call', '--yes', 'asking/ask', FIELDS], {
      answers: [{ after: 'Do you want to answer?', type: 'n' }],
    });
    expect(declined.screen).toContain('"action":"decline"');
  });

  it('is refused in a pipe', async () => {
    const { stdout, stderr } = await home.pipe(['call', '--yes', 'asking/ask', FIELDS]);
    expect(stdout + stderr).toMatch(/elicitation|not answer|"error"|code/i);
    expect(stdout + stderr).not.toContain('"action":"accept"');
  });
});

it('Ctrl-C during a call cancels it, and ends the command with exit code 130', async () => {
  const child = spawn(process.execPath, [BINARY, 'call', '--yes', 'asking/hang'], {
    cwd: home.work,
    env: home.env,
    stdio: 'ignore',
  });
  const code = new Promise((done) => child.once('close', done));
  const timer = setInterval(() => child.kill('SIGINT'), 3_000);
  try {
    // A shell reports 130 as well for a process that the signal has ended before the command could handle it.
    const ended = await code;
    expect(child.signalCode === 'SIGINT' ? 130 : ended).toBe(130);
  } finally {
    clearInterval(timer);
  }
});
