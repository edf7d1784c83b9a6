/** Updates that are put into words once say what each of them changed. */
import { expect, it } from 'vitest';
import type { KubeObject } from '#values';
import { describeChange, type FieldChange, type RecordChange } from '#record';
import { UpdateWords } from '../../../src/view/update-words.ts';

const phase = (from: string, to: string): readonly FieldChange[] => [
  { path: ['status', 'phase'], from, to },
];

/** An update of a pod, or of another kind, from one phase to another. */
function update(
  from: string,
  to: string,
  changes: readonly FieldChange[],
  kind = 'Pod',
): RecordChange {
  const pod = (is: string): KubeObject => {
    const metadata = { name: 'web', namespace: 'default' };
    const object = { apiVersion: 'v1', kind, metadata, spec: {}, status: { phase: is } };
    return object as unknown as KubeObject;
  };
  return {
    ...{ revision: 2, time: 0, bucket: kind, key: 'default/web', type: 'updated' },
    ...{ value: pod(to), previous: pod(from), origin: { actor: 'kubelet' }, changes },
  };
}

const starts = phase('Pending', 'Running');

it('finds the words of changes that come again once', () => {
  const words = new UpdateWords();
  const one = words.of(update('Pending', 'Running', starts));
  expect(one).toEqual({ verb: 'status', kind: 'Pod', text: 'phase Pending→Running' });
  expect(words.of(update('Pending', 'Running', starts))).toBe(one);
});

it('makes no object to find them again', () => {
  const words = new UpdateWords();
  const first = words.of(update('Pending', 'Running', starts));
  const next = { ...update('Pending', 'Running', starts), value: undefined, previous: undefined };
  expect(words.of(next as unknown as RecordChange)).toBe(first);
});

it.each<[string, RecordChange, string]>([
  [
    'another kind',
    update('Pending', 'Running', starts, 'PersistentVolume'),
    'phase Pending→Running',
  ],
  ['the other way', update('Running', 'Pending', phase('Running', 'Pending')), 'Running→Pending'],
])('keeps %s apart', (_, change, text) => {
  const words = new UpdateWords();
  words.of(update('Pending', 'Running', starts));
  expect(words.of(change)).toMatchObject({ kind: change.value.kind });
  expect(words.of(change)!.text).toContain(text);
});

it('has no words for what is not shown, and for events', () => {
  const words = new UpdateWords();
  const silent = [{ path: ['metadata', 'generation'], from: 1, to: 2 }];
  expect(words.of(update('A', 'A', silent, 'ConfigMap'))).toBeUndefined();
  const warning = update('A', 'A', [], 'Event');
  Object.assign(warning.value, { type: 'Warning', reason: 'Failed', involvedObject: {} });
  expect(describeChange(warning)).toBeDefined();
  expect(words.of(warning)).toBeUndefined();
});
