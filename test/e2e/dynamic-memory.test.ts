import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SCRIPT = join(import.meta.dirname, '..', 'fixtures', 'dynamic-memory.mjs');
/** A search that kept anything of its query or its answer would add more than this in a thousand of them. */
const ALLOWED_BYTES = 400_000;

it('a thousand searches in one dynamic session keep nothing but the tools within the cap', () => {
  const { stdout, status, stderr } = spawnSync(process.execPath, ['--expose-gc', SCRIPT], { encoding: 'utf8' });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  const { grownBytes, listed } = JSON.parse(stdout) as { grownBytes: number; listed: number };
  expect(listed).toBeLessThanOrEqual(61);
  expect(grownBytes).toBeLessThan(ALLOWED_BYTES);
});
