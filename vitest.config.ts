import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They take long though they are small, so that the order by size would start them last. */
const longOnes = [
  'test/flow/package.test.ts',
  'test/flow/scenarios.test.ts',
  'test/wire/conformance.test.ts',
  'test/flow/crash-library.test.ts',
  'test/wire/traces.test.ts',
  'test/clients/examples.test.ts',
  'test/clients/lockstep.test.ts',
  'test/clients/etcd.test.ts',
  'test/unit/etcd/library-objects.test.ts',
];

/** Begins with what takes long, so that all workers end at about the same time. */
class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      longOnes.some((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

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
    setupFiles: ['tools/load-checks.ts'],
    sequence: { sequencer: LongOnesFirst },
  },
});
