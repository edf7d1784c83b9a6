/**
 * Runs in every test file: notes which probes its tests reach. What is reached outside of tests, while
 * the file is loaded or in a hook before several tests, counts for all tests of the file.
 */
import { afterEach, beforeEach } from 'vitest';

const hits = new Set<number>();
Object.assign(globalThis, { __reached: (id: number) => hits.add(id) });

beforeEach(({ task }) => {
  if (hits.size > 0) note(task.file, hits);
  hits.clear();
});

afterEach(({ task }) => {
  note(task, hits);
  hits.clear();
});

function note(task: { meta: object }, ids: Iterable<number>): void {
  const meta = task.meta as { reached?: number[] };
  meta.reached = [...new Set([...(meta.reached ?? []), ...ids])];
}
