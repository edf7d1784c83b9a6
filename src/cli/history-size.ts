/** The default memory limits of the past. */
import { getHeapStatistics } from 'node:v8';
import { timeText } from '#record';
import type { RecordFullError } from '#run';

const MIB = 1024 * 1024;

/** In bytes: a number of MiB, or a share of Node's heap limit. */
export function historyBytes(mib: number | undefined, share: number): number {
  return mib === undefined ? getHeapStatistics().heap_size_limit * share : mib * MIB;
}

/** A run keeps all its writes: nothing else can be examined afterwards. */
const SHARE_OF_RUN = 1 / 4;

/** For the writes of `count` runs that are kept at the same time: each one's share. */
export function keptBytes(mib?: number, count = 1): number {
  return historyBytes(mib, SHARE_OF_RUN / count);
}

/** Returns what the user can do when the result of a run exceeds the limit. */
export function recordFullText({ file, change, writes, atMs, bytes }: RecordFullError): string {
  const { kind, metadata } = change.value;
  const namespace = metadata.namespace === undefined ? '' : `${metadata.namespace}/`;
  const object = `${kind ?? change.bucket} ${namespace}${metadata.name}`;
  const mib = Math.floor(bytes / MIB);
  return (
    `${file}: its ${writes} writes until ${timeText(atMs)} take more than the ${mib} MiB that may be kept ` +
    `(the last: ${object}); end it earlier (orrery run --until), keep more (orrery run --history MiB), ` +
    'or allow Node more memory (NODE_OPTIONS=--max-old-space-size=MiB)'
  );
}
