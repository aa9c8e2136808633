import { beforeEach, describe, expect, it } from 'vitest';
import { type MailUnderTest, openMail } from '../mail-under-test.ts';

let mail: MailUnderTest;

beforeEach(async () => {
  mail = openMail();
  await mail.register('Ann', 'Bob', 'Cid', 'Dan');
});

const send = (sender_name: string, to: string[], more = {}) =>
  mail.data('send_message', { sender_name, to, subject: 'Plan', body_md: 'The text', ...more });
const inbox = (agent_name: string, more = {}) => mail.data('fetch_inbox', { agent_name, ...more });
const subjects = async (agent_name: string, more = {}) =>
  (await inbox(agent_name, more)).messages.map((message: { subject: string }) => message.subject);

describe('sending a message', () => {
  it('puts one copy into the inbox of each recipient and none into the sender’s', async () => {
    const message = await send('Ann', ['Bob', 'bob'], { cc: ['Bob', 'Cid'], bcc: ['Dan'] });
    expect(message).toMatchObject({ from: 'Ann', to: ['Bob'], cc: ['Cid'], thread_id: `msg-${message.id}` });
    expect((await inbox('Bob')).messages).toHaveLength(1);
    expect((await inbox('Ann')).messages).toHaveLength(0);
  });

  it('hides blind copies from everybody but those who get them', async () => {
    const message = await send('Ann', ['Bob'], { bcc: ['Dan'], ack_required: true });
    const seen = [message, await inbox('Bob'), await mail.data('search_messages', { query: 'text' })];
    const summary = await mail.data('summarize_thread', { thread_id: message.thread_id, include_examples: true });
    expect(JSON.stringify([...seen, summary])).not.toContain('Dan');
    expect((await inbox('Dan')).messages).toMatchObject([{ id: message.id, kind: 'bcc' }]);
  });

  it('sends nothing at all when one name is unknown, and suggests the right one', async () => {
    const note = { sender_name: 'Ann', to: ['Bob', 'Cit'], subject: 'Plan', body_md: 'x' };
    const error = await mail.refusal('send_message', note);
    expect(error.code).toBe('AGENT_NOT_FOUND');
    expect(error.suggestion).toContain("'Cid'");
  });

  it('needs a recipient, a subject and a thread that can be named', async () => {
    const note = { sender_name: 'Ann', to: ['Bob'], subject: 'Plan', body_md: 'x' };
    for (const wrong of [{ to: [] }, { subject: '  ' }, { thread_id: 'a b' }, { importance: 'huge' }]) {
      expect((await mail.refusal('send_message', { ...note, ...wrong })).code).toBe('VALIDATION_ERROR');
    }
  });

  it('lets an agent leave a note for itself', async () => {
    await mail.data('set_contact_policy', { agent_name: 'Ann', policy: 'block' });
    await send('Ann', ['Ann']);
    expect(await inbox('Ann')).toMatchObject({ unread: 1 });
  });
});

describe('replying', () => {
  it('keeps thread, importance and subject, with one prefix, and goes to the author', async () => {
    const first = await send('Ann', ['Bob'], { thread_id: 'TKT-1', importance: 'high', cc: ['Cid'] });
    const reply = { message_id: first.id, sender_name: 'Bob', body_md: 'Yes' };
    const second = await mail.data('reply_message', reply);
    expect(second).toMatchObject({ to: ['Ann'], cc: [], thread_id: 'TKT-1', importance: 'high', subject: 'Re: Plan' });
    const third = await mail.data('reply_message', { message_id: second.id, sender_name: 'Ann', body_md: 'Good' });
    expect(third).toMatchObject({ to: ['Bob'], subject: 'Re: Plan', reply_to: second.id });
  });

  it('to a message of one’s own goes to those it was for', async () => {
    const { id } = await send('Ann', ['Bob', 'Cid']);
    const more = await mail.data('reply_message', { message_id: id, sender_name: 'Ann', body_md: 'One more thing' });
    expect(more.to).toEqual(['Bob', 'Cid']);
  });

  it('is for those who take part, and says how to join', async () => {
    const { id } = await send('Ann', ['Bob'], { thread_id: 'TKT-1' });
    const error = await mail.refusal('reply_message', { message_id: id, sender_name: 'Dan', body_md: 'Me too' });
    expect(error).toMatchObject({ code: 'NOT_A_PARTICIPANT', suggestion: expect.stringContaining('TKT-1') });
  });

  it('to a number that does not exist names the latest ones', async () => {
    const { id } = await send('Ann', ['Bob']);
    const error = await mail.refusal('reply_message', { message_id: 999, sender_name: 'Bob', body_md: 'x' });
    expect(error).toMatchObject({ code: 'MESSAGE_NOT_FOUND', suggestion: expect.stringContaining(`are ${id}.`) });
  });
});

