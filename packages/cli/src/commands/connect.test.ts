import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CALENDAR, CliHome, MAIL } from '../../../../test/fixtures/cli-home.ts';
import { hasTerminal } from '../../../../test/fixtures/terminal.ts';

let home: CliHome;
beforeEach(() => {
  home = new CliHome();
});
afterEach(() => home.close());

const read = (file: string): string => readFileSync(join(home.folder, ...file.split('/')), 'utf8');

/** Without the programs of this machine on the PATH, so that only the files of the test are found. */
const ALONE = { PATH: '' };

/** Seven clients with eight servers between them, in five formats. */
function sevenClients(): string[] {
  const mail = home.server('mail', MAIL);
  const calendar = home.server('calendar', CALENDAR);
  const files: [string, object | string][] = [
    ['home/.cursor/mcp.json', { mcpServers: { mail, one: { command: 'one' } } }],
    ['home/.claude.json', { numStartups: 1, mcpServers: { mail, two: { command: 'two' } } }],
    ['home/.codeium/windsurf/mcp_config.json', { mcpServers: { kalender: calendar } }],
    ['home/.config/Code/User/mcp.json', { servers: { three: { type: 'stdio', command: 'three' } } }],
    ['home/.codex/config.toml', 'model = "x"\n\n[mcp_servers.four]\ncommand = "four" # mine\n'],
    ['home/.config/opencode/opencode.json', { mcp: { five: { type: 'local', command: ['five'] } } }],
    ['home/.config/goose/config.yaml', '# mine\nextensions:\n  six:\n    type: stdio\n    cmd: six\n    args: []\n'],
  ];
  for (const [file, content] of files) home.put(file, content);
  return files.map(([file]) => file);
}

