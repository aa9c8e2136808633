import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inPipe } from '../fixtures/terminal.ts';
import { runtime } from '../mounting/runtime-binaries.ts';
import { GatewayProcess, Home } from './gateway-process.ts';

const EVERYTHING = join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);
const hasPython = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).status === 0;
const root = mkdtempSync(join(tmpdir(), 'foldout-anywhere-'));
const home = new Home({ mcpServers: { everything: { command: process.execPath, args: [EVERYTHING] } } });

/** What an agent writes: two calls at once, a result with a type, and an error. */
const SCRIPT = `import { echo, getStructuredContent, getSum } from './servers/everything/index.ts';
const [sum, said, weather] = await Promise.all([getSum({ a: 2, b: 3 }), echo({ message: 'hi' }), getStructuredContent({ location: 'Chicago' })]);
const failed = await getSum({ a: 'many' } as never).catch((error) => error);
console.log(JSON.stringify({ sum, said, temperature: typeof weather.temperature, failed: [failed.name, failed.code] }));
`;
/** The same in Python, where calls of several threads run at once. */
const PYTHON = `import json
from concurrent.futures import ThreadPoolExecutor
from foldout import ToolError, raw_result
from servers.everything import echo, get_structured_content, get_sum

with ThreadPoolExecutor() as pool:
    sum_of, said, weather = [
        pool.submit(get_sum, {"a": 2, "b": 3}),
        pool.submit(echo, {"message": "hi"}),
        pool.submit(get_structured_content, {"location": "Chicago"}),
    ]
temperature = weather.result()["temperature"]
try:
    get_sum({"a": "many"})  # type: ignore
except ToolError as error:
    failed = [type(error).__name__, error.code]
kind = "number" if isinstance(temperature, (int, float)) else "other"
print(json.dumps({"sum": sum_of.result(), "said": said.result(), "temperature": kind, "failed": failed}))
`;
const PRINTED = {
  sum: 'The sum of 2 and 3 is 5.',
  said: 'Echo: hi',
  temperature: 'number',
  failed: ['ToolError', 'VALIDATION_ERROR'],
};

beforeAll(async () => {
  await inPipe(['generate', root, '--python', '--config', home.file], { env: { PATH: process.env['PATH'] } });
  writeFileSync(join(root, 'script.ts'), SCRIPT);
  writeFileSync(join(root, 'python', 'script.py'), PYTHON);
  // Node 20 runs no TypeScript. The bundle has only what a bundler would put into it: not the caller, which is loaded at run time.
  await build({
    entryPoints: [join(root, 'script.ts')],
    bundle: true,
    format: 'esm',
    outfile: join(root, 'out', 'script.mjs'),
  });
  cpSync(join(root, 'caller.mjs'), join(root, 'out', 'caller.mjs'));
});
afterAll(() => {
  home[Symbol.dispose]();
  rmSync(root, { recursive: true, force: true });
});

const RUNTIMES: Readonly<Record<string, () => [string, ...string[]]>> = {
  Node: () => [process.execPath, join(root, 'out', 'script.mjs')],
  Bun: () => [runtime('bun'), join(root, 'script.ts')],
  Deno: () => [runtime('deno'), 'run', '--allow-all', '--no-remote', '--quiet', join(root, 'script.ts')],
  ...(hasPython && { Python: () => ['python3', join(root, 'python', 'script.py')] }),
};

describe.each(Object.keys(RUNTIMES))('a script that imports the tree in %s', (name) => {
  const run = async (env: NodeJS.ProcessEnv): Promise<unknown> => {
    const [file, ...args] = RUNTIMES[name]?.() ?? [''];
    const { stdout } = await promisify(execFile)(file, args, {
      env: { PATH: process.env['PATH'], ...env },
      timeout: 60_000,
    });
    return JSON.parse(stdout);
  };

  it('calls tools through a gateway that it starts, and ends', async () => {
    const { command, args, env } = home.stdio;
    expect(await run({ FOLDOUT_COMMAND: JSON.stringify([command, ...args]), ...env })).toEqual(PRINTED);
  });

  it('calls tools through a gateway over HTTP', async () => {
    await using gateway = await GatewayProcess.start(home);
    expect(await run({ FOLDOUT_URL: gateway.url })).toEqual(PRINTED);
  });
});
