/** Changes in words: what a reader of the timeline sees of a write, kind by kind. */
import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#values';
import { describeChange, detailText } from '#record';
import type { Change } from '#store';

function textOf(previous: object | undefined, value: object, more: object = {}): string {
  const line = describeChange({
    ...{ revision: 1, time: 0, bucket: 'x', key: 'default/a', origin: { actor: 'user' } },
    ...{ type: previous === undefined ? 'created' : 'updated', value: value as KubeObject },
    ...(previous && { previous: previous as KubeObject }),
    ...more,
  } as Change);
  if (line === undefined) return 'nothing';
  const details = line.details.map(detailText).join(', ');
  return `${line.verb} ${line.kind} ${line.name}${details === '' ? '' : `: ${details}`}`;
}

const metadata = { name: 'a', namespace: 'default' };
const pod = (spec: object, status: object, more: object = {}): object => ({
  ...{ kind: 'Pod', metadata: { ...metadata, ...more }, spec, status },
});
const node = (spec: object, status: object = {}): object => ({
  ...{ kind: 'Node', metadata: { name: 'a' }, spec, status },
});
const thing = (more: object): object => ({ kind: 'Thing', metadata, ...more });
const condition = (type: string, status: string) => ({ type, status });

describe('a pod', () => {
  const waiting = (reason: string) => ({
    containerStatuses: [{ state: { running: {} } }, { state: { waiting: { reason } } }],
  });
  it.each<[string, object, object]>([
    ['bind Pod a: to n', pod({}, {}), pod({ nodeName: 'n' }, {})],
    ['bind Pod a: to no node', pod({ nodeName: 'n' }, {}), pod({}, {})],
    ['update Pod a: terminating', pod({}, {}), pod({}, {}, { deletionTimestamp: 'x' })],
    [
      'nothing',
      pod({}, {}, { deletionTimestamp: 'x' }),
      pod({}, {}, { deletionTimestamp: 'y', deletionGracePeriodSeconds: 0 }),
    ],
    [
      'status Pod a: phase Pending→Running',
      pod({}, { phase: 'Pending' }),
      pod({}, { phase: 'Running' }),
    ],
    [
      'status Pod a: Ready False→True',
      pod({}, { conditions: [condition('Ready', 'False'), condition('Other', 'False')] }),
      pod({}, { conditions: [condition('Ready', 'True'), condition('Other', 'True')] }),
    ],
    ['nothing', pod({}, {}), pod({}, { conditions: [condition('Ready', 'False')] })],
    ['status Pod a: CrashLoopBackOff', pod({}, {}), pod({}, waiting('CrashLoopBackOff'))],
    ['nothing', pod({}, {}), pod({}, waiting('ContainerCreating'))],
    ['nothing', pod({}, waiting('x')), pod({}, { ...waiting('x'), podIP: '1' })],
    ['nothing', pod({}, {}), pod({}, { podIP: '10.0.0.1' })],
    ['update Pod a: spec.x 1→2', pod({ x: 1 }, {}), pod({ x: 2 }, {})],
    [
      'bind Pod a: to n, terminating, phase Pending→Running, Ready False→True, ErrImagePull, spec.x 1→2',
      pod({ x: 1 }, { phase: 'Pending', conditions: [condition('Ready', 'False')] }),
      pod(
        { nodeName: 'n', x: 2 },
        { phase: 'Running', conditions: [condition('Ready', 'True')], ...waiting('ErrImagePull') },
        { deletionTimestamp: 'x' },
      ),
    ],
  ])('%s', (text, before, after) => {
    expect(textOf(before, after)).toBe(text);
  });
});

describe('a node', () => {
  const taint = (key: string, value?: string) => ({
    ...{ key, effect: 'NoSchedule' },
    ...(value !== undefined && { value }),
  });
  it.each<[string, object, object]>([
    ['nothing', node({}), node({}, { capacity: { cpu: '4' } })],
    [
      'status Node a: Ready True→Unknown',
      node({}, { conditions: [condition('Ready', 'True'), condition('DiskPressure', 'False')] }),
      node({}, { conditions: [condition('Ready', 'Unknown'), condition('DiskPressure', 'True')] }),
    ],
    ['update Node a: +b:NoSchedule', node({}), node({ taints: [taint('b')] })],
    ['update Node a: -b=c:NoSchedule', node({ taints: [taint('b', 'c')] }), node({})],
    [
      'update Node a: +d:NoSchedule, -c:NoSchedule',
      node({ taints: [taint('b'), taint('c')] }),
      node({ taints: [taint('b'), taint('d')] }),
    ],
    [
      'nothing',
      node({ taints: [taint('b'), taint('c')] }),
      node({ taints: [taint('c'), taint('b')] }),
    ],
    [
      'update Node a: spec.unschedulable false→true',
      node({ unschedulable: false }),
      node({ unschedulable: true }),
    ],
  ])('%s', (text, before, after) => {
    expect(textOf(before, after)).toBe(text);
  });
});

