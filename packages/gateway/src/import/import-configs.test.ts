// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the references that a configuration holds
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Machine } from '@foldout/clients/internal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../config/load-config.ts';
import { renderConfig } from '../config/write-config.ts';
import { discoverConfig } from './discover-config.ts';
import { findConfigs } from './find-configs.ts';
import { type ImportResult, importConfigs } from './import-configs.ts';

let root: string;
let machine: Machine;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'foldout-import-'));
  const home = join(root, 'home');
  const cwd = join(root, 'shop');
  mkdirSync(home);
  mkdirSync(cwd);
  const platform = process.platform === 'win32' ? 'win32' : 'linux';
  machine = { platform, home, cwd, env: { APPDATA: join(home, '.config') } };
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(file: string, content: object | string): string {
  const path = join(root, ...file.split('/'));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

function imported(from?: string | string[]): ImportResult {
  return importConfigs({ ...machine, from });
}

describe('every client', () => {
  it('Claude Desktop', () => {
    put('home/.config/Claude/claude_desktop_config.json', {
      globalShortcut: '',
      mcpServers: { 'Brave Search': { command: 'npx', args: ['brave'], env: { KEY: 'x' } } },
    });
    const { config, found } = imported('claude-desktop');
    expect(config.mcpServers).toEqual({ 'Brave-Search': { command: 'npx', args: ['brave'], env: { KEY: 'x' } } });
    expect(found[0]?.problems).toMatchObject([{ severity: 'warning', path: 'mcpServers["Brave Search"]' }]);
  });

  it('Claude Code, with the servers of every project', () => {
    put('shop/.mcp.json', { mcpServers: { shared: { command: './run.sh' } } });
    put('home/.claude.json', {
      numStartups: 3,
      mcpServers: { mine: { type: 'stdio', command: 'a', args: [], env: {} } },
      projects: {
        '/elsewhere': { mcpServers: { db: { command: 'other' } }, history: [] },
        [machine.cwd]: {
          mcpServers: { db: { command: 'here' }, api: { type: 'http', url: 'https://example.org/mcp' } },
        },
        '/empty': { mcpServers: {} },
      },
    });
    const { config, found } = imported('claude-code');
    expect(config.mcpServers).toEqual({
      shared: { command: './run.sh', cwd: machine.cwd },
      mine: { type: 'stdio', command: 'a' },
      db: { command: 'here' },
      api: { type: 'http', url: 'https://example.org/mcp' },
      'db-claude-code': { command: 'other' },
    });
    expect(found.map(({ project }) => project)).toEqual([machine.cwd, undefined, machine.cwd, '/elsewhere']);
  });

  it('Cursor', () => {
    put('shop/.cursor/mcp.json', {
      mcpServers: { one: { command: '${workspaceFolder}/run', env: { A: '${env:HOST}' } } },
    });
    put('home/.cursor/mcp.json', { mcpServers: { two: { url: 'https://example.org/sse', auth: { CLIENT_ID: 'c' } } } });
    expect(imported('cursor').config.mcpServers).toEqual({
      one: { command: `${machine.cwd}/run`, env: { A: '${HOST}' } },
      two: { url: 'https://example.org/sse', oauth: { clientId: 'c' } },
    });
  });

  it('reads a file once when the working directory is the home folder', () => {
    put('home/.cursor/mcp.json', { mcpServers: { one: { command: 'run' } } });
    const { found, config } = importConfigs({ ...machine, cwd: machine.home, from: 'cursor' });
    expect(found.map(({ project }) => project)).toEqual([undefined]);
    expect(config.mcpServers).toEqual({ one: { command: 'run' } });
  });

  it('Windsurf', () => {
    put('home/.codeium/windsurf/mcp_config.json', {
      mcpServers: { one: { serverUrl: 'https://${HOST}/mcp', disabled: true, disabledTools: ['x'] } },
    });
    expect(imported('windsurf').config.mcpServers).toEqual({
      one: { url: 'https://${HOST}/mcp', disabled: true, exclude: ['x'] },
    });
  });

  it('VS Code, with comments, in both of its files', () => {
    put(
      'shop/.vscode/mcp.json',
      '{\r\n // mine\r\n "inputs": [{ "id": "github-token" }],\r\n "servers": { "gh": { "type": "http", "url": "https://example.org", "headers": { "Authorization": "Bearer ${input:github-token}" } }, } }',
    );
    put(
      'home/.config/Code/User/settings.json',
      '{ "a": 1, "a": 2, "mcp": { "servers": { "two": { "command": "x", "cwd": "sub" } } } }',
    );
    const { config, found } = imported('vscode');
    expect(config.mcpServers).toEqual({
      gh: { type: 'http', url: 'https://example.org', headers: { Authorization: 'Bearer ${GITHUB_TOKEN}' } },
      two: { command: 'x', cwd: 'sub' },
    });
    expect(found[0]?.problems).toMatchObject([
      {
        severity: 'warning',
        server: 'gh',
        line: 4,
        fix: 'set the environment variable GITHUB_TOKEN',
      },
    ]);
  });

  it('Codex', () => {
    put(
      'home/.codex/config.toml',
      `model = "x"
[mcp_servers.files]
command = "npx"
args = ["-y", "files"]
env = { "A" = "b" }
env_vars = ["LANG"]
startup_timeout_sec = 20
tool_timeout_sec = 1.5
enabled = false

[mcp_servers."my web"]
url = "https://example.org/mcp"
bearer_token_env_var = "WEB_TOKEN"
http_headers = { "X-A" = "1" }
env_http_headers = { "X-B" = "B_VALUE" }
enabled_tools = ["search"]

[mcp_servers.broken]
args = 7
`,
    );
    const { config, found } = imported('codex');
    expect(config.mcpServers).toEqual({
      files: {
        command: 'npx',
        args: ['-y', 'files'],
        env: { A: 'b', LANG: '${LANG:-}' },
        startTimeoutMs: 20_000,
        callTimeoutMs: 1_500,
        disabled: true,
      },
      'my-web': {
        url: 'https://example.org/mcp',
        bearerToken: '${WEB_TOKEN}',
        headers: { 'X-A': '1', 'X-B': '${B_VALUE}' },
        include: ['search'],
      },
    });
    expect(found[0]?.problems).toMatchObject([
      { severity: 'warning', server: 'my-web', line: 11 },
      { severity: 'error', server: 'broken', line: 18 },
      { severity: 'error', server: 'broken', path: 'mcp_servers.broken.args', line: 19 },
    ]);
  });

  it('OpenCode', () => {
    put('home/.config/opencode/opencode.jsonc', {
      mcp: {
        one: { type: 'local', command: ['npx', 'one'], environment: { KEY: '{env:ONE_KEY}' }, enabled: true },
        two: { type: 'remote', url: 'https://example.org', headers: { A: '{file:~/.secret}' }, enabled: false },
      },
    });
    const { config, found } = imported('opencode');
    expect(config.mcpServers).toEqual({
      one: { type: 'stdio', command: 'npx', args: ['one'], env: { KEY: '${ONE_KEY}' } },
      two: { url: 'https://example.org', headers: { A: '{file:~/.secret}' }, disabled: true },
    });
    expect(found[0]?.problems).toMatchObject([{ severity: 'warning', server: 'two', path: 'mcp.two.headers' }]);
  });
});

describe('an explicitly named file', () => {
  it('is recognized by its path and content', () => {
    const server = { one: { command: 'x' } };
    const files: [string, object | string, string][] = [
      ['a/claude_desktop_config.json', { mcpServers: server }, 'claude-desktop'],
      ['a/.claude.json', { mcpServers: server }, 'claude-code'],
      ['a/.cursor/mcp.json', { mcpServers: server }, 'cursor'],
      ['a/mcp_config.json', { mcpServers: server }, 'windsurf'],
      ['a/mcp.json', { servers: server }, 'vscode'],
      ['a/settings.json', { mcp: { servers: server } }, 'vscode'],
      ['a/config.toml', '[mcp_servers.one]\ncommand = "x"', 'codex'],
      ['a/any.json', { mcp: server }, 'opencode'],
      ['a/other.json', { mcpServers: server }, 'imported'],
    ];
    for (const [file, content, client] of files) {
      const { found, config } = imported(put(file, content));
      expect(
        found.map((one) => one.client),
        file,
      ).toEqual([client]);
      expect(config.mcpServers, file).toEqual(server);
    }
  });

  it('is an error when it is missing, a folder, broken or without servers', () => {
    expect(() => imported(join(root, 'none.json'))).toThrow('there is no such file');
    expect(() => imported(root)).toThrow('this is a folder');
    expect(() => imported(put('a.json', '{ "mcpServers": '))).toThrow('a.json:1:17: expected a value');
    expect(() => imported(put('a.toml', 'a = \n[b'))).toThrow(/a\.toml:\d+:\d+: this is not TOML/);
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect(() => imported(put('d.json', `{ "mcpServers": { "a": { "command": ${deep} } } }`))).toThrow(
      'nested too deeply',
    );
    expect(() => imported(put('b.json', '{}'))).toThrow('no servers were found in this file');
    expect(() => imported(put('c.json', ''))).toThrow('no servers were found in this file');
  });

  it('can be one of several files', () => {
    put('home/.cursor/mcp.json', { mcpServers: { a: { command: 'a' } } });
    const { config } = imported(['cursor', put('b.json', { mcpServers: { b: { command: 'b' } } })]);
    expect(Object.keys(config.mcpServers)).toEqual(['a', 'b']);
  });
});

describe('many files', () => {
  it('are merged into one valid configuration', () => {
    put('home/.cursor/mcp.json', {
      mcpServers: {
        same: { command: 'x', args: ['1'], disabled: true },
        other: { command: 'cursor' },
        foldout: { command: 'npx', args: ['-y', 'foldout@latest', 'serve'] },
      },
    });
    put('home/.codeium/windsurf/mcp_config.json', {
      mcpServers: { same: { args: ['1'], command: 'x', env: {} }, other: { command: 'windsurf' } },
    });
    put('home/.config/Code/User/mcp.json', {
      servers: { same: { type: 'stdio', command: 'x', args: ['1'] }, other: { command: 'windsurf' } },
    });
    const { config, found } = imported();
    expect(config.mcpServers).toEqual({
      same: { command: 'x', args: ['1'] },
      other: { command: 'cursor' },
      'other-windsurf': { command: 'windsurf' },
    });
    expect(
      found.map(({ client, servers }) => [client, ...servers.map((one) => `${one.outcome} ${one.importedAs}`)]),
    ).toEqual([
      ['cursor', 'added same', 'added other'],
      ['windsurf', 'same same', 'renamed other-windsurf'],
      ['vscode', 'same same', 'same other-windsurf'],
    ]);
    const loaded = loadConfig({ text: renderConfig(config), file: 'foldout.json' });
    expect(found[0]?.problems).toMatchObject([
      { severity: 'warning', server: 'foldout', message: 'this entry is Foldout itself, so it is left out' },
    ]);
    expect(loaded.config.mcpServers).toEqual(config.mcpServers);
    expect(loaded.problems).toEqual([]);
  });

  it('are imported except for a damaged one, which is reported', () => {
    put('home/.cursor/mcp.json', '{ "mcpServers": { "a": { "command": "a" } }');
    put('home/.codeium/windsurf/mcp_config.json', '');
    put('home/.config/Code/User/mcp.json', { servers: { b: { command: 'b' } } });
    mkdirSync(join(root, 'home/.codex/config.toml'), { recursive: true });
    const { config, found } = imported();
    expect(Object.keys(config.mcpServers)).toEqual(['b']);
    expect(found.map(({ client, problems }) => [client, problems[0]?.message, problems[0]?.fix])).toEqual([
      ['cursor', 'expected "}": an object is not closed', 'add it'],
      ['vscode', undefined, undefined],
      ['codex', 'this is a folder', 'name a file'],
    ]);
  });

  it('may be zero', () => {
    expect(imported()).toEqual({ found: [], config: { mcpServers: {} } });
  });

  it('never include the gateway itself', () => {
    const own = [
      { command: 'foldout', args: ['serve'] },
      { command: 'C:\\npm\\foldout.cmd' },
      { command: 'npx', args: ['-y', 'foldout', 'serve'] },
      { command: 'node', args: ['--enable-source-maps', '/x/bin/foldout.js', 'serve'] },
      { command: 'cmd', args: ['/c', 'npx', 'foldout'] },
    ];
    const mcpServers = Object.fromEntries(own.map((one, index) => [`s${index}`, one]));
    const files = { command: 'npx', args: ['-y', 'files', 'foldout', '/work/foldout'] };
    const path = put('a.json', { mcpServers: { ...mcpServers, foldout: { url: 'http://127.0.0.1:7420/mcp' }, files } });
    expect(imported(path).config.mcpServers).toEqual({ files });
  });

  it('are written without expanding variables', () => {
    const path = put('a.json', { mcpServers: { a: { command: 'x', env: { KEY: '${HOME_KEY:-y}' } } } });
    const text = renderConfig(importConfigs({ ...machine, env: { HOME_KEY: 'hunter22' }, from: path }).config);
    expect(text).toContain('${HOME_KEY:-y}');
    expect(text).not.toContain('hunter22');
  });
});

describe('findConfigs', () => {
  it('prefers the Foldout file, then the folder, then files of clients', () => {
    const files = [
      put('shop/foldout.jsonc', '{}'),
      put('shop/mcp.json', '{}'),
      put('shop/.mcp.json', { mcpServers: { a: { command: 'a' } } }),
      put('home/.config/foldout/foldout.json', '{}'),
      put('home/.cursor/mcp.json', { mcpServers: { a: { command: 'a' }, b: { command: 'b' } } }),
    ];
    put('home/.config/Code/User/settings.json', { 'editor.tabSize': 2 });
    mkdirSync(join(machine.cwd, 'foldout.json'));
    const found = findConfigs(machine);
    expect(found.map(({ file }) => file)).toEqual(files);
    expect(found.at(-1)).toEqual({ file: files.at(-1), client: 'cursor', title: 'Cursor', servers: 2 });
  });

  it('finds nothing in an empty folder', () => {
    expect(findConfigs(machine)).toEqual([]);
  });
});

describe('discoverConfig', () => {
  it('uses the Foldout file if it exists', () => {
    const file = put('shop/foldout.json', { mcpServers: { ours: { command: 'a' } } });
    put('home/.cursor/mcp.json', { mcpServers: { theirs: { command: 'b' } } });
    const { loaded, file: chosen, found } = discoverConfig(machine);
    expect(chosen).toBe(file);
    expect(Object.keys(loaded.config.mcpServers)).toEqual(['ours']);
    expect(found.map(({ title }) => title)).toEqual(['Foldout', 'Cursor']);
  });

  it('otherwise merges the files of all clients, and reports damaged ones', () => {
    const cursor = put('home/.cursor/mcp.json', {
      mcpServers: { a: { command: 'a', env: { KEY: '${KEY}' } }, b: { command: 'b', env: { NO: '${NOWHERE}' } } },
    });
    put('home/.config/Code/User/mcp.json', { servers: { c: { command: 'c' }, d: {} } });
    const { loaded, file } = discoverConfig({ ...machine, env: { ...machine.env, KEY: 'hunter22' } });
    expect(file).toBeUndefined();
    expect(Object.keys(loaded.config.mcpServers)).toEqual(['a', 'c']);
    expect(loaded.config.mcpServers['a']?.env).toEqual({ KEY: 'hunter22' });
    expect(loaded.secrets).toContain('hunter22');
    expect(loaded.sources['a']).toEqual({ file: cursor, line: 1, column: 1 });
    expect(loaded.problems.map(({ server, file: place }) => [server, place === cursor])).toEqual([
      ['d', false],
      ['b', true],
    ]);
  });

  it('returns an empty configuration if nothing is found', () => {
    const { loaded, found } = discoverConfig(machine);
    expect(found).toEqual([]);
    expect(loaded.config.mcpServers).toEqual({});
  });
});
