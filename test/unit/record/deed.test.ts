/** What a write did, in a few words that tell what it was for. */
import { describe, expect, it } from 'vitest';
import { deedOf, tellingFirst } from '#record';

type Changes = readonly (readonly [path: string, from: unknown, to: unknown])[];

const changesOf = (changes: Changes) =>
  changes.map(([path, from, to]) => ({ path: path.split('.'), from, to }));

const deed = (kind: string, changes: Changes, verb = 'updated'): string =>
  deedOf({
    ...{ verb, kind, key: 'default/x', actor: 'a', because: '', time: 0, revision: 1 },
    changes: changesOf(changes),
  } as never);

describe('the words for a write', () => {
  it.each<[what: string, words: string, kind: string, changes: Changes, verb?: string]>([
    ['an object that is made', 'made Pod x', 'Pod', [['spec.nodeName', 1, 2]], 'created'],
    ['one that is removed', 'deleted Pod x', 'Pod', [['spec.nodeName', 1, 2]], 'deleted'],
    ['the node of a pod', 'put Pod x on n1', 'Pod', [['spec.nodeName', undefined, 'n1']]],
    ['a phase', 'Pod x: Pending→Running', 'Pod', [['status.phase', 'Pending', 'Running']]],
    ['a first phase', 'Pod x: none→Pending', 'Pod', [['status.phase', undefined, 'Pending']]],
    [
      'readiness, before a phase, without reasons',
      'Pod x: Ready False→True',
      'Pod',
      [
        ['status.phase', 'a', 'b'],
        ['status.conditions.Ready', 'False (Why (so))', 'True (Now)'],
      ],
    ],
    ['the first taint', 'put a taint on Node x', 'Node', [['spec.taints', undefined, { a: 1 }]]],
    ['one taint more', 'put a taint on Node x', 'Node', [['spec.taints', [1], [1, 2]]]],
    ['another taint', 'put a taint on Node x', 'Node', [['spec.taints.0', { a: 1 }, { a: 2 }]]],
    ['the last taint', 'took a taint off Node x', 'Node', [['spec.taints', [1], undefined]]],
    ['a cordon', 'cordoned Node x', 'Node', [['spec.unschedulable', undefined, true]]],
    ['its end', 'uncordoned Node x', 'Node', [['spec.unschedulable', true, undefined]]],
    [
      'an image',
      'gave Deployment x the image b:2',
      'Deployment',
      [['spec.template.spec.containers.0.image', 'b:1', 'b:2']],
    ],
    [
      'a container that is new',
      'put container side into Pod x',
      'Pod',
      [['spec.containers.1', undefined, { name: 'side' }]],
    ],
    [
      'one without a name',
      'put a container into Pod x',
      'Pod',
      [['spec.containers.1', undefined, {}]],
    ],
    [
      'one that goes',
      'took a container out of Pod x',
      'Pod',
      [['spec.containers.1', { name: 'side' }, undefined]],
    ],
    [
      'another condition',
      'Job x: Complete none→True',
      'Job',
      [['status.conditions.Complete', undefined, 'True (Done)']],
    ],
    ['a size', 'scaled Deployment x 3→5', 'Deployment', [['spec.replicas', 3, 5]]],
    [
      'what was counted, before what else has changed',
      'counted Job x: active 1→2, failed none→1 and 1 more',
      'Job',
      [
        ['spec.other', 1, 2],
        ['status.active', 1, 2],
        ['status.failed', undefined, 1],
      ],
    ],
    ['a count that goes', 'counted Job x: active 1→none', 'Job', [['status.active', 1, undefined]]],
    [
      'a number outside of the status',
      'changed Job x: parallelism 1→2',
      'Job',
      [['spec.parallelism', 1, 2]],
    ],
    [
      'three changes and how many more',
      'changed Job x: a 1→2, b 1→2, c 1→2 and 2 more',
      'Job',
      ['a', 'b', 'c', 'd', 'e'].map((name) => [`spec.${name}`, name === 'c' ? '1' : 1, 2]),
    ],
    [
      'changes without the generation that follows from them',
      'changed Job x: a 1→2',
      'Job',
      [
        ['metadata.generation', 1, 2],
        ['spec.a', 1, 2],
      ],
    ],
    [
      'the generation where it is all',
      'changed Job x: generation 1→2',
      'Job',
      [['metadata.generation', 1, 2]],
    ],
    ['no change', 'changed Job x', 'Job', []],
    ['structs as JSON', 'changed Job x: a {"b":1}→[2]', 'Job', [['spec.a', { b: 1 }, [2]]]],
    [
      'long texts cut at forty characters',
      `changed Job x: a ${'y'.repeat(40)}→${'z'.repeat(37)}…`,
      'Job',
      [['spec.a', 'y'.repeat(40), 'z'.repeat(41)]],
    ],
  ])('name %s', (_, words, kind, changes, verb) => {
    expect(deed(kind, changes, verb)).toBe(words);
  });
});

it('puts changes that tell most first, then counts, then the rest as it was', () => {
  const paths = ['spec.b', 'spec.a', 'status.active', 'spec.replicas', 'status.phase'];
  const changes = changesOf(paths.map((path) => [path, 1, 2]));
  const ordered = tellingFirst(changes).map(({ path }) => path.join('.'));
  expect(ordered).toEqual(['status.phase', 'spec.replicas', 'status.active', 'spec.b', 'spec.a']);
  expect(changes.map(({ path }) => path.join('.'))).toEqual(paths);
});
