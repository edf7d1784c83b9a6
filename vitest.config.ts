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
    // One worker per core is enough: the suites are CPU-bound.
    maxWorkers: 2,
    // The sources have no state of their own, so a worker loads them once for all its files, not once for each.
    isolate: false,
  },
});
