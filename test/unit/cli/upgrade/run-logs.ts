/** Runs that were never played: the writes alone. */
import type { RunLog } from '#record';
import type { Change } from '#store';
import type { KubeObject } from '#values';

export const START_MS = 1_000_000;

/** A write of a run: what is otherwise than a creation by a scenario step. */
export type Written = Partial<Omit<Change, 'value' | 'previous'>> & {
  readonly value: object;
  readonly previous?: object;
};

/** @param writes each with its time, virtual ms since the start */
export function logOf(writes: readonly (readonly [atMs: number, written: Written])[]): RunLog {
  const changes = writes.map(([atMs, written], index): Change => {
    const { value, previous, ...rest } = written;
    const object = value as KubeObject;
    const { namespace, name } = object.metadata;
    return {
      ...{ revision: index + 1, time: START_MS + atMs, bucket: object.kind, type: 'updated' },
      key: namespace === undefined ? name : `${namespace}/${name}`,
      origin: { actor: 'scenario' },
      ...{ value: object, ...(previous !== undefined && { previous: previous as KubeObject }) },
      ...rest,
    } as Change;
  });
  return {
    head: { startMs: START_MS },
    past: { changes: () => changes.values() },
    checks: [],
  } as unknown as RunLog;
}
