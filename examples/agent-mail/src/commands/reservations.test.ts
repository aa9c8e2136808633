import { beforeEach, describe, expect, it } from 'vitest';
import { type MailUnderTest, openMail } from '../mail-under-test.ts';

let mail: MailUnderTest;

beforeEach(async () => {
  mail = openMail();
  await mail.register('Ann', 'Bob');
});

const wish = (agent_name: string, paths: string[], more = {}) => ({ agent_name, paths, ...more });
const reserve = (agent_name: string, paths: string[], more = {}) =>
  mail.data('file_reservation_paths', wish(agent_name, paths, more));
const release = (agent_name: string, more = {}) => mail.data('release_file_reservations', { agent_name, ...more });
const renew = (agent_name: string, more = {}) => mail.data('renew_file_reservations', { agent_name, ...more });

describe('reserving files', () => {
  it('grants what is free and names who holds the rest', async () => {
    await reserve('Ann', ['src/**'], { reason: 'TKT-1' });
    const result = await mail.call('file_reservation_paths', wish('Bob', ['src/a.ts', 'test/a.ts']));
    expect(result.data).toMatchObject({
      granted: [{ agent: 'Bob', path_pattern: 'test/a.ts' }],
      conflicts: [{ path: 'src/a.ts', holders: [{ agent: 'Ann', path_pattern: 'src/**', reason: 'TKT-1' }] }],
    });
    expect(result.warnings).toEqual(["Do not edit what others hold: 'src/a.ts' (Ann)."]);
  });

  it('is refused when nothing is free, says until when, and may be tried again', async () => {
    const { granted } = await reserve('Ann', ['src/*.ts']);
    const error = await mail.refusal('file_reservation_paths', wish('Bob', ['src/a.*']));
    expect(error).toMatchObject({ code: 'FILE_RESERVATION_CONFLICT', retryable: true });
    expect(error.suggestion).toContain(granted[0].expires_ts);
    expect(error.details.conflicts).toHaveLength(1);
  });

  it('can be shared, but not with somebody who wants it alone', async () => {
    await reserve('Ann', ['docs/**'], { exclusive: false });
    await reserve('Bob', ['docs/a.md'], { exclusive: false });
    const alone = await mail.refusal('file_reservation_paths', wish('Bob', ['docs/a.md']));
    expect(alone.code).toBe('FILE_RESERVATION_CONFLICT');
  });

  it('again makes the same reservation longer, never shorter', async () => {
    const [first] = (await reserve('Ann', ['src/'], { ttl_seconds: 7200 })).granted;
    const [shorter] = (await reserve('Ann', ['./src/**'], { ttl_seconds: 60, reason: 'still' })).granted;
    expect(shorter).toEqual({ ...first, reason: 'still' });
    mail.wait(3600);
    const [longer] = (await reserve('Ann', ['src/**'], { ttl_seconds: 7200 })).granted;
    expect(longer).toMatchObject({ id: first.id, expires_ts: '2025-11-03T15:00:00.000Z' });
  });

  it('ends by itself when the time is over', async () => {
    await reserve('Ann', ['src/a.ts'], { ttl_seconds: 60 });
    mail.wait(59);
    expect((await mail.refusal('file_reservation_paths', wish('Bob', ['src/a.ts']))).code).toBe(
      'FILE_RESERVATION_CONFLICT',
    );
    mail.wait(1);
    expect((await reserve('Bob', ['src/a.ts'])).conflicts).toEqual([]);
  });

  it.each(['/etc/passwd', '../other', 'src/../../x', 'src/{a,b}.ts', 'src\\a.ts', 'C:/x', './', ''])(
    'refuses a pattern that is not a path of the project: %j',
    async (path) => {
      expect((await mail.refusal('file_reservation_paths', wish('Ann', [path]))).code).toBe('VALIDATION_ERROR');
    },
  );
});