describe('foldout connect', () => {
  it('connects seven clients with one command, and disconnects them byte by byte', async () => {
    const files = sevenClients();
    const before = files.map(read);
    const { code, stdout, stderr } = await home.pipe(['connect', '--yes', '--json'], { env: ALONE });
    expect([code, stderr]).toEqual([0, '']);
    const { servers, clients, config } = JSON.parse(stdout);
    expect(clients.map((one: { state: string }) => one.state)).toEqual(Array(7).fill('connected'));
    expect(new Set(servers.map((one: { importedAs: string }) => one.importedAs)).size).toBe(8);
    for (const file of files) expect(read(file)).toContain('foldout');
    expect(statSync(config).mode & 0o777).toBe(0o600);
    const again = await home.pipe(['connect', '--yes'], { env: ALONE });
    expect(again.stderr.match(/is connected already/g)).toHaveLength(7);
    const back = await home.pipe(['disconnect', '--yes'], { env: ALONE });
    expect(back.code).toBe(0);
    expect(files.map(read)).toEqual(before);
  });

  it('writes an entry that serves the tools of that client, and no others', async () => {
    sevenClients();
    await home.pipe(['connect', '--yes', 'cursor', 'windsurf'], { env: ALONE });
    const { foldout } = JSON.parse(read('home/.cursor/mcp.json')).mcpServers;
    expect(await toolsOver(foldout)).toEqual(['delete_message', 'search_inbox', 'send_message']);
  });

  it('shows the change and writes nothing without --yes or with --dry-run', async () => {
    const files = sevenClients();
    const before = files.map(read);
    for (const args of [['connect'], ['connect', '--dry-run', '--yes']]) {
      const { code, stdout, stderr } = await home.pipe(args, { env: ALONE });
      expect(code).toBe(0);
      expect(stdout).toContain('+[mcp_servers.foldout]');
      expect(stderr).toContain('nothing was written. To write: foldout connect --yes');
    }
    expect(files.map(read)).toEqual(before);
    expect(existsSync(join(home.folder, 'state'))).toBe(false);
  });

  it.runIf(hasTerminal)('asks on a terminal', async () => {
    home.put('home/.cursor/mcp.json', '{}');
    await home.terminal(['connect', 'cursor'], { answers: [{ after: 'Connect 1 client', type: 'n' }] });
    expect(read('home/.cursor/mcp.json')).toBe('{}');
    const stopped = await home.terminal(['connect', 'cursor'], {
      answers: [{ after: 'Connect 1 client', type: '\x03' }],
    });
    expect([stopped.code, read('home/.cursor/mcp.json')]).toEqual([130, '{}']);
    await home.terminal(['connect', 'cursor'], { answers: [{ after: 'Connect 1 client', type: 'y' }] });
    expect(read('home/.cursor/mcp.json')).toContain('foldout');
  });

  it('leaves the servers with --keep, and takes project files with --project', async () => {
    home.put('home/.cursor/mcp.json', { mcpServers: { one: { command: 'one' } } });
    await home.pipe(['connect', 'cursor', '--keep', '--yes'], { env: ALONE });
    expect(Object.keys(JSON.parse(read('home/.cursor/mcp.json')).mcpServers)).toEqual(['one', 'foldout']);
    await home.pipe(['connect', 'cursor', '--project', '--yes'], { env: ALONE });
    expect(read('work/.cursor/mcp.json')).toContain('foldout');
    const { stdout } = await home.pipe(['disconnect', '--project', '--yes', '--json'], { env: ALONE });
    expect(JSON.parse(stdout).clients).toMatchObject([{ client: 'cursor', outcome: 'removed' }]);
    expect(existsSync(join(home.work, '.cursor'))).toBe(false);
  });

  it('writes the address with --http', async () => {
    home.put('home/.cursor/mcp.json', '{}');
    await home.pipe(['connect', 'cursor', '--yes', '--http', 'http://127.0.0.1:4000/mcp'], { env: ALONE });
    expect(JSON.parse(read('home/.cursor/mcp.json')).mcpServers.foldout).toEqual({ url: 'http://127.0.0.1:4000/mcp' });
    const wrong = await home.pipe(['connect', '--http', 'cursor'], { env: ALONE });
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      "foldout: 'cursor' is not an address. Write the clients before --http: foldout connect cursor --http\n",
    ]);
    const desktop = await home.pipe(['connect', 'claude-desktop', '--http', '--yes'], { env: ALONE });
    expect(desktop.code).toBe(1);
    expect(desktop.stderr).toContain('it starts local servers only; leave out --http');
  });

  it('prints the text to paste for a client without a file', async () => {
    const { stdout, code } = await home.pipe(['connect', 'jetbrains', 'raycast'], { env: ALONE });
    expect(code).toBe(0);
    expect(stdout).toContain('"mcpServers"');
    expect(stdout).toContain('raycast://mcp/install?');
  });

  it('exits with 1 if no client is found or connected, and with 2 for an unknown client', async () => {
    const none = await home.pipe(['connect'], { env: ALONE });
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('Name one: foldout connect cursor')]);
    const unknown = await home.pipe(['connect', 'nano'], { env: ALONE });
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining("no client 'nano'. Use one of 5ire, ")]);
    const out = await home.pipe(['disconnect'], { env: ALONE });
    expect([out.code, out.stderr]).toEqual([1, expect.stringContaining('To connect: foldout connect')]);
  });

  it('says so if the user has edited the file since, and gives the servers back', async () => {
    home.put('home/.cursor/mcp.json', { mcpServers: { one: { command: 'one' } } });
    await home.pipe(['connect', 'cursor', '--yes'], { env: ALONE });
    const edited = JSON.parse(read('home/.cursor/mcp.json'));
    home.put('home/.cursor/mcp.json', { mcpServers: { ...edited.mcpServers, mine: { command: 'mine' } } });
    const { stderr } = await home.pipe(['disconnect', '--yes'], { env: ALONE });
    expect(stderr).toContain("You have edited the file since, so only Foldout's changes were taken out");
    expect(JSON.parse(read('home/.cursor/mcp.json')).mcpServers).toEqual({
      one: { command: 'one' },
      mine: { command: 'mine' },
    });
  });

  it('keeps permission bits and symbolic links', async () => {
    const target = home.put('dotfiles/mcp.json', '{}');
    chmodSync(target, 0o640);
    const link = join(home.home, '.cursor', 'mcp.json');
    mkdirSync(dirname(link));
    symlinkSync(target, link);
    await home.pipe(['connect', 'cursor', '--yes'], { env: ALONE });
    expect(readFileSync(target, 'utf8')).toContain('foldout');
    expect(statSync(target).mode & 0o777).toBe(0o640);
    await home.pipe(['disconnect', '--yes'], { env: ALONE });
    expect([readFileSync(link, 'utf8'), statSync(target).mode & 0o777]).toEqual(['{}', 0o640]);
  });

  it('prints none of twenty secrets, and writes them to no file that others may read', async () => {
    const secrets = plantSecrets();
    const runs = [
      await home.pipe(['connect', '--debug'], { env: ALONE }),
      await home.pipe(['connect', '--yes', '--debug'], { env: ALONE }),
      await home.pipe(['connect', '--json'], { env: ALONE }),
      await home.pipe(['disconnect', '--dry-run'], { env: ALONE }),
      await home.pipe(['disconnect', '--yes', '--debug'], { env: ALONE }),
      await home.pipe(['import', '--no-start', '--yes'], { env: ALONE }),
    ];
    expect(secrets).toHaveLength(20);
    const printed = runs.map(({ stdout, stderr }) => stdout + stderr).join('\n');
    for (const secret of secrets) expect(printed).not.toContain(secret);
    expect(printed).toContain('[redacted]');
    const written = [join(home.folder, 'state'), join(home.home, '.config', 'foldout')].flatMap(allFiles);
    expect(written.length).toBeGreaterThan(0);
    for (const file of written) expect(statSync(file).mode & 0o077, file).toBe(0);
  });
});

