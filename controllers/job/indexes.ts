/** Completion indexes: which pod does which part of an Indexed job. */
import type { Job, Pod } from '#types';

/** The annotation with the index of a pod, by which later releases label it, too. */
export const COMPLETION_INDEX = 'batch.kubernetes.io/job-completion-index';

export function isIndexed({ spec }: Job): boolean {
  return spec.completionMode === 'Indexed';
}

/** The pod's index; undefined where the annotation is missing or no natural number. */
export function indexOf({ metadata }: Pod): number | undefined {
  const text = metadata.annotations?.[COMPLETION_INDEX];
  if (text === undefined || !/^\+?[0-9]+$/.test(text)) return undefined;
  return Number(text);
}

/** Whether the pod has an index that the job asks for. Every pod of a job without indexes has. */
export function isInRange(job: Job, pod: Pod): boolean {
  if (!isIndexed(job)) return true;
  const index = indexOf(pod);
  return index !== undefined && index < (job.spec.completions ?? 0);
}

/** The indexes of the succeeded pods, ascending, each once. */
export function succeededIndexes(job: Job, pods: readonly Pod[]): readonly number[] {
  const indexes = new Set<number>();
  for (const pod of pods) {
    if (pod.status.phase === 'Succeeded' && isInRange(job, pod)) indexes.add(indexOf(pod)!);
  }
  return [...indexes].sort((a, b) => a - b);
}

/** The lowest indexes, at most `count`, that neither are done nor have a pod that is in their way. */
export function firstMissing(
  count: number,
  completions: number,
  done: readonly number[],
  inTheWay: readonly Pod[],
): readonly number[] {
  const taken = new Set<number | undefined>(done);
  for (const pod of inTheWay) taken.add(indexOf(pod));
  const missing: number[] = [];
  for (let index = 0; index < completions && missing.length < count; index++) {
    if (!taken.has(index)) missing.push(index);
  }
  return missing;
}

/** Out of the form of {@link formatIndexes}, those below `completions`; what cannot be read is left out. */
export function readIndexes(text: string, completions: number): readonly number[] {
  const indexes: number[] = [];
  for (const part of text === '' ? [] : text.split(',')) {
    const [first = NaN, last = first] = part.split('-').map(Number);
    const end = Math.min(last, completions - 1);
    for (let index = first; index <= end; index++) indexes.push(index);
  }
  return indexes;
}

/** As the status has them: `1,3-5,7`; two in a row are `0,1`, more are `0-2`. */
export function formatIndexes(indexes: readonly number[]): string {
  const parts: string[] = [];
  for (let at = 0; at < indexes.length;) {
    const first = indexes[at]!;
    let last = first;
    while (indexes[++at] === last + 1) last++;
    if (last === first) parts.push(`${first}`);
    else parts.push(`${first}${last === first + 1 ? ',' : '-'}${last}`);
  }
  return parts.join(',');
}
