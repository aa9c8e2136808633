import { expect, it } from 'vitest';
import { Arguments } from '../arguments.ts';
import { frameworks } from './run.ts';

it('counts fewer tokens for every adapter than for listing all tools', async () => {
  const { rows } = await frameworks.run(new Arguments('frameworks', frameworks.options, ['--quick']));
  const tokens = new Map(
    rows.filter(({ metric }) => metric === 'tokens').map(({ subject, value }) => [subject, value]),
  );
  const listing = tokens.get('all tools listed') ?? 0;
  tokens.delete('all tools listed');
  expect([...tokens.keys()]).toHaveLength(11);
  for (const value of tokens.values()) expect(value).toBeLessThan(listing / 5);
});
