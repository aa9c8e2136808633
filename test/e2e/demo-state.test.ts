import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BINARY, ROOT } from '../fixtures/terminal.ts';

it('the demo of `npm start` uses a state folder of its own, and never the folder of the user', async () => {
  const home = mkdtempSync(join(tmpdir(), 'foldout-demo-'));
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const args = String(scripts.start).split('main.js ')[1]?.split(' ') ?? [];
  expect(args).toContain('serve');
  const env = { ...process.env, HOME: home, USERPROFILE: home };
  delete (env as NodeJS.ProcessEnv)['FOLDOUT_HOME'];
  const child = spawn(process.execPath, [BINARY, ...args, '--port', '0'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    // The last line of the greeting has the tokens, which are known when every server has answered.
    await new Promise<void>((done, fail) => {
      let text = '';
      child.stderr.on('data', (chunk) => {
        text += String(chunk);
        if (text.includes("tokens before a client's first call")) done();
      });
      child.once('close', () => fail(new Error(text)));
    });
  } finally {
    child.kill('SIGTERM');
    await new Promise((done) => (child.exitCode === null ? child.once('close', done) : done(undefined)));
  }
  expect(existsSync(join(home, '.foldout'))).toBe(false);
  rmSync(home, { recursive: true, force: true });
}, 60_000);
