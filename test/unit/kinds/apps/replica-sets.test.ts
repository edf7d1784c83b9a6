/** ReplicaSets and ReplicationControllers. */
import { describe, expect, it } from 'vitest';
import { replicaSet, replicationController } from '#kinds';
import type { ReplicaSet, ReplicationController } from '#types';
import { context, created, errorsOf, messages, texts, updateErrorsOf } from '../samples.ts';
import { partOf } from '../../../support/part.ts';
import {
  metadata,
  selector,
  of,
  labelled,
  mismatch,
  unlike,
  shownTemplate,
} from '../workload-samples.ts';

describe('replica sets', () => {
  const old = created(replicaSet, of(replicaSet));

  it('fill in what v1.24 fills in', () => {
    expect(old.spec).toEqual({ selector, template: shownTemplate, replicas: 1 });
    expect(old.status).toEqual({ replicas: 0 });
    expect(created(replicaSet, of(replicaSet, { replicas: 0 })).spec.replicas).toBe(0);
  });

  it('say twice what is wrong with an update', () => {
    const errors = updateErrorsOf(replicaSet, of(replicaSet, { replicas: -1 }), old);
    expect(errors).toEqual(
      Array(2).fill('spec.replicas: Invalid value: -1: must be greater than or equal to 0'),
    );
    const other = { selector: { matchLabels: { c: 'd' } }, ...labelled({ c: 'd' }) };
    expect(updateErrorsOf(replicaSet, of(replicaSet, other), old)).toEqual([
      expect.stringMatching(/^spec\.selector: Invalid value: .*: field is immutable$/),
    ]);
  });

  it('have a status that makes sense', () => {
    const status = { replicas: 2, fullyLabeledReplicas: 3, readyReplicas: 1, availableReplicas: 2 };
    const next = { ...old, status } as ReplicaSet;
    expect(
      texts((errors) => partOf(replicaSet, 'status').validate!(errors, next, old, context)),
    ).toEqual([
      'status.fullyLabeledReplicas: Invalid value: 3: cannot be greater than status.replicas',
      'status.availableReplicas: Invalid value: 2: cannot be greater than readyReplicas',
    ]);
  });
});

describe('replication controllers', () => {
  const rc = (spec: object = {}, rest: object = {}): ReplicationController =>
    of(replicationController, spec, rest);

  it('are labelled and select as their template says', () => {
    const made = created(replicationController, rc());
    expect(made.spec.selector).toEqual({ a: 'b' });
    expect(made.metadata.labels).toEqual({ a: 'b' });
    const own = { metadata: { ...metadata, labels: { x: 'y' } } };
    const given = created(replicationController, rc({ selector: { c: 'd' } }, own));
    expect(given.metadata.labels).toEqual({ x: 'y' });
    expect(given.spec.selector).toEqual({ c: 'd' });
  });

  it.each<[name: string, spec: object, errors: readonly string[]]>([
    [
      'without template',
      { template: undefined },
      ['spec.selector: Required value', 'spec.template: Required value'],
    ],
    [
      'with other labels',
      { selector: { c: 'd' } },
      [`${unlike}: map[string]string{"a":"b"}: ${mismatch}`],
    ],
    [
      'with bad labels',
      labelled({ 'a b': 'c' }),
      [`spec.template.labels: Invalid value: "a b": ${messages.name}`],
    ],
  ])('are refused %s', (_, spec, errors) => {
    expect(
      errorsOf(replicationController, rc(spec)).filter((error) => !error.startsWith('metadata.')),
    ).toEqual(errors);
  });

  it('are selected by their replicas', () => {
    const read = replicationController.wire.selectableFields!['status.replicas']!;
    expect(read(created(replicationController, rc()))).toBe('0');
  });
});
