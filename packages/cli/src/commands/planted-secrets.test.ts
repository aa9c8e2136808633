import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CliHome, MAIL } from '../../../../test/fixtures/cli-home.ts';
import { hasTerminal } from '../../../../test/fixtures/terminal.ts';

const env = { FOLDOUT_KEYCHAIN: 'file' };
/** Words that only the secrets have. */
const SECRETS = Array.from({ length: 20 }, (_, at) => `Zq7plant${at}x${at * 7919 + 17}k`);
const S = (at: number): string => SECRETS[at] as string;

let home: CliHome;
const run = (args: readonly string[], input?: string) =>
  home.pipe(args, { env, ...(input !== undefined && { input }) });

beforeEach(() => {
  home = new CliHome();
});
afterEach(() => home.close());

/** The files of six clients, in JSON, TOML and YAML, with a secret in every place that servers have. */
function plant(): void {
  const { command, args } = home.server('mail', MAIL) as { command: string; args: string[] };
  home.put('home/.cursor/mcp.json', {
    mcpServers: {
      mail: {
        command,
        args,
        env: { MAIL_TOKEN: S(0), MAIL_PASSWORD: S(1), DATABASE_URL: `postgres://me:${S(2)}@127.0.0.1/x` },
      },
      remote: {
        url: `http://127.0.0.1:9/mcp?api_key=${S(3)}`,
        headers: { Authorization: `Bearer ${S(4)}`, 'X-Api-Key': S(5) },
      },
    },
  });
  home.put('home/.claude.json', {
    mcpServers: {
      notes: {
        command: 'no-such-program',
        args: ['--api-key', S(6), `--token=${S(7)}`, '-H', `X-Auth-Token: ${S(8)}`],
      },
    },
    oauthAccount: { accessToken: S(9) },
  });
  home.put(
    'home/.codex/config.toml',
    [
      ...['model = "o"', '[mcp_servers.files]', 'command = "no-such-files"', `env = { FILES_SECRET = "${S(10)}" }`],
      ...['[mcp_servers.web]', 'url = "http://127.0.0.1:9/web"', `http_headers = { "X-Secret" = "${S(11)}" }`, ''],
    ].join('\n'),
  );
  home.put(
    'home/.config/goose/config.yaml',
    [
      ...[
        'extensions:',
        '  goosey:',
        '    type: stdio',
        '    enabled: true',
        '    name: goosey',
        '    cmd: no-such-goose',
      ],
      ...['    args: []', '    envs:', `      GOOSE_API_KEY: ${S(12)}`, ''],
    ].join('\n'),
  );
  home.put('home/.gemini/settings.json', {
    mcpServers: { gem: { httpUrl: `http://me:${S(13)}@127.0.0.1:9/gem` } },
    apiKey: S(14),
  });
  home.put('home/.config/opencode/opencode.json', {
    mcp: { open: { type: 'local', command: ['no-such-open', `PASSWORD=${S(15)}`], environment: { OPEN_KEY: S(16) } } },
  });
}

function files(): { readonly path: string; readonly mode: number; readonly text: string }[] {
  return readdirSync(home.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, mode: statSync(path).mode & 0o777, text: readFileSync(path, 'utf8') }));
}

const configured = () => readFileSync(join(home.home, '.config', 'foldout', 'foldout.json'), 'utf8');

describe('twenty secrets in the files of clients', () => {
  it('appear in no output, log, diff or file that others can read', { timeout: 180_000 }, async () => {
    plant();
    const clientFiles = new Set(files().map(({ path }) => path));
    const said: string[] = [];
    const say = async (args: readonly string[], input?: string) => {
      const one = await run(args, input);
      said.push(`$ foldout ${args.filter((arg) => !arg.includes('Zq7')).join(' ')}\n${one.stdout}${one.stderr}`);
      return one;
    };
    await say(['import', '--no-start']);
    await say(
      ['import', '-', '--no-start'],
      `claude mcp add one -e ONE_TOKEN=${S(17)} -- no-such-one --password ${S(18)}`,
    );
    await say(['connect', '--dry-run']);
    await say(['connect', '--json']);
    await say(['connect', '--keep', '--share', '--yes']);
    expect((await say(['import', '--yes', '--no-start', '--debug'])).stderr).toContain('foldout secret move');
    await say(['add', '--no-start', '--name', 'two', '--header', `X-Key: ${S(19)}`, 'http://127.0.0.1:9/two']);
    await say(['add', '--yes', '--no-start', '--name', 'two', '--header', `X-Key: ${S(19)}`, 'http://127.0.0.1:9/two']);
    await say(['add', '--name', 'three', 'no-such-three', '--api-key', S(19)]);
    await say(['edit', 'mail']);
    await say(['edit', 'notes']);
    for (const args of [
      ['doctor'],
      ['list', '--refresh'],
      ['call', 'remote/x'],
      ['secret', 'move'],
      ['secret', 'list'],
    ]) {
      await say(args);
    }
    expect(configured()).not.toContain('Zq7');
    // The servers start with the stored values, and the clients' entries are recognized as the same servers.
    const again = await say(['import', '--yes', '--no-start']);
    expect(again.stderr).toContain('has all of these servers already');
    await say(['disconnect', '--yes']);
    await say(['remove', 'notes']);

    const output = said.join('\n');
    expect(output).toContain('mail/MAIL_TOKEN');
    expect(SECRETS.filter((secret) => output.includes(secret))).toEqual([]);
    const readable = files().filter(({ path, mode }) => (mode & 0o077) !== 0 && !clientFiles.has(path));
    if (process.platform !== 'win32')
      expect(readable.filter(({ text }) => text.includes('Zq7')).map(({ path }) => path)).toEqual([]);
  });

  it('move to the secret store with --move-secrets, and follow a change of the client', async () => {
    plant();
    const first = await run(['import', 'cursor', '--yes', '--no-start', '--move-secrets', '--json']);
    expect(JSON.parse(first.stdout).secrets).toEqual({
      moved: [
        'mail/MAIL_TOKEN',
        'mail/MAIL_PASSWORD',
        'mail/DATABASE_URL',
        'remote/Authorization',
        'remote/X-Api-Key',
        'remote/url',
      ],
      plain: [],
    });
    const file = join(home.home, '.cursor', 'mcp.json');
    home.put('home/.cursor/mcp.json', JSON.parse(readFileSync(file, 'utf8').replace(S(0), 'Zq7changed')));
    const second = await run(['import', 'cursor', '--yes', '--no-start', '--json']);
    expect(JSON.parse(second.stdout)).toMatchObject({
      written: true,
      secrets: { moved: ['mail/MAIL_TOKEN'], plain: [] },
    });
    expect(configured()).not.toContain('Zq7');
    // The changed value is stored: the third import finds nothing to do.
    expect((await run(['import', 'cursor', '--yes', '--no-start'])).stderr).toContain(
      'has all of these servers already',
    );
  });

  it.runIf(hasTerminal)('are offered to be moved on a terminal', async () => {
    plant();
    const { written } = await home.terminal(['import', 'cursor', '--no-start'], {
      env,
      answers: [
        { after: 'Move 6 secrets to the encrypted file', type: 'y' },
        { after: 'Write 2 servers', type: 'y' },
      ],
    });
    expect(written).toContain('moved to the encrypted file');
    expect(configured()).not.toContain('Zq7');
    expect((await run(['list', '--refresh'])).stdout).toMatch(/mail\s.*3/);
  });
});