describe('releasing', () => {
  it('gives up everything, or what is named by pattern or number', async () => {
    const { granted } = await reserve('Ann', ['a.ts', 'b.ts', 'c.ts', 'd/']);
    expect(await release('Ann', { paths: ['a.ts', 'd/'] })).toMatchObject({ remaining: 2 });
    expect(await release('Ann', { file_reservation_ids: [granted[1].id] })).toMatchObject({
      released: [{ path_pattern: 'b.ts', released_ts: mail.now() }],
      remaining: 1,
    });
    expect(await release('Ann')).toMatchObject({ released: [{ path_pattern: 'c.ts' }], remaining: 0 });
    expect(await release('Ann')).toEqual({ released: [], remaining: 0 });
    expect((await reserve('Bob', ['a.ts'])).conflicts).toEqual([]);
  });

  it('of something that is not held releases nothing and lists what is', async () => {
    await reserve('Ann', ['src/**']);
    const wrong = { agent_name: 'Ann', paths: ['src/**', 'src/a.ts'] };
    const error = await mail.refusal('release_file_reservations', wrong);
    expect(error).toMatchObject({ code: 'FILE_RESERVATION_NOT_FOUND', message: expect.stringContaining("'src/a.ts'") });
    expect(error.suggestion).toContain("('src/**')");
    const foreign = await mail.refusal('release_file_reservations', { agent_name: 'Bob', file_reservation_ids: [1] });
    expect(foreign.code).toBe('FILE_RESERVATION_NOT_FOUND');
  });
});

describe('renewing', () => {
  it('adds to the end of a reservation, up to a week from now', async () => {
    await reserve('Ann', ['a.ts'], { ttl_seconds: 600 });
    expect(await renew('Ann', { extend_seconds: 600 })).toMatchObject({
      renewed: [{ old_expires_ts: '2025-11-03T12:10:00.000Z', new_expires_ts: '2025-11-03T12:20:00.000Z' }],
    });
    expect(await renew('Ann', { extend_seconds: 7 * 24 * 3600 })).toMatchObject({
      renewed: [{ new_expires_ts: '2025-11-10T12:00:00.000Z' }],
    });
  });

  it('comes too late for one that has expired', async () => {
    await reserve('Ann', ['a.ts'], { ttl_seconds: 60 });
    mail.wait(60);
    expect(await renew('Ann')).toEqual({ renewed: [] });
    const late = await mail.refusal('renew_file_reservations', { agent_name: 'Ann', paths: ['a.ts'] });
    expect(late.code).toBe('FILE_RESERVATION_NOT_FOUND');
  });
});

describe('a forced release', () => {
  const force = { agent_name: 'Bob', file_reservation_id: 1 };

  it('waits until the holder has been silent for half an hour', async () => {
    await reserve('Ann', ['a.ts'], { ttl_seconds: 7200 });
    mail.wait(29 * 60);
    const error = await mail.refusal('force_release_file_reservation', force);
    expect(error).toMatchObject({ code: 'HOLDER_ACTIVE', suggestion: expect.stringContaining('12:30:00') });
    mail.wait(60);
    const { released } = await mail.data('force_release_file_reservation', { ...force, note: 'The release waits' });
    expect(released).toMatchObject({ agent: 'Ann', released_ts: mail.now() });
    expect((await reserve('Bob', ['a.ts'])).conflicts).toEqual([]);
  });

  it('tells the former holder, whatever its policy', async () => {
    await reserve('Ann', ['a.ts'], { ttl_seconds: 7200 });
    await mail.data('set_contact_policy', { agent_name: 'Ann', policy: 'block' });
    mail.wait(1800);
    const { notice_message_id } = await mail.data('force_release_file_reservation', { ...force, note: 'Urgent' });
    const { messages } = await mail.data('fetch_inbox', { agent_name: 'Ann', include_bodies: true });
    expect(messages).toMatchObject([{ id: notice_message_id, from: 'Bob', importance: 'high' }]);
    expect(messages[0].body_md).toContain('Urgent');
  });

  it('can be silent, and needs no wait for one’s own', async () => {
    await reserve('Bob', ['b.ts']);
    expect(await mail.data('force_release_file_reservation', force)).toMatchObject({ notice_message_id: null });
    await reserve('Ann', ['a.ts'], { ttl_seconds: 7200 });
    mail.wait(1800);
    const silent = { ...force, file_reservation_id: 2, notify_previous: false };
    expect(await mail.data('force_release_file_reservation', silent)).toMatchObject({ notice_message_id: null });
  });

  it('of a number that is not active lists those that are', async () => {
    await reserve('Ann', ['a.ts']);
    const error = await mail.refusal('force_release_file_reservation', { ...force, file_reservation_id: 9 });
    expect(error).toMatchObject({
      code: 'FILE_RESERVATION_NOT_FOUND',
      suggestion: "Active reservations: 1 ('a.ts' by Ann).",
    });
  });
});
