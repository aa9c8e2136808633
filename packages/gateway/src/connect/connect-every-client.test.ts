import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CONNECTABLE_CLIENTS, type ConnectableClient, type FileConnection } from '@foldout/clients';
import { isFoldout, type Machine, translateServer } from '@foldout/clients/internal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseValue } from '../config/edit-text.ts';
import { FILES } from './client-files-under-test.ts';
import { connectFile, disconnectFile } from './connect-file.ts';
import { entriesOf, type PlanInput, planConnection } from './plan.ts';
import { ConnectionRecords } from './records.ts';

const LAUNCH = { command: '/usr/bin/node', args: ['/opt/foldout/bin/foldout.js', 'serve'] };
const ADDRESS = { url: 'http://127.0.0.1:3200/mcp', headers: { 'X-A': 'b' } };

let root: string;
let machine: Machine;
let records: ConnectionRecords;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'foldout-connect-'));
  machine = { platform: 'linux', home: join(root, 'home'), cwd: join(root, 'shop'), env: {} };
  if (process.platform === 'win32') machine = { ...machine, platform: 'win32' };
  records = new ConnectionRecords(join(root, 'state'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

type FileClient = ConnectableClient & { readonly connection: FileConnection };

const FILE_CLIENTS = CONNECTABLE_CLIENTS.filter(
  (client): client is FileClient => client.connection.kind === 'file',
).map((client) => [client.id, client] as const);

function targetOf({ connection }: FileClient): string {
  const on = connection.user(machine).length + connection.project(machine).length > 0 ? machine : WINDOWS;
  const [file = connection.project(on)[0] ?? ''] = connection.user(on);
  return on === machine ? file : join(root, 'windows', 'mcp.json');
}
const WINDOWS: Machine = { platform: 'win32', home: 'C:\\Users\\ada', cwd: 'D:\\shop', env: {} };

function inputOf(client: FileClient, replaced: readonly string[] = ['github']): PlanInput & { client: string } {
  const { connection } = client;
  return { client: client.id, connection, file: targetOf(client), entry: connection.stdio(LAUNCH), replaced };
}

function put(client: FileClient, text: string): string {
  const file = targetOf(client);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** A server that was removed from a list comes back at the end of the list, so lists are compared by name. */
function withEntriesByName(text: string, connection: FileConnection): object {
  const root = parseValue(connection.syntax, text);
  const [key = ''] = connection.servers;
  return { ...(root as object), [key]: entriesOf(root, connection) };
}

async function disconnect(file: string) {
  const record = await records.of(file);
  if (!record) throw new Error('no record');
  return disconnectFile(record, records);
}

it('knows at least 25 clients with a file, and the text to paste for the others', () => {
  expect(FILE_CLIENTS.length).toBeGreaterThanOrEqual(25);
  for (const { connection } of CONNECTABLE_CLIENTS) {
    if (connection.kind === 'paste') expect(decodeURIComponent(connection.text(LAUNCH))).toMatch(/foldout|:\/\//);
  }
});

describe.each(FILE_CLIENTS)('%s', (_, client) => {
  const { connection } = client;
  const { syntax } = connection;

  it('has an entry that starts Foldout, and one with its address', () => {
    expect(isFoldout('foldout', translateServer(connection.stdio(LAUNCH)).server)).toBe(true);
    if (!connection.http) return;
    const { server } = translateServer(connection.http(ADDRESS));
    expect(server).toMatchObject(ADDRESS);
    if (server['type'] !== undefined) expect(['http', 'streamable-http']).toContain(server['type']);
  });

  it('is connected without a file, and leaves nothing behind', async () => {
    const file = targetOf(client);
    const before = existsSync(root) ? readdirSync(root, { recursive: true }) : [];
    await connectFile(inputOf(client), records);
    const entry = entriesOf(parseValue(syntax, readFileSync(file, 'utf8')), connection)['foldout'];
    expect(entry).toMatchObject(connection.stdio(LAUNCH));
    expect(await disconnect(file)).toMatchObject({ outcome: 'removed' });
    expect(readdirSync(root, { recursive: true }).filter((name) => !String(name).startsWith('state'))).toEqual(before);
  });

  it('is connected and disconnected with the same bytes afterwards, also when run twice', async () => {
    const text = FILES[syntax](connection);
    const file = put(client, text);
    const plan = await connectFile(inputOf(client), records);
    const connected = readFileSync(file, 'utf8');
    expect(connection.off ? plan.turnedOff : plan.removed).toEqual(['github']);
    const servers = entriesOf(parseValue(syntax, connected), connection);
    expect(Object.keys(servers)).toEqual(connection.off ? ['github', 'notes', 'foldout'] : ['notes', 'foldout']);
    if (connection.off) expect(servers['github']).toMatchObject(connection.off);
    for (const line of text.split('\n').filter((one) => /keep|notes|other|rules|kind|last|rest/.test(one))) {
      expect(connected).toContain(line);
    }
    expect((await connectFile(inputOf(client), records)).edits).toEqual([]);
    expect(readFileSync(file, 'utf8')).toBe(connected);
    expect(await disconnect(file)).toMatchObject({ outcome: 'restored' });
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(await records.all()).toEqual([]);
  });

  it('gives the servers back if the user has edited the file in between', async () => {
    const text = FILES[syntax](connection);
    const file = put(client, text);
    await connectFile(inputOf(client), records);
    const comment = syntax === 'json' ? '// mine\n' : '# mine\n';
    writeFileSync(file, `${readFileSync(file, 'utf8')}${comment}`);
    expect(await disconnect(file)).toMatchObject({ outcome: 'edited', kept: [] });
    const after = readFileSync(file, 'utf8');
    expect(after).toContain(comment);
    expect(withEntriesByName(after, connection)).toEqual(withEntriesByName(text, connection));
  });

  it('is written with an empty file, CRLF, a byte order mark and tabs as they were', async () => {
    const file = put(client, '');
    await connectFile(inputOf(client), records);
    expect(await disconnect(file)).toMatchObject({ outcome: 'restored' });
    expect(readFileSync(file)).toHaveLength(0);

    const text = `\uFEFF${FILES[syntax](connection).replaceAll('\n', '\r\n')}`;
    put(client, text);
    await connectFile(inputOf(client), records);
    const connected = readFileSync(file, 'utf8');
    expect(connected.startsWith('\uFEFF')).toBe(true);
    expect(connected.replaceAll('\r\n', '')).not.toContain('\n');
    await disconnect(file);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('refuses a file that is invalid, of another type or in another encoding, and leaves it alone', async () => {
    const bad: (string | Buffer)[] = [
      syntax === 'json' ? '{ "a": ' : syntax === 'toml' ? 'a = ' : 'a: [',
      syntax === 'json' ? '[]' : syntax === 'toml' ? '= 1' : '- 1\n',
      Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
    ];
    const [key = ''] = connection.servers;
    bad.push(syntax === 'json' ? `{ "${key}": "off" }` : syntax === 'toml' ? `${key} = "off"\n` : `${key}: "off"\n`);
    for (const text of bad) {
      const file = put(client, text as string);
      await expect(planConnection(inputOf(client)), String(text)).rejects.toThrow(/it|its/);
      expect(readFileSync(file)).toEqual(Buffer.from(text));
    }
  });
});
