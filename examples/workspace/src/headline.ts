// One task done in five ways among 410 tools: copy a document from one server to another. Counts every token.
import assert from 'node:assert/strict';
import { neighbors } from './headline/neighbors.ts';
import { inMemory } from './headline/office.ts';
import { WAYS } from './headline/ways.ts';

/** Minimum share of tokens saved, compared with listing all tools. */
const SAVED = 0.98;

const totals = new Map<string, number>();
for (const [way, perform] of Object.entries(WAYS)) {
  const { steps, tokens } = await perform(inMemory(neighbors));
  console.error(`\n${way}`);
  for (const { what, read, written } of steps) {
    console.error(
      `  ${what.slice(0, 60).padEnd(62)} ${String(read).padStart(7)} read ${String(written).padStart(7)} written`,
    );
  }
  console.error(`  ${'in all'.padEnd(62)} ${String(tokens).padStart(7)} tokens`);
  totals.set(way, tokens);
}

const listed = totals.get('all tools listed') ?? 0;
for (const way of ['workspace files', 'run_code']) {
  const saved = 1 - (totals.get(way) ?? Number.POSITIVE_INFINITY) / listed;
  console.error(`${way}: ${(saved * 100).toFixed(1)}% below listing`);
  assert.ok(saved >= SAVED, `${way} saves less than ${SAVED * 100}%`);
}
