import { expect, it } from 'vitest';
import { readList } from './lists.ts';

it('a list is bounded over all of its pages, not only each page', async () => {
  const warnings: string[] = [];
  const text = 'x'.repeat(4_000_000);
  let pages = 0;
  const tools = await readList(
    'tools',
    async () => {
      pages += 1;
      return { tools: [{ name: `tool-${pages}`, description: text }], nextCursor: `${pages}` };
    },
    (message) => void warnings.push(message),
  );
  expect(tools.length).toBeLessThanOrEqual(16);
  expect(pages).toBeLessThanOrEqual(17);
  expect(warnings).toEqual(['lists tools of more than 64000000 characters; the rest is ignored']);
});
