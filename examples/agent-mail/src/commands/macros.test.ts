import { beforeEach, describe, expect, it } from 'vitest';
import { type MailUnderTest, openMail, PROJECT } from '../mail-under-test.ts';

const KIND = { program: 'test', model: 'none' };
let mail: MailUnderTest;

beforeEach(async () => {
  mail = openMail();
  await mail.register('Ann', 'Bob');
});

const note = { sender_name: 'Bob', to: ['Ann'], subject: 'Hello', body_md: 'The text', thread_id: 'TKT-1' };
const held = async (agent_name: string) => (await mail.data('whois', { agent_name })).active_reservations;

describe('starting a session', () => {
  const start = (more = {}) => mail.call('macro_start_session', { human_key: PROJECT, ...KIND, ...more });

  it('opens a new project with a new agent', async () => {
    const { data } = await start({ human_key: '/new/place' });
    expect(data).toMatchObject({ project: { human_key: '/new/place' }, file_reservations: null, inbox: { unread: 0 } });
    expect(await mail.data('whois', { project_key: '/new/place', agent_name: data.agent.name })).toBeTruthy();
  });

  it('brings a known agent back to its mail and reserves its files', async () => {
    await mail.data('send_message', note);
    const { data } = await start({ agent_name: 'Ann', file_reservation_paths: ['a.ts'], task_description: 'TKT-1' });
    expect(data).toMatchObject({
      agent: { name: 'Ann', task_description: 'TKT-1' },
      file_reservations: { granted: [{ path_pattern: 'a.ts', exclusive: true }], conflicts: [] },
      inbox: { messages: [{ subject: 'Hello' }], unread: 1 },
    });
  });

  it('starts all the same when others hold the files, and warns', async () => {
    await mail.data('file_reservation_paths', { agent_name: 'Bob', paths: ['a.ts'] });
    const result = await start({ agent_name: 'Ann', file_reservation_paths: ['a.ts'] });
    expect(result.data.file_reservations).toMatchObject({ granted: [], conflicts: [{ path: 'a.ts' }] });
    expect(result.warnings).toEqual(["Others hold 'a.ts'; do not edit there."]);
  });
});

describe('preparing for a thread', () => {
  const prepare = { ...KIND, thread_id: 'TKT-1' };

  it('registers the agent and shows the thread and the inbox', async () => {
    await mail.data('send_message', note);
    const data = await mail.data('macro_prepare_thread', { ...prepare, agent_name: 'Cid' });
    expect(data).toMatchObject({
      agent: { name: 'Cid' },
      thread: { thread_id: 'TKT-1', participants: ['Ann', 'Bob'], total_messages: 1 },
      examples: [{ body_md: 'The text' }],
      inbox: { messages: [] },
    });
  });

  it('registers nobody when the thread does not exist', async () => {
    const error = await mail.refusal('macro_prepare_thread', { ...prepare, agent_name: 'Cid' });
    expect(error.code).toBe('THREAD_NOT_FOUND');
  });

  it('can insist on an agent that exists, and leaves its profile alone', async () => {
    await mail.data('send_message', note);
    const strict = { ...prepare, program: 'other', register_if_missing: false, include_examples: false };
    const known = await mail.data('macro_prepare_thread', { ...strict, agent_name: 'Ann', include_inbox_bodies: true });
    expect(known).toMatchObject({ agent: { program: 'test' }, examples: [] });
    expect(known.inbox.messages[0].body_md).toBe('The text');
    expect((await mail.refusal('macro_prepare_thread', { ...strict, agent_name: 'Cid' })).code).toBe('AGENT_NOT_FOUND');
    expect((await mail.refusal('macro_prepare_thread', strict)).code).toBe('VALIDATION_ERROR');
  });
});

describe('a reservation cycle', () => {
  const cycle = (agent_name: string, paths: string[], more = {}) =>
    mail.data('macro_file_reservation_cycle', { agent_name, paths, ...more });

  it('reserves, and keeps what it got', async () => {
    expect(await cycle('Ann', ['a.ts'])).toMatchObject({ released: null });
    expect(await held('Ann')).toHaveLength(1);
  });

  it('that releases at once leaves nothing behind, and keeps what was held before', async () => {
    await mail.data('file_reservation_paths', { agent_name: 'Ann', paths: ['a.ts'] });
    const { file_reservations, released } = await cycle('Ann', ['a.ts', 'b.ts'], { auto_release: true });
    expect(file_reservations.granted).toHaveLength(2);
    expect(released).toMatchObject([{ path_pattern: 'b.ts', released_ts: mail.now() }]);
    expect(await held('Ann')).toMatchObject([{ path_pattern: 'a.ts' }]);
  });

  it('answers conflicts without failing', async () => {
    await mail.data('file_reservation_paths', { agent_name: 'Bob', paths: ['a.ts'] });
    const { file_reservations } = await cycle('Ann', ['a.ts']);
    expect(file_reservations).toMatchObject({ granted: [], conflicts: [{ holders: [{ agent: 'Bob' }] }] });
  });
});

describe('a contact handshake', () => {
  const greeting = { welcome_subject: 'Hi', welcome_body: 'I am Ann' };
  const shake = (more = {}) => mail.call('macro_contact_handshake', { requester: 'Ann', target: 'Bob', ...more });
  const policy = (policy: string) => mail.data('set_contact_policy', { agent_name: 'Bob', policy });

  it('with auto_accept makes two agents contacts and greets', async () => {
    const { data } = await shake({ auto_accept: true, ...greeting });
    expect(data).toMatchObject({
      approved: true,
      contact: { from: 'Ann', to: 'Bob' },
      welcome_message: { subject: 'Hi' },
    });
    await policy('contacts_only');
    await mail.data('send_message', { ...note, sender_name: 'Ann', to: ['Bob'] });
  });

  it('never accepts for an agent that chooses its contacts, and holds the greeting back', async () => {
    await policy('contacts_only');
    const result = await shake({ auto_accept: true, ...greeting });
    expect(result.data).toMatchObject({ approved: false, contact: { status: 'pending' }, welcome_message: null });
    expect(result.warnings?.[0]).toContain('the welcome was not sent');
    expect((await mail.data('fetch_inbox', { agent_name: 'Bob' })).messages).toHaveLength(1);
  });

  it('completes a request that the target has made before', async () => {
    await policy('contacts_only');
    await mail.data('request_contact', { from_agent: 'Bob', to_agent: 'Ann' });
    expect((await shake(greeting)).data).toMatchObject({ approved: true, welcome_message: { to: ['Bob'] } });
  });

  it('is refused by an agent that blocks', async () => {
    await policy('block');
    const error = await mail.refusal('macro_contact_handshake', { requester: 'Ann', target: 'Bob', ...greeting });
    expect(error.code).toBe('CONTACT_BLOCKED');
  });
});
