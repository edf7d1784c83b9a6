import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: 'reports/vitest.json' }]]
      : ['default'],
    // Far above what any test takes: a busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One more than the cores of a small machine: tests with real clients wait for a third of their time.
    maxWorkers: 3,
    // The sources have no state of their own, so a worker loads them once for all its files, not once for each.
    isolate: false,
  },
});
