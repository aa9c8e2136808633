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
    // Uses every core: most tests only wait for processes that they started.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
