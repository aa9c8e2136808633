import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runProcess } from './client-process.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'foldout-lab-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const program = (code: string) => ({ command: process.execPath, args: ['-e', code] });

it('runs a client in its temporary home, without the variables of the user', async () => {
  process.env['LAB_SECRET'] = 'of the user';
  const code = 'console.log(JSON.stringify([process.env.HOME, process.cwd(), process.env.LAB_SECRET, process.env.A]))';
  const { stdout, exitCode } = await runProcess(program(code), { home, env: { A: 'a' } }, 20_000);
  delete process.env['LAB_SECRET'];
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toEqual([home, join(home, 'project'), null, 'a']);
});

it('ends a client whose time is over', async () => {
  const { timedOut, output } = await runProcess(
    program('console.log("up"); setInterval(() => {}, 1000)'),
    { home, env: {} },
    1_500,
  );
  expect({ timedOut, output }).toEqual({ timedOut: true, output: 'up\n' });
});

it.runIf(process.platform === 'linux')('ends a daemon that left the group of its client', async () => {
  const daemon = `require('fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000)`;
  const code = `
    const { existsSync } = require('fs');
    const child = require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(daemon)}], { detached: true, stdio: 'ignore' });
    child.unref();
    const timer = setInterval(() => { if (existsSync('pid')) clearInterval(timer); }, 20);
  `;
  await runProcess(program(code), { home, env: {} }, 20_000);
  const pid = Number(readFileSync(join(home, 'project', 'pid'), 'utf8'));
  // A killed process stays a zombie until its parent has seen it.
  const state = (): string => {
    try {
      return /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? 'gone';
    } catch {
      return 'gone';
    }
  };
  await expect.poll(state).toMatch(/^(gone|Z)$/);
});

it('says why a program could not be started', async () => {
  const launch = { command: join(home, 'no-such-program'), args: [] };
  const { output, exitCode } = await runProcess(launch, { home, env: {} }, 5_000);
  expect(exitCode).toBeNull();
  expect(output).toMatch(/ENOENT/);
});
