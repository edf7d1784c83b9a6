/** What the scheduler reads off a pod once, before it looks at nodes. */
import { describe, expect, it } from 'vitest';
import type { NodeSelectorTerm, PodSpec } from '#types';
import { candidateOf, usesThisScheduler } from '../../../../controllers/scheduler/pod-info.ts';
import { makePod } from '../objects.ts';

type Requirement = NonNullable<NodeSelectorTerm['matchFields']>[number];
const name = (values: readonly string[], operator = 'In', key = 'metadata.name') =>
  ({ key, operator, values }) as Requirement;

describe('the nodes that a pod names', () => {
  it.each<[string, readonly NodeSelectorTerm[] | undefined, readonly string[] | undefined]>([
    ['any, without affinity', undefined, undefined],
    ['any, without terms', [], undefined],
    ['the one that it names', [{ matchFields: [name(['n1'])] }], ['n1']],
    [
      'those of all terms',
      [{ matchFields: [name(['n1'])] }, { matchFields: [name(['n2'])] }],
      ['n1', 'n2'],
    ],
    [
      'those that all of a term name',
      [{ matchFields: [name(['n1', 'n2']), name(['n2', 'n3'])] }],
      ['n2'],
    ],
    ['none, where a term contradicts itself', [{ matchFields: [name(['n1']), name(['n2'])] }], []],
    ['any, where a term names none', [{ matchFields: [name(['n1'])] }, {}], undefined],
    ['any but one', [{ matchFields: [name(['n1'], 'NotIn')] }], undefined],
    [
      'the one beside one that is excluded',
      [{ matchFields: [name(['n1'], 'NotIn'), name(['n2'])] }],
      ['n2'],
    ],
    ['any of another field', [{ matchFields: [name(['n1'], 'In', 'metadata.uid')] }], undefined],
  ])('%s', (_, nodeSelectorTerms, expected) => {
    const affinity = nodeSelectorTerms && {
      nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } },
    };
    const spec = (affinity === undefined ? {} : { affinity }) as Partial<PodSpec>;
    expect(candidateOf(makePod('web', spec)).nodeNames).toEqual(expected);
  });
});

it.each([
  [undefined, true],
  ['', true],
  ['default-scheduler', true],
  ['other', false],
])('a pod of scheduler %s is its own: %s', (schedulerName, expected) => {
  expect(usesThisScheduler(makePod('web', { schedulerName }))).toBe(expected);
});
