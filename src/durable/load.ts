/** From what a folder holds to a store. */
import type { Millis } from '#clock';
import type { Store } from '#store';
import type { Contents } from './contents.ts';

/** Returns the first virtual time that is kept. */
export function startTimeOf({ state, logs }: Contents): Millis | undefined {
  return state?.time ?? logs.find(({ records }) => records.length > 0)?.records[0]!.time;
}

/** Returns the latest virtual time that is kept. */
export function timeOf({ state, logs }: Contents): Millis | undefined {
  return logs.findLast(({ records }) => records.length > 0)?.records.at(-1)!.time ?? state?.time;
}

/** Puts what was kept into an empty store. */
export function load(store: Store, { state, logs }: Contents): void {
  if (state !== undefined) store.loadState(state);
  for (const { records } of logs) {
    for (const { write } of records) if (write !== undefined) store.loadUnread(write);
  }
}
