/** Waiting until a cluster has nothing left to do. */
import type { Millis } from '#clock';
import { describeChange } from '#record';
import type { Run } from '#run';
import { CheckFailedError } from './check-failed.ts';

/** How many of the latest writes a failure names. */
const SHOWN = 5;

/**
 * Lets virtual time pass until nothing has been written for `quietMs`. Heartbeats do not count.
 * @throws {CheckFailedError} when that has not happened within `withinMs`
 */
export async function converge(run: Run, quietMs: Millis, withinMs: Millis): Promise<void> {
  const { clock } = run.simulator;
  const deadline = clock.now() + withinMs;
  await clock.advanceBy(0);
  let { writes } = run;
  let since = clock.now();
  while (clock.now() < since + quietMs) {
    const next = Math.min(clock.nextDue() ?? Infinity, since + quietMs);
    if (next > deadline) {
      await clock.advanceTo(deadline);
      throw failure(run, quietMs, withinMs);
    }
    await clock.advanceTo(next);
    if (run.writes !== writes) ({ writes, since } = { writes: run.writes, since: clock.now() });
  }
}

function failure(run: Run, quietMs: Millis, withinMs: Millis): CheckFailedError {
  const now = run.simulator.clock.now();
  const latest: string[] = [];
  let count = 0;
  for (const change of run.log.past.changesBefore(Infinity)) {
    if (change.time <= now - quietMs) break;
    count += 1;
    const { actor } = change.origin;
    const { kind, metadata } = change.value;
    const verb = describeChange(change)?.verb ?? change.type;
    const text = `${actor} ${verb} ${kind} ${metadata.name}`;
    if (latest.length < SHOWN && !latest.includes(text)) latest.push(text);
  }
  return new CheckFailedError({
    summary: 'converge',
    expected: `no write for ${quietMs / 1000}s, within ${withinMs / 1000}s`,
    actual: `${count} writes in the last ${quietMs / 1000}s, the latest: ${latest.join(', ')}`,
  });
}
