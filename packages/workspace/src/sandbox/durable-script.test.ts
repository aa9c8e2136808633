import { type Checkpoint, type CommandResult, failure, success } from '@foldout/core';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type DurableResult, runDurably } from './durable-script.ts';
import { Sandbox } from './sandbox.ts';
import type { JournalBatch, JournalStore, StoredJournal } from './script-journal.ts';

/** Scripts of processes that died keep their place. */
const sandbox = new Sandbox({ scripts: 32 });
afterAll(() => sandbox.close());

/** A store in memory, which can be copied: the copy is what another process finds. */
class MemoryJournals implements JournalStore {
  readonly batches: JournalBatch[];
  /** After this many batches, the process is dead: nothing is stored, and nothing goes on. */
  dieAfter = Number.POSITIVE_INFINITY;

  constructor(batches: readonly JournalBatch[] = []) {
    this.batches = [...batches];
  }

  async load(key: string): Promise<StoredJournal | undefined> {
    const [newest] = this.batches.filter((one) => one.key === key && one.position === 0).slice(-1);
    const mine = this.batches.filter(({ run }) => run === newest?.run);
    if (!newest || mine.at(-1)?.last) return undefined;
    return { run: newest.run, batches: mine.map(({ text }) => text) };
  }

  async append(batch: JournalBatch): Promise<boolean> {
    if (this.batches.length >= this.dieAfter) return await new Promise(() => {});
    if (this.batches.some(({ run, position }) => run === batch.run && position === batch.position)) return false;
    this.batches.push(batch);
    return true;
  }
}

interface World {
  /** What the servers have received. */
  readonly sent: string[];
  /** The calls that a person has approved. */
  readonly approved: Set<string>;
  dead: boolean;
}

let world: World;
beforeEach(() => {
  world = { sent: [], approved: new Set(), dead: false };
});

/** A host whose tool `ask` needs approval. `approve` is called while the call waits. */
function host(approve: (what: string) => void | Promise<void> = () => {}) {
  return async (
    _server: string,
    tool: string,
    input: unknown,
    _signal: AbortSignal,
    checkpoint?: Checkpoint,
  ): Promise<CommandResult> => {
    const what = `${tool} ${JSON.stringify(input)}`;
    if (tool === 'ask' && !world.approved.has(what)) {
      await checkpoint?.waits();
      await approve(what);
      if (!world.approved.has(what)) {
        return failure({ code: 'APPROVAL_REQUIRED', message: `${what} needs approval`, suggestion: 'Wait.' });
      }
    }
    await checkpoint?.sends();
    world.sent.push(what);
    if (tool === 'never') return await new Promise(() => {});
    if (tool === 'fail') return failure({ code: 'NO_LUCK', message: 'it failed', suggestion: 'Try later.' });
    return success({ said: what });
  };
}

function run(code: string, store: JournalStore, callTool = host()): Promise<DurableResult> {
  return runDurably(sandbox, code, { callTool }, { store, key: 'key' });
}

const say = (n: number) => `await foldout.callTool('s', 'say', { n: ${n} });`;
const ask = (n: number) => `await foldout.callTool('s', 'ask', { n: ${n} });`;
const approve = (what: string): void => void world.approved.add(what);

