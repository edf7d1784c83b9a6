import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['test/**/*.test.ts'],
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: 'reports/vitest.json' }]]
      : ['default'],
    // One worker per core is enough: the suites are CPU-bound.
    maxWorkers: 2,
  },
});
