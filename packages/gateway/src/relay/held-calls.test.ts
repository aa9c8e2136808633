import { describe, expect, it } from 'vitest';
import { HeldCalls } from './held-calls.ts';

const WHO = { tool: 'git/push', owner: 'clerk' };
const signal = new AbortController().signal;

describe('a call that asks the user during its run', () => {
  it('is held until the answer arrives, then continues', async () => {
    const held = new HeldCalls();
    const first = await held.start(WHO, signal, async (ask) => {
      const { action } = await ask('elicitation/create', { message: 'Sure?' });
      return { said: action ?? null };
    });
    expect(first).toMatchObject({
      done: false,
      request: { method: 'elicitation/create', params: { message: 'Sure?' } },
    });
    const id = first.done ? '' : first.id;
    expect(await held.resume(id, WHO, { action: 'accept' }, signal)).toEqual({
      done: true,
      result: { said: 'accept' },
    });
  });

  it('may ask several times, one question at a time', async () => {
    const held = new HeldCalls();
    let outcome = await held.start(WHO, signal, async (ask) => {
      const answers = [await ask('q', { number: 1 }), await ask('q', { number: 2 })];
      return { answers };
    });
    for (const number of [1, 2]) {
      if (outcome.done) throw new Error('it should have asked');
      expect(outcome.request.params).toEqual({ number });
      outcome = (await held.resume(outcome.id, WHO, { answer: number }, signal)) ?? outcome;
    }
    expect(outcome).toEqual({ done: true, result: { answers: [{ answer: 1 }, { answer: 2 }] } });
  });

  it.each([
    { ...WHO, owner: 'mallory' },
    { ...WHO, tool: 'git/other' },
  ])('is not found by %j', async (other) => {
    const held = new HeldCalls();
    const first = await held.start(WHO, signal, (ask) => ask('q', {}));
    const id = first.done ? '' : first.id;
    expect(held.resume(id, other, {}, signal)).toBeUndefined();
    expect(held.resume(id, WHO, { fine: true }, signal)).toBeDefined();
  });

  it('gets an error when its client returns without an answer', async () => {
    const held = new HeldCalls();
    const first = await held.start(WHO, signal, (ask) => ask('q', {}));
    const id = first.done ? '' : first.id;
    await expect(held.resume(id, WHO, undefined, signal)).rejects.toThrow('without an answer');
  });

  it('is not given up because another principal holds many', async () => {
    const held = new HeldCalls({ maxCalls: 10, ttlMs: 60_000 });
    const hold = (owner: string) => held.start({ tool: 'git/push', owner }, signal, (ask) => ask('q', {}));
    const first = await hold('clerk');
    const others = [];
    for (let n = 0; n < 30; n += 1) others.push(await hold('mallory'));
    const idOf = (outcome: typeof first | undefined) => (!outcome || outcome.done ? '' : outcome.id);
    expect(await held.resume(idOf(first), WHO, { fine: true }, signal)).toEqual({ done: true, result: { fine: true } });
    expect(held.resume(idOf(others[0]), { ...WHO, owner: 'mallory' }, {}, signal)).toBeUndefined();
    expect(held.resume(idOf(others[29]), { ...WHO, owner: 'mallory' }, {}, signal)).toBeDefined();
    held.close();
  });

  it('ends with the gateway', async () => {
    const held = new HeldCalls();
    let ended = false;
    await held.start(WHO, signal, (ask, over) => {
      over.addEventListener('abort', () => {
        ended = true;
      });
      return ask('q', {});
    });
    held.close();
    expect(ended).toBe(true);
  });

  it('ends at once if it does not ask', async () => {
    expect(await new HeldCalls().start(WHO, signal, async () => ({ fine: true }))).toEqual({
      done: true,
      result: { fine: true },
    });
  });
});
