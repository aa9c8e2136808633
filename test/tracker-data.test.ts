import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTracker } from './acceptance/seed-002-tracker.ts';

const FILE = join(import.meta.dirname, '..', 'bench', 'data', 'tracker', 'tools.jsonl');

it('the tools that `bench -- tokens` searches are those of the tracker with 114 tools', () => {
  const listed = createTracker({ toolStrategy: 'individual' })
    .listTools()
    .filter(({ name }) => !name.startsWith('afd-'));
  const measured = readFileSync(FILE, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(measured).toEqual(JSON.parse(JSON.stringify(listed)));
});
