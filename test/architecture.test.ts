import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

/** Package → packages it may import. The same picture stands in ARCHITECTURE.md. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  core: [],
  clients: [],
  server: ['clients', 'core'],
  adapters: ['core', 'server'],
  usage: ['clients', 'core'],
  workspace: ['clients', 'core', 'usage'],
  gateway: ['clients', 'core', 'server', 'usage', 'workspace'],
  cli: ['clients', 'core', 'server', 'usage', 'workspace', 'gateway'],
  // The dashboard may import only types; the test 'lets the dashboard import only the types of its API' checks that.
  dashboard: ['gateway'],
};

/** Within the core: room → rooms it may import, besides itself. */
const CORE_ROOMS: Readonly<Record<string, readonly string[]>> = {
  result: [],
  catalog: ['result'],
  levels: ['catalog'],
  search: ['catalog'],
  policy: ['catalog'],
  execution: ['catalog', 'levels', 'policy', 'result', 'search'],
  discovery: ['catalog', 'execution', 'levels', 'result', 'search'],
  analysis: ['catalog', 'levels', 'search'],
};

const SERVER_ROOMS: Readonly<Record<string, readonly string[]>> = {
  surfaces: [],
  bootstrap: ['surfaces'],
  protocol: ['surfaces'],
  openapi: ['protocol'],
  testing: ['create-mcp-server.ts', 'foldout-server.ts', 'options.ts', 'surfaces'],
  runtime: ['protocol'],
};

const GATEWAY_ROOMS: Readonly<Record<string, readonly string[]>> = {
  logging: [],
  config: ['logging', 'state'],
  import: ['config', 'logging'],
  connect: ['config', 'import', 'logging', 'state'],
  state: ['logging'],
  trust: ['state'],
  models: ['config'],
  cache: ['config', 'logging', 'models', 'state', 'trust'],
  upstreams: ['cache', 'config', 'logging', 'state'],
  results: ['config', 'logging', 'trust'],
  relay: ['cache', 'config', 'logging', 'results', 'state', 'trust', 'upstreams'],
  audit: ['config', 'logging', 'state'],
  approvals: ['logging', 'relay', 'state'],
  quotas: ['logging', 'state'],
  daemon: ['state'],
  functions: ['config', 'logging', 'relay', 'state'],
  learning: ['cache', 'logging', 'state'],
  http: ['config', 'logging', 'state'],
  'sign-in': ['config', 'http', 'logging', 'state'],
  accounts: ['http', 'logging', 'sign-in', 'upstreams'],
  authorization: ['config', 'http', 'logging', 'sign-in', 'state'],
  dashboard: ['approvals', 'audit', 'cache', 'config', 'functions', 'http', 'state', 'trust', 'upstreams'],
  serving: [
    'accounts',
    'audit',
    'authorization',
    'config',
    'daemon',
    'dashboard',
    'functions',
    'gateway.ts',
    'http',
    'logging',
    'relay',
    'state',
    'upstreams',
  ],
};

const ADAPTERS_ROOMS: Readonly<Record<string, readonly string[]>> = {
  toolbox: [],
  'ai-sdk': ['toolbox'],
  anthropic: ['toolbox'],
  langchain: ['toolbox'],
  mastra: ['toolbox'],
  openai: ['toolbox'],
  'openai-agents': ['toolbox'],
};

const WORKSPACE_ROOMS: Readonly<Record<string, readonly string[]>> = {
  names: [],
  functions: ['names', 'sandbox', 'tree'],
  skills: ['names'],
  tree: ['names', 'skills'],
  navigation: ['names', 'tree'],
  sandbox: ['names', 'tree'],
  discovery: ['names', 'navigation'],
};

const USAGE_ROOMS: Readonly<Record<string, readonly string[]>> = {
  events: [],
  store: ['events'],
  tracking: ['events', 'store'],
  learning: ['events', 'store', 'tracking'],
  cache: ['events', 'store'],
  reports: ['events', 'store'],
};

interface Import {
  readonly file: string;
  readonly target: string;
}

