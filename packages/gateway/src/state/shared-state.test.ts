import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../../test/fixtures/postgres.mjs';
import { FileState } from './file-state.ts';
import { openPostgresState } from './postgres-state.ts';
import type { Approval, SharedState, StateChange } from './shared-state.ts';

/** State that several gateways can open. */
interface Place {
  open(): Promise<SharedState>;
  remove(): Promise<void>;
}

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

const PLACES: Record<string, () => Promise<Place>> = {
  files: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'foldout-state-'));
    return {
      open: async () => new FileState(folder),
      remove: async () => rmSync(folder, { recursive: true, force: true }),
    };
  },
  PostgreSQL: async () => {
    const url = await server.createDatabase();
    return { open: () => openPostgresState(url), remove: async () => {} };
  },
};

const approval = (tool: string, more: Partial<Approval> = {}): Approval => ({
  server: 'github',
  tool,
  hash: `hash of ${tool}`,
  at: 1_700_000_000_123,
  by: 'first-seen',
  ...more,
});

describe.each(Object.entries(PLACES))('state in %s', (kind, makePlace) => {
  let place: Place;
  let one: SharedState;
  let other: SharedState;
  beforeEach(async () => {
    place = await makePlace();
    one = await place.open();
    other = await place.open();
  });
  afterEach(async () => {
    await one.close();
    await other.close();
    await place.remove();
  });

  /** Resolves to the first matching change that the other gateway receives. */
  function heard(fits: (change: StateChange) => boolean): Promise<StateChange> {
    return new Promise((resolve) => {
      const stop = other.subscribe((change) => {
        if (!fits(change)) return;
        stop();
        resolve(change);
      });
    });
  }

  describe('documents', () => {
    const odd = '\u0000 odd\nand \ud83d\ude00';

    it('are visible to every gateway, by kind and key, until they are removed', async () => {
      await one.documents.update('function', 'copyNote', () => odd);
      await one.documents.update('store', 'copyNote', () => '{}');
      expect(await other.documents.load('function', 'copyNote')).toBe(odd);
      expect(await other.documents.all('function')).toEqual(new Map([['copyNote', odd]]));
      await other.documents.update('function', 'copyNote', () => undefined);
      expect(await one.documents.load('function', 'copyNote')).toBeUndefined();
      expect(await one.documents.all('function')).toEqual(new Map());
      await one.documents.update('function', 'copyNote', () => 'again');
      expect(await other.documents.load('function', 'copyNote')).toBe('again');
    });

    it('lose no change when gateways write at the same time', async () => {
      const add = (state: SharedState) =>
        state.documents.update('store', 'counter', (text = '0') => String(Number(text) + 1));
      await Promise.all(Array.from({ length: 20 }, (_, i) => add(i % 2 === 0 ? one : other)));
      expect(await other.documents.load('store', 'counter')).toBe('20');
    });

    it('keep the old text when a change throws', async () => {
      await one.documents.update('store', 'a', () => 'first');
      const failing = one.documents.update('store', 'a', () => {
        throw new Error('too large');
      });
      await expect(failing).rejects.toThrow('too large');
      expect(await other.documents.load('store', 'a')).toBe('first');
    });

    it('report their kind to other gateways', async () => {
      const change = heard(({ kind: changed }) => changed === 'documents');
      await one.documents.update('function', 'copyNote', () => 'text');
      expect(await change).toEqual({ kind: 'documents', key: 'function' });
    });
  });

  describe('approvals', () => {
    it('are empty at first', async () => {
      expect(await one.approvals.of('github')).toEqual(new Map());
    });

    it('are visible to every gateway, by server', async () => {
      const foreign = approval('send', { server: 'slack', by: 'ann' });
      await one.approvals.approve([approval('create'), approval('delete', { by: 'ann' }), foreign]);
      const expected = new Map([
        ['create', approval('create')],
        ['delete', approval('delete', { by: 'ann' })],
      ]);
      expect(await other.approvals.of('github')).toEqual(expected);
      expect(await one.approvals.of('github')).toEqual(expected);
      expect(await other.approvals.of('slack')).toEqual(new Map([['send', foreign]]));
    });

    it('are replaced by later ones, also from another gateway', async () => {
      await one.approvals.approve([approval('create')]);
      expect((await other.approvals.of('github')).get('create')?.hash).toBe('hash of create');
      await other.approvals.approve([approval('create', { hash: 'new', by: 'ben' })]);
      expect((await one.approvals.of('github')).get('create')).toEqual(approval('create', { hash: 'new', by: 'ben' }));
    });

    it('keep their texts for every gateway, once each', async () => {
      const text = '{"name":"create","description":"\u0000 odd\nand \ud83d\ude00"}';
      await one.approvals.keepTexts('github', new Map([['h1', text]]));
      await other.approvals.keepTexts(
        'github',
        new Map([
          ['h1', 'other'],
          ['h2', 'b'],
        ]),
      );
      expect(await other.approvals.textOf('github', 'h1')).toBe(text);
      expect(await one.approvals.textOf('github', 'h2')).toBe('b');
      expect(await one.approvals.textOf('slack', 'h1')).toBeUndefined();
    });

    it('of a first sight never replace existing ones', async () => {
      await one.approvals.approve([approval('create', { hash: 'approved', by: 'ann' })]);
      await other.approvals.approveFirstSeen([approval('create', { hash: 'seen' }), approval('list')]);
      const known = await one.approvals.of('github');
      expect(known.get('create')?.hash).toBe('approved');
      expect(known.get('list')?.hash).toBe('hash of list');
    });

    it('of a first sight are the same for gateways that saw different tools at the same time', async () => {
      const seen = (hash: string) => Array.from({ length: 50 }, (_, i) => approval(`tool-${i}`, { hash }));
      await Promise.all([
        one.approvals.approveFirstSeen(seen('a')),
        other.approvals.approveFirstSeen(seen('b').reverse()),
      ]);
      const [mine, theirs] = [await one.approvals.of('github'), await other.approvals.of('github')];
      expect(mine.size).toBe(50);
      expect(mine).toEqual(theirs);
    });

    it('accept 2,000 tools, any name, and duplicates in one call', async () => {
      const many = Array.from({ length: 2_000 }, (_, i) => approval(`tool-${i}`, { hash: 'x'.repeat(120) }));
      const odd = ['☃ "quoted"', '__proto__', 'a\\b', ' ', '{"a":1}'].map((name) => approval(name));
      await one.approvals.approve([...many, ...odd, approval('tool-7', { hash: 'last' })]);
      await one.approvals.approveFirstSeen([approval('new', { hash: 'first' }), approval('new', { hash: 'second' })]);
      await one.approvals.approve([]);
      const known = await other.approvals.of('github');
      expect(known.size).toBe(2_006);
      expect(known.get('__proto__')).toEqual(approval('__proto__'));
      expect(known.get('tool-7')?.hash).toBe('last');
      expect(known.get('new')?.hash).toBe('first');
    });

    it('are announced to the other gateway', async () => {
      const change = heard(({ kind }) => kind === 'approvals');
      await one.approvals.approve([approval('create')]);
      expect(await change).toEqual({ kind: 'approvals', key: 'github' });
    });
  });

  describe('credentials', () => {
    it('are visible to every gateway until they are removed', async () => {
      expect(await one.credentials.load('github')).toBeUndefined();
      await one.credentials.save('github', '{"access_token":"a"}');
      expect(await other.credentials.load('github')).toBe('{"access_token":"a"}');
      await other.credentials.save('github', 'new');
      expect(await one.credentials.load('github')).toBe('new');
      await one.credentials.remove('github');
      await one.credentials.remove('github');
      expect(await other.credentials.load('github')).toBeUndefined();
    });

    it('may be any text under any key', async () => {
      const texts = ['', '☃', 'a\0b', '\ud800', 'x'.repeat(100_000), '../../escape', "'; DROP TABLE x; --"];
      for (const [i, text] of texts.entries()) await one.credentials.save(`../${i} ☃/key`, text);
      for (const [i, text] of texts.entries()) expect(await other.credentials.load(`../${i} ☃/key`)).toBe(text);
    });

    it('are announced to the other gateway, but not to the writer', async () => {
      const mine: StateChange[] = [];
      one.subscribe((change) => mine.push(change));
      const change = heard(({ kind, key }) => kind === 'credentials' && key === 'second');
      await one.credentials.save('first', 'a');
      await one.credentials.save('second', 'b');
      expect(await change).toEqual({ kind: 'credentials', key: 'second' });
      const answered = new Promise<StateChange>((resolve) => {
        one.subscribe(resolve);
      });
      await other.credentials.save('answer', 'c');
      expect(await answered).toEqual({ kind: 'credentials', key: 'answer' });
      expect(mine).toEqual([{ kind: 'credentials', key: 'answer' }]);
    });
  });

  describe('sessions', () => {
    const SESSION = { id: 's-1', opening: { protocolVersion: '2025-11-25', odd: 'a\0b' }, principal: 'ann' };

    it('are kept until they are removed', async () => {
      expect(await one.sessions.load('s-1')).toBeUndefined();
      await one.sessions.save(SESSION);
      expect(await one.sessions.load('s-1')).toEqual(SESSION);
      await one.sessions.save({ id: 's-1', opening: null });
      expect(await one.sessions.load('s-1')).toEqual({ id: 's-1', opening: null });
      await one.sessions.remove('s-1');
      await one.sessions.remove('s-1');
      expect(await one.sessions.load('s-1')).toBeUndefined();
    });

    it(`are ${kind === 'files' ? "a gateway's own" : 'shared'}`, async () => {
      await one.sessions.save(SESSION);
      expect(await other.sessions.load('s-1')).toEqual(kind === 'files' ? undefined : SESSION);
    });

    it('have enabled tools: the most recent first, each once, up to a limit', async () => {
      const { enabledTools } = one.sessions;
      expect(await enabledTools.load('s-1')).toBeUndefined();
      expect(await enabledTools.add('s-1', ['a/x'], 3)).toBeUndefined();
      await one.sessions.save(SESSION);
      expect(await enabledTools.load('s-1')).toEqual([]);
      expect(await enabledTools.add('s-1', ['a/x', 'a/y'], 3)).toEqual(['a/x', 'a/y']);
      expect(await enabledTools.add('s-1', ['b/ü', 'a/y'], 3)).toEqual(['b/ü', 'a/y', 'a/x']);
      expect(await enabledTools.add('s-1', ['c/z'], 3)).toEqual(['c/z', 'b/ü', 'a/y']);
      expect(await enabledTools.load('s-1')).toEqual(['c/z', 'b/ü', 'a/y']);
      expect(await one.sessions.load('s-1')).toEqual(SESSION);
      await one.sessions.remove('s-1');
      expect(await enabledTools.load('s-1')).toBeUndefined();
    });

    it('keep every enabled tool that is added at the same time', async () => {
      await one.sessions.save(SESSION);
      const ids = Array.from({ length: 20 }, (_, n) => `server/tool-${n}`);
      const places = kind === 'files' ? [one, one] : [one, other];
      await Promise.all(ids.map((id, n) => places[n % 2]?.sessions.enabledTools.add('s-1', [id], 60)));
      expect([...((await one.sessions.enabledTools.load('s-1')) ?? [])].sort()).toEqual([...ids].sort());
    });
  });

  it('notifies no listener after it unsubscribes, and can be closed twice', async () => {
    const changes: StateChange[] = [];
    other.subscribe((change) => changes.push(change))();
    const told = heard(() => true);
    await one.credentials.save('key', 'value');
    await told;
    expect(changes).toEqual([]);
    await using third = await place.open();
    await third.close();
  });
});
