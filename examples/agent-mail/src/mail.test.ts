import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMcpServer, DirectClient } from '@foldout/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { CORE_TOOLS, categoryDescriptions, mailCommands } from './commands.ts';
import { globsOverlap, normalizePattern } from './glob-overlap.ts';
import { openMail } from './mail.ts';

const PROJECT = '/data/projects/backend';
let clock: number;
let client: DirectClient;

// biome-ignore lint/suspicious/noExplicitAny: tests read fields of many shapes and assert on each.
async function data(tool: string, input: object): Promise<any> {
  const result = await client.call(tool, { project_key: PROJECT, ...input });
  if (!result.success) throw new Error(`${tool}: ${result.error.code} ${result.error.message}`);
  return result.data;
}

async function refusal(tool: string, input: object): Promise<string | undefined> {
  const result = await client.call(tool, { project_key: PROJECT, ...input });
  return result.success ? undefined : result.error.code;
}

const profile = { program: 'codex', model: 'gpt' };
const write = (from: string, to: string, more: object = {}) => {
  return { sender_name: from, to: [to], subject: 'Plan', body_md: 'Read this.', ...more };
};

beforeEach(async () => {
  clock = Date.parse('2026-01-01T00:00:00Z');
  const commands = mailCommands(openMail(() => new Date(clock)));
  client = new DirectClient(createMcpServer({ name: 'mail', version: '1', commands }));
  await data('ensure_project', { human_key: PROJECT });
  for (const name of ['BlueLake', 'GreenCastle']) await data('register_agent', { name, ...profile });
});

it('has 27 tools in seven categories, eight of them core', () => {
  const commands = mailCommands();
  expect(new Set(commands.map(({ name }) => name)).size).toBe(27);
  expect(new Set(commands.map(({ category }) => category))).toEqual(new Set(Object.keys(categoryDescriptions)));
  expect(commands.filter(({ name }) => CORE_TOOLS.includes(name))).toHaveLength(8);
});

describe('an agent', () => {
  it('keeps its name, in any letter case, and its identity is never given away', async () => {
    expect(await data('register_agent', { name: 'bluelake', ...profile })).toMatchObject({ name: 'BlueLake' });
    expect(await refusal('create_agent_identity', { name_hint: 'BLUELAKE', ...profile })).toBe('AGENT_NAME_TAKEN');
    expect((await data('create_agent_identity', profile)).name).toMatch(/^[A-Z][a-z]+[A-Z][a-z]+$/);
    expect(await refusal('whois', { agent_name: 'BlueLak' })).toBe('AGENT_NOT_FOUND');
  });
});

describe('a message', () => {
  it('is read, acknowledged and answered in its thread', async () => {
    const { id } = await data(
      'send_message',
      write('BlueLake', 'greencastle', { ack_required: true, thread_id: 'T-1' }),
    );
    const receipt = { agent_name: 'GreenCastle', message_id: id };
    expect((await data('fetch_inbox', { agent_name: 'GreenCastle' })).unread).toBe(1);
    expect((await data('summarize_thread', { thread_id: 'T-1' })).awaiting_ack).toEqual([id]);
    expect((await data('mark_message_read', receipt)).ack_ts).toBeNull();
    expect((await data('acknowledge_message', receipt)).ack_ts).toBe('2026-01-01T00:00:00.000Z');
    expect((await data('fetch_inbox', { agent_name: 'GreenCastle' })).unread).toBe(0);
    expect((await data('summarize_thread', { thread_id: 'T-1' })).awaiting_ack).toEqual([]);
    const reply = await data('reply_message', { message_id: id, sender_name: 'GreenCastle', body_md: 'Done.' });
    expect(reply).toMatchObject({ thread_id: 'T-1', to: ['BlueLake'], subject: 'Re: Plan', reply_to: id });
    expect(await refusal('mark_message_read', { agent_name: 'BlueLake', message_id: id })).toBe('NOT_A_RECIPIENT');
    expect((await data('search_messages', { query: 'plan read' })).total).toBe(1);
  });

  it('needs a contact where the recipient wants one', async () => {
    await data('set_contact_policy', { agent_name: 'GreenCastle', policy: 'contacts_only' });
    expect(await refusal('send_message', write('BlueLake', 'GreenCastle'))).toBe('CONTACT_REQUIRED');
    const pair = { from_agent: 'BlueLake', to_agent: 'GreenCastle' };
    await data('request_contact', { ...pair, reason: 'TKT-1' });
    expect((await data('fetch_inbox', { agent_name: 'GreenCastle' })).messages).toHaveLength(1);
    await data('respond_contact', { ...pair, accept: true });
    expect(await refusal('send_message', write('BlueLake', 'GreenCastle'))).toBeUndefined();
    await data('respond_contact', { ...pair, accept: false });
    expect(await refusal('send_message', write('BlueLake', 'GreenCastle'))).toBe('CONTACT_REQUIRED');
    expect(await refusal('request_contact', pair)).toBe('CONTACT_REJECTED');
  });
});

