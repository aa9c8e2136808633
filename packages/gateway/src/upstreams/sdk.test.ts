import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('is imported only by the module that loads it when a server starts', () => {
  const folder = import.meta.dirname;
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'sdk.ts')
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
  expect(sources.length).toBeGreaterThan(20);
  const loading = sources.filter(({ text }) => /^import (?!type )[^;]*from '@modelcontextprotocol\//m.test(text));
  expect(loading.map(({ file }) => file)).toEqual([]);
});
