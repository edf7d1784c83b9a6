/** Heartbeats: many objects in one transaction, so that they share a revision. */
import type { KubeObject } from '#values';
import type { Repeated, Repetition } from '#store';
import type { Condition, Operation } from './driver/messages.ts';
import type { Forms } from './forms.ts';
import type { Keys } from './keys.ts';
import type { Writes } from './writes.ts';

/** How many objects are repeated in one transaction; etcd takes 128 operations. */
const mostRepeated = 100;

export interface Repeater {
  readonly keys: Keys;
  readonly forms: Forms;
  readonly writes: Writes;
  readonly peek: (bucket: string, key: string) => KubeObject | undefined;
}

/** @returns the revisions of those that were written @throws {EtcdError} */
export async function repeatAll(
  repeater: Repeater,
  bucket: string,
  objects: readonly Repeated[],
  repetition: Repetition,
): Promise<readonly (number | undefined)[]> {
  const revisions: (number | undefined)[] = [];
  for (let at = 0; at < objects.length; at += mostRepeated) {
    const some = objects.slice(at, at + mostRepeated);
    revisions.push(...(await repeat(repeater, bucket, some, repetition)));
  }
  return revisions;
}

/** Those that have changed meanwhile are left out, by halves: most often it is none. */
async function repeat(
  repeater: Repeater,
  bucket: string,
  objects: readonly Repeated[],
  repetition: Repetition,
): Promise<readonly (number | undefined)[]> {
  const { keys, forms, writes, peek } = repeater;
  const values = new Map<string, KubeObject>();
  const conditions: Condition[] = [];
  const operations: Operation[] = [];
  const isWritten = objects.map(({ key, expected }) => {
    const base = peek(bucket, key);
    if (base === undefined || Number(base.metadata.resourceVersion) !== expected) return false;
    if (!repetition.accepts(base)) return false;
    const name = keys.of(bucket, key);
    const value = repetition.apply(base);
    values.set(name, value);
    conditions.push({ key: name, revision: expected });
    operations.push({ put: name, value: forms.encode(value) });
    return true;
  });
  if (operations.length === 0) return objects.map(() => undefined);
  const { succeeded, revision } = await writes.write(
    { values, origin: repetition.origin },
    { conditions, operations, isRepetition: true },
  );
  if (succeeded) return isWritten.map((written) => (written ? revision : undefined));
  if (objects.length === 1) return [undefined];
  const half = objects.length >>> 1;
  return [
    ...(await repeat(repeater, bucket, objects.slice(0, half), repetition)),
    ...(await repeat(repeater, bucket, objects.slice(half), repetition)),
  ];
}
