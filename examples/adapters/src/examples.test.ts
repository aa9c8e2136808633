import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const examples = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));

// Each example asserts what it shows, so that running it is the test.
describe('the examples of the adapters', () => {
  it.each(examples)('%s shows what it says', async (file) => {
    await expect(import(/* @vite-ignore */ join(import.meta.dirname, file))).resolves.toBeDefined();
  });
});
