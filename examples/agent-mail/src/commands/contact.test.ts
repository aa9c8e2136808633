import { beforeEach, describe, expect, it } from 'vitest';
import { type MailUnderTest, openMail } from '../mail-under-test.ts';

let mail: MailUnderTest;

beforeEach(async () => {
  mail = openMail();
  await mail.register('Ann', 'Bob', 'Cid');
});

const note = (sender_name: string, ...to: string[]) => ({ sender_name, to, subject: 'Hello', body_md: 'x' });
const policy = (agent_name: string, policy: string) => mail.data('set_contact_policy', { agent_name, policy });
const ask = (from_agent: string, to_agent: string, more = {}) =>
  mail.data('request_contact', { from_agent, to_agent, ...more });
const respond = (to_agent: string, from_agent: string, accept: boolean, more = {}) =>
  mail.data('respond_contact', { to_agent, from_agent, accept, ...more });
const sendRefusal = async (...names: [string, ...string[]]) =>
  (await mail.refusal('send_message', note(...names))).code;

describe('the policy of a recipient', () => {
  it('open takes a message from anybody', async () => {
    await mail.data('send_message', note('Ann', 'Bob'));
  });

  it('contacts_only takes approved contacts, in both directions, until they expire', async () => {
    await policy('Bob', 'contacts_only');
    expect(await sendRefusal('Ann', 'Bob')).toBe('CONTACT_REQUIRED');
    await ask('Ann', 'Bob');
    expect(await sendRefusal('Ann', 'Bob')).toBe('CONTACT_REQUIRED');
    await respond('Bob', 'Ann', true, { ttl_seconds: 3600 });
    await mail.data('send_message', note('Ann', 'Bob'));
    await policy('Ann', 'contacts_only');
    await mail.data('send_message', note('Bob', 'Ann'));
    mail.wait(3600);
    expect(await sendRefusal('Ann', 'Bob')).toBe('CONTACT_REQUIRED');
  });

  it('contacts_only takes an answer to its own message, and only that', async () => {
    await policy('Bob', 'contacts_only');
    const { id } = await mail.data('send_message', note('Bob', 'Ann'));
    const answer = { message_id: id, sender_name: 'Ann', body_md: 'Yes' };
    expect((await mail.data('reply_message', answer)).to).toEqual(['Bob']);
    const fromCid = await mail.data('send_message', note('Cid', 'Ann'));
    const redirected = { message_id: fromCid.id, sender_name: 'Ann', body_md: 'x', to: ['Bob'] };
    expect((await mail.refusal('reply_message', redirected)).code).toBe('CONTACT_REQUIRED');
  });

  it('block takes nothing: no message, no answer, no request, not from a contact either', async () => {
    await ask('Ann', 'Bob');
    await respond('Bob', 'Ann', true);
    const { id } = await mail.data('send_message', note('Bob', 'Ann'));
    await policy('Bob', 'block');
    expect(await sendRefusal('Ann', 'Bob')).toBe('CONTACT_BLOCKED');
    const answer = { message_id: id, sender_name: 'Ann', body_md: 'Yes' };
    expect((await mail.refusal('reply_message', answer)).code).toBe('CONTACT_BLOCKED');
    const request = { from_agent: 'Cid', to_agent: 'Bob' };
    expect((await mail.refusal('request_contact', request)).code).toBe('CONTACT_BLOCKED');
  });

  it('stops the message for all recipients, and says whose it is and what to do', async () => {
    await policy('Bob', 'contacts_only');
    const error = await mail.refusal('send_message', note('Ann', 'Cid', 'Bob'));
    expect(error.message).toContain("'Bob'");
    expect(error.suggestion).toContain('request_contact');
    expect(error.details).toEqual({ recipients: [{ name: 'Bob', code: 'CONTACT_REQUIRED' }] });
    expect((await mail.data('fetch_inbox', { agent_name: 'Cid' })).messages).toEqual([]);
  });
});

describe('a contact request', () => {
  it('reaches the other even where only contacts may write, once', async () => {
    await policy('Bob', 'contacts_only');
    expect(await ask('Ann', 'Bob', { reason: 'migrations' })).toMatchObject({
      from: 'Ann',
      to: 'Bob',
      status: 'pending',
    });
    await ask('Ann', 'Bob');
    const { messages } = await mail.data('fetch_inbox', { agent_name: 'Bob', include_bodies: true });
    expect(messages).toMatchObject([{ subject: 'Contact request from Ann', ack_required: true }]);
    expect(messages[0].body_md).toContain('migrations');
    expect(await mail.data('list_contacts', { agent_name: 'Bob' })).toMatchObject({ total: 1, awaiting_you: 1 });
    expect(await mail.data('list_contacts', { agent_name: 'Ann' })).toMatchObject({ total: 1, awaiting_you: 0 });
  });

  it('from both sides is an agreement', async () => {
    await ask('Ann', 'Bob');
    expect(await ask('Bob', 'Ann')).toMatchObject({ status: 'approved' });
    expect(await ask('Ann', 'Bob')).toMatchObject({ from: 'Bob', to: 'Ann', status: 'approved' });
  });

  it('cannot be approved by the one who asked, nor answered when there is none', async () => {
    await ask('Ann', 'Bob');
    const own = await mail.refusal('respond_contact', { to_agent: 'Ann', from_agent: 'Bob', accept: true });
    expect(own).toMatchObject({ code: 'CONTACT_NOT_FOUND', suggestion: expect.stringContaining('wait until') });
    const none = await mail.refusal('respond_contact', { to_agent: 'Cid', from_agent: 'Bob', accept: true });
    expect(none.suggestion).toContain('list_contacts');
  });

  it('lapses when nobody answers it', async () => {
    await ask('Ann', 'Bob', { ttl_seconds: 60 });
    mail.wait(60);
    expect((await mail.data('list_contacts', { agent_name: 'Ann', status: 'expired' })).total).toBe(1);
    const late = { to_agent: 'Bob', from_agent: 'Ann', accept: true };
    expect((await mail.refusal('respond_contact', late)).code).toBe('CONTACT_EXPIRED');
    expect(await ask('Ann', 'Bob')).toMatchObject({ status: 'pending' });
  });

  it('to oneself makes no sense', async () => {
    const error = await mail.refusal('request_contact', { from_agent: 'Ann', to_agent: 'ann' });
    expect(error.code).toBe('CONTACT_WITH_SELF');
  });
});

describe('a rejection', () => {
  beforeEach(async () => {
    await ask('Ann', 'Bob');
    await respond('Bob', 'Ann', false);
  });

  it('stops the one who asked under every policy, for good, and not the one who said no', async () => {
    mail.wait(400 * 24 * 3600);
    expect(await sendRefusal('Ann', 'Bob')).toBe('CONTACT_BLOCKED');
    const again = { from_agent: 'Ann', to_agent: 'Bob' };
    expect((await mail.refusal('request_contact', again)).code).toBe('CONTACT_BLOCKED');
    await mail.data('send_message', note('Bob', 'Ann'));
  });

  it('is lifted by the one who said no', async () => {
    await respond('Bob', 'Ann', true);
    await mail.data('send_message', note('Ann', 'Bob'));
  });

  it('ends an approved contact from either side', async () => {
    await ask('Ann', 'Cid');
    await respond('Cid', 'Ann', true);
    expect(await respond('Ann', 'Cid', false)).toMatchObject({ from: 'Cid', to: 'Ann', status: 'rejected' });
    expect(await sendRefusal('Cid', 'Ann')).toBe('CONTACT_BLOCKED');
    await mail.data('send_message', note('Ann', 'Cid'));
  });
});
