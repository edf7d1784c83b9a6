/** What quotas count of pods in later releases. */
import { describe, expect, it } from 'vitest';
import { judgeQuotas, profileOf, quantitiesOf, quotaEvaluatorOf, type QuotaState } from '#kinds';
import type { KubeObject } from '#values';

const pods = (minor: number) => quotaEvaluatorOf({ group: '', plural: 'pods' }, profileOf(minor))!;

const podOf = (spec: object, status: object = {}): KubeObject =>
  ({ metadata: { name: 'x' }, spec: { containers: [{ name: 'c' }], ...spec }, status }) as never;

const used = (pod: KubeObject, minor = 37) => quantitiesOf(pods(minor).usage(pod, 0));

const asking = (cpu: string, more: object = {}): object => ({
  name: 'c',
  resources: { requests: { cpu } },
  ...more,
});

describe('what a pod uses of a quota', () => {
  it('has the requests of sidecars, with those of init containers that start later', () => {
    const containers = [asking('200m')];
    const sidecar = asking('100m', { name: 's', restartPolicy: 'Always' });
    expect(used(podOf({ containers, initContainers: [sidecar] }))['requests.cpu']).toBe('300m');
    const initContainers = [sidecar, asking('250m', { name: 'i' })];
    expect(used(podOf({ containers, initContainers }))['requests.cpu']).toBe('350m');
  });

  it('is what the pod has as a whole, where it has that', () => {
    const resources = { requests: { cpu: '400m' }, limits: { memory: '512Mi' } };
    const pod = podOf({ containers: [asking('100m')], resources });
    expect(used(pod)).toMatchObject({ 'requests.cpu': '400m', 'limits.memory': '512Mi' });
    const isRequired = (): boolean => true;
    expect(pods(37).missing!(pod, isRequired)).toBeUndefined();
    expect(pods(37).missing!(podOf({}), isRequired)).toMatch(/^must specify/);
  });

  it('is the larger of what it has and what it asks for, while it is resized', () => {
    const status = {
      containerStatuses: [{ name: 'c', resources: { requests: { cpu: '300m' } } }],
    };
    const cpuOf = (cpu: string, more: object = {}): string | undefined =>
      used(podOf({ containers: [asking(cpu)] }, { ...status, ...more }))['requests.cpu'];
    expect([cpuOf('200m'), cpuOf('400m')]).toEqual(['300m', '400m']);
    const conditions = [{ type: 'PodResizePending', reason: 'Infeasible' }];
    expect(cpuOf('400m', { conditions })).toBe('300m');
  });

  it('has the overhead as a limit only beside other limits, since 1.27', () => {
    const overhead = { cpu: '10m', memory: '1Mi' };
    const containers = [{ name: 'c', resources: { limits: { cpu: '1' } } }];
    const limitsIn = (minor: number) => {
      const all = used(podOf({ containers, overhead }), minor);
      return [all['limits.cpu'], all['limits.memory']];
    };
    expect(limitsIn(26)).toEqual(['1010m', '1Mi']);
    expect(limitsIn(27)).toEqual(['1010m', undefined]);
  });
});

describe('an update of a pod', () => {
  const old = podOf({ containers: [asking('200m')] });
  const ending = podOf({ containers: [asking('200m')], activeDeadlineSeconds: 60 });

  it('counts at once where it takes the pod to another scope, since 1.33', () => {
    const isCharged = (minor: number) => pods(minor).isCharged!(ending, old, undefined);
    expect([isCharged(32), isCharged(33)]).toEqual([false, true]);
    expect(pods(33).isCharged!(old, old, undefined)).toBe(false);
    expect(pods(33).isCharged!(old, old, 'resize')).toBe(true);
  });

  it('is charged in full to quotas of the new scope, and by the difference to others', () => {
    const quota = (name: string, scopes: readonly string[]): QuotaState => ({
      metadata: { name },
      spec: { scopes: [...scopes] },
      status: { hard: { 'requests.cpu': '1' }, used: { 'requests.cpu': '500m' } },
    });
    const quotas = [quota('ending', ['Terminating']), quota('all', [])];
    const larger = podOf({ containers: [asking('300m')], activeDeadlineSeconds: 60 });
    const verdict = judgeQuotas(quotas, pods(37), { object: larger, old, now: 0 });
    const charges = verdict.allowed ? verdict.charges : [];
    expect(charges.map(({ quota: { metadata }, taken }) => [metadata.name, taken])).toEqual([
      ['ending', { 'requests.cpu': '300m' }],
      ['all', { 'requests.cpu': '100m' }],
    ]);
  });
});
