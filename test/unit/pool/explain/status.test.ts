/** What kubelets say of the status of pods and nodes. */
import { describe, expect, it } from 'vitest';
import { formatTime, type KubeObject } from '#values';
import type { ContainerStatus, Pod, PodStatus } from '#types';
import type { Pass } from '#runtime';
import { accountant } from '../../../../src/pool/explain/index.ts';
import { said, type Said } from '../../controllers/explanations/account.ts';
import { passOver, pastView, type PastParts } from '../../controllers/past-view.ts';
import { makeContainer, makePod, T0, type PodParts } from '../objects.ts';

const now = T0 + 100_000;
const iso = (seconds: number): string => formatTime(T0 + seconds * 1000);

type Within = readonly (string | number)[];

function accountOf(path: string, object: KubeObject, within: Within = [], past?: PastParts): Said {
  const explainer = accountant.explainers.find(
    ({ kind, fields }) => kind.kind === object.kind && fields[path] !== undefined,
  )!;
  const pass: Pass = passOver(object, pastView(past ?? { objects: [object], now }));
  return said(explainer.fields[path]!({ ...pass, within } as never));
}

const running = (from: number) => ({ running: { startedAt: iso(from) } });
const ended = (from: number, to: number, exitCode = 1, reason = 'Error') => ({
  terminated: { exitCode, reason, startedAt: iso(from), finishedAt: iso(to) },
});
const waiting = (reason: string, message = '') => ({ waiting: { reason, message } });

function container(state: object, more: object = {}, name = 'main'): ContainerStatus {
  const status = { name, image: '', imageID: '', ready: false, restartCount: 0, state, ...more };
  return status as ContainerStatus;
}

const podWith = (status: PodStatus, spec: PodParts['spec'] = {}, more: PodParts = {}): Pod =>
  makePod({ status, spec, ...more });

const again = podWith({
  phase: 'Running',
  containerStatuses: [
    container(running(40), { ready: true, restartCount: 1, lastState: ended(20, 30, 3) }),
  ],
});

describe('the phase of a pod', () => {
  const never = { restartPolicy: 'Never' } as const;
  const policy = '+ restartPolicy Never: they are not started again';
  it.each<[string, Pod, string, readonly string[]]>([
    [
      'Pending',
      podWith({ phase: 'Pending' }),
      'stays Pending until the containers of the pod have started',
      ['+ start 1s: when images and volumes are there (sim/start-seconds)'],
    ],
    [
      'Running',
      again,
      'is Running from the first start of its containers until they have ended for good',
      ['+ container main: it runs and is ready, and was started again once'],
    ],
    [
      'Succeeded',
      podWith({ phase: 'Succeeded', containerStatuses: [container(ended(20, 30, 0))] }, never),
      'is Succeeded when all containers have ended well and are not started again',
      ['- container main: it ended with exit code 0', policy],
    ],
    [
      'Failed',
      podWith(
        { phase: 'Failed', containerStatuses: [container(ended(20, 30, 3), { restartCount: 2 })] },
        never,
      ),
      'is Failed when its containers have ended badly and are not started again, or its node ended it',
      ['- container main: it ended with exit code 3, and was started again 2 times', policy],
    ],
    [
      'Failed',
      podWith({ phase: 'Failed', reason: 'Evicted', message: 'low on memory' }),
      'is Failed when its containers have ended badly and are not started again, or its node ended it',
      ['+ Node n1: Evicted: low on memory'],
    ],
  ])('is explained by its containers: %s', (value, pod, rule, terms) => {
    expect(accountOf('status.phase', pod)).toEqual({ value, rule, terms });
  });

  it('names what a pod needs before its containers start', () => {
    const containers = [makeContainer('main', 'broken:1'), makeContainer('other')];
    const annotations = { 'sim/pull-seconds': '4', 'sim/start-seconds': '3' };
    const pod = podWith({ phase: 'Pending' }, { containers }, { annotations });
    expect(accountOf('status.phase', pod).terms).toEqual([
      '- container main: its image broken:1 can never be pulled: "broken" is in its name',
      '+ images 4s: for those that its node lacks (sim/pull-seconds)',
      '+ start 3s: when images and volumes are there (sim/start-seconds)',
    ]);
  });
});

