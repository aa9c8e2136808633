import { describe, expect, it } from 'vitest';
import { diffServers } from './diff-servers.ts';

describe('diffServers', () => {
  it('tells what came, went and changed', () => {
    const before = { a: { command: 'a' }, b: { command: 'b' }, c: { command: 'c' } };
    const after = { b: { command: 'b' }, c: { command: 'c', args: ['x'] }, d: { command: 'd' } };
    expect(diffServers(before, after)).toEqual({ added: ['d'], removed: ['a'], changed: ['c'] });
  });

  it('is blind to order', () => {
    const before = { a: { command: 'a', env: { X: '1', Y: '2' } }, b: { command: 'b' } };
    const after = { b: { command: 'b' }, a: { env: { Y: '2', X: '1' }, command: 'a' } };
    expect(diffServers(before, after)).toEqual({ added: [], removed: [], changed: [] });
  });
});
