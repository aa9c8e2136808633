import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type CommandResult, failure, success } from '@foldout/core';
import { afterAll, describe, expect, it } from 'vitest';
import type { CodeRequest, CodeResult } from './contract.ts';
import { Sandbox } from './sandbox.ts';
import { WorkerPool } from './worker-pool.ts';
import { WorkerProcess } from './worker-process.ts';

const sandbox = new Sandbox();
afterAll(() => sandbox.close());

const MODULES: Readonly<Record<string, string>> = {
  'servers/github/index.ts': `import { callTool } from '../../foldout.ts';
export interface Issue { readonly id: number }
export async function createIssue(input: { title: string }): Promise<Issue> {
  return callTool<Issue>('github', 'create_issue', input);
}`,
  'servers/github/createIssue.ts': "export { createIssue } from './index.ts';",
};

async function echo(server: string, tool: string, input: unknown): Promise<CommandResult> {
  if (tool === 'fail') return failure({ code: 'NO_LUCK', message: 'it failed', suggestion: 'try later' });
  return success({ server, tool, input });
}

function fail(): never {
  throw new Error('secret path');
}

function run(code: string, request: Partial<CodeRequest> = {}): Promise<CodeResult> {
  return sandbox.run(code, { callTool: echo, modules: (path) => MODULES[path], ...request });
}

describe('a script', () => {
  it('returns a value, and prints in order', async () => {
    const result = await run(`const greeting: string = 'hi';
console.log(greeting, 1, { a: [true, null] });
console.error('second'); console.warn('third'); console.info(undefined); console.debug(Symbol.iterator);
return { greeting } as const`);
    expect(result).toMatchObject({
      value: { greeting: 'hi' },
      output: 'hi 1 {"a":[true,null]}\nsecond\nthird\nundefined\nSymbol(Symbol.iterator)',
      calls: [],
    });
    expect(result.error).toBeUndefined();
  });

  it('reports each print at once, even if the listener throws', async () => {
    const printed: string[] = [];
    const onPrint = (text: string): void => {
      printed.push(text);
      fail();
    };
    const callTool = async () => success([...printed]);
    const code = "console.log('a'); console.log('b');\nconst seen = await foldout.callTool('s', 't');\nreturn seen";
    expect(await run(code, { callTool, onPrint })).toMatchObject({ value: ['a', 'b'], output: 'a\nb' });
  });

  it.each([
    ['a default export', 'export default 1 + 1'],
    ['a default export that is a function', 'export default async function main() { return 2 }'],
    [
      'a return after imports on several lines',
      "import {\n  createIssue,\n} from './servers/github';\nreturn typeof createIssue === 'function' ? 2 : 0",
    ],
    ['a promise that is returned', 'return Promise.resolve(2)'],
    [
      'a return after an import with comments in it',
      "import {\n  createIssue, // one\n  /* two */\n} // three\nfrom './servers/github'; // four\nreturn typeof createIssue === 'function' ? 2 : 0",
    ],
    ['a return below a hashbang', '#!/usr/bin/env foldout\nreturn 2'],
    ['a return in a branch', 'if (2 > 1) { return 2 }\nconsole.log("not here")'],
  ])('returns the value of %s', async (_, code) => {
    expect(await run(code)).toMatchObject({ value: 2, output: '' });
  });

  it('serializes Map, Set, BigInt and Date the same way everywhere', async () => {
    const data = '{ map: new Map([[1, 2]]), set: new Set([3]), big: 4n, date: new Date(0) }';
    const sent = { map: [[1, 2]], set: [3], big: '4', date: '1970-01-01T00:00:00.000Z' };
    const code = `const data = ${data};\nconsole.log(data);\nreturn [data, (await foldout.callTool('s', 't', data)).input]`;
    expect(await run(code)).toMatchObject({ value: [sent, sent], output: JSON.stringify(sent) });
    expect((await run(`return JSON.stringify(${data})`)).value).toBe(JSON.stringify(sent));
  });

  it('returns undefined without a return or default export', async () => {
    expect((await run('const a = 1;')).value).toBeUndefined();
  });

  it.each([
    './servers/github',
    './servers/github/index.ts',
    './servers/github/index.js',
    './servers/github/createIssue.ts',
  ])('imports %s and calls through it', async (path) => {
    const result = await run(`import { createIssue, type Issue } from '${path}';
const issue: Issue = await createIssue({ title: 'a' });
return issue`);
    expect(result.value).toEqual({ server: 'github', tool: 'create_issue', input: { title: 'a' } });
    expect(result.calls).toMatchObject([{ name: 'github/create_issue', success: true }]);
  });

  it('gets one module instance for different specifiers of the same file', async () => {
    expect(
      (await run("return (await import('./servers/github')) === (await import('./servers/github/index.ts'))")).value,
    ).toBe(true);
  });

  it('calls several tools at the same time', async () => {
    let arrived = 0;
    let all: () => void = () => {};
    const together = new Promise<void>((resolve) => {
      all = resolve;
    });
    // No call is answered before all three have arrived.
    const callTool = async () => {
      arrived += 1;
      if (arrived === 3) all();
      await together;
      return success(1);
    };
    const code =
      "import { callTool } from './foldout.ts';\nreturn (await Promise.all([1, 2, 3].map((n) => callTool('s', 't', { n })))).length";
    expect((await run(code, { callTool })).value).toBe(3);
  });

  it('can catch the error of a tool, with its code', async () => {
    const code =
      "try { await foldout.callTool('s', 'fail') } catch (e) { return [e.name, e.code, e.message, e.suggestion] }";
    const result = await run(code);
    expect(result.value).toEqual(['ToolError', 'NO_LUCK', 'NO_LUCK: it failed', 'try later']);
    expect(result.calls).toMatchObject([{ name: 's/fail', success: false, code: 'NO_LUCK' }]);
  });

  it('does not end before its open calls, even without await', async () => {
    const result = await run("async function main() { await foldout.callTool('s', 't'); console.log('done') }\nmain()");
    expect(result).toMatchObject({ output: 'done', calls: [{ name: 's/t' }] });
  });

  it('starts with fresh globals every time', async () => {
    await run("globalThis.left = 1; Array.prototype.map = () => 'mine'");
    expect((await run('return [typeof left, [1].map(() => 2)]')).value).toEqual(['undefined', [2]]);
  });

  it('searches and describes tools if the host provides that', async () => {
    const searchTools = async (query: string) => success([{ name: query }]);
    const describeTool = async (name: string) => success({ name });
    const code =
      "import { searchTools, describeTool } from './foldout.ts';\nreturn [await searchTools('a'), await describeTool('b')]";
    expect((await run(code, { searchTools, describeTool })).value).toEqual([[{ name: 'a' }], { name: 'b' }]);
    expect((await run(code)).error?.message).toMatch(/searchTools is not available here/);
  });
});

