import { spawn } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { success } from '@foldout/core';
import { describe, expect, it, vi } from 'vitest';
import type { CodeRequest } from './contract.ts';
import { hostileSandbox, isAlive } from './hostile-worker-under-test.ts';
import { runCompiler } from './run-compiler.ts';
import { Sandbox } from './sandbox.ts';

const callTool: CodeRequest['callTool'] = async () => success('called');
const WAIT = { timeout: 20_000, interval: 50 };
const BUILT = new URL('../../dist/sandbox/', import.meta.url);

/** What a hostile worker is refused, as `name: code`. */
const REFUSED = `const tried = [];
const attempt = async (name, act) => { try { await act(); tried.push(name + ': done'); } catch (error) { tried.push(name + ': ' + error.code); } };
const fs = await import('node:fs');
await attempt('read', () => fs.readFileSync('/etc/passwd'));
await attempt('list', () => fs.readdirSync('/etc'));
await attempt('write', () => fs.writeFileSync(new URL('./planted', import.meta.url), 'x'));
await attempt('spawn', async () => (await import('node:child_process')).spawnSync('id'));
await attempt('thread', async () => new (await import('node:worker_threads')).Worker('1', { eval: true }));
tried.push('environment: ' + Object.keys(process.env).length);
done(tried);`;

