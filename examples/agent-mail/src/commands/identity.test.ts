import { beforeEach, describe, expect, it } from 'vitest';
import { type MailUnderTest, openMail, PROJECT } from '../mail-under-test.ts';

const KIND = { program: 'codex-cli', model: 'gpt5-codex' };
let mail: MailUnderTest;

beforeEach(async () => {
  mail = openMail();
  await mail.register('BlueLake');
});

describe('a project', () => {
  it('is the same for the same path, and answers to path and slug', async () => {
    expect(await mail.data('ensure_project', { human_key: `${PROJECT}/` })).toMatchObject({
      human_key: PROJECT,
      slug: 'data-projects-backend',
      created: false,
    });
    expect(await mail.data('whois', { project_key: 'data-projects-backend', agent_name: 'BlueLake' })).toBeTruthy();
  });

  it('gets a slug of its own when another path has taken it', async () => {
    const { slug } = await mail.data('ensure_project', { human_key: '/data/projects-backend' });
    expect(slug).toBe('data-projects-backend-2');
  });

  it('has to be an absolute path', async () => {
    expect((await mail.refusal('ensure_project', { human_key: 'backend' })).code).toBe('VALIDATION_ERROR');
  });

  it('that is misspelt is refused with the right name', async () => {
    const error = await mail.refusal('whois', { project_key: '/data/projects/backent', agent_name: 'BlueLake' });
    expect(error.code).toBe('PROJECT_NOT_FOUND');
    expect(error.suggestion).toContain(`'${PROJECT}'`);
  });

  it('does not know the agents of another', async () => {
    await mail.data('ensure_project', { human_key: '/elsewhere' });
    const error = await mail.refusal('whois', { project_key: '/elsewhere', agent_name: 'BlueLake' });
    expect(error).toMatchObject({ code: 'AGENT_NOT_FOUND', suggestion: expect.stringContaining('no agents yet') });
  });
});

describe('registering an agent', () => {
  it('again updates the profile and keeps the identity', async () => {
    const before = await mail.data('whois', { agent_name: 'BlueLake' });
    mail.wait(60);
    const again = await mail.data('register_agent', { ...KIND, name: 'bluelake', task_description: 'TKT-1' });
    expect(again).toMatchObject({ ...KIND, name: 'BlueLake', task_description: 'TKT-1', created: false });
    expect(again).toMatchObject({ inception_ts: before.inception_ts, last_active_ts: mail.now() });
    await mail.data('register_agent', { ...KIND, name: 'BlueLake' });
    expect(await mail.data('whois', { agent_name: 'BlueLake' })).toMatchObject({ task_description: 'TKT-1' });
  });

  it('without a name gives a new one each time', async () => {
    const names = new Set<string>();
    for (let count = 0; count < 20; count += 1) {
      const { name, created } = await mail.data('register_agent', KIND);
      expect(name).toMatch(/^[A-Z][a-z]+[A-Z][a-z]+$/);
      expect(created).toBe(true);
      names.add(name);
    }
    expect(names.size).toBe(20);
  });

  it('refuses a name that could not be mentioned', async () => {
    for (const name of ['Blue Lake', 'x', '1st', 'a;rm']) {
      expect((await mail.refusal('register_agent', { ...KIND, name })).code).toBe('VALIDATION_ERROR');
    }
  });
});

describe('creating an identity', () => {
  it('refuses a name that is taken in any letter case, and offers a free one', async () => {
    const error = await mail.refusal('create_agent_identity', { ...KIND, name_hint: 'BLUELAKE' });
    expect(error.code).toBe('AGENT_NAME_TAKEN');
    expect(error.suggestion).toMatch(/take '[A-Z][a-z]+[A-Z][a-z]+'/);
  });

  it('takes a free name, or makes one up', async () => {
    expect(await mail.data('create_agent_identity', { ...KIND, name_hint: 'SilverFox' })).toMatchObject({
      name: 'SilverFox',
      contact_policy: 'open',
    });
    expect((await mail.data('create_agent_identity', KIND)).name).not.toBe('SilverFox');
  });

  it('numbers names once all are taken', async () => {
    const { freeName } = await import('../rules/agent-names.ts');
    const taken: string[] = [];
    for (let count = 0; count < 900; count += 1) taken.push(freeName(taken));
    expect(new Set(taken).size).toBe(900);
    expect(freeName(taken)).toMatch(/^[A-Za-z]+2$/);
  });
});

describe('whois', () => {
  it('suggests the agents whose names are similar', async () => {
    const error = await mail.refusal('whois', { agent_name: 'BlueLak' });
    expect(error).toMatchObject({ code: 'AGENT_NOT_FOUND', suggestion: expect.stringContaining("mean 'BlueLake'?") });
  });

  it('shows mail, reservations and what was sent last, newest first', async () => {
    await mail.register('RedStone');
    for (const subject of ['One', 'Two']) {
      const note = { sender_name: 'BlueLake', to: ['RedStone'], subject, body_md: 'Hello' };
      await mail.data('send_message', note);
    }
    await mail.data('file_reservation_paths', { agent_name: 'BlueLake', paths: ['a.ts'] });
    const profile = await mail.data('whois', { agent_name: 'BlueLake' });
    expect(profile.recent_messages.map((message: { subject: string }) => message.subject)).toEqual(['Two', 'One']);
    expect(profile.active_reservations).toMatchObject([{ path_pattern: 'a.ts' }]);
    expect(await mail.data('whois', { agent_name: 'RedStone', include_recent: false })).toMatchObject({
      unread_messages: 2,
    });
  });
});
