/** What is said about the size that a Deployment gives a ReplicaSet. */
import { expect, it } from 'vitest';
import { saidOf } from '../explanations/account.ts';
import { labels, now } from '../explanations/explained.ts';
import { makeDeployment } from './objects.ts';
import {
  available,
  awaited,
  fresh,
  limits,
  mayGo,
  newTerm,
  old,
  oldTerm,
  owned,
  rule,
  saidOfCase,
  type SizeCase,
} from './size-cases.ts';

const cases: readonly SizeCase[] = [
  {
    title: 'the first set has all pods at once',
    replicas: 4,
    sets: [],
    asked: fresh(4),
    value: 4,
    said: [
      ...limits(4, 5, 3, 0),
      '= may be added 5: 5 at most, 0 there',
      '= size 4: 0 and the 4 that are missing',
    ],
  },
  {
    title: 'a new set beside an old one begins with what the surge leaves',
    replicas: 4,
    sets: [old(4)],
    asked: fresh(1),
    value: 1,
    said: [
      ...limits(4, 5, 3, 4),
      oldTerm(4, 4),
      '* may be added 1: 5 at most, 4 there',
      '= size 1: 0 and 1 more; 3 are still to come',
    ],
  },
  {
    title: 'a new set without room waits',
    replicas: 4,
    sets: [old(5)],
    asked: fresh(0),
    value: 0,
    said: [
      ...limits(4, 5, 3, 5),
      oldTerm(5, 5),
      '* may be added 0: 5 at most, 5 there',
      '= size 0: 4 more are desired: it waits until old pods are gone',
    ],
  },
  {
    title: 'the new set grows by what the old ones have made room for',
    replicas: 4,
    sets: [fresh(1), old(2)],
    asked: fresh(3),
    value: 3,
    said: [
      ...limits(4, 5, 3, 3),
      oldTerm(2, 2),
      newTerm(1, 1),
      '* may be added 2: 5 at most, 3 there',
      '= size 3: 1 and 2 more; 1 are still to come',
    ],
  },
  {
    title: 'the new set takes all that is missing where there is exactly room for it',
    replicas: 4,
    sets: [fresh(3), old(1)],
    asked: fresh(4),
    value: 4,
    said: [
      ...limits(4, 5, 3, 4),
      oldTerm(1, 1),
      newTerm(3, 3),
      '= may be added 1: 5 at most, 4 there',
      '= size 4: 3 and the 1 that are missing',
    ],
  },
  {
    title: 'the new set has all that is desired',
    replicas: 4,
    sets: [fresh(4), old(1)],
    asked: fresh(4),
    value: 4,
    said: [
      ...limits(4, 5, 3, 5),
      oldTerm(1, 1),
      newTerm(4, 4),
      '= may be added 0: 5 at most, 5 there',
      '= size 4: the new one has all that is desired',
    ],
  },
  {
    title: 'an old set waits while the new one may grow',
    replicas: 4,
    sets: [fresh(1, available(0)), old(3)],
    asked: old(3),
    value: 3,
    said: [
      ...limits(4, 5, 3, 4),
      oldTerm(3, 3),
      newTerm(1, 0),
      awaited(1),
      `* may be removed 0: ${mayGo}`,
      '= size 3: the new ReplicaSet grows first',
    ],
  },
  {
    title: 'an old set loses those that are not needed for the least',
    replicas: 4,
    sets: [fresh(2), old(3)],
    asked: old(1),
    value: 1,
    said: [
      ...limits(4, 5, 3, 5),
      oldTerm(3, 3),
      newTerm(2, 2),
      awaited(0),
      `* may be removed 2: ${mayGo}`,
      '= size 1: 2 fewer: unavailable pods first, of the oldest ReplicaSet first',
    ],
  },
  {
    title: 'an old set loses all its pods when as many may go as it has',
    replicas: 4,
    sets: [fresh(3), old(2)],
    asked: old(0),
    value: 0,
    said: [
      ...limits(4, 5, 3, 5),
      oldTerm(2, 2),
      newTerm(3, 3),
      awaited(0),
      `= may be removed 2: ${mayGo}`,
      '= size 0: 2 fewer: unavailable pods first, of the oldest ReplicaSet first',
    ],
  },
  {
    title: 'an old set keeps its pods while those of the new one are awaited',
    replicas: 4,
    sets: [fresh(2, available(0)), old(3)],
    asked: old(3),
    value: 3,
    said: [
      ...limits(4, 5, 3, 5),
      oldTerm(3, 3),
      newTerm(2, 0),
      awaited(2),
      `* may be removed 0: ${mayGo}`,
      '= size 3: nothing may be removed now',
    ],
  },
  {
    title: 'an old set without pods has none to lose',
    replicas: 4,
    sets: [fresh(4), old(0)],
    asked: old(0),
    value: 0,
    said: [
      ...limits(4, 5, 3, 4),
      oldTerm(0, 0),
      newTerm(4, 4),
      awaited(0),
      `= may be removed 1: ${mayGo}`,
      '= size 0: it has no pods any more',
    ],
  },
  {
    title: 'a set that shrinks twice is as large as it was written',
    replicas: 4,
    sets: [fresh(3), old(3, available(2))],
    asked: old(2),
    value: 2,
    said: [
      ...limits(4, 5, 3, 6),
      oldTerm(3, 2),
      newTerm(3, 3),
      awaited(0),
      `= may be removed 3: ${mayGo}`,
      '= size 2: 1 fewer: unavailable pods first, of the oldest ReplicaSet first',
    ],
  },
];

it.each(cases)('says why $title', (each) => {
  expect(saidOfCase(each)).toEqual({ value: each.value, rule, terms: each.said });
});

it('names the limits of the strategy as they are written', () => {
  const rollingUpdate = { maxSurge: 2, maxUnavailable: '50%' };
  const owner = makeDeployment(4, {
    spec: { strategy: { type: 'RollingUpdate', rollingUpdate } },
  });
  const object = owned(fresh(4), owner);
  const { terms } = saidOf('deployment', 'spec.replicas', { object, objects: [owner], now });
  expect(terms.slice(1, 3)).toEqual([
    '= at most 6: desired plus 2: maxSurge 2',
    '= at least 2: must be available at any time: desired minus 2: maxUnavailable 50%',
  ]);
});

it.each([
  ['whose Deployment is gone', owned(fresh(4), makeDeployment(4))],
  ['without a Deployment', fresh(4)],
])('says nothing of a set %s', (_, object) => {
  const moment = { object, objects: [object], now };
  expect(saidOf('deployment', 'spec.replicas', moment)).toEqual({
    value: undefined,
    rule,
    terms: [],
  });
});

it('leaves sets of the same labels that have another owner out of the sum', () => {
  const owner = makeDeployment(4);
  const stranger = { ...old(4), metadata: { ...old(4).metadata, labels } };
  const object = owned(fresh(4), owner);
  const objects = [owner, owned(stranger, makeDeployment(1, { metadata: { uid: 'another' } }))];
  const { value, terms } = saidOf('deployment', 'spec.replicas', { object, objects, now });
  expect([value, terms[3]]).toEqual([4, '= there are 0: asked of its ReplicaSets']);
});