describe('a worker that an attacker controls', () => {
  it('reads only its own files, writes none, and starts nothing', async () => {
    await using sandbox = await hostileSandbox(REFUSED);
    const { value } = await sandbox.run('', { callTool });
    expect(value).toEqual([
      'read: ERR_ACCESS_DENIED',
      'list: ERR_ACCESS_DENIED',
      'write: ERR_ACCESS_DENIED',
      'spawn: ERR_ACCESS_DENIED',
      'thread: ERR_ACCESS_DENIED',
      'environment: 0',
    ]);
  });

  it.runIf(process.platform === 'linux')('cannot take more memory than its process may have', async () => {
    const hog =
      'const all = []; for (let i = 0; i < 4_000; i += 1) all.push(Buffer.alloc(1024 * 1024, 1)); done("4 GB");';
    await using sandbox = await hostileSandbox(hog);
    const { value, error } = await sandbox.run('', { callTool });
    expect({ value, code: error?.code }).toEqual({ value: undefined, code: 'SANDBOX_UNAVAILABLE' });
    expect(error?.message).toMatch(/the sandbox failed \(it ended/);
  });

  it.each([
    ['a message of 4 GB', 'writeSync(1, Buffer.from([2, 0, 0, 0, 255, 255, 255, 255]));'],
    ['a message that is not JSON', 'writeSync(1, Buffer.from([2, 0, 0, 0, 0, 0, 0, 0, 123, 123]));'],
    ['an unknown type', "send({ type: 'exec' });"],
    ['an unknown function', "send({ type: 'call', id: 1, kind: 'constructor' }, '[]');"],
    ['a call without a number', "send({ type: 'call', id: 'x', kind: 'callTool' }, '[]');"],
    [
      'a call with the number of another',
      "for (const id of [2, 2]) send({ type: 'call', id, kind: 'callTool' }, '[]');",
    ],
    ['an unknown outcome', 'send({ type: \'done\', reusable: true }, \'{"kind":"other"}\');'],
    ['an outcome that is not JSON', "send({ type: 'done', reusable: true }, '{');"],
  ])('is killed after %s', async (_, code) => {
    await using sandbox = await hostileSandbox(`${code} for (;;) receive();`);
    const { error } = await sandbox.run('', { callTool });
    expect(error?.code).toBe('SANDBOX_UNAVAILABLE');
    expect(sandbox.pids.length).toBeGreaterThan(0);
    await vi.waitFor(() => expect(isAlive(sandbox.pids[0] as number)).toBe(false), WAIT);
  });

  it.each([
    [
      'CALL_LIMIT',
      "for (let id = 1; id <= 9; id += 1) send({ type: 'call', id, kind: 'callTool' }, '[\"a\",\"b\",{}]');",
    ],
    [
      'MEMORY_LIMIT',
      "send({ type: 'call', id: 1, kind: 'callTool' }, JSON.stringify(['a', 'b', 'x'.repeat(50_000)]));",
    ],
    ['OUTPUT_LIMIT', "for (let i = 0; i < 9; i += 1) send({ type: 'print' }, 'x'.repeat(2_000));"],
    ['OUTPUT_LIMIT', "done('x'.repeat(20_000));"],
    ['TIME_LIMIT', 'for (;;);'],
  ])('cannot pass the %s', async (code, attack) => {
    const limits = { calls: 5, inputChars: 10_000, outputChars: 5_000, timeMs: 3_000 };
    await using sandbox = await hostileSandbox(`${attack} for (;;) receive();`, { limits });
    let calls = 0;
    const counting: CodeRequest['callTool'] = async () => {
      calls += 1;
      return success(calls);
    };
    const { error, output } = await sandbox.run('', { callTool: counting });
    expect(error?.code).toBe(code);
    expect(calls).toBeLessThanOrEqual(5);
    expect(output.length).toBeLessThan(8_000);
    expect(sandbox.pids.length).toBeGreaterThan(0);
    await vi.waitFor(() => expect(isAlive(sandbox.pids[0] as number)).toBe(false), WAIT);
  });
});

describe('an idle worker', () => {
  it('runs the next script, and ends after its idle time', async () => {
    await using sandbox = await hostileSandbox('for (;;) { done(process.pid); receive(); }', { idleMs: 2_000 });
    const first = await sandbox.run('', { callTool });
    expect((await sandbox.run('', { callTool })).value).toBe(first.value);
    await vi.waitFor(() => expect(isAlive(first.value as number)).toBe(false), WAIT);
    expect((await sandbox.run('', { callTool })).value).not.toBe(first.value);
  });
});

describe('the results of calls', () => {
  it('are bounded together, not only each', async () => {
    await using sandbox = new Sandbox({ limits: { answerChars: 50_000 } });
    const large: CodeRequest['callTool'] = async () => success('x'.repeat(20_000));
    const code = "for (let i = 0; i < 10; i += 1) await foldout.callTool('s', 't')";
    const { error, calls } = await sandbox.run(code, { callTool: large });
    expect({ code: error?.code, calls: calls.length }).toEqual({ code: 'ANSWER_LIMIT', calls: 3 });
  });

  it('do not carry an input that is nested too deeply', async () => {
    await using sandbox = new Sandbox();
    const code = `let deep = []; for (let i = 0; i < 3_000; i += 1) deep = [deep];
try { await foldout.callTool('s', 't', { deep }) } catch (error) { return error.message }`;
    const { value } = await sandbox.run(code, { callTool });
    expect(value).toBe('VALIDATION_ERROR: The input is nested too deeply');
  });
});

describe('a script that waits for a tool', () => {
  it('lets another script compute in its place', async () => {
    await using sandbox = new Sandbox({ workers: 1 });
    let other: Promise<unknown> | undefined;
    const waiting = await sandbox.run("return await foldout.callTool('s', 't')", {
      callTool: async () => {
        other = sandbox.run('return 2', { callTool });
        return success(await other);
      },
    });
    expect(waiting.value).toMatchObject({ value: 2 });
  });

  it('does not compute at the same time as another when there is one place', async () => {
    await using sandbox = new Sandbox({ workers: 1, scripts: 4 });
    const busy = "for (let i = 0; i < 3; i += 1) await foldout.callTool('s', 't'); return 'end'";
    const runs = await Promise.all([1, 2, 3].map((n) => sandbox.run(busy, { callTool, owner: `session ${n}` })));
    expect(runs.map(({ value }) => value)).toEqual(['end', 'end', 'end']);
  });
});

/** A program that holds something for a minute, and writes its process id into a file first. */
async function sleeper(): Promise<{ readonly file: string; readonly args: string[]; pid(): Promise<number> }> {
  const folder = await mkdtemp(join(tmpdir(), 'foldout-sleeper-'));
  const pidFile = join(folder, 'pid');
  const code = `require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); process.on('SIGTERM', () => {}); setTimeout(() => {}, 60_000)`;
  const pid = () => vi.waitFor(async () => Number((await readFile(pidFile, 'utf8')) || Number.NaN), WAIT);
  return { file: process.execPath, args: ['-e', code], pid };
}

describe('the compiler of the type check', () => {
  it('is killed at its time limit, also when it ignores SIGTERM', async () => {
    const program = await sleeper();
    await expect(runCompiler(program, { cwd: tmpdir(), timeMs: 3_000 })).rejects.toThrow('did not end within 3 s');
    const pid = await program.pid();
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), WAIT);
  });

  it('is killed when its caller cancels', async () => {
    const program = await sleeper();
    const stop = new AbortController();
    const run = expect(runCompiler(program, { cwd: tmpdir(), timeMs: 60_000, signal: stop.signal })).rejects.toThrow();
    const pid = await program.pid();
    stop.abort();
    await run;
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), WAIT);
  });

  it.runIf(process.platform === 'linux')('cannot take more memory than it may have', async () => {
    const code = 'const all = []; for (let i = 0; i < 4_000; i += 1) all.push(Buffer.alloc(1024 * 1024, 1));';
    const hog = { file: process.execPath, args: ['-e', code] };
    await expect(runCompiler(hog, { cwd: tmpdir(), timeMs: 60_000 })).rejects.toThrow(/ended with code/);
  });
});

