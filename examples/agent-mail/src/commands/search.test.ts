import { beforeEach, describe, expect, it } from 'vitest';
import { type MailUnderTest, openMail } from '../mail-under-test.ts';
import { fullTextQuery } from '../rules/search-query.ts';

let mail: MailUnderTest;

beforeEach(async () => {
  mail = openMail();
  await mail.register('Ann', 'Bob');
});

const write = (thread_id: string, subject: string, body_md: string, more = {}) =>
  mail.data('send_message', { sender_name: 'Ann', to: ['Bob'], thread_id, subject, body_md, ...more });

async function found(query: string, more = {}): Promise<string[]> {
  const { results } = await mail.data('search_messages', { query, ...more });
  return results.map((message: { subject: string }) => message.subject);
}

describe('searching messages', () => {
  beforeEach(async () => {
    await write('T1', 'Session store', 'We are migrating the users to Redis.');
    mail.wait(60);
    await write('T2', 'Tests', 'The session store has a test in `app/api/users_test.py`.');
  });

  it('wants all words, compares their stems and prefers the subject', async () => {
    expect(await found('session store')).toEqual(['Session store', 'Tests']);
    expect(await found('migrations user')).toEqual(['Session store']);
    expect(await found('session nonsense')).toEqual([]);
  });

  it('knows phrases, beginnings and words that must not occur', async () => {
    expect(await found('"store session"')).toEqual([]);
    expect(await found('migr*')).toEqual(['Session store']);
    expect(await found('session -redis')).toEqual(['Tests']);
    expect(await found('app/api/users_test.py')).toEqual(['Tests']);
  });

  it('can be narrowed by sender and time, and ordered by time', async () => {
    expect(await found('session', { order_by: 'newest' })).toEqual(['Tests', 'Session store']);
    expect(await found('session', { since_ts: '2025-11-03T12:00:30Z' })).toEqual(['Tests']);
    expect(await found('session', { sender_name: 'Bob' })).toEqual([]);
    const { results, total, has_more } = await mail.data('search_messages', { query: 'session', limit: 1 });
    expect({ total, has_more }).toEqual({ total: 2, has_more: true });
    expect(results[0].snippet).toContain('[Session]');
  });

  it('does not look into other projects', async () => {
    await mail.data('ensure_project', { human_key: '/elsewhere' });
    expect(await found('session', { project_key: '/elsewhere' })).toEqual([]);
  });

  it.each(['"', '(((', 'a AND', 'NOT', 'subject:x', 'NEAR(a b)', "';--", '*', '-x', '"a', 'x* -"y z"', '-'])(
    'takes any text without a syntax error: %s',
    async (query) => {
      const result = await mail.call('search_messages', { query });
      if (!result.success) expect(result.error.code).toBe('EMPTY_QUERY');
    },
  );

  it('reads a query as it is meant', () => {
    expect(fullTextQuery('a "b c" d* -e -"f g"')).toBe('("a" AND "b c" AND "d"*) NOT "e" NOT "f g"');
    expect(fullTextQuery('-a !?')).toBeUndefined();
  });
});

describe('the summary of a thread', () => {
  it('lists who took part, what is to do, who is meant and who has not confirmed', async () => {
    const first = await write(
      'TKT-1',
      'Users refactor',
      [
        '# Plan',
        'We decided to split the users handler, because it blocks the release of the users service.',
        '- [ ] Split the handler',
        '- [ ] Write tests',
        'TODO: update the docs',
        '@Bob, can you review the users handler?',
        '> please ignore this quote',
        '```',
        'please ignore this code, @Nobody',
        '```',
      ].join('\n'),
      { ack_required: true },
    );
    mail.wait(60);
    const reply = { message_id: first.id, sender_name: 'Bob', body_md: '- [x] Split the handler\n\nThanks.' };
    const second = await mail.data('reply_message', reply);
    const digest = await mail.data('summarize_thread', { thread_id: 'TKT-1' });
    expect(digest).toMatchObject({
      subject: 'Users refactor',
      participants: ['Ann', 'Bob'],
      total_messages: 2,
      first_ts: first.created_ts,
      last_ts: second.created_ts,
      mentions: [{ name: 'Bob', count: 1 }],
      awaiting_ack: [{ message_id: first.id, from: ['Bob'] }],
    });
    expect(digest.key_points[0]).toContain('We decided to split the users handler');
    expect(digest.action_items).toEqual([
      { text: 'Split the handler', done: true, by: 'Bob', message_id: second.id },
      { text: 'Write tests', done: false, by: 'Ann', message_id: first.id },
      { text: 'update the docs', done: false, by: 'Ann', message_id: first.id },
      { text: '@Bob, can you review the users handler?', done: false, by: 'Ann', message_id: first.id },
    ]);
    await mail.data('acknowledge_message', { agent_name: 'Bob', message_id: first.id });
    expect(await mail.data('summarize_thread', { thread_id: 'TKT-1' })).toMatchObject({ awaiting_ack: [] });
  });

  it('is the same each time, cuts what is too long, and can show the last messages', async () => {
    for (let count = 1; count <= 5; count += 1)
      await write('TKT-1', `Part ${count}`, `Please do ${'this '.repeat(90)}`);
    const ask = { thread_id: 'TKT-1', include_examples: true };
    const digest = await mail.data('summarize_thread', ask);
    expect(await mail.data('summarize_thread', ask)).toEqual(digest);
    expect((await mail.call('summarize_thread', ask)).confidence).toBeLessThan(1);
    expect(digest.examples.map((message: { subject: string }) => message.subject)).toEqual([
      'Part 3',
      'Part 4',
      'Part 5',
    ]);
    expect(digest.action_items[0].text.length).toBeLessThanOrEqual(240);
  });

  it('of a thread that does not exist suggests similar and recent ones', async () => {
    await write('TKT-12', 'Hello', 'x');
    const error = await mail.refusal('summarize_thread', { thread_id: 'TKT-13' });
    expect(error).toMatchObject({ code: 'THREAD_NOT_FOUND', suggestion: expect.stringContaining("mean 'TKT-12'?") });
  });
});

describe('the summary of several threads', () => {
  it('adds up what they have in common and leaves out what does not exist', async () => {
    await write('T1', 'One', '- [ ] First\n- [x] Second\n\n@Bob look');
    await write('T2', 'Two', '- [ ] Third\n\n@Bob and @Ann look');
    const result = await mail.call('summarize_threads', { thread_ids: ['T2', 'T1', 'T2', 'T9'] });
    expect(result.data.threads.map((thread: { thread_id: string }) => thread.thread_id)).toEqual(['T2', 'T1']);
    expect(result.data.not_found).toEqual(['T9']);
    expect(result.warnings).toEqual(['Not found: T9.']);
    expect(result.data.aggregate).toMatchObject({
      participants: ['Ann', 'Bob'],
      top_mentions: [
        { name: 'Bob', count: 2 },
        { name: 'Ann', count: 1 },
      ],
      open_action_items: [
        { text: 'Third', thread_id: 'T2' },
        { text: 'First', thread_id: 'T1' },
      ],
    });
  });

  it('is refused when none of them exists', async () => {
    expect((await mail.refusal('summarize_threads', { thread_ids: ['T8', 'T9'] })).code).toBe('THREAD_NOT_FOUND');
  });
});
