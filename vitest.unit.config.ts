import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import everything from './vitest.config.ts';

/**
 * Imports that make a test slow: it starts a process, a database or a thread, loads a model, or writes many files. Only
 * `npm test` runs such a test.
 */
const SLOW_IMPORTS =
  /from '(node:child_process|[^']*\/fixtures\/(cli-home|postgres|terminal|upstreams)\.ts|[^']*(check-types|generate-tree|local-model-embedder|run-code|sandbox|tree-search)\.ts)'/;

/** A mocked module would be seen by the other tests of the worker. */
const NEEDS_ISOLATION = /\bvi\.mock\(/;

const tests = readdirSync(join(import.meta.dirname, 'packages'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /^[a-z]+[\\/]src[\\/].*\.test\.ts$/.test(file))
  .map((file) => `packages/${file.replaceAll('\\', '/')}`)
  .filter((file) => {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8');
    return !SLOW_IMPORTS.test(text) && !NEEDS_ISOLATION.test(text);
  });

// `npm run test:unit`: the tests beside the code that need nothing but Node.
export default defineConfig({
  ...everything,
  // Without isolation the tests of a worker load each module once, which halves the time.
  test: { ...everything.test, include: tests, isolate: false },
});