describe.skipIf(process.platform === 'win32')('a host that is killed takes along', () => {
  /** Runs code in another process, and returns that process. */
  async function host(code: string) {
    const file = join(await mkdtemp(join(tmpdir(), 'foldout-host-')), 'host.mjs');
    await writeFile(file, code);
    return spawn(process.execPath, [file], { stdio: 'ignore' });
  }

  it.each([
    ['computes', 'for (;;) {}'],
    ['waits for a tool', "await foldout.callTool('s', 't')"],
  ])('the worker whose script %s', async (_, script) => {
    const folder = await mkdtemp(join(tmpdir(), 'foldout-pid-'));
    const pidFile = join(folder, 'pid');
    const process_ = await host(`import { writeFileSync } from 'node:fs';
import { Sandbox } from ${JSON.stringify(new URL('sandbox.js', BUILT).href)};
import { WorkerPool } from ${JSON.stringify(new URL('worker-pool.js', BUILT).href)};
import { WorkerProcess } from ${JSON.stringify(new URL('worker-process.js', BUILT).href)};
const pool = new WorkerPool({}, async (limits) => {
  const worker = await WorkerProcess.start(limits);
  writeFileSync(${JSON.stringify(pidFile)}, String(worker.pid));
  return worker;
});
await new Sandbox({ limits: { cpuMs: 60_000, timeMs: 60_000 } }, pool).run(${JSON.stringify(script)}, { callTool: () => new Promise(() => {}) });`);
    const pid = await vi.waitFor(async () => Number((await readFile(pidFile, 'utf8')) || Number.NaN), WAIT);
    expect(isAlive(pid)).toBe(true);
    process_.kill('SIGKILL');
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), WAIT);
  });

  it('the compiler of the type check', async () => {
    const program = await sleeper();
    const process_ = await host(`import { runCompiler } from ${JSON.stringify(new URL('run-compiler.js', BUILT).href)};
await runCompiler(${JSON.stringify({ file: program.file, args: program.args })}, { cwd: ${JSON.stringify(tmpdir())}, timeMs: 60_000 });`);
    const pid = await program.pid();
    process_.kill('SIGKILL');
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), WAIT);
  });
});
