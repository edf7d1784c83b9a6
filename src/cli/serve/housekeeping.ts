/** Periodic work of a long-running server by the wall clock, on cron schedules. */
import type { Store } from '#store';
import { run } from '../run/run.ts';
import { SettingsError } from './settings.ts';

export interface HousekeepingOptions {
  /** That of the cluster of the moment. */
  readonly store: () => Store;
  /** When to compact the history before the last time. */
  readonly compaction?: string;
  /** `CRON=FILE`: when to play which scenario. */
  readonly replay?: string;
}

/** Starts the schedules; returns a function that stops them. The library is loaded on demand. */
export async function startHousekeeping(options: HousekeepingOptions): Promise<() => void> {
  const { store, compaction, replay } = options;
  const { schedule, validate } = await import('node-cron');
  const check = (option: string, cron: string): void => {
    if (!validate(cron)) throw new SettingsError(`${option}: "${cron}" is not a cron schedule`);
  };
  const tasks: ReturnType<typeof schedule>[] = [];
  if (compaction !== undefined) {
    check('--compaction', compaction);
    let last = { store: store(), revision: 0 };
    tasks.push(
      schedule(compaction, async () => {
        const now = store();
        const from = now === last.store ? last.revision : 0;
        await now.compact(Math.max(from, now.compactedRevision()));
        last = { store: now, revision: now.revision() };
      }),
    );
  }
  if (replay !== undefined) {
    const equals = replay.lastIndexOf('=');
    const [cron, file] = [replay.slice(0, equals).trim(), replay.slice(equals + 1)];
    if (equals < 0 || file === '') throw new SettingsError('--replay: expected CRON=FILE');
    check('--replay', cron);
    tasks.push(
      schedule(cron, async () => {
        await run(file, { speed: 'max', output: 'text' });
      }),
    );
  }
  return () => {
    for (const task of tasks) void task.stop();
  };
}
