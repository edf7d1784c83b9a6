/** Periodic work of a long-running server by the wall clock, on cron schedules. */
import type { Store } from '#store';
import { run } from '../run/run.ts';
import { SettingsError } from './settings.ts';

export interface HousekeepingOptions {
  /** When to compact the history before the last time. */
  readonly compaction?: string;
  /** `CRON=FILE`: when to play which scenario. */
  readonly replay?: string;
}

/** Starts the schedules for the cluster of the moment; returns a function that stops them. */
export type Housekeeping = (store: () => Store) => () => void;

/**
 * Returns what the options ask for. The library is loaded on demand. @throws {SettingsError} for a
 * schedule that is none
 */
export async function housekeepingOf({
  compaction,
  replay,
}: HousekeepingOptions): Promise<Housekeeping> {
  const { schedule, validate } = await import('node-cron');
  const check = (option: string, cron: string): void => {
    if (!validate(cron)) throw new SettingsError(`${option}: "${cron}" is not a cron schedule`);
  };
  if (compaction !== undefined) check('--compaction', compaction);
  const played = replay === undefined ? undefined : replayIn(replay);
  if (played !== undefined) check('--replay', played.cron);
  return (store) => {
    const tasks: ReturnType<typeof schedule>[] = [];
    if (compaction !== undefined) tasks.push(schedule(compaction, compacting(store)));
    if (played !== undefined) {
      const { cron, file } = played;
      tasks.push(
        schedule(cron, async () => void (await run(file, { speed: 'max', output: 'text' }))),
      );
    }
    return () => {
      for (const task of tasks) void task.stop();
    };
  };
}

/** @throws {SettingsError} */
function replayIn(text: string): { readonly cron: string; readonly file: string } {
  const equals = text.indexOf('=');
  const file = text.slice(equals + 1);
  if (equals < 0 || file === '') throw new SettingsError('--replay: expected CRON=FILE');
  return { cron: text.slice(0, equals).trim(), file };
}

function compacting(store: () => Store): () => Promise<void> {
  let last = { store: store(), revision: 0 };
  return async () => {
    const now = store();
    const from = now === last.store ? last.revision : 0;
    await now.compact(Math.max(from, now.compactedRevision()));
    last = { store: now, revision: now.revision() };
  };
}
