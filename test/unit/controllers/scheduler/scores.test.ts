/** How evenly a pod would take what a node has. */
import { expect, it } from 'vitest';
import { candidateOf } from '../../../../controllers/scheduler/pod-info.ts';
import { nodeScores } from '../../../../controllers/scheduler/node-scores.ts';
import { totalScores } from '../../../../controllers/scheduler/scores.ts';
import { makeContainer, makePod } from '../objects.ts';
import { clusterOf, site } from './sites.ts';

type Amounts = Readonly<Record<string, string>>;

it.each<[string, Amounts, Amounts, Amounts | undefined, number]>([
  ['nothing of either', {}, { cpu: '4', memory: '8Gi' }, undefined, 100],
  ['as much of both', { cpu: '2', memory: '4Gi' }, { cpu: '4', memory: '8Gi' }, undefined, 100],
  ['half of one', { cpu: '2' }, { cpu: '4', memory: '8Gi' }, undefined, 75],
  ['all of one', { memory: '8Gi' }, { cpu: '4', memory: '8Gi' }, undefined, 50],
  ['with what is taken', { cpu: '1' }, { cpu: '4', memory: '8Gi' }, { memory: '2Gi' }, 100],
  ['more than there is', { cpu: '8' }, { cpu: '4', memory: '8Gi' }, undefined, 50],
  ['nothing, where there is no memory', {}, { cpu: '4' }, undefined, 50],
  ['nothing, where there is nothing', {}, {}, undefined, 100],
])('%s', (_, requests, allocatable, taken, expected) => {
  const candidate = candidateOf(makePod('web', { containers: [makeContainer(requests)] }));
  const residents = taken === undefined ? [] : [{ containers: [makeContainer(taken)] }];
  const cluster = clusterOf([site('n1', { allocatable }, residents)]);
  const even = nodeScores.filter(({ name }) => name === 'NodeResourcesBalancedAllocation');
  expect(totalScores(candidate, cluster.nodes, even)).toEqual([expected]);
});

it.each<[string, Amounts, Amounts, Amounts | undefined, number]>([
  [
    'nearly all: what asks for nothing counts a little',
    {},
    { cpu: '4', memory: '8Gi' },
    undefined,
    97,
  ],
  ['half of both', { cpu: '2', memory: '4Gi' }, { cpu: '4', memory: '8Gi' }, undefined, 50],
  ['half of one', { cpu: '2', memory: '0' }, { cpu: '4', memory: '8Gi' }, undefined, 75],
  [
    'what others leave',
    { cpu: '1', memory: '1Gi' },
    { cpu: '4', memory: '4Gi' },
    { cpu: '1', memory: '1Gi' },
    50,
  ],
  [
    'nothing, where more is asked for',
    { cpu: '5', memory: '9Gi' },
    { cpu: '4', memory: '8Gi' },
    undefined,
    0,
  ],
  [
    'a share, without a fraction',
    { cpu: '1', memory: '1Gi' },
    { cpu: '3', memory: '3Gi' },
    undefined,
    66,
  ],
  ['the one that there is: CPU', { cpu: '1' }, { cpu: '4' }, undefined, 75],
  ['the one that there is: memory', { memory: '1Gi' }, { memory: '4Gi' }, undefined, 75],
  ['nothing, where there is nothing', {}, {}, undefined, 0],
])('what is left free counts: %s', (_, requests, allocatable, taken, expected) => {
  const candidate = candidateOf(makePod('web', { containers: [makeContainer(requests)] }));
  const residents = taken === undefined ? [] : [{ containers: [makeContainer(taken)] }];
  const cluster = clusterOf([site('n1', { allocatable }, residents)]);
  const free = nodeScores.filter(({ name }) => name === 'NodeResourcesFit');
  expect(totalScores(candidate, cluster.nodes, free)).toEqual([expected]);
});
