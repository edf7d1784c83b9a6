/** From what a folder holds to a store. */
import type { Millis } from '#clock';
import type { Store } from '#store';
import type { Contents } from './contents.ts';
import { keptOf } from './record.ts';

/** Returns the first virtual time that is kept. */
export function startTimeOf({ state, logs }: Contents): Millis | undefined {
  return state?.time ?? logs.find(({ entries }) => entries.length > 0)?.entries[0]!.time;
}

/** Returns the latest virtual time that is kept. */
export function timeOf({ state, logs }: Contents): Millis | undefined {
  return logs.findLast(({ entries }) => entries.length > 0)?.entries.at(-1)!.time ?? state?.time;
}

/** Puts what was kept into an empty store. */
export function load(store: Store, { state, logs }: Contents): void {
  if (state !== undefined) store.loadState(state);
  for (const { records } of logs) for (const record of records) loadRecord(store, record);
}

function loadRecord(store: Store, record: Buffer): void {
  const { write } = keptOf(record);
  if (write !== undefined) store.loadUnread(write);
}