describe('a file reservation', () => {
  const wish = (agent_name: string, ...paths: string[]) => ({ agent_name, paths });

  it('keeps other agents off until it is released or has ended', async () => {
    await data('file_reservation_paths', wish('BlueLake', 'src/**'));
    expect(await refusal('file_reservation_paths', wish('GreenCastle', 'src/a.ts'))).toBe('FILE_RESERVATION_CONFLICT');
    expect(
      (await data('macro_file_reservation_cycle', wish('GreenCastle', 'src/a.ts', 'docs/'))).granted,
    ).toMatchObject([{ path_pattern: 'docs/**' }]);
    const force = { agent_name: 'GreenCastle', file_reservation_id: 1 };
    expect(await refusal('force_release_file_reservation', force)).toBe('HOLDER_ACTIVE');
    clock += 31 * 60_000;
    await data('force_release_file_reservation', force);
    await data('file_reservation_paths', wish('GreenCastle', 'src/a.ts'));
    await data('renew_file_reservations', { agent_name: 'GreenCastle' });
    clock += 80 * 60_000;
    expect(await refusal('file_reservation_paths', wish('BlueLake', 'src/a.ts'))).toBe('FILE_RESERVATION_CONFLICT');
    clock += 20 * 60_000;
    expect(await refusal('file_reservation_paths', wish('BlueLake', 'src/a.ts'))).toBeUndefined();
  });

  it.skipIf(process.platform === 'win32')('is enforced by the pre-commit guard', async () => {
    const repository = mkdtempSync(join(tmpdir(), 'agent-mail-'));
    const git = (agent: string, ...args: string[]) => {
      const names = { GIT_AUTHOR_NAME: agent, GIT_COMMITTER_NAME: agent, EMAIL: 'a@b.com', AGENT_NAME: agent };
      return spawnSync('git', args, { cwd: repository, env: { ...process.env, ...names }, encoding: 'utf8' });
    };
    try {
      git('BlueLake', 'init', '-q');
      clock = Date.now();
      await data('file_reservation_paths', wish('BlueLake', 'a.ts'));
      await data('install_precommit_guard', { code_repo_path: repository });
      writeFileSync(join(repository, 'a.ts'), '');
      git('GreenCastle', 'add', '.');
      const refused = git('GreenCastle', 'commit', '-qm', 'mine');
      expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('BlueLake holds a.ts')]);
      expect(git('BlueLake', 'commit', '-qm', 'mine').status).toBe(0);
      await data('uninstall_precommit_guard', { code_repo_path: repository });
    } finally {
      rmSync(repository, { recursive: true, force: true });
    }
  });

  it.each([
    ['src/*.ts', 'src/a.*', true],
    ['src/**', 'src/deep/er/a.ts', true],
    ['**/test/**', 'src/**/a.ts', true],
    ['app/[id]/page.tsx', 'app/*/page.tsx', true],
    ['src/*.ts', 'src/deep/a.ts', false],
    ['src/???.ts', 'src/ab.ts', false],
    ['app/[id]/page.tsx', 'app/i/page.tsx', false],
  ])('%s and %s overlap: %s', (a, b, overlap) => {
    expect([globsOverlap(a, b), globsOverlap(b, a)]).toEqual([overlap, overlap]);
    expect(normalizePattern('./src//a/')).toBe('src/a/**');
  });
});

describe('a macro', () => {
  it('does several steps at once', async () => {
    await data('send_message', write('GreenCastle', 'BlueLake', { thread_id: 'T-1', body_md: '- [ ] Ask @BlueLake' }));
    const start = { human_key: PROJECT, agent_name: 'BlueLake', ...profile, file_reservation_paths: ['src/a.ts'] };
    const session = await data('macro_start_session', start);
    expect([session.inbox.length, session.reservations.granted.length]).toEqual([1, 1]);
    const joined = await data('macro_prepare_thread', { thread_id: 'T-1', agent_name: 'RedStone', ...profile });
    expect(joined.thread).toMatchObject({ action_items: ['Ask @BlueLake'], mentions: ['BlueLake'] });
    const both = { requester: 'RedStone', target: 'BlueLake', auto_accept: true };
    const greeting = { welcome_subject: 'Hello', welcome_body: 'Here I am.' };
    expect(await data('macro_contact_handshake', { ...both, ...greeting })).toMatchObject({ status: 'approved' });
    expect((await data('fetch_inbox', { agent_name: 'BlueLake' })).messages[0]).toMatchObject({ subject: 'Hello' });
  });
});
