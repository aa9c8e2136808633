import { describe, expect, it } from 'vitest';
import { pick, seededRandom } from '../seeded-random.ts';
import { queryRows } from './queries.ts';

describe('the benchmark of usage', () => {
  it('times every query of a history, and a scan of single events as a baseline', async () => {
    const rows = await queryRows(3_000);
    const asked = rows.filter(({ metric }) => metric === 'query-ms');
    expect(new Set(asked.map(({ subject }) => subject))).toEqual(new Set(['sqlite', 'scan']));
    expect(asked.length).toBeGreaterThan(15);
    expect(rows.every(({ value }) => Number.isFinite(value) && value > 0)).toBe(true);
  });

  it('makes the same history on every run', () => {
    const [one, other] = [seededRandom(5), seededRandom(5)];
    expect(Array.from({ length: 20 }, one)).toEqual(Array.from({ length: 20 }, other));
    expect(['a', 'b']).toContain(pick(['a', 'b'], one));
  });
});