describe('the layering', () => {
  for (const [name, allowed] of Object.entries(PACKAGES)) {
    it(`lets ${name} import only ${allowed.join(', ') || 'no other package'}`, () => {
      const foreign = importsOf(join(ROOT, 'packages', name, 'src'))
        .filter(({ target }) => target.startsWith('@foldout/'))
        .filter(({ target }) => !allowed.includes(target.split('/')[1] ?? ''));
      expect(foreign).toEqual([]);
    });
  }

  it('lets a package be reached only through its name', () => {
    const reaching = Object.keys(PACKAGES).flatMap((name) => {
      const source = join(ROOT, 'packages', name, 'src');
      return importsOf(source).filter(({ file, target }) => {
        return target.startsWith('.') && !resolve(dirname(file), target).startsWith(source + sep);
      });
    });
    expect(reaching).toEqual([]);
  });

  it('allows only the documented imports between the folders of the core', () => {
    expect(wrongDoors(join(ROOT, 'packages', 'core', 'src'), CORE_ROOMS)).toEqual([]);
  });

  it('allows only the documented imports between the folders of the server', () => {
    expect(wrongDoors(join(ROOT, 'packages', 'server', 'src'), SERVER_ROOMS)).toEqual([]);
  });

  it('allows only the documented imports between the folders of the gateway', () => {
    expect(wrongDoors(join(ROOT, 'packages', 'gateway', 'src'), GATEWAY_ROOMS)).toEqual([]);
  });

  it('allows only the documented imports between the folders of the adapters', () => {
    expect(wrongDoors(join(ROOT, 'packages', 'adapters', 'src'), ADAPTERS_ROOMS)).toEqual([]);
  });

  it('allows only the documented imports between the folders of the workspace', () => {
    expect(wrongDoors(join(ROOT, 'packages', 'workspace', 'src'), WORKSPACE_ROOMS)).toEqual([]);
  });

  it('allows only the documented imports between the folders of usage', () => {
    expect(wrongDoors(join(ROOT, 'packages', 'usage', 'src'), USAGE_ROOMS)).toEqual([]);
  });

  it('keeps Node out of the core: its root and internal entries run anywhere', () => {
    const entries = ['index.ts', 'internal.ts'].map((file) => join(ROOT, 'packages', 'core', 'src', file));
    const node = entries.flatMap(reachableFrom).filter(({ target }) => target.startsWith('node:'));
    expect(node).toEqual([]);
  });

  it('lets the dashboard import only the types of its API', () => {
    const folder = join(ROOT, 'packages', 'dashboard', 'src');
    const foreign = importsOf(folder).filter(({ target }) => target.startsWith('@foldout/'));
    expect([...new Set(foreign.map(({ target }) => target))]).toEqual(['@foldout/gateway/internal/dashboard-api']);
    const statements = foreign.flatMap(({ file }) =>
      readFileSync(file, 'utf8').match(/^(?:import|export)[^;]*from '@foldout\/[^;]*;/gm),
    );
    expect(statements.filter((statement) => !/^(import|export) type /.test(statement ?? ''))).toEqual([]);
  });

  it('knows every package that exists', () => {
    const folders = readdirSync(join(ROOT, 'packages')).sort();
    expect(folders).toEqual(Object.keys(PACKAGES).sort());
  });
});

/** A longer source file is split, or stands here with the reason why it stays whole. Tests may be longer: they are lists of cases. */
const MAX_LINES = 300;
const LONG_FILES: Readonly<Record<string, string>> = {};

it(`keeps every source file at ${MAX_LINES} lines or less`, () => {
  const sources = ['packages', 'bench', 'examples']
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs|css)$/.test(entry.name) && !entry.name.endsWith('.test.ts'))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((file) => !/(?:^|\/)(?:dist|node_modules)\//.test(file));
  expect(sources.length).toBeGreaterThan(500);
  const long = sources.filter((file) => readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1 > MAX_LINES);
  expect(long.sort()).toEqual(Object.keys(LONG_FILES).sort());
});

function wrongDoors(source: string, rooms: Readonly<Record<string, readonly string[]>>): string[] {
  return importsOf(source).flatMap(({ file, target }) => {
    const from = relative(source, file).split(sep)[0] ?? '';
    const to = relative(source, resolve(dirname(file), target)).split(sep)[0] ?? '';
    const allowed = rooms[from];
    if (!target.startsWith('.') || !allowed || from === to || allowed.includes(to)) return [];
    return [`${relative(ROOT, file)} → ${target}`];
  });
}

function reachableFrom(entry: string): Import[] {
  const seen = new Set<string>();
  const found: Import[] = [];
  const visit = (file: string): void => {
    if (seen.has(file) || !existsSync(file)) return;
    seen.add(file);
    for (const one of importsIn(file)) {
      found.push(one);
      if (one.target.startsWith('.')) visit(resolve(dirname(file), one.target));
    }
  };
  visit(entry);
  return found;
}

function importsOf(folder: string): Import[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
  return files.flatMap(importsIn);
}

function importsIn(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  const statements = text.matchAll(
    /(?:import|export)\s[^'"]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g,
  );
  return [...statements].map(([, named, dynamic]) => ({ file, target: named ?? dynamic ?? '' }));
}
