/** What is said about the sizes of ReplicaSets when their Deployment is scaled, paused or recreates its pods. */
import { expect, it } from 'vitest';
import {
  fresh,
  limits,
  newTerm,
  old,
  oldest,
  oldTerm,
  rule,
  saidOfCase,
  type SizeCase,
} from './size-cases.ts';

const cases: readonly SizeCase[] = [
  {
    title: 'the only set with pods follows a scaling',
    replicas: 6,
    sets: [fresh(4, { sizes: [4, 5] }), old(0)],
    asked: fresh(6),
    value: 6,
    said: [
      '= desired 6: spec.replicas of Deployment default/web',
      '= size 6: the only ReplicaSet with pods has all that is desired',
    ],
  },
  {
    title: 'a set without pods stays as it is in a scaling',
    replicas: 6,
    sets: [fresh(4, { sizes: [4, 5] }), old(0)],
    asked: old(0),
    value: 0,
    said: [
      '= desired 6: spec.replicas of Deployment default/web',
      '= size 0: it is not the one that is scaled',
    ],
  },
  {
    title: 'a scaling amid an update is divided by what the sets were',
    replicas: 8,
    sets: [fresh(2, { sizes: [4, 5] }), old(3, { sizes: [4, 5] })],
    asked: old(6),
    value: 6,
    said: [
      ...limits(8, 10, 6, 5),
      oldTerm(3, 3),
      newTerm(2, 2),
      '= to divide 5: 10 at most, less those that there are',
      '= its share 3: by its part of all pods when they were last scaled; the largest ReplicaSet evens it out',
      '= size 6: 3 before',
    ],
  },
  {
    title: 'a paused Deployment divides what its number says',
    replicas: 4,
    deployment: { spec: { paused: true } },
    sets: [fresh(2, { sizes: [4, 5] }), old(3, { sizes: [4, 5] })],
    asked: fresh(2),
    value: 2,
    said: [
      ...limits(4, 5, 3, 5),
      oldTerm(3, 3),
      newTerm(2, 2),
      '= to divide 0: 5 at most, less those that there are',
      '= its share 0: by its part of all pods when they were last scaled; the largest ReplicaSet evens it out',
      '= size 2: 2 before',
    ],
  },
  {
    title: 'several sets of a Deployment that recreates its pods get no shares',
    replicas: 6,
    deployment: { spec: { strategy: { type: 'Recreate' } } },
    sets: [old(3, { sizes: [4, 4] }), oldest(1, { sizes: [4, 4] })],
    asked: old(3),
    value: 3,
    said: [
      '= desired 6: spec.replicas of Deployment default/web',
      '= size 3: it is not the one that is scaled',
    ],
  },
  {
    title: 'the new set of a Deployment that recreates its pods comes last',
    replicas: 4,
    deployment: { spec: { strategy: { type: 'Recreate' } } },
    sets: [fresh(0), old(0)],
    asked: fresh(4),
    value: 4,
    said: [
      '= desired 4: spec.replicas of Deployment default/web',
      '= size 4: once all old pods are gone: its strategy is Recreate',
    ],
  },
  {
    title: 'the old set of a Deployment that recreates its pods goes first',
    replicas: 4,
    deployment: { spec: { strategy: { type: 'Recreate' } } },
    sets: [fresh(0), old(4)],
    asked: old(0),
    value: 0,
    said: [
      '= desired 4: spec.replicas of Deployment default/web',
      '= size 0: all old pods go before the first new one comes: its strategy is Recreate',
    ],
  },
];

it.each(cases)('says why $title', (each) => {
  expect(saidOfCase(each)).toEqual({ value: each.value, rule, terms: each.said });
});
