import { knownClient } from '@foldout/clients';
import { expect, it } from 'vitest';
import { lateList } from './late-list.ts';

it('warns of a list that comes later than the client waits', () => {
  const codex = knownClient('codex-mcp-client');
  expect(lateList({ ...codex }, 701)).toMatch(/took 701 ms, and Codex waits about 700 ms/);
  expect(lateList({ ...codex }, 700)).toBeUndefined();
  expect(lateList({ ...knownClient('claude-code') }, 5_000)).toBeUndefined();
  expect(lateList({}, 60_000)).toBeUndefined();
});
