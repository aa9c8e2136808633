// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the references that a configuration holds
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { unreadable } from './config-text.ts';
import { type LoadConfigOptions, type LoadedConfig, loadConfig } from './load-config.ts';
import { ConfigError } from './problem.ts';

const folder = mkdtempSync(join(tmpdir(), 'foldout-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const AROUND: LoadConfigOptions = { env: {}, home: resolve('/home/ada'), cwd: folder };

function load(text: string, env: Record<string, string> = {}): LoadedConfig {
  return loadConfig({ text, file: 'foldout.json' }, { ...AROUND, env });
}

function loadServer(server: object, env: Record<string, string> = {}): LoadedConfig {
  return load(JSON.stringify({ mcpServers: { one: server } }), env);
}

function refusal(text: string, file = 'foldout.json'): ConfigError {
  try {
    loadConfig({ text, file }, AROUND);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

function inFolder(name: string, content: string | Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

describe('reading', () => {
  it('accepts comments, trailing commas, a byte order mark and Windows line ends', () => {
    const text =
      '\uFEFF// mine\r\n{\r\n  "mcpServers": {\r\n    "one": { "command": "npx", /* here */ "args": ["a",], },\r\n  },\r\n}\r\n';
    expect(load(text).config).toEqual({ mcpServers: { one: { command: 'npx', args: ['a'] } } });
    expect(loadConfig(inFolder('bom.json', text), AROUND).config.mcpServers).toHaveProperty('one');
  });

  it('accepts a UTF-16 file from PowerShell', () => {
    const text = '\uFEFF{ "mcpServers": { "one": { "command": "npx" } } }';
    const { config } = loadConfig(inFolder('utf16.json', Buffer.from(text, 'utf16le')), AROUND);
    expect(config.mcpServers['one']).toEqual({ command: 'npx' });
  });

  it('reports the position of each server', () => {
    const { sources } = load(
      '{\n  "mcpServers": {\n    "one": { "command": "a" },\n    "two": { "command": "b" }\n  }\n}',
    );
    expect(sources).toMatchObject({ one: { file: 'foldout.json', line: 3, column: 5 }, two: { line: 4, column: 5 } });
  });

  it('keeps Windows paths unchanged', () => {
    const { config } = loadServer({ command: 'C:\\Program Files\\node.exe', args: ['D:\\data\\'] });
    expect(config.mcpServers['one']).toEqual({ command: 'C:\\Program Files\\node.exe', args: ['D:\\data\\'] });
  });

  it('reads ten megabytes', () => {
    const servers = Array.from({ length: 5_000 }, (_, index) => [
      `s${index}`,
      { command: 'x', description: 'y'.repeat(2_000) },
    ]);
    const file = inFolder('large.json', JSON.stringify({ mcpServers: Object.fromEntries(servers) }));
    expect(Object.keys(loadConfig(file, AROUND).config.mcpServers)).toHaveLength(5_000);
  });

  it('has the same fingerprint for the same text only', () => {
    const one = loadServer({ command: 'a' });
    expect(loadServer({ command: 'a' }).fingerprint).toBe(one.fingerprint);
    expect(loadServer({ command: 'b' }).fingerprint).not.toBe(one.fingerprint);
  });
});

describe('a file that cannot be read', () => {
  it('is named when it is missing', () => {
    const file = join(folder, 'nowhere.json');
    expect(() => loadConfig(file, AROUND)).toThrow(`${file}: there is no such file`);
  });

  it('is named when it is a folder', () => {
    mkdirSync(join(folder, 'folder.json'));
    expect(() => loadConfig(join(folder, 'folder.json'), AROUND)).toThrow('folder.json: this is a folder; name a file');
  });

  it('is named when reading it is not permitted', () => {
    const file = inFolder('closed.json', '{}');
    chmodSync(file, 0);
    // Root can read every file, and Windows has no file modes; the message is the same everywhere.
    const mayRead = process.platform === 'win32' || process.getuid?.() === 0;
    const attempt = mayRead ? () => Promise.reject(unreadable(file, 'EACCES')) : async () => loadConfig(file, AROUND);
    return expect(attempt()).rejects.toThrow(`${file}: permission denied to read this file; check its permissions`);
  });

  it('is rejected when it is empty', () => {
    expect(refusal('').message).toMatch(/^foldout.json:1:1: the file is empty/);
    expect(refusal(' \n').message).toMatch(/the file is empty/);
    expect(refusal('// nothing').message).toMatch(/^foldout.json:1:\d+: expected a value/);
  });

  it('is rejected when it is not an object', () => {
    expect(refusal('[]').message).toBe('foldout.json:1:1: expected an object; write { "mcpServers": {} }');
  });

  it('is rejected when it is nested too deeply', () => {
    expect(refusal('['.repeat(200_000)).message).toContain('nested too deeply');
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect(refusal(`{ "mcpServers": { "a": { "command": ${deep} } } }`).message).toContain('nested too deeply');
  });

  it('suggests `foldout import` for a TOML file', () => {
    expect(refusal('', 'config.toml').message).toContain('`foldout import`');
  });
});

describe('an invalid configuration', () => {
  it('names file, line, column, field and what was expected, for every mistake', () => {
    const { message, problems } = refusal(`{
  "mcpServers": {
    "one": { "command": "npx", "args": "a b" },
    "two": {
      "url": "ftp://example.org",
      "callTimeoutMs": "soon",
      "tags": [7]
    }
  },
  "trust": "blind"
}`);
    expect(message.split('\n')).toEqual([
      'foldout.json:3:32 mcpServers.one.args: found a text; write a list',
      'foldout.json:5:7 mcpServers.two.url: is not a URL; write a URL that starts with http:// or https://',
      'foldout.json:6:7 mcpServers.two.callTimeoutMs: found a text; write a number',
      'foldout.json:7:16 mcpServers.two.tags[0]: found 7; write a text',
      'foldout.json:10:3 trust: found a text; write one of "flag", "pinned", "quarantine"',
    ]);
    expect(problems[0]).toMatchObject({ file: 'foldout.json', line: 3, column: 32, path: 'mcpServers.one.args' });
  });

  it('suggests a field with a similar name', () => {
    const text =
      '{ "mcpServers": { "one": { "command": "a", "exlude": [] } }, "http": { "limits": { "bodyByte": 1 } } }';
    expect(refusal(text).message).toContain('mcpServers.one.exlude: unknown field; did you mean "exclude"?');
    expect(refusal(text).message).toContain('http.limits.bodyByte: unknown field; did you mean "bodyBytes"?');
    expect(refusal('{ "mcpServer": {} }').message).toContain('mcpServer: unknown field; did you mean "mcpServers"?');
  });

  it('describes both forms of a field with two forms', () => {
    const text = '{ "mcpServers": { "one": { "command": "a", "core": 3, "alwaysAvailable": [1] } } }';
    expect(refusal(text).message).toContain('core: found 3; write true or false or a list');
    expect(refusal(text).message).toContain('alwaysAvailable[0]: found 1; write a text');
  });

  it('reports the position of a JSON syntax error', () => {
    expect(refusal('{\n  "mcpServers" {}\n}').message).toContain(
      'foldout.json:2:16: expected ":" after the field name',
    );
    expect(refusal('{ "mcpServers": { "a": { "command": "C:\\dir" } } }').message).toContain('write \\\\ for one');
  });

  it('rejects a duplicate field', () => {
    const text = '{ "mcpServers": {\n "a": { "command": "x" },\n "a": { "command": "y" } } }';
    expect(refusal(text).message).toBe('foldout.json:3:2 mcpServers.a: this field occurs twice; keep one of them');
  });

  it('rejects names such as __proto__', () => {
    expect(refusal('{ "mcpServers": { "__proto__": { "command": "x" } } }').message).toContain(
      'the name __proto__ is reserved',
    );
  });

  it('rejects names that are not valid in a file name', () => {
    expect(refusal('{ "mcpServers": { "../a": { "command": "x" } } }').message).toContain(
      'mcpServers["../a"]: a server cannot have this name; write 1 to 64 letters',
    );
  });
});

describe('rules across fields', () => {
  const rule = (server: object): string => refusal(JSON.stringify({ mcpServers: { one: server } })).message;
  const http = (settings: object): string => refusal(JSON.stringify({ mcpServers: {}, http: settings })).message;

  it('require exactly one of command and url', () => {
    expect(rule({})).toContain('the server has neither a "command" nor a "url"; write');
    expect(rule({ command: 'a', url: 'https://example.org' })).toContain(
      'the server has both a "command" and a "url"; keep one of them',
    );
  });

  it('require a matching type', () => {
    expect(rule({ command: 'a', type: 'sse' })).toContain(
      'mcpServers.one.type: a server with a "command" cannot have this type; write "stdio"',
    );
    expect(rule({ url: 'https://example.org', type: 'stdio' })).toContain(
      'cannot have this type; write "http" or "sse"',
    );
    expect(rule({ url: 'https://example.org', env: { A: 'b' } })).toContain(
      'only a server with a "command" has this field',
    );
    expect(rule({ command: 'a', headers: { A: 'b' } })).toContain('only a server with a "url" has this field');
    expect(loadServer({ command: 'a', headers: {}, type: 'stdio' }).problems).toEqual([]);
  });

  it('require tokens or OAuth before listening beyond loopback', () => {
    expect(http({ host: '0.0.0.0' })).toContain(
      'foldout.json:1:26 http.host: other machines could use this gateway without credentials; write',
    );
    expect(http({ host: '::', tokens: [] })).toContain('http.host');
    const token = { name: 'a', sha256: 'a'.repeat(64) };
    const accepted = [
      { host: '127.0.0.1' },
      { host: '127.9.9.9' },
      { host: 'localhost' },
      { host: '::1' },
      { host: '0.0.0.0', tokens: [token] },
      { host: '0.0.0.0', oauth: { issuer: 'https://id.example.org', audience: 'foldout' } },
    ];
    for (const settings of accepted) {
      expect(load(JSON.stringify({ mcpServers: {}, http: settings })).config.http).toEqual(settings);
    }
  });

  it('require valid and distinct tokens', () => {
    expect(http({ tokens: [{ name: 'a' }] })).toContain(
      'http.tokens[0]: the token has neither "token" nor "sha256"; write one of them',
    );
    const twice = { name: 'a', token: 'x'.repeat(16) };
    expect(http({ tokens: [twice, twice] })).toContain('http.tokens[1].name: another token has this name');
  });

  it('require a PostgreSQL URL for the database', () => {
    expect(refusal('{ "mcpServers": {}, "database": "mysql://a" }').message).toContain('starts with postgres://');
  });
});

describe('variables', () => {
  it('are expanded in every field of a server', () => {
    const { config } = loadServer(
      { command: '${A}', args: ['x-${B}', '${NONE:-y}'], env: { C: '${A}${B}' }, cwd: '${F}' },
      { A: 'a', B: 'b', F: resolve('/f') },
    );
    expect(config.mcpServers['one']).toEqual({
      command: 'a',
      args: ['x-b', 'y'],
      env: { C: 'ab' },
      cwd: resolve('/f'),
    });
    const remote = loadServer(
      { url: '${BASE}/mcp', headers: { A: 'Bearer ${T}' }, bearerToken: '${T}', oauth: { clientSecret: '${T}' } },
      { BASE: 'https://example.org', T: 'tttttttt' },
    );
    expect(remote.config.mcpServers['one']).toEqual({
      url: 'https://example.org/mcp',
      headers: { A: 'Bearer tttttttt' },
      bearerToken: 'tttttttt',
      oauth: { clientSecret: 'tttttttt' },
    });
  });

  it('are not expanded in globs and descriptions', () => {
    const { config } = loadServer({ command: 'a', include: ['${A}'], description: '${A}' }, { A: 'x' });
    expect(config.mcpServers['one']).toMatchObject({ include: ['${A}'], description: '${A}' });
  });

  it('disable only their own server when they are missing', () => {
    const text = '{ "mcpServers": {\n "one": { "url": "${NOWHERE}/mcp" },\n "two": { "command": "b" } } }';
    const { config, problems } = load(text);
    expect(Object.keys(config.mcpServers)).toEqual(['two']);
    expect(problems).toMatchObject([
      { severity: 'error', server: 'one', path: 'mcpServers.one.url', line: 2, column: 11 },
    ]);
    expect(problems[0]?.message).toContain('the environment variable NOWHERE is not set');
  });

  it('may be missing for a disabled server', () => {
    const { config, problems } = loadServer({ command: 'a', env: { A: '${NOWHERE}' }, disabled: true });
    expect(config.mcpServers['one']).toMatchObject({ disabled: true });
    expect(problems).toEqual([]);
  });

  it('stop the gateway when they are missing in a token or the database', () => {
    expect(refusal('{ "mcpServers": {}, "database": "${DB}" }').message).toBe(
      'foldout.json:1:21 database: the environment variable DB is not set; set it, or write ${DB:-default}',
    );
    const tokens = { mcpServers: {}, http: { tokens: [{ name: 'a', token: '${TOKEN}' }] } };
    expect(refusal(JSON.stringify(tokens)).message).toContain('http.tokens[0].token: the environment variable TOKEN');
    expect(load(JSON.stringify(tokens), { TOKEN: 'x'.repeat(20) }).config.http?.tokens?.[0]?.token).toBe(
      'x'.repeat(20),
    );
  });

  it('cannot inject syntax', () => {
    const { config } = loadServer({ command: 'a', args: ['${A}'] }, { A: '"], "command": "rm' });
    expect(config.mcpServers['one']).toEqual({ command: 'a', args: ['"], "command": "rm'] });
  });

  it('resolve to the project folder in a VS Code file', () => {
    const text = '{ "servers": { "one": { "command": "${workspaceFolder}/run", "args": ["~/x", "${userHome}"] } } }';
    const { config } = loadConfig({ text, file: resolve('/work/.vscode/mcp.json') }, AROUND);
    expect(config.mcpServers['one']).toEqual({
      command: `${resolve('/work')}/run`,
      args: [`${resolve('/home/ada')}/x`, resolve('/home/ada')],
    });
    const relative = '{ "servers": { "one": { "command": "a", "cwd": "sub" } } }';
    const inProject = loadConfig({ text: relative, file: resolve('/work/.vscode/mcp.json') }, AROUND);
    expect(inProject.config.mcpServers['one']?.cwd).toBe(resolve('/work/sub'));
    const mine = loadConfig({ text, file: resolve('/home/ada/.cursor/mcp.json') }, AROUND);
    expect(mine.config.mcpServers['one']?.command).toBe(`${folder}/run`);
  });

  it('resolve a relative folder from the folder of the file', () => {
    const text = '{ "mcpServers": { "one": { "command": "a", "cwd": "data" } }, "stateFolder": "./state" }';
    const { config } = loadConfig({ text, file: resolve('/etc/foldout/foldout.json') }, AROUND);
    expect(config.mcpServers['one']?.cwd).toBe(resolve('/etc/foldout/data'));
    expect(config.stateFolder).toBe(resolve('/etc/foldout/state'));
  });
});

describe('the file of a client', () => {
  const client = (value: object, file: string): LoadedConfig =>
    loadConfig({ text: JSON.stringify(value), file }, AROUND);

  it('is understood when VS Code wrote it', () => {
    const { config, problems } = client(
      {
        inputs: [],
        servers: { 'My Server': { type: 'stdio', command: 'a' }, asks: { command: 'b', env: { K: '${input:key}' } } },
      },
      'mcp.json',
    );
    expect(config).toEqual({ mcpServers: { 'My-Server': { type: 'stdio', command: 'a' } } });
    expect(problems).toMatchObject([
      { severity: 'warning', server: 'My-Server', message: 'Foldout calls this server "My-Server"' },
      { severity: 'error', server: 'asks', path: 'servers.asks.env.K' },
    ]);
    expect(client({ 'editor.tabSize': 2, mcp: { servers: { a: { command: 'b' } } } }, 'settings.json').config).toEqual({
      mcpServers: { a: { command: 'b' } },
    });
  });

  it('is understood when OpenCode wrote it', () => {
    const { config } = client(
      {
        $schema: 'https://opencode.ai/config.json',
        mcp: {
          files: {
            type: 'local',
            command: ['npx', '-y', 'files'],
            environment: { A: 'b' },
            enabled: false,
            timeout: 9_000,
          },
          web: { type: 'remote', url: 'https://example.org/mcp', oauth: { scope: 'read write' } },
        },
      },
      'opencode.json',
    );
    expect(config).toEqual({
      mcpServers: {
        files: {
          type: 'stdio',
          command: 'npx',
          args: ['-y', 'files'],
          env: { A: 'b' },
          disabled: true,
          startTimeoutMs: 9_000,
        },
        web: { url: 'https://example.org/mcp', oauth: { scopes: ['read', 'write'] } },
      },
    });
  });

  it('is understood when Claude, Cursor or Windsurf wrote it', () => {
    const { config, problems } = client(
      {
        globalShortcut: 'Ctrl+X',
        mcpServers: {
          a: { command: 'x', autoApprove: ['t'], timeout: 60 },
          b: { serverUrl: 'https://example.org/mcp', disabledTools: ['drop'] },
          c: { command: 'y', envFile: '.env' },
        },
      },
      'claude_desktop_config.json',
    );
    expect(config.mcpServers).toEqual({
      a: { command: 'x' },
      b: { url: 'https://example.org/mcp', exclude: ['drop'] },
      c: { command: 'y' },
    });
    expect(problems).toMatchObject([{ severity: 'warning', server: 'c', path: 'mcpServers.c.envFile' }]);
  });

  it('skips an invalid server, and keeps the others', () => {
    const { config, problems } = client(
      {
        mcpServers: {
          a: { command: 'x', novelty: 1 },
          b: { comand: 'x' },
          c: 7,
          d: { url: 'https://example.org', env: { A: 'b' } },
        },
      },
      '.mcp.json',
    );
    expect(config.mcpServers).toEqual({ a: { command: 'x' }, d: { url: 'https://example.org' } });
    expect(problems.map(({ severity, server }) => `${severity} ${server}`).sort()).toEqual([
      'error b',
      'error c',
      'warning a',
      'warning b',
      'warning d',
    ]);
  });

  it('never lists the gateway as its own upstream', () => {
    const own = { command: 'npx', args: ['-y', 'foldout', 'serve'] };
    const servers = {
      a: { command: 'x', args: ['/srv/foldout'] },
      gateway: own,
      foldout: { url: 'http://127.0.0.1:1/mcp' },
    };
    expect(Object.keys(client({ mcpServers: servers }, 'mcp.json').config.mcpServers)).toEqual(['a']);
    const ours = client({ mcpServers: servers }, 'foldout.json');
    expect(Object.keys(ours.config.mcpServers)).toEqual(['a', 'foldout']);
    expect(ours.problems).toMatchObject([{ severity: 'warning', server: 'gateway' }]);
  });

  it('names the field as the file spells it', () => {
    const { problems } = client(
      { mcp: { a: { type: 'local', command: ['x'], environment: { A: 7 } } } },
      'opencode.json',
    );
    expect(problems).toMatchObject([{ server: 'a', path: 'mcp.a.environment.A' }]);
  });
});

describe('secrets', () => {
  it('are collected from every field of a server', () => {
    const text = JSON.stringify({
      mcpServers: {
        a: {
          command: 'x',
          args: ['--token=arg-secret', '--api-key', 'next-secret'],
          env: { API_KEY: 'env-secret', DEBUG: 'true' },
        },
        b: {
          url: 'https://u:pass-secret@example.org/?key=query-secret&profile=default',
          headers: { Authorization: 'Bearer head-secret' },
        },
        c: { url: 'https://example.org', bearerToken: '${VARIABLE}', oauth: { clientSecret: 'client-secret' } },
      },
      http: { tokens: [{ name: 'me', token: 'token-secret-of-mine' }] },
      database: 'postgres://me:db%20secret@localhost/x',
    });
    const { secrets } = load(text, { VARIABLE: 'variable-secret' });
    for (const secret of [
      'arg-secret',
      'next-secret',
      'env-secret',
      'pass-secret',
      'query-secret',
      'head-secret',
      'variable-secret',
      'client-secret',
      'token-secret-of-mine',
      'db secret',
      'db%20secret',
    ]) {
      expect(secrets).toContain(secret);
    }
    expect(secrets).not.toContain('true');
    expect(secrets).not.toContain('default');
  });

  it('do not include the home folder', () => {
    const { secrets } = loadServer({ command: '${HOME}/run' }, { HOME: '/home/ada-lovelace' });
    expect([...secrets]).toEqual([]);
  });
});