describe('an error', () => {
  it.each([
    ['let a = 1;\nlet b = (;', 2, 10],
    ["import { a } from './x';\n\nreturn a b", 3, 10],
    ['return (;', 1, 9],
    ['enum A { B }', 1, 1],
    ['if (true) {\n  return 1', 2, undefined],
    ['export const a = 1;\nreturn a', 1, 1],
    ['let a = 1;\nlet a = 2;', 2, 7],
    ['\n@dec class A {}', 2, 1],
    ["import { a } from './x'; let b = 1; delete b; return 1", 1, undefined],
  ])('of syntax is reported with its line before anything runs: %j', async (code, line, column) => {
    const { error, calls } = await run(`${code}`);
    expect(error).toMatchObject({ code: 'SYNTAX_ERROR', line, ...(column !== undefined && { column }) });
    expect(error?.message).toContain(`(line ${line})`);
    expect(calls).toEqual([]);
  });

  it.each([
    ["const a: number = 1;\n\nthrow new TypeError('boo')", 3, 'TypeError: boo (line 3)'],
    ["function f(): never {\n  throw new Error('deep')\n}\nif (true) f();\nreturn 1", 2, 'deep (line 2)'],
    ["\nawait foldout.callTool('s', 'fail');\nreturn 1", 2, 'ToolError: NO_LUCK: it failed (line 2)'],
    [
      "import { nope } from './servers/github';",
      undefined,
      "SyntaxError: Could not find export 'nope' in module 'servers/github/index.ts'",
    ],
  ])('at run time is reported with its line: %j', async (code, line, message) => {
    expect((await run(code)).error).toMatchObject({ code: 'RUNTIME_ERROR', message, ...(line && { line }) });
  });

  it('keeps the output and calls before it', async () => {
    const result = await run("console.log('before');\nawait foldout.callTool('s', 't');\nthrow new Error('after')");
    expect(result).toMatchObject({ output: 'before', calls: [{ name: 's/t' }], error: { code: 'RUNTIME_ERROR' } });
    expect((await run("console.log('before'); for (;;) {}", { limits: { cpuMs: 100 } })).output).toBe('before');
  });

  it('names the limit and the next step', async () => {
    const { error } = await run('for (;;) {}', { limits: { cpuMs: 200 } });
    expect(error).toMatchObject({ code: 'CPU_LIMIT', message: 'The script used more than 0.2 s of CPU time' });
    expect(error?.suggestion).not.toBe('');
    expect((await run('x'.repeat(50), { limits: { sourceChars: 40 } })).error?.message).toMatch(
      /50 characters; the limit is 40/,
    );
  });

  it('replaces limits that are not positive, and caps infinite ones', async () => {
    const limits = { timeMs: Number.POSITIVE_INFINITY, cpuMs: Number.NaN, calls: -1 };
    expect(await run("return await foldout.callTool('s', 't') && 1", { limits })).toMatchObject({ value: 1 });
  });

  it('does not occur for CPU time while the script waits', async () => {
    const callTool = async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return success(1);
    };
    expect(await run("return await foldout.callTool('s', 't')", { callTool, limits: { cpuMs: 200 } })).toMatchObject({
      value: 1,
    });
  });

  it('is detected during a stream of answers, and the next script runs', async () => {
    await using single = new Sandbox({ workers: 1 });
    await single.warm();
    const request: CodeRequest = { callTool: echo, limits: { timeMs: 2_000, calls: 1_000_000_000 } };
    const { error, calls } = await single.run("for (;;) await foldout.callTool('s', 't')", request);
    expect(error?.code).toBe('TIME_LIMIT');
    expect(calls.length).toBeGreaterThan(1);
    expect((await single.run('return 1', { callTool: echo })).value).toBe(1);
  });

  it('of the host does not reveal its message to the script', async () => {
    const callTool = () => Promise.reject(new Error('secret path'));
    const { error } = await run("await foldout.callTool('s', 't')", { callTool });
    expect(error?.message).toBe('ToolError: INTERNAL_ERROR: The call failed (line 1)');
    const modules = () => Promise.reject(new Error('cannot read it'));
    expect((await run("import './servers/x'", { modules })).error?.code).toBe('RUNTIME_ERROR');
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a failure without an error', { success: false }],
    ['an error that is no text', { success: false, error: { code: 'X', message: 1n } }],
    ['a result that cannot be read', new Proxy({}, { get: (_, key) => (key === 'then' ? undefined : fail()) })],
  ])('is a failed call when the host answers %s', async (_, answer) => {
    const callTool = async () => answer as CommandResult;
    const { error, calls } = await run("await foldout.callTool('s', 't')", { callTool });
    expect(error?.message).toBe('ToolError: INTERNAL_ERROR: The call failed (line 1)');
    expect(calls).toMatchObject([{ name: 's/t', success: false, code: 'INTERNAL_ERROR' }]);
  });

  it.each([
    ['throws', fail],
    ['answers a number', () => 5],
    ['answers a value that cannot be cloned', () => fail],
  ])('is a module that cannot be loaded when the tree %s', async (_, modules) => {
    const { error } = await run("import './servers/x'", { modules: modules as () => never });
    expect(error).toMatchObject({
      code: 'RUNTIME_ERROR',
      message: 'The module servers/x/index.js cannot be loaded',
    });
  });

  it('counts the loading of a module as wall-clock time, not as CPU time', async () => {
    const limits = { cpuMs: 100, timeMs: 20_000 };
    const slow = (path: string) =>
      new Promise<string | undefined>((resolve) => setTimeout(() => resolve(MODULES[path]), 450));
    const code = "import { createIssue } from './servers/github';\nreturn typeof createIssue";
    expect(await run(code, { modules: slow, limits })).toMatchObject({ value: 'function' });
    const never = () => new Promise<undefined>(() => {});
    const { error } = await run(code, { modules: never, limits: { cpuMs: 100, timeMs: 800 } });
    expect(error?.code).toBe('TIME_LIMIT');
  });

  it.each([
    [{ memoryBytes: 1 }, 'MEMORY_LIMIT'],
    [{ timeMs: 0.001 }, 'TIME_LIMIT'],
    [{ cpuMs: 0.001 }, 'CPU_LIMIT'],
  ])('is a limit for tiny limits: %j', async (limits, code) => {
    expect((await run('for (;;) {}', { limits })).error?.code).toBe(code);
  });

  it('is a limit, and no code runs after it', async () => {
    const calls = "for (let i = 0; i < 3; i += 1) foldout.callTool('s', 't')";
    const code = `try { ${calls} } catch {} finally { console.log('after') }`;
    expect(await run(code, { limits: { calls: 2 } })).toMatchObject({ output: '', error: { code: 'CALL_LIMIT' } });
    const printed = "try { console.log('too long') } catch {} finally { foldout.callTool('s', 't') }";
    const result = await run(printed, { limits: { outputChars: 3 } });
    expect(result).toMatchObject({ output: '', calls: [], error: { code: 'OUTPUT_LIMIT' } });
  });

  it('limits the memory of open calls', async () => {
    const code = "const s = 'x'.repeat(500000); for (;;) foldout.callTool('s', 't', { s })";
    const limits = { memoryBytes: 8 * 1024 * 1024 };
    const { error, calls } = await run(code, { callTool: () => new Promise(() => {}), limits });
    expect(error?.code).toBe('MEMORY_LIMIT');
    expect(calls).toHaveLength(8);
  });

  it('is a memory limit when the guest has no memory left to return its value', async () => {
    const fill = `const kept = globalThis.kept = [];
const fill = (rest) => {
  for (let size = 1 << 20; size >= 1024; size >>= 1) for (;;) try { kept.push(new ArrayBuffer(size)) } catch { break }
  for (let i = 0; i < rest; i += 1) kept.pop()?.transfer(0);
};
const long = 'é'.repeat(30000);`;
    for (let rest = 0; rest < 60; rest += 3) {
      const value = await run(`${fill}\nreturn [long, { toJSON() { fill(${rest}); return 1 } }]`, {
        limits: { memoryBytes: 4_000_000 },
      });
      expect(value.error?.code ?? value.value).toSatisfy((seen) => seen === 'MEMORY_LIMIT' || seen?.length === 2);
    }
  });

  it('of a tool is not mistaken for a limit', async () => {
    const callTool = async () => failure({ code: 'X', message: 'out of memory, host unreachable', suggestion: '' });
    expect((await run("await foldout.callTool('s', 't')", { callTool })).error?.code).toBe('RUNTIME_ERROR');
    expect((await run("throw new Error('out of memory')")).error?.code).toBe('RUNTIME_ERROR');
  });

  it('is a result that does not fit into the guest', async () => {
    const callTool = async () => success('x'.repeat(3_000_000));
    const { error } = await run("await foldout.callTool('s', 't')", {
      callTool,
      limits: { memoryBytes: 16 * 1024 * 1024 },
    });
    expect(error?.message).toMatch(/The result has 3000002 characters/);
  });
});