/** The names of the tools that a client finds through an entry of its file. */
async function toolsOver({ command, args }: { command: string; args: string[] }): Promise<string[]> {
  const { Client } = await import('@modelcontextprotocol/client');
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const client = new Client({ name: 'cursor-vscode', version: '1' });
  const env = { ...(home.env as Record<string, string>), FOLDOUT_GRACE_MS: '0' };
  await client.connect(new StdioClientTransport({ command, args, env, stderr: 'ignore' }));
  try {
    const { tools } = await client.listTools();
    if (!tools.some(({ name }) => name === 'afd-discover')) return tools.map(({ name }) => name).sort();
    const { content } = await client.callTool({ name: 'afd-discover', arguments: { level: 'name', limit: 50 } });
    return [
      ...new Set(
        JSON.stringify(content)
          .replaceAll('\\n', ' ')
          .match(/[a-z]+_[a-z]+/g),
      ),
    ].sort();
  } finally {
    await client.close();
  }
}

function plantSecrets(): string[] {
  const secret = (index: number): string => `Zq7planted${index}secretvalue${index * 7919}`;
  const secrets = Array.from({ length: 20 }, (_, index) => secret(index));
  const [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t] = secrets as [string, ...string[]];
  home.put('home/.cursor/mcp.json', {
    apiKey: a,
    mcpServers: {
      one: { command: 'one', env: { TOKEN: b, PLAIN: c }, args: ['--api-key', d as string, `--token=${e}`] },
      two: { url: `https://me:${f}@example.org/mcp?key=${g}`, headers: { Authorization: `Bearer ${h}`, 'X-Key': i } },
    },
  });
  home.put('home/.claude.json', {
    oauthAccount: { accessToken: j },
    mcpServers: { three: { command: 'x', env: { PASSWORD: k } } },
  });
  home.put(
    'home/.codex/config.toml',
    `api_key = "${l}"\n[mcp_servers.four]\ncommand = "four"\nargs = ["-e", "KEY=${m}"]\nenv = { "SECRET" = "${n}" }\n\n[mcp_servers.web]\nurl = "https://example.org"\nhttp_headers = { "X-Api-Key" = "${o}" }\n`,
  );
  home.put(
    'home/.config/goose/config.yaml',
    `GOOSE_API_KEY: ${p}\nextensions:\n  six:\n    type: stdio\n    cmd: six\n    args: ["--password", "${q}"]\n    envs:\n      API_KEY: ${r}\n`,
  );
  home.put('home/.config/opencode/opencode.json', {
    mcp: { five: { type: 'local', command: ['five', `--secret=${s}`], environment: { ACCESS: t } } },
  });
  return secrets;
}

function allFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