describe('any other object', () => {
  const long = 'x'.repeat(61);
  it.each<[string, object | undefined, object]>([
    ['create Thing a', undefined, thing({ spec: { x: 1 } })],
    ['status Thing a: x 1→2', thing({ status: { x: 1 } }), thing({ status: { x: 2 } })],
    ['update Thing a: spec.x 1→2', thing({ spec: { x: 1 } }), thing({ spec: { x: 2 } })],
    [
      'update Thing a: spec.x 1→2, x 1→2',
      thing({ spec: { x: 1 }, status: { x: 1 } }),
      thing({ spec: { x: 2 }, status: { x: 2 } }),
    ],
    [
      'update Thing a: template x 1→2',
      thing({ spec: { template: { spec: { x: 1 } } } }),
      thing({ spec: { template: { spec: { x: 2 } } } }),
    ],
    [
      'status Thing a: Ready False (R)→True',
      thing({ status: { conditions: [{ ...condition('Ready', 'False'), reason: 'R' }] } }),
      thing({ status: { conditions: [condition('Ready', 'True')] } }),
    ],
    [
      `status Thing a: x a→${long.slice(1)}`,
      thing({ status: { x: 'a' } }),
      thing({ status: { x: long.slice(1) } }),
    ],
    [
      `status Thing a: x a→${long.slice(0, 57)}...`,
      thing({ status: { x: 'a' } }),
      thing({ status: { x: long } }),
    ],
    [
      'status Thing a: x a→b c',
      thing({ status: { x: { name: 'a', uid: '1' } } }),
      thing({ status: { x: [{ name: 'b' }, { name: 'c' }] } }),
    ],
    [
      'status Thing a: x y→[{"name":"b"},{"n":"c"}]',
      thing({ status: { x: 'y' } }),
      thing({ status: { x: [{ name: 'b' }, { n: 'c' }] } }),
    ],
    ['status Thing a: x y→[]', thing({ status: { x: 'y' } }), thing({ status: { x: [] } })],
    [
      'nothing',
      thing({ status: { observedGeneration: 1, lastUpdateTime: 'a' } }),
      thing({ status: { observedGeneration: 2, lastUpdateTime: 'b' } }),
    ],
  ])('%s', (text, before, after) => {
    expect(textOf(before, after)).toBe(text);
  });

  it.each<[string, object, object]>([
    ['delete Thing a', thing({}), { type: 'deleted' }],
    ['nothing', { kind: 'Lease', metadata }, {}],
    ['create ServiceAccount x', { kind: 'ServiceAccount', metadata: { name: 'x' } }, {}],
    ['nothing', { kind: 'ServiceAccount', metadata: { name: 'default' } }, {}],
    [
      'delete ServiceAccount default',
      { kind: 'ServiceAccount', metadata: { name: 'default' } },
      { type: 'deleted' },
    ],
    ['create ConfigMap x', { kind: 'ConfigMap', metadata: { name: 'x' } }, {}],
    ['nothing', { kind: 'ConfigMap', metadata: { name: 'kube-root-ca.crt' } }, {}],
    ['nothing', thing({}), { origin: { actor: 'simulator' } }],
    ['delete Thing a', thing({}), { type: 'deleted', origin: { actor: 'simulator' } }],
  ])('%s: %j %j', (text, value, more) => {
    expect(textOf(undefined, value, more)).toBe(text);
  });
});

describe('an event', () => {
  const event = (more: object): object => ({
    ...{ kind: 'Event', metadata, type: 'Warning', reason: 'Failed', message: 'so' },
    ...{ involvedObject: { kind: 'Pod', name: 'web' }, ...more },
  });
  it.each<[string, object, object]>([
    ['warning Pod web: Failed: so', event({}), {}],
    ['warning Pod web: Failed: so', event({ count: 1 }), {}],
    ['warning Pod web: Failed: so (x2)', event({ count: 2 }), {}],
    ['warning  : : ', event({ involvedObject: {}, reason: undefined, message: undefined }), {}],
    ['nothing', event({ type: 'Normal' }), {}],
    ['nothing', event({}), { type: 'deleted' }],
  ])('%s', (text, value, more) => {
    expect(textOf(undefined, value, more)).toBe(text);
  });
});
