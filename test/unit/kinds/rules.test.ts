import { describe, expect, it } from 'vitest';
import {
  findUntoleratedTaint,
  isPodActive,
  isPodAvailable,
  isPodReady,
  isPodTerminal,
  matchesNodeSelector,
  matchesRequiredNodes,
  podRequests,
  qosClassOf,
  schedulingEffects,
  setCondition,
  tolerationsTolerateTaint,
} from '#kinds';
import { parseTime } from '#values';
import type { NodeSelectorTerm, Pod, PodSpec, Taint, Toleration } from '#types';
import { podOf } from './samples.ts';

describe('tolerations', () => {
  const taint: Taint = { key: 'k', value: 'v', effect: 'NoSchedule' };

  it.each<[Toleration, boolean]>([
    [{ key: 'k', value: 'v', effect: 'NoSchedule' }, true],
    [{ key: 'k', operator: 'Equal', value: 'v' }, true],
    [{ key: 'k', operator: 'Exists' }, true],
    [{ operator: 'Exists' }, true],
    [{ operator: 'Exists', effect: 'NoExecute' }, false],
    [{ key: 'k', value: 'other' }, false],
    [{ key: 'k' }, false],
    [{ key: 'other', operator: 'Exists' }, false],
    [{ key: 'k', operator: 'Foo' as 'Equal', value: 'v' }, false],
  ])('%j tolerates k=v:NoSchedule: %j', (toleration, expected) => {
    expect(tolerationsTolerateTaint([toleration], taint)).toBe(expected);
  });

  it('takes no value and an empty one for the same', () => {
    expect(tolerationsTolerateTaint([{ key: 'k' }], { key: 'k', effect: 'NoSchedule' })).toBe(true);
    expect(tolerationsTolerateTaint([{ key: 'k' }], { ...taint, value: '' })).toBe(true);
  });

  it('finds the first taint that is not tolerated, among the effects asked for', () => {
    const prefer: Taint = { key: 'p', effect: 'PreferNoSchedule' };
    const evict: Taint = { key: 'e', effect: 'NoExecute' };
    expect(findUntoleratedTaint([prefer, evict], [])).toBe(prefer);
    expect(findUntoleratedTaint([prefer, evict], undefined, schedulingEffects)).toBe(evict);
    expect(findUntoleratedTaint([prefer], [], schedulingEffects)).toBeUndefined();
    expect(findUntoleratedTaint([evict], [{ operator: 'Exists' }])).toBeUndefined();
    expect(findUntoleratedTaint(undefined, [])).toBeUndefined();
  });
});

describe('node selection', () => {
  const node = { metadata: { name: 'n1', labels: { zone: 'a', size: '5', empty: '' } } };
  const expression = (key: string, operator: string, ...values: string[]): NodeSelectorTerm => ({
    matchExpressions: [{ key, operator: operator as 'In', values }],
  });
  const field = (operator: string, ...values: string[]): NodeSelectorTerm => ({
    matchFields: [{ key: 'metadata.name', operator: operator as 'In', values }],
  });

  it.each<[NodeSelectorTerm, boolean]>([
    [{}, false],
    [expression('zone', 'In', 'a', 'b'), true],
    [expression('zone', 'In', 'b'), false],
    [expression('none', 'In', 'a'), false],
    [expression('zone', 'NotIn', 'b'), true],
    [expression('zone', 'NotIn', 'a'), false],
    [expression('none', 'NotIn', 'a'), true],
    [expression('empty', 'Exists'), true],
    [expression('none', 'Exists'), false],
    [expression('constructor', 'Exists'), false],
    [expression('none', 'DoesNotExist'), true],
    [expression('zone', 'DoesNotExist'), false],
    [expression('size', 'Gt', '4'), true],
    [expression('size', 'Gt', '5'), false],
    [expression('size', 'Lt', '6'), true],
    [expression('size', 'Lt', 'many'), false],
    [expression('zone', 'Gt', '1'), false],
    [expression('none', 'Lt', '1'), false],
    [expression('size', 'Gt', '1', '2'), false],
    [expression('zone', 'Exists', 'a'), false],
    [expression('zone', 'Near', 'a'), false],
    [field('In', 'n1'), true],
    [field('In', 'n2'), false],
    [field('In', 'n1', 'n2'), false],
    [field('NotIn', 'n2'), true],
    [field('NotIn', 'n1'), false],
    [field('Exists'), false],
    [{ ...expression('zone', 'In', 'a'), ...field('In', 'n2') }, false],
  ])('%j: %j', (term, expected) => {
    expect(matchesNodeSelector({ nodeSelectorTerms: [term] }, node)).toBe(expected);
  });

  it('needs one of the terms', () => {
    const terms = [expression('none', 'Exists'), expression('zone', 'Exists')];
    expect(matchesNodeSelector({ nodeSelectorTerms: terms }, node)).toBe(true);
    expect(matchesNodeSelector({ nodeSelectorTerms: [] }, node)).toBe(false);
  });

  it('needs nodeSelector and required affinity alike', () => {
    const affinity = (term: NodeSelectorTerm): PodSpec['affinity'] => ({
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] },
      },
    });
    expect(matchesRequiredNodes({}, node)).toBe(true);
    expect(matchesRequiredNodes({ nodeSelector: { zone: 'a' } }, node)).toBe(true);
    expect(matchesRequiredNodes({ nodeSelector: { zone: 'a', none: '' } }, node)).toBe(false);
    expect(matchesRequiredNodes({ affinity: affinity(field('In', 'n2')) }, node)).toBe(false);
    expect(
      matchesRequiredNodes(
        { nodeSelector: { zone: 'b' }, affinity: affinity(field('In', 'n1')) },
        node,
      ),
    ).toBe(false);
  });
});

