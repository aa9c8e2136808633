import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Tests read the sources; only processes that a test starts run what was built.
  resolve: { conditions: ['@foldout/source'] },
  ssr: { resolve: { conditions: ['@foldout/source', 'node'] } },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'examples/*/src/**/*.test.ts',
      'bench/src/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    // Most tests wait for processes that they started: leaving a core free would only make them take longer.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
