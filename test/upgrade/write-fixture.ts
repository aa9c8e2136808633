import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { GuardedServer } from '../fixtures/guarded-server.ts';
import { startPostgres } from '../fixtures/postgres.mjs';
import { connectTo, type GatewayClient, run } from '../gateway/gateway-clients.ts';
import { GatewayProcess } from '../gateway/gateway-process.ts';
import { readConfigs } from './config-files.ts';
import { dumpDatabase } from './dump-database.ts';

const FIXTURES = resolve(import.meta.dirname, '../fixtures');
const INPUTS = join(FIXTURES, 'upgrade', 'inputs');
const RECORD_SQL = pathToFileURL(join(FIXTURES, 'upgrade', 'record-sql.mjs')).href;

/** The port in `inputs/foldout.json`. It is below the ephemeral port range, so no other process gets it by chance. */
export const VAULT_PORT = 17_801;

/** The contents of `facts.json`: what the tests expect of the fixture. */
export interface Facts {
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
  /** A session that a legacy client left open over HTTP; PostgreSQL only. */
  readonly session?: string;
  /** The tools that `foldout search` finds for `QUESTION`, best first. */
  readonly found: readonly string[];
  /** The calls that `foldout stats` reports. */
  readonly calls: readonly { readonly tool: string; readonly calls: number; readonly errors: number }[];
  readonly searches: { readonly made: number; readonly empty: number };
  readonly tokens: { readonly listed: number; readonly sent: number };
}

export const QUESTION = 'write a note';

/** Runs a fixed sequence of commands and calls with a build of Foldout, and saves the files and database it leaves. */
export async function writeFixture(build: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const command = join(build, 'packages', 'cli', 'dist', 'bundle', 'main.js');
  await using vault = await GuardedServer.start(VAULT_PORT);

  const files = join(folder, 'files');
  const story = new Story(command, vault);
  const facts = await story.play({});
  // SQLite creates -shm and -wal when needed. They hold no data here, because every gateway has ended.
  const isKept = (file: string): boolean => !/usage\.db-(shm|wal)$|replay\.mjs$/.test(file);
  cpSync(story.folder, files, { recursive: true, filter: isKept });
  story.close();
  writeJson(join(files, 'facts.json'), facts);

  await using postgres = await startPostgres();
  const database = await postgres.createDatabase();
  const shared = new Story(command, vault);
  const sharedFacts = await shared.play({ database });
  const target = join(folder, 'postgres');
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'database.sql'), await dumpDatabase(database));
  writeFileSync(join(target, 'statements.jsonl'), shared.statements());
  writeJson(join(target, 'facts.json'), sharedFacts);
  shared.close();

  const configs = join(folder, 'config');
  cpSync(join(INPUTS, 'config'), configs, { recursive: true });
  const gateway = await import(pathToFileURL(join(build, 'packages', 'gateway', 'dist', 'index.js')).href);
  writeJson(join(configs, 'expected.json'), readConfigs(gateway, configs));
}

/** One gateway, its servers and its state, in a folder that is deleted afterwards. */
class Story {
  readonly folder = mkdtempSync(join(tmpdir(), 'foldout-upgrade-'));
  readonly #command: string;
  readonly #vault: GuardedServer;
  readonly #recording = `${this.folder}.statements`;
  #env: NodeJS.ProcessEnv = process.env;

  constructor(command: string, vault: GuardedServer) {
    this.#command = command;
    this.#vault = vault;
    for (const name of ['notes.json', 'ledger.json', 'foldout.json'])
      cpSync(join(INPUTS, name), join(this.folder, name));
    cpSync(join(FIXTURES, 'servers', 'replay.mjs'), join(this.folder, 'replay.mjs'));
  }