type Amounts = Readonly<Record<string, string>>;

function specWith(
  containers: readonly { requests?: Amounts; limits?: Amounts }[],
  inits: readonly { requests?: Amounts; limits?: Amounts }[] = [],
  overhead?: Amounts,
): PodSpec {
  const named = (resources: object): { name: string; resources: object } => ({
    name: 'c',
    resources,
  });
  return { containers: containers.map(named), initContainers: inits.map(named), overhead };
}

describe('requests of a pod', () => {
  it('adds containers up, takes larger init containers, and adds the overhead', () => {
    const spec = specWith(
      [{ requests: { cpu: '100m', memory: '1Ki' } }, { requests: { cpu: '1', 'a.b/gpu': '2' } }],
      [{ requests: { cpu: '2', memory: '1' } }, { requests: { storage: '5' } }],
      { cpu: '50m' },
    );
    expect(podRequests(spec)).toEqual({ cpu: 2050, memory: 1024, 'a.b/gpu': 2, storage: 5 });
    expect(podRequests({ containers: [{ name: 'c' }] })).toEqual({});
  });

  const both = { cpu: '1', memory: '1Gi' };
  it.each<[string, PodSpec]>([
    ['BestEffort', specWith([{}, {}])],
    ['BestEffort', specWith([{ requests: { cpu: '0', 'a.b/gpu': '1' } }])],
    ['Guaranteed', specWith([{ requests: both, limits: { cpu: '1000m', memory: '1Gi' } }])],
    ['Burstable', specWith([{ requests: both, limits: { cpu: '2', memory: '1Gi' } }])],
    ['Burstable', specWith([{ requests: both, limits: both }, {}])],
    ['Burstable', specWith([{ requests: both, limits: both }], [{}])],
    [
      'Guaranteed',
      specWith([{ requests: both, limits: both }], [{ requests: both, limits: both }]),
    ],
    ['Burstable', specWith([{ requests: { cpu: '1' }, limits: { cpu: '1' } }])],
    ['Burstable', specWith([{ requests: { memory: '1' } }])],
  ])('quality of service: %s', (expected, spec) => {
    expect(qosClassOf(spec)).toBe(expected);
  });
});

describe('status of a pod', () => {
  const readyAt = '2022-01-01T00:00:10Z';
  const withStatus = (status: object, metadata: object = {}): Pod =>
    ({ ...podOf({}, metadata), status }) as Pod;
  const ready = (status: string): Pod =>
    withStatus({ conditions: [{ type: 'Ready', status, lastTransitionTime: readyAt }] });
  const at = (seconds: number): number => parseTime(readyAt) + seconds * 1000;

  it('is ready by its condition', () => {
    expect(isPodReady(ready('True'))).toBe(true);
    expect(isPodReady(ready('False'))).toBe(false);
    expect(isPodReady(withStatus({}))).toBe(false);
    expect(isPodReady(podOf())).toBe(false);
  });

  it('is available when ready for longer than asked', () => {
    expect(isPodAvailable(ready('True'), 0, at(0))).toBe(true);
    expect(isPodAvailable(ready('True'), 5, at(5))).toBe(false);
    expect(isPodAvailable(ready('True'), 5, at(5) + 1)).toBe(true);
    expect(isPodAvailable(ready('False'), 0, at(9))).toBe(false);
    const sinceWhen = withStatus({ conditions: [{ type: 'Ready', status: 'True' }] });
    expect(isPodAvailable(sinceWhen, 0, at(0))).toBe(true);
    expect(isPodAvailable(sinceWhen, 1, at(9))).toBe(false);
  });

  it('is active until it is finished or being deleted', () => {
    expect(isPodActive(withStatus({ phase: 'Running' }))).toBe(true);
    expect(isPodActive(withStatus({ phase: 'Failed' }))).toBe(false);
    expect(isPodActive(withStatus({ phase: 'Running' }, { deletionTimestamp: readyAt }))).toBe(
      false,
    );
    expect(isPodTerminal(withStatus({ phase: 'Succeeded' }))).toBe(true);
    expect(isPodTerminal(withStatus({ phase: 'Unknown' }))).toBe(false);
  });

  it('moves the time of a condition only with its status', () => {
    const first = setCondition(undefined, { type: 'Ready', status: 'True', reason: 'a' }, 't1');
    expect(first).toEqual([
      { type: 'Ready', status: 'True', reason: 'a', lastTransitionTime: 't1' },
    ]);
    expect(setCondition(first, { type: 'Ready', status: 'True', reason: 'a' }, 't2')).toBe(first);
    const renamed = setCondition(first, { type: 'Ready', status: 'True', reason: 'b' }, 't2');
    expect(renamed[0]).toMatchObject({ reason: 'b', lastTransitionTime: 't1' });
    const flipped = setCondition(first, { type: 'Ready', status: 'False', reason: 'a' }, 't2');
    expect(flipped[0]).toMatchObject({ status: 'False', lastTransitionTime: 't2' });
    const other = setCondition(first, { type: 'Other', status: 'True', reason: 'a' }, 't2');
    expect(other.map(({ type }) => type)).toEqual(['Ready', 'Other']);
    expect(other[0]).toBe(first[0]);
  });
});
