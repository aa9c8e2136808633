import { describe, expect, it } from 'vitest';
import type { Instance } from './instance.ts';
import { InstancePool } from './instance-pool.ts';

function poolOf(max: number) {
  const closed: string[] = [];
  let uses = 0;
  const pool = new InstancePool({
    sharing: 'session',
    max,
    create: (_era, _folder, principal) => {
      uses += 1;
      const name = `${principal ?? 'shared'} ${uses}`;
      const close = async (): Promise<void> => void closed.push(name);
      return { name, isBusy: false, lastUsed: uses, state: 'ready', close } as unknown as Instance;
    },
    full: (most) => new Error(`all ${most} are busy`),
  });
  const open = (principal: string, sessionId: string) => pool.get({ principal, sessionId, folder: undefined });
  return { open, closed };
}

describe('the instances of sessions', () => {
  it('of one principal are not closed because another opens many', () => {
    const { open, closed } = poolOf(8);
    const first = open('ann', 'a');
    for (let n = 0; n < 30; n += 1) open('mallory', `m${n}`);
    expect(closed.filter((name) => name.startsWith('ann'))).toEqual([]);
    expect(open('ann', 'a')).toBe(first);
    // Of her own, the oldest.
    expect(closed[0]).toBe('mallory 3');
  });

  it('are there for others while those of one principal are all busy', () => {
    const { open } = poolOf(8);
    const opened = Array.from({ length: 6 }, (_, n) => open('mallory', `m${n}`));
    for (const instance of opened) Object.assign(instance, { isBusy: true });
    expect(() => open('mallory', 'more')).toThrow('all 8 are busy');
    expect(open('ann', 'a')).toBeDefined();
    expect(open('ben', 'b')).toBeDefined();
  });
});
