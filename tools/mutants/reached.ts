/**
 * Runs in every test file: notes which probes its tests reach. What is reached outside of tests, while
 * the file is loaded or in a hook before several tests, counts for all tests of the file.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';

const hits = new Set<number>();
Object.assign(globalThis, { __reached: (id: number) => hits.add(id) });

/** Where processes that tests start report: see reached-in-command.js. */
const reports = join(import.meta.dirname, '../../.reached');

beforeEach(({ task }) => {
  collect();
  if (hits.size > 0) note(task.file, hits);
  hits.clear();
});

afterEach(({ task }) => {
  collect();
  note(task, hits);
  hits.clear();
});

function collect(): void {
  if (!existsSync(reports)) return;
  for (const id of readFileSync(reports, 'utf8').trim().split('\n')) hits.add(Number(id));
  rmSync(reports);
}

function note(task: { meta: object }, ids: Iterable<number>): void {
  const meta = task.meta as { reached?: number[] };
  meta.reached = [...new Set([...(meta.reached ?? []), ...ids])];
}
