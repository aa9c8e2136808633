import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SCRIPT = join(import.meta.dirname, '..', 'fixtures', 'dynamic-memory.mjs');
/** A leak of one query or answer per search would add more than this in 1,000 searches. */
const ALLOWED_BYTES = 150_000;

it('a thousand searches in one dynamic session keep nothing but the tools within the cap', () => {
  const { stdout, status, stderr } = spawnSync(process.execPath, ['--expose-gc', SCRIPT], { encoding: 'utf8' });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  const { grownBytes, listed } = JSON.parse(stdout) as { grownBytes: number; listed: number };
  // 60 found tools, search_tools and invoke_tool.
  expect(listed).toBe(62);
  expect(grownBytes).toBeLessThan(ALLOWED_BYTES);
});