describe('the inbox', () => {
  it('shows the newest first, without bodies, and marks nothing', async () => {
    await send('Ann', ['Bob'], { subject: 'Old' });
    mail.wait(10);
    await send('Ann', ['Bob'], { subject: 'New' });
    expect(await subjects('Bob')).toEqual(['New', 'Old']);
    const { messages, unread, has_more } = await inbox('Bob', { limit: 1 });
    expect(messages[0]).not.toHaveProperty('body_md');
    expect({ unread, has_more }).toEqual({ unread: 2, has_more: true });
    expect((await inbox('Bob', { include_bodies: true })).messages[0].body_md).toBe('The text');
  });

  it('can be narrowed to what is urgent, unread or new', async () => {
    const old = await send('Ann', ['Bob'], { subject: 'Old', importance: 'urgent' });
    mail.wait(10);
    await send('Ann', ['Bob'], { subject: 'New' });
    await mail.data('mark_message_read', { agent_name: 'Bob', message_id: old.id });
    expect(await subjects('Bob', { urgent_only: true })).toEqual(['Old']);
    expect(await subjects('Bob', { unread_only: true })).toEqual(['New']);
    expect(await subjects('Bob', { since_ts: old.created_ts })).toEqual(['New']);
    expect(await subjects('Bob', { since_ts: '2025-11-03T13:00:05+01:00' })).toEqual(['New']);
    expect((await mail.refusal('fetch_inbox', { agent_name: 'Bob', since_ts: 'yesterday' })).code).toBe(
      'VALIDATION_ERROR',
    );
  });

  it('keeps the time of the first reading and the first acknowledgement', async () => {
    const { id: message_id } = await send('Ann', ['Bob', 'Cid'], { ack_required: true });
    const mine = { agent_name: 'Bob', message_id };
    const readAt = mail.now();
    expect(await mail.data('mark_message_read', mine)).toEqual({
      message_id,
      read: true,
      read_ts: readAt,
      ack_ts: null,
    });
    mail.wait(60);
    const ackedAt = mail.now();
    const acked = { message_id, acknowledged: true, read_ts: readAt, ack_ts: ackedAt };
    expect(await mail.data('acknowledge_message', mine)).toEqual(acked);
    mail.wait(60);
    expect(await mail.data('acknowledge_message', mine)).toEqual(acked);
    expect((await inbox('Cid')).messages).toMatchObject([{ read_ts: null, ack_ts: null }]);
  });

  it('sets both times when an unread message is acknowledged', async () => {
    const { id: message_id } = await send('Ann', ['Bob']);
    const acked = await mail.data('acknowledge_message', { agent_name: 'Bob', message_id });
    expect(acked).toEqual({ message_id, acknowledged: true, read_ts: mail.now(), ack_ts: mail.now() });
  });

  it('of another cannot be marked, not even by the author', async () => {
    const { id: message_id } = await send('Ann', ['Bob']);
    for (const agent_name of ['Ann', 'Cid']) {
      expect((await mail.refusal('acknowledge_message', { agent_name, message_id })).code).toBe('NOT_A_RECIPIENT');
    }
    const unknown = await mail.refusal('mark_message_read', { agent_name: 'Cid', message_id: 77 });
    expect(unknown).toMatchObject({ code: 'MESSAGE_NOT_FOUND', suggestion: expect.stringContaining('empty') });
  });
});
