/** What is said about a node without a daemon pod, and of a daemon pod that has ended. */
import { expect, it } from 'vitest';
import type { Pod } from '#types';
import type { KubeObject } from '#values';
import { endedPodEvent } from '../../../../controllers/daemonset/messages.ts';
import { notSaid } from '../explanations/account.ts';
import { labels, now, pods } from '../explanations/explained.ts';
import { makeNode, makePod } from '../objects.ts';

const set = {
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: { name: 'agent', namespace: 'default', uid: 'u', generation: 1 },
  spec: {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [], nodeSelector: { agent: 'yes' } } },
  },
  status: {},
} as unknown as KubeObject;

const rule =
  'puts a pod on each node that its template admits by name, selector, affinity and taints';
const chosen = makeNode('n1', { metadata: { labels: { agent: 'yes' } } });
const [first] = pods('r', set);
const on = (nodeName: string): Pod => ({ ...first!, spec: { ...first!.spec, nodeName } });

it.each<[string, readonly KubeObject[], string, string]>([
  ['does not exist', [], 'has no pod on n1', '- Node n1: there is no such node'],
  [
    'is not selected',
    [makeNode('n1')],
    'has no pod on n1',
    '- Node n1: node selector or affinity does not match',
  ],
  ['has none yet', [chosen], 'has no pod on n1', '+ Node n1: it should run a pod'],
  ['has one', [chosen, on('n1')], 'has pod a on n1', '+ Node n1: it should run a pod'],
  [
    'has none, but another has',
    [chosen, on('n2')],
    'has no pod on n1',
    '+ Node n1: it should run a pod',
  ],
])('says why a node has no daemon pod: it %s', (_, objects, value, term) => {
  const moment = { object: set, objects: [set, makeNode('n2'), ...objects], now };
  const missing = { what: 'pod', node: 'n1' } as const;
  expect(notSaid('daemonset', missing, moment)).toEqual({ value, rule, terms: [term] });
});

it('a set knows of nothing else that is missing', () => {
  const moment = { object: set, objects: [set], now };
  expect(() => notSaid('daemonset', { what: 'run' }, moment)).toThrow('no answer');
});

it.each([
  [
    'Succeeded',
    {
      type: 'Normal',
      reason: 'SucceededDaemonPod',
      message: 'Found succeeded daemon pod default/a on node n1, will try to delete it',
    },
  ],
  [
    'Failed',
    {
      type: 'Warning',
      reason: 'FailedDaemonPod',
      message: 'Found failed daemon pod default/a on node n1, will try to kill it',
    },
  ],
] as const)('reports a daemon pod that has %s', (phase, event) => {
  const pod = { ...makePod('a', { nodeName: 'n1' }), status: { phase } };
  expect(endedPodEvent(pod)).toEqual(event);
});