  async play(settings: { readonly database?: string }): Promise<Facts> {
    const config = JSON.parse(readFileSync(join(this.folder, 'foldout.json'), 'utf8'));
    writeJson(join(this.folder, 'foldout.json'), { ...config, ...settings });
    await this.#signIn();
    // Lists the tools of every server once: the first definition of a tool counts as approved.
    await this.#foldout('list', '--refresh');
    const session = await this.#useTools();

    // Records SQL only from here on: the tables now exist, as they do for a replica that replaces another.
    this.#env = { ...process.env, NODE_OPTIONS: `--import ${RECORD_SQL}`, RECORD_SQL: this.#recording };
    // Revokes the access token: the gateway has to refresh it and store the new one.
    this.#vault.revoke();
    await this.#useTools(settings.database === undefined ? undefined : session);
    this.#describe('notes.json', 'create_note', 'Write a new note, with a title, and put it into a notebook.');
    this.#describe('ledger.json', 'delete_entry', 'Delete an entry and all entries that refer to it.');
    await this.#foldout('list', '--refresh');
    // One changed tool is approved again, the other stays withheld.
    await this.#foldout('approve', 'notes/create_note');
    const { hits } = JSON.parse(await this.#foldout('search', QUESTION, '--json'));
    const { tools, searches, saved } = JSON.parse(await this.#foldout('stats', '--json'));
    writeJson(join(this.folder, 'foldout.json'), config);
    return {
      writtenAt: Date.now(),
      ...(settings.database !== undefined && { session }),
      found: hits.map(({ tool }: { tool: string }) => tool),
      calls: tools.map(({ tool, calls, errors }: Facts['calls'][0]) => ({ tool, calls, errors })),
      searches: { made: searches.made, empty: searches.empty },
      tokens: { listed: saved.today.listed, sent: saved.today.sent },
    };
  }

  /** The SQL statements that the build sent: each once, with the values of its first use. */
  statements(): string {
    const lines = readFileSync(this.#recording, 'utf8').trim().split('\n');
    const byText = new Map<string, string>();
    for (const line of lines) {
      const { statement } = JSON.parse(line);
      if (!byText.has(statement)) byText.set(statement, line);
    }
    return `${[...byText.values()].join('\n')}\n`;
  }

  close(): void {
    for (const path of [this.folder, this.#recording]) rmSync(path, { recursive: true, force: true });
  }

  /** Three clients use tools. The last one leaves its session open. */
  async #useTools(session?: string): Promise<string> {
    await using gateway = await GatewayProcess.start(
      { file: join(this.folder, 'foldout.json') },
      { command: this.#command, cwd: this.folder, env: this.#env },
    );
    if (session !== undefined) await continueSession(gateway.url, session);
    for (const era of ['modern', 'legacy'] as const) {
      await using client = await connectTo(gateway.target, era);
      await this.#work(client);
    }
    const legacy = await connectTo(gateway.target, 'legacy');
    await this.#work(legacy);
    const opened = legacy.transport?.sessionId;
    await legacy.close();
    if (opened === undefined) throw new Error('The legacy client has no session');
    return opened;
  }

  async #work(client: GatewayClient): Promise<void> {
    await client.listTools();
    await call(client, 'afd-discover', { search: QUESTION });
    await call(client, 'afd-discover', { search: 'xyzzy' });
    await call(client, 'notes/search_notes', { words: 'plan' });
    await call(client, 'notes/create_note', { title: 'Plan' });
    await call(client, 'ledger/list_entries', { month: 'May' });
    await call(client, 'vault/vault');
  }

  async #signIn(): Promise<void> {
    const child = this.#start('auth', 'vault');
    let said = '';
    for await (const chunk of child.stderr) {
      said += chunk;
      const link = /http:\S+\/authorize\S+/.exec(said)?.[0];
      if (!link) continue;
      await fetch(link);
      break;
    }
    child.stderr.resume();
    await this.#ended(child, 'auth');
    if (this.#vault.tokens.size === 0) throw new Error(`The sign-in failed: ${said}`);
  }

  #describe(file: string, tool: string, description: string): void {
    const path = join(this.folder, file);
    const catalog = JSON.parse(readFileSync(path, 'utf8'));
    catalog.tools.find(({ name }: { name: string }) => name === tool).description = description;
    writeJson(path, catalog);
  }

  async #foldout(...args: string[]): Promise<string> {
    const child = this.#start(...args);
    child.stderr.resume();
    const [output] = await Promise.all([text(child.stdout), this.#ended(child, args.join(' '))]);
    return output;
  }

  #start(...args: string[]) {
    const [command = '', ...rest] = args;
    return spawn(process.execPath, [this.#command, command, '--config', 'foldout.json', ...rest], {
      cwd: this.folder,
      env: this.#env,
    });
  }

  async #ended(child: ReturnType<typeof spawn>, what: string): Promise<void> {
    const code = await new Promise((done) => child.once('close', done));
    if (code !== 0) throw new Error(`foldout ${what} ended with ${code}`);
  }
}

async function call(client: GatewayClient, name: string, input: Record<string, unknown> = {}): Promise<void> {
  const called = await run(client, name, input);
  if (called.isError) throw new Error(`${name} failed: ${JSON.stringify(called)}`);
}

/** A legacy client goes on with a session that another gateway opened. */
export async function continueSession(url: string, session: string): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-session-id': session,
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'notes/search_notes', arguments: { words: 'plan' } },
    }),
  });
  if (!response.ok) throw new Error(`The session is not known: ${response.status} ${await response.text()}`);
  return response.text();
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