describe('a script that waits for a person', () => {
  const code = `${say(1)} const it = ${ask(2)} ${say(3)} console.log('end'); return it`;

  it('stops there, and goes on without repeating a call', async () => {
    const store = new MemoryJournals();
    const first = await run(code, store);
    expect(first.error).toMatchObject({
      code: 'APPROVAL_REQUIRED',
      suggestion: expect.stringContaining('same script'),
    });
    expect(world.sent).toEqual(['say {"n":1}']);
    approve('ask {"n":2}');
    const second = await run(code, new MemoryJournals(store.batches));
    expect(second).toMatchObject({ value: { said: 'ask {"n":2}' }, output: 'end' });
    expect(second.calls.map(({ name }) => name)).toEqual(['s/say', 's/ask', 's/say']);
    expect(world.sent).toEqual(['say {"n":1}', 'ask {"n":2}', 'say {"n":3}']);
  });

  it('goes on at once if the person answers while it waits', async () => {
    const store = new MemoryJournals();
    expect((await run(code, store, host(approve))).value).toEqual({ said: 'ask {"n":2}' });
    expect(world.sent).toEqual(['say {"n":1}', 'ask {"n":2}', 'say {"n":3}']);
    // It has ended: sent again, it is another run.
    await run(code, store);
    expect(world.sent).toHaveLength(6);
  });

  it('holds no process while it waits', async () => {
    const one = new Sandbox({ workers: 1, scripts: 1 });
    let other: unknown;
    const callTool = host(async (what) => {
      other = (await one.run('return 1', { callTool: host() })).value;
      approve(what);
    });
    expect(
      (await runDurably(one, code, { callTool }, { store: new MemoryJournals(), key: 'key' })).error,
    ).toBeUndefined();
    expect(other).toBe(1);
    await one.close();
  });

  it('has the same time, random numbers and order of answers when it goes on', async () => {
    const random = `const seen = [Math.random(), crypto.randomUUID(), Date.now(), new Date().toISOString()];
const order = [];
await Promise.all([3, 1, 2].map(async (n) => { await foldout.sleep(n * 5); await foldout.callTool('s', 'say', { n }); order.push(n); }));
const later = Date.now();
await foldout.callTool('s', 'ask', { seen, order, later });
return { seen, order, later }`;
    const store = new MemoryJournals();
    await run(random, store);
    expect(world.sent).toHaveLength(3);
    const again = await run(random, store, host(approve));
    expect(again.error).toBeUndefined();
    const { seen, later } = again.value as { seen: number[]; later: number };
    expect(later).toBeGreaterThan(seen[2] as number);
    expect(world.sent).toHaveLength(4);
  });

  it('waits for several people at once, and keeps the answers that came', async () => {
    const all = `return (await Promise.all([1, 2, 3].map((n) => foldout.callTool('s', 'ask', { n })))).length`;
    const store = new MemoryJournals();
    const some = await run(
      all,
      store,
      host((what) => void (what.includes('2') || approve(what))),
    );
    expect(some.error?.code).toBe('APPROVAL_REQUIRED');
    expect([...world.sent].sort()).toEqual(['ask {"n":1}', 'ask {"n":3}']);
    expect((await run(all, store, host(approve))).value).toBe(3);
    expect(world.sent).toHaveLength(3);
  });

  it('gives the script the answer of a call that failed, again', async () => {
    const failing = `let code; try { await foldout.callTool('s', 'fail', {}) } catch (error) { code = error.code }
${ask(1)} return code`;
    const store = new MemoryJournals();
    await run(failing, store);
    expect((await run(failing, store, host(approve))).value).toBe('NO_LUCK');
    expect(world.sent).toEqual(['fail {}', 'ask {"n":1}']);
  });

  it('is refused if it would do something else', async () => {
    const dependent = `const { found } = await foldout.searchTools('x'); ${ask(1)} return found`;
    const store = new MemoryJournals();
    const searchTools = async () => success({ found: 1 });
    await runDurably(sandbox, dependent, { callTool: host(), searchTools }, { store, key: 'key' });
    // The journal of another script under the same key.
    const other = await run(`${say(1)} ${ask(1)}`, store, host(approve));
    expect(other.error).toMatchObject({ code: 'REPLAY_DIVERGED', message: expect.stringContaining('searchTools') });
    const shorter = await run('return 1', store, host(approve));
    expect(shorter.error).toMatchObject({
      code: 'REPLAY_DIVERGED',
      message: expect.stringContaining('not made again'),
    });
    expect(world.sent).toEqual([]);
    // A search is not repeated either: its answer is in the journal.
    const changed = async () => success({ found: 2 });
    const same = { callTool: host(approve), searchTools: changed };
    expect((await runDurably(sandbox, dependent, same, { store, key: 'key' })).value).toBe(1);
  });

  it('goes on in one process only', async () => {
    const store = new MemoryJournals();
    await run(code, store);
    approve('ask {"n":2}');
    const results = await Promise.all([run(code, store), run(code, store), run(code, store)]);
    const codes = results.map(({ error }) => error?.code ?? 'done').sort();
    expect(codes).toEqual(['SCRIPT_TAKEN', 'SCRIPT_TAKEN', 'done']);
    expect(world.sent).toEqual(['say {"n":1}', 'ask {"n":2}', 'say {"n":3}']);
  });
});

describe('a process that dies', () => {
  const code = `${say(1)} ${ask(2)} ${say(3)} return 'end'`;
  const all = ['say {"n":1}', 'ask {"n":2}', 'say {"n":3}'];

  it('at any step leaves a script that goes on, or stops with OUTCOME_UNKNOWN, and repeats nothing', async () => {
    const whole = new MemoryJournals();
    await run(code, whole, host(approve));
    const steps = whole.batches.length;
    expect(steps).toBeGreaterThanOrEqual(6);
    const ends = new Set<string>();
    for (let step = 1; step < steps; step += 1) {
      world = { sent: [], approved: new Set(), dead: false };
      const store = new MemoryJournals();
      store.dieAfter = step;
      // Never ends: the process is dead. Wait until nothing can happen any more.
      void run(code, store, host(approve));
      await expect.poll(() => store.batches.length, { timeout: 5_000 }).toBe(step);
      const after = new MemoryJournals(store.batches);
      const result = await run(code, after, host(approve));
      const end = result.error?.code ?? 'done';
      ends.add(end);
      expect(new Set(world.sent).size).toBe(world.sent.length);
      if (end === 'done') expect(world.sent).toEqual(all);
      else
        expect(result.error).toMatchObject({ code: 'OUTCOME_UNKNOWN', message: expect.stringMatching(/s\/(say|ask)/) });
    }
    expect([...ends].sort()).toEqual(['OUTCOME_UNKNOWN', 'done']);
  });
});