describe('the status of a container', () => {
  const of = (pod: Pod, field: string, which: string | number = 'main', past?: PastParts): Said =>
    accountOf('status.containerStatuses', pod, [which, field], past);

  it('is explained as a whole, or field by field', () => {
    const line = '+ container main: it runs and is ready, and was started again once';
    const all = accountOf('status.containerStatuses', again);
    expect([all.rule, ...all.terms]).toEqual([
      'lists the containers: whether each runs, is ready, and how often it was started again',
      line,
    ]);
    const before = '- run before: ended with exit code 3 (Error), after 10s';
    for (const which of ['main', 0]) {
      const { rule, terms } = of(again, 'state', which);
      expect([rule, ...terms]).toEqual(['runs', line, before]);
    }
    expect(of(again, 'state', 'other')).toEqual(all);
    const isReady = of(again, 'ready');
    expect(isReady.rule).toBe(
      'is true while the container runs, its startup probe has succeeded, and its readiness probe succeeds',
    );
    expect(isReady.terms).toHaveLength(3);
    const isStarted = of(again, 'started');
    expect(isStarted.rule).toBe(
      'is true once the startup probe of the running container has succeeded',
    );
    expect(isStarted.terms).toHaveLength(2);
  });

  /** It ran from 0 to 20, from 20 to 35 and from 45 to 50. */
  const history = (time: number): readonly Pod[] => {
    const at = (time - T0) / 1000;
    const state =
      at < 20
        ? container(running(0))
        : at < 45
          ? container(running(20), { restartCount: 1, lastState: ended(0, 20, 255, 'Unknown') })
          : container(running(45), { restartCount: 2, lastState: ended(20, 35, 3) });
    return [podWith({ phase: 'Running', containerStatuses: [state] })];
  };
  const crashed = (message: string): Pod => {
    const state = waiting('CrashLoopBackOff', message);
    const status = container(state, { restartCount: 2, lastState: ended(45, 50, 3) });
    return podWith({ phase: 'Running', containerStatuses: [status] });
  };
  const past = { objects: [], now, earlier: history };

  it('lists its runs, the latest first, and which of them were followed by a start', () => {
    const { rule, terms } = of(crashed(''), 'restartCount', 'main', past);
    expect(rule).toBe('counts how often the container was started again; restartPolicy is Always');
    expect(terms).toEqual([
      `- run 3 ${iso(50)}: ended with exit code 3 (Error), after 5s`,
      `+ run 2 ${iso(35)}: ended with exit code 3 (Error), after 15s`,
      `+ run 1 ${iso(20)}: lost with its machine, after 20s`,
    ]);
  });

  it('says how long it waits after a crash, and by which rule', () => {
    const { rule, terms } = of(crashed('back-off 20s restarting failed'), 'state', 'main', past);
    expect(rule).toBe(
      'waits to be started again: at once after the first end, then 10 s and twice as long each time, up to 5 min; after a run of more than 10 min they begin with none again',
    );
    expect(terms).toEqual([
      `= end ${iso(50)}: ended with exit code 3 (Error), after 5s`,
      '= back-off 20s: it waited 10s before its last run: twice that',
      `= next start ${iso(70)}: when the back-off is over`,
    ]);
    const fixed = of(crashed('back-off 10s restarting failed'), 'state', 'main', past).terms[1];
    expect(fixed).toBe(
      '= back-off 10s: runs that end as sim/run-seconds says are always followed by 10s',
    );
  });

  it('names the probe for which it was killed', () => {
    const livenessProbe = { periodSeconds: 5, failureThreshold: 2 };
    const spec = { containers: [{ ...makeContainer(), livenessProbe }] };
    const annotations = { 'sim/unhealthy-seconds': '8' };
    const now137 = container(ended(20, 35, 137));
    const pod = podWith({ phase: 'Running', containerStatuses: [now137] }, spec, { annotations });
    const before = podWith(
      { phase: 'Running', containerStatuses: [container(running(20))] },
      spec,
      { annotations },
    );
    const seen = of(pod, 'state', 'main', { objects: [], now, earlier: () => [before] });
    expect([seen.rule, ...seen.terms]).toEqual([
      'has ended',
      `- run 1 ${iso(35)}: killed, because its liveness probe failed 2 times in a row (failureThreshold), looking every 5s, after 15s`,
    ]);
  });

  it('says what it waits for before its first run', () => {
    const pod = podWith({
      phase: 'Pending',
      containerStatuses: [container(waiting('ContainerCreating'))],
    });
    const { rule, terms } = of(pod, 'state');
    expect(rule).toBe('waits until what it needs is there');
    expect(terms).toEqual(['+ start 1s: when images and volumes are there (sim/start-seconds)']);
    expect(of(pod, 'ready').terms).toEqual(['- container main: it waits: ContainerCreating']);
  });
});

