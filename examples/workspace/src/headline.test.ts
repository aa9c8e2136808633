import { describe, expect, it } from 'vitest';
import { neighbours } from './headline/neighbours.ts';
import { WAYS } from './headline/ways.ts';

describe('the headline task', () => {
  it('is done by every way, and at least 98% cheaper where code takes the document past the model', async () => {
    const tokens: Record<string, number> = {};
    for (const [way, perform] of Object.entries(WAYS)) tokens[way] = (await perform(neighbours())).tokens;
    const listing = tokens['all tools listed'] ?? 0;
    expect(Object.keys(tokens)).toHaveLength(5);
    for (const way of ['workspace files', 'run_code'])
      expect(1 - (tokens[way] ?? listing) / listing).toBeGreaterThan(0.98);
    for (const way of ['lazy', 'proxy']) expect(tokens[way]).toBeLessThan(listing / 2);
  }, 60_000);
});