describe('a cancelled run', () => {
  it('never starts if the signal is already aborted', async () => {
    const result = await run('return 1', { signal: AbortSignal.abort() });
    expect(result.error?.code).toBe('CANCELLED');
  });

  it.each([
    ['waits for a tool', "console.log('here'); await foldout.callTool('s', 't')"],
    ['computes', "console.log('here'); await foldout.callTool('s', 'start'); for (;;) {}"],
  ])('ends while it %s, and aborts the tool call', async (_, code) => {
    const stop = new AbortController();
    let toolSignal: AbortSignal | undefined;
    const callTool: CodeRequest['callTool'] = async (_server, tool, _input, signal) => {
      toolSignal = signal;
      setImmediate(() => stop.abort());
      if (tool === 'start') return success(1);
      return new Promise(() => {});
    };
    const result = await run(code, { callTool, signal: stop.signal });
    expect(result).toMatchObject({ output: 'here', error: { code: 'CANCELLED' } });
    expect(result.calls).toHaveLength(1);
    if (!code.includes('start'))
      expect(result.calls).toMatchObject([{ name: 's/t', success: false, code: 'CANCELLED' }]);
    expect(toolSignal?.aborted).toBe(true);
  });
});

describe('the sandbox', () => {
  it('runs nothing when no process can be started', async () => {
    let called = false;
    const broken = new Sandbox(
      {},
      new WorkerPool({}, (limits) =>
        WorkerProcess.start(limits, fileURLToPath(new URL('./no-such-worker.js', import.meta.url))),
      ),
    );
    const result = await broken.run("await foldout.callTool('s', 't')", {
      callTool: async () => {
        called = true;
        return success(1);
      },
    });
    expect(result.error?.code).toBe('SANDBOX_UNAVAILABLE');
    expect(called).toBe(false);
  });

  it('limits concurrent scripts, and rejects scripts when the queue is full', async () => {
    const small = new Sandbox({ workers: 1, scripts: 1, queue: 1 });
    let running = 0;
    let most = 0;
    const callTool = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return success(1);
    };
    const runs = await Promise.all(
      [1, 2, 3].map(() => small.run("return await foldout.callTool('s', 't')", { callTool })),
    );
    expect(runs.map(({ value, error }) => value ?? error?.code)).toEqual([1, 1, 'SANDBOX_UNAVAILABLE']);
    expect(most).toBe(1);
    await small.close();
  });

  it('removes a cancelled script from the queue', async () => {
    const small = new Sandbox({ workers: 1, scripts: 1 });
    const stop = new AbortController();
    const first = small.run("return await foldout.callTool('s', 't')", {
      callTool: async () => {
        stop.abort();
        await second;
        return success('first');
      },
    });
    const second = small.run('return 2', { callTool: echo, signal: stop.signal });
    expect((await second).error?.code).toBe('CANCELLED');
    expect((await first).value).toBe('first');
    await small.close();
  });

  it('stops running scripts when it is closed, and rejects new ones', async () => {
    const closing = new Sandbox();
    const result = await closing.run("await foldout.callTool('s', 't')", {
      callTool: async () => {
        closing.close();
        return new Promise(() => {});
      },
    });
    expect(result.error?.code).toBe('SANDBOX_UNAVAILABLE');
    expect((await closing.run('return 1', { callTool: echo })).error?.code).toBe('SANDBOX_UNAVAILABLE');
  });

  it('runs the next script after one that crashed the compiler', async () => {
    const single = new Sandbox({ workers: 1 });
    const deep = `return ${'('.repeat(20_000)}1${')'.repeat(20_000)}`;
    expect((await single.run(deep, { callTool: echo })).error?.code).toBe('SYNTAX_ERROR');
    expect((await single.run('return 1 as number', { callTool: echo })).value).toBe(1);
    const modules = (path: string) => (path.endsWith('.ts') ? `export default ${deep.slice(7)}` : undefined);
    const imported = await single.run("import x from './servers/x'", { callTool: echo, modules });
    expect(imported.error?.message).toMatch(/is not valid TypeScript: The source is nested too deeply/);
    expect((await single.run('return 2 as number', { callTool: echo })).value).toBe(2);
    await single.close();
  });

  it('writes nothing to stdout, and does not keep the process alive', async () => {
    const entry = new URL('../../dist/index.js', import.meta.url).href;
    const script = `import { runCode } from ${JSON.stringify(entry)};
const result = await runCode("console.log('printed'); return 1", { callTool: async () => ({ success: true, data: 1 }) });
process.stderr.write(JSON.stringify(result.output));`;
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      timeout: 20_000,
    });
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: '"printed"' });
  });
});