describe('the conditions of a pod', () => {
  it('follow from its containers and its readiness gates', () => {
    const gated: Pod = {
      ...again,
      spec: { ...again.spec, readinessGates: [{ conditionType: 'a/b' }, { conditionType: 'c/d' }] },
      status: { ...again.status, conditions: [{ type: 'a/b', status: 'True' }] },
    };
    const line =
      '+ container main: it runs and is ready, and was started again once: run 1m, simulated 0s, readiness probe none';
    const { rule, terms } = accountOf('status.conditions.Ready', gated);
    expect(rule).toBe('is True while all containers are ready, and all readiness gates are open');
    expect(terms).toEqual([
      line,
      '+ readiness gate a/b True: the condition of that type',
      '- readiness gate c/d: the pod has no such condition',
    ]);
    const only = accountOf('status.conditions.ContainersReady', gated);
    expect(only.rule).toBe('is True while all containers are ready');
    expect(only.terms).toHaveLength(3);
    expect(only.terms).toEqual(accountOf('status.conditions.Ready', again).terms);
  });

  it('say which init container is waited for', () => {
    const initContainerStatuses = [container(running(10), {}, 'init')];
    const spec = { initContainers: [makeContainer('init')] };
    const pod = podWith({ phase: 'Pending', initContainerStatuses }, spec);
    const { rule, terms } = accountOf('status.conditions.Initialized', pod);
    expect(rule).toBe('is True once all init containers have succeeded');
    expect(terms).toEqual(['- container init: it runs and is not ready']);
    expect(accountOf('status.phase', pod).terms).toEqual(terms);
  });
});

describe('the conditions of a node', () => {
  const nodeWith = (status: string): KubeObject =>
    ({
      ...{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' }, spec: {} },
      status: { conditions: [{ type: 'Ready', status }] },
    }) as unknown as KubeObject;

  it('say that a kubelet reports, and how often', () => {
    const after = (status: string): Said => accountOf('status.conditions.Ready', nodeWith(status));
    expect(after('Unknown').rule).toBe(
      'is True while the kubelet runs and reports; a machine that is off reports nothing, and the node lifecycle controller then makes it Unknown',
    );
    const rest = [
      '+ status every 5m: or at once, when something of it changes',
      '+ Lease in kube-node-lease every 10s: the sign of life that the node lifecycle controller looks at',
    ];
    expect(after('Unknown').terms).toEqual([
      '+ kubelet: it reports again after the machine was off',
      ...rest,
    ]);
    expect(after('False').terms).toEqual([
      '+ kubelet: it has registered the node, and reports',
      ...rest,
    ]);
  });

  it.each([
    ['MemoryPressure', 'a simulated machine has memory enough, whatever its pods use'],
    ['DiskPressure', 'a simulated machine has disk enough'],
    ['PIDPressure', 'a simulated machine has process ids enough'],
  ])('say that nothing is scarce: %s', (type, because) => {
    const { value, rule, terms } = accountOf(`status.conditions.${type}`, nodeWith('True'));
    expect([(value as { status: string }).status, rule, terms]).toEqual([
      ...['False', `is False: ${because}`],
      [],
    ]);
  });
});
