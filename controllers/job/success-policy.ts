/** When enough indexes have succeeded by the successPolicy of a job. Mirrors the Job controller since v1.30; pure. */
import type { Job } from '#types';
import { readIndexes } from './indexes.ts';

/** Returns the index of the first rule that is met; undefined while none is. `done`: the indexes that have succeeded. */
export function ruleMet({ spec }: Job, done: readonly number[]): number | undefined {
  if (spec.successPolicy == null || done.length === 0) return undefined;
  const { completions = 0 } = spec;
  const at = spec.successPolicy.rules.findIndex(({ succeededIndexes, succeededCount }) => {
    if (succeededIndexes == null) return succeededCount != null && done.length >= succeededCount;
    const indexes = new Set(readIndexes(succeededIndexes, completions));
    if (indexes.size === 0) return false;
    const found = done.filter((index) => indexes.has(index)).length;
    return found === indexes.size || (succeededCount != null && found >= succeededCount);
  });
  return at < 0 ? undefined : at;
}
