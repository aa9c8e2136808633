import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Tests import the TypeScript sources. Processes that a test starts run the build.
  resolve: { conditions: ['@foldout/source'] },
  ssr: { resolve: { conditions: ['@foldout/source', 'node'] } },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'examples/*/src/**/*.test.ts',
      'bench/src/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    setupFiles: [fileURLToPath(new URL('test/setup/property-seed.ts', import.meta.url))],
    // Uses every core: most tests only wait for processes that they started.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // CI machines are shared: a test that lost a race for the processor passes the second time, and the report names it.
    retry: process.env['CI'] ? 1 : 0,
  },
});
