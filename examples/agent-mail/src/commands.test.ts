import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMcpServer } from '@foldout/server';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterEach, describe, expect, it } from 'vitest';
import { CORE_TOOLS, categoryDescriptions, mailCommands } from './commands.ts';
import { openDatabase } from './database.ts';
import { openMail } from './mail-under-test.ts';

const EXTENDED: Readonly<Record<string, readonly string[]>> = {
  messaging: ['acknowledge_message'],
  search: ['search_messages', 'summarize_thread', 'summarize_threads'],
  identity: ['create_agent_identity'],
  contact: ['request_contact', 'respond_contact', 'list_contacts', 'set_contact_policy'],
  file_reservations: [
    'file_reservation_paths',
    'release_file_reservations',
    'force_release_file_reservation',
    'renew_file_reservations',
  ],
  workflow_macros: [
    'macro_start_session',
    'macro_prepare_thread',
    'macro_file_reservation_cycle',
    'macro_contact_handshake',
  ],
  infrastructure: ['install_precommit_guard', 'uninstall_precommit_guard'],
};

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-mail-'));
  folders.push(folder);
  return folder;
}

function newRepository(): string {
  const folder = newFolder();
  mkdirSync(join(folder, '.git'));
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  return folder;
}

/** Names of fields and the values they may choose from. */
function collectWords(schema: unknown, words: Set<string>): void {
  if (typeof schema !== 'object' || schema === null) return;
  const { properties = {}, enum: choices = [] } = schema as { properties?: object; enum?: string[] };
  for (const word of [...Object.keys(properties), ...choices]) words.add(word);
  for (const inner of Object.values(schema)) collectWords(inner, words);
}

describe('the commands of the mail server', () => {
  const { commands } = openMail();
  const names = commands.map((command) => command.name);

  it('are 27: eight core tools, and nineteen extended ones in seven categories', () => {
    expect(CORE_TOOLS).toHaveLength(8);
    expect(names).toEqual([...new Set(names)]);
    expect([...names].sort()).toEqual([...CORE_TOOLS, ...Object.values(EXTENDED).flat()].sort());
    for (const [category, expected] of Object.entries(EXTENDED)) {
      const own = commands.filter((command) => command.category === category && !CORE_TOOLS.includes(command.name));
      expect(own.map(({ name }) => name)).toEqual(expected);
    }
  });

  it('belong to categories that are described, each of them used', () => {
    expect(new Set(commands.map(({ category }) => category))).toEqual(new Set(Object.keys(categoryDescriptions)));
  });

  it('say what they are in a line and explain themselves at length, with an example and every parameter', () => {
    for (const { name, summary, description, examples, input } of commands) {
      expect(summary, name).toBeTruthy();
      expect(description.length, name).toBeGreaterThan(700);
      expect(description, name).not.toMatch(/ {2}|[^\n]\n[^\n-]/);
      expect(examples?.length, name).toBeGreaterThan(0);
      const schema = input?.['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
      for (const [field, property] of Object.entries(schema?.['properties'] ?? {})) {
        expect(property, `${name}.${field}`).toHaveProperty('description');
      }
    }
  });

  it('speak only of commands, fields, choices and errors that exist', () => {
    const words = new Set([
      ...names,
      'AGENT_NAME',
      'AGENT_MAIL_BYPASS',
      ...commands.flatMap(({ errors = [] }) => errors),
    ]);
    for (const { input, output } of commands) {
      collectWords(input?.['~standard'].jsonSchema.input({ target: 'draft-2020-12' }), words);
      collectWords(output?.['~standard'].jsonSchema.output({ target: 'draft-2020-12' }), words);
    }
    for (const { name, description, relatedTools } of commands) {
      for (const related of relatedTools ?? []) expect(names, name).toContain(related);
      for (const [word] of description.matchAll(/\b[A-Za-z]+(?:_[A-Za-z]+)+\b/g)) expect(words, name).toContain(word);
    }
  });

  it('ask before they destroy, and their prompts name fields of their input', () => {
    const destructive = commands.filter((command) => command.destructive);
    expect(destructive.map(({ name }) => name)).toEqual([
      'force_release_file_reservation',
      'uninstall_precommit_guard',
    ]);
    for (const { name, mutation, confirmPrompt, input } of destructive) {
      expect(mutation, name).toBe(true);
      const schema = input?.['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
      for (const [, field] of confirmPrompt?.matchAll(/\{(\w+)\}/g) ?? []) {
        expect(schema?.['properties'], name).toHaveProperty(field ?? '');
      }
    }
  });

  it.each(commands.flatMap(({ name, examples = [] }) => examples.map((example) => ({ name, example }))))(
    'show an example that works in the demonstration: $name, $example.title',
    async ({ name, example }) => {
      const { data } = openMail({ demo: true });
      const here = 'code_repo_path' in example.input ? { code_repo_path: newRepository() } : {};
      if (name === 'uninstall_precommit_guard') await data('install_precommit_guard', here);
      await data(name, { ...example.input, ...here });
    },
  );

  it('cost between 9,000 and 25,000 tokens when each is listed', () => {
    const commands = mailCommands(openDatabase(':memory:'));
    const server = createMcpServer({ name: 'agent-mail', version: '0', commands, toolStrategy: 'individual' });
    const tokens = encode(JSON.stringify(server.listTools())).length;
    expect(tokens).toBeGreaterThan(9_000);
    expect(tokens).toBeLessThan(25_000);
  });
});

describe('the database of the mail server', () => {
  it('keeps mail in a file from one opening to the next', async () => {
    const path = join(newFolder(), 'mail.sqlite');
    const first = openDatabase(path);
    first.run("INSERT INTO projects (slug, human_key, created_ts) VALUES ('a', '/a', '2025-01-01T00:00:00.000Z')");
    first.close();
    const second = openDatabase(path);
    expect(second.count('SELECT count(*) AS n FROM projects')).toBe(1);
    second.close();
  });

  it('refuses a file of another version', () => {
    const path = join(newFolder(), 'mail.sqlite');
    const db = openDatabase(path);
    db.execute('PRAGMA user_version = 7');
    db.close();
    expect(() => openDatabase(path)).toThrow(/schema version 7/);
  });

  it('reports its health', async () => {
    const { data, now } = openMail({ demo: true });
    expect(await data('health_check')).toEqual({
      status: 'ok',
      server_time: now(),
      integrity: 'ok',
      counts: { projects: 1, agents: 4, messages: 5, active_reservations: 2 },
    });
  });
});
