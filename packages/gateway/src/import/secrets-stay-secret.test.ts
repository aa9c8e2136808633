import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../config/load-config.ts';
import { type ConfigError, formatProblem } from '../config/problem.ts';
import { describeServer } from '../config/secrets.ts';
import { importConfigs } from './import-configs.ts';

const folder = mkdtempSync(join(tmpdir(), 'foldout-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every secret starts with a prefix that occurs in no message of Foldout, so any match is a leak. */
const secret = fc.string({ minLength: 3, maxLength: 30, unit: 'grapheme' }).map((text) => `Zq7${text}`);
const inAddress = fc.stringMatching(/^[A-Za-z0-9_.~-]{3,30}$/).map((text) => `Zq7${text}`);

const server = fc.record({ s: secret, u: inAddress, form: fc.nat(11) }).map(({ s, u, form }) => {
  const forms: object[] = [
    { command: 'run', env: { API_KEY: s } },
    { command: 'run', env: { API_KEY: [s] } },
    { command: 'run', args: [`--token=${s}`, '--api-key', s, '-e', `NAME=${s}`] },
    { command: 'run', args: { token: s } },
    { command: 'run', headers: { Authorization: `Bearer ${s}` } },
    { url: `https://me:${u}@example.org/mcp?token=${u}`, headers: { 'X-Api-Key': s } },
    { url: `ftp://me:${u}@example.org`, bearerToken: s },
    { url: 'https://example.org', bearerToken: 7, oauth: { clientId: 'a', clientSecret: s, other: s } },
    { command: 'run', url: s, type: s, trust: s },
    { url: 'https://example.org', oauth: s, cwd: s, tags: [{ a: s }] },
    { command: ['run', '--password', s], environment: { A: s }, disabled: s },
    {
      command: 'run',
      args: [
        `--token=\${NOT_SET_ANYWHERE}${s}`,
        '--key',
        `\${input:x}${s}`,
        `\${NOT_SET:-${s.replaceAll(/[{}]/g, '')}}`,
      ],
    },
  ];
  return { server: forms[form] ?? {}, secrets: form === 5 || form === 6 ? [s, u] : [s] };
});

/** All texts that a program could print about a configuration. */
function saidAbout(file: string): string {
  const said: string[] = [];
  try {
    const { problems, config } = loadConfig(file, { env: {}, cwd: folder, home: folder });
    said.push(...problems.map(formatProblem), ...Object.values(config.mcpServers).map(describeServer));
  } catch (error) {
    said.push(String(error), JSON.stringify((error as ConfigError).problems));
  }
  try {
    const { found } = importConfigs({ from: file, env: {}, cwd: folder, home: folder });
    said.push(...found.flatMap(({ problems }) => problems.map(formatProblem)));
    said.push(...found.flatMap(({ servers }) => servers.map(({ config }) => describeServer(config))));
  } catch (error) {
    said.push(String(error), JSON.stringify((error as ConfigError).problems));
  }
  return said.join('\n');
}

describe('for any secrets', () => {
  it.each(['foldout.json', '.mcp.json'])('no message about %s contains one', (name) => {
    fc.assert(
      fc.property(fc.array(server, { minLength: 1, maxLength: 4 }), secret, (servers, token) => {
        const file = join(folder, name);
        const mcpServers = Object.fromEntries(servers.map((one, index) => [`s${index}`, one.server]));
        const settings =
          name === 'foldout.json' ? { http: { tokens: [{ name: 'a', token, sha256: token }] }, database: token } : {};
        writeFileSync(file, JSON.stringify({ mcpServers, ...settings }));
        const said = saidAbout(file);
        for (const one of [...servers.flatMap(({ secrets }) => secrets), token]) expect(said).not.toContain(one);
        expect(said).not.toContain('Zq7');
      }),
      { numRuns: 300 },
    );
  });

  it('no message about an invalid file contains a part of it', () => {
    fc.assert(
      fc.property(secret, fc.nat(200), (one, cut) => {
        const json = JSON.stringify({ mcpServers: { a: { command: 'x', env: { KEY: one } } } });
        writeFileSync(join(folder, 'cut.json'), json.slice(0, cut));
        expect(saidAbout(join(folder, 'cut.json'))).not.toContain('Zq7');
        writeFileSync(
          join(folder, 'cut.toml'),
          `[mcp_servers.a]\ncommand = "x"\nenv = { KEY = ${JSON.stringify(one).slice(0, cut)}`,
        );
        expect(saidAbout(join(folder, 'cut.toml'))).not.toContain('Zq7');
      }),
      { numRuns: 200 },
    );
  });
});
