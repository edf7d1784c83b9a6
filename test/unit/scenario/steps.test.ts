/** What steps ask of the cluster, how they are summed up, and what is wrong with those that are not meant so. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { ApiError, notFound } from '#values';
import { KindRegistry } from '#catalog';
import { Client, type Call, type Request } from '#request';
import { ScenarioError, type Step } from '#scenario';
import { readOneStep } from '../../../src/scenario/one-step.ts';
import { FakeClock, microtasks } from '../../support/fake-clock.ts';

const registry = new KindRegistry(defaultProfile);
const present = {
  ...{ kinds: registry, controllers: ['job', 'daemonset'], startMs: 0 },
  nodes: new Map([
    ['n1', 'pool'],
    ['n2', 'pool'],
    ['single', undefined],
  ]),
};

type Asked = Readonly<Record<string, unknown>>;

/** Runs a step; what it asks is answered from `objects`, by `VERB PLURAL NAME`. */
async function run(step: Step, objects: Readonly<Record<string, unknown>> = {}) {
  const asked: string[] = [];
  const bodies: unknown[] = [];
  const clock = new FakeClock();
  const call = ((request: Request) => {
    const { verb, kind, ref, body, patch, options, subresource, namespace } =
      request as unknown as {
        verb: string;
        kind: { plural: string };
        ref?: { name: string; namespace?: string };
        body?: { metadata: { name?: string; generateName?: string } };
        patch?: { type: string; body: unknown; force?: boolean };
        options?: Asked & { namespace?: string };
        subresource?: string;
        namespace?: string;
      };
    const name = ref?.name ?? body?.metadata.name ?? body?.metadata.generateName ?? '';
    const part = subresource === undefined ? '' : `/${subresource}`;
    const where = ref?.namespace ?? namespace ?? '';
    const how = patch === undefined ? '' : ` ${patch.type}${patch.force === true ? ' force' : ''}`;
    asked.push(
      `${verb} ${kind.plural}${part} ${where === '' ? '' : `${where}/`}${name}${how}`.trim(),
    );
    if (patch !== undefined) bodies.push(patch.body);
    else if (verb === 'create' || verb === 'post') bodies.push(body);
    else if (options !== undefined) bodies.push(options);
    const key = `${verb} ${kind.plural} ${name}`.trim();
    const found = objects[key];
    const answer = typeof found === 'function' ? (found as () => unknown)() : found;
    if (verb === 'watch') return answer;
    if (answer instanceof Error) return Promise.reject(answer);
    if (answer !== undefined) return Promise.resolve(answer);
    if (verb === 'get') return Promise.reject(notFound(kind as never, name));
    return Promise.resolve(verb === 'list' ? { items: [], metadata: {} } : (body ?? {}));
  }) as Call;
  const running = step.run({
    ...{ client: new Client(call), clock, kinds: registry, seed: 1 },
    machinery: {} as never,
  });
  let isDone = false;
  void running.then(
    () => (isDone = true),
    () => (isDone = true),
  );
  for (let turn = 0; turn < 100; turn++) {
    await microtasks(100);
    if (isDone) break;
    clock.advance(1000);
  }
  return { asked, bodies, outcome: await running, now: clock.now() };
}

const read = (value: object): Step => readOneStep(value, present);
const manifest = (name: string, more: object = {}) => ({
  ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } },
  ...more,
});
const deployment = { kind: 'Deployment', name: 'web' };
const group = (...names: readonly string[]) => ({
  items: names.map((name) => ({ metadata: { name }, spec: {} })),
  metadata: {},
});

describe('a step', () => {
  it.each<
    [
      step: object,
      summary: string,
      asked: readonly string[],
      bodies: readonly unknown[],
      objects?: object,
    ]
  >([
    [
      { apply: manifest('a') },
      'apply ConfigMap a',
      ['patch configmaps default/a apply force'],
      [{ ...manifest('a'), metadata: { name: 'a', namespace: 'default' } }],
    ],
    [
      { apply: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } } },
      'apply Namespace team',
      ['patch namespaces team apply force'],
      [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } }],
    ],
    [
      { apply: { ...manifest('x'), metadata: { generateName: 'made-', namespace: 'other' } } },
      'apply ConfigMap other/made-*',
      ['create configmaps other/made-'],
      [
        {
          ...manifest('x'),
          metadata: { generateName: 'made-', namespace: 'other', creationTimestamp: null },
        },
      ],
    ],
    [
      { apply: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => manifest(name)) },
      'apply ConfigMap a, ConfigMap b, ConfigMap c, ConfigMap d, ConfigMap e and 1 more',
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `patch configmaps default/${name} apply force`),
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
        manifest(name, { metadata: { name, namespace: 'default' } }),
      ),
    ],
    [
      { apply: ['a', 'b', 'c', 'd', 'e'].map((name) => manifest(name)) },
      'apply ConfigMap a, ConfigMap b, ConfigMap c, ConfigMap d, ConfigMap e',
      ['a', 'b', 'c', 'd', 'e'].map((name) => `patch configmaps default/${name} apply force`),
      ['a', 'b', 'c', 'd', 'e'].map((name) =>
        manifest(name, { metadata: { name, namespace: 'default' } }),
      ),
    ],
    [
      { patch: { ...deployment, body: { spec: { paused: true } } } },
      'patch Deployment web',
      ['patch deployments default/web strategic'],
      [{ spec: { paused: true } }],
    ],
    [
      { patch: { ...deployment, namespace: 'x', type: 'merge', subresource: 'scale', body: {} } },
      'patch Deployment x/web',
      ['patch deployments/scale x/web merge'],
      [{}],
    ],
    [
      { patch: { ...deployment, type: 'json', body: [{ op: 'remove', path: '/spec/paused' }] } },
      'patch Deployment web',
      ['patch deployments default/web json'],
      [[{ op: 'remove', path: '/spec/paused' }]],
    ],
    [
      { label: { ...deployment, set: { a: 'b' }, remove: ['c'] } },
      'label Deployment web',
      ['patch deployments default/web merge'],
      [{ metadata: { labels: { a: 'b', c: null } } }],
    ],
    [
      { annotate: { kind: 'Node', name: 'n1', remove: ['c'] } },
      'annotate Node n1',
      ['patch nodes n1 merge'],
      [{ metadata: { annotations: { c: null } } }],
    ],
    [
      { scale: { ...deployment, replicas: 3 } },
      'scale Deployment web to 3',
      ['patch deployments/scale default/web merge'],
      [{ spec: { replicas: 3 } }],
    ],
    [
      { restart: deployment },
      'restart Deployment web',
      ['patch deployments default/web strategic'],
      [
        {
          spec: {
            template: {
              metadata: {
                annotations: { 'kubectl.kubernetes.io/restartedAt': '1970-01-01T00:00:00Z' },
              },
            },
          },
        },
      ],
    ],
    [
      { setImage: { ...deployment, image: 'x:2' } },
      'set image of Deployment web to x:2',
      ['get deployments default/web', 'patch deployments default/web strategic'],
      [
        {
          spec: {
            template: {
              spec: {
                containers: [
                  { name: 'a', image: 'x:2' },
                  { name: 'b', image: 'x:2' },
                ],
              },
            },
          },
        },
      ],
      {
        'get deployments web': {
          spec: { template: { spec: { containers: [{ name: 'a' }, { name: 'b' }] } } },
        },
      },
    ],
    [
      { setImage: { kind: 'CronJob', name: 'tick', image: 'x:2', container: 'b' } },
      'set image of CronJob tick to x:2',
      ['get cronjobs default/tick', 'patch cronjobs default/tick strategic'],
      [
        {
          spec: {
            jobTemplate: {
              spec: { template: { spec: { containers: [{ name: 'b', image: 'x:2' }] } } },
            },
          },
        },
      ],
      {
        'get cronjobs tick': {
          spec: {
            jobTemplate: {
              spec: { template: { spec: { containers: [{ name: 'a' }, { name: 'b' }] } } },
            },
          },
        },
      },
    ],
    [{ removeNode: { node: 'single' } }, 'remove single', ['delete nodes single'], [{}]],
    [
      { cordon: { node: 'n1' } },
      'cordon n1',
      ['patch nodes n1 merge'],
      [{ spec: { unschedulable: true } }],
    ],
    [
      { uncordon: { node: 'n1' } },
      'uncordon n1',
      ['patch nodes n1 merge'],
      [{ spec: { unschedulable: null } }],
    ],
    [
      {
        taint: {
          node: 'n1',
          add: ['a=b:NoSchedule', 'n:NoExecute'],
          remove: ['x', 'y:NoSchedule'],
        },
      },
      'taint n1 a=b:NoSchedule n:NoExecute x- y:NoSchedule-',
      ['get nodes n1', 'patch nodes n1 merge'],
      [
        {
          metadata: { resourceVersion: '7' },
          spec: {
            taints: [
              { key: 'a', effect: 'NoExecute' },
              { key: 'y', effect: 'NoExecute' },
              { key: 'a', value: 'b', effect: 'NoSchedule' },
              { key: 'n', effect: 'NoExecute' },
            ],
          },
        },
      ],
      {
        'get nodes n1': {
          metadata: { resourceVersion: '7' },
          spec: {
            taints: [
              { key: 'a', value: 'old', effect: 'NoSchedule' },
              { key: 'a', effect: 'NoExecute' },
              { key: 'x', effect: 'NoSchedule' },
              { key: 'x', effect: 'NoExecute' },
              { key: 'y', effect: 'NoSchedule' },
              { key: 'y', effect: 'NoExecute' },
            ],
          },
        },
      },
    ],
    [
      { taint: { node: 'n1', remove: ['x'] } },
      'taint n1 x-',
      ['get nodes n1', 'patch nodes n1 merge'],
      [{ metadata: { resourceVersion: '7' }, spec: { taints: [] } }],
      { 'get nodes n1': { metadata: { resourceVersion: '7' }, spec: {} } },
    ],
  ])('%j', async (value, summary, asked, bodies, objects = {}) => {
    const step = read(value);
    expect(step.summary).toBe(summary);
    expect([step.atMs, step.line]).toEqual([0, 0]);
    const found = await run(step, objects as Asked);
    expect(found.asked).toEqual(asked);
    expect(found.bodies).toEqual(bodies);
    expect(found.outcome).toMatchObject({ ok: true });
  });

  it.each([
    [{ addNodes: { name: 'new' } }, 'add node new', ['new']],
    [{ addNodes: { name: 'new', count: 2 } }, 'add nodes new-1, new-2', ['new-1', 'new-2']],
    [{ addNodes: { name: 'new', count: 1 } }, 'add node ', ['new']],
  ])('%j adds nodes', async (value, summary, names) => {
    const step = read(value);
    expect(step.summary).toContain(summary);
    const { asked } = await run(step);
    expect(asked).toHaveLength(names.length);
    for (const [index, name] of names.entries())
      expect(asked[index]).toContain(`create nodes ${name}`);
  });

  it('names the container that is not there', async () => {
    const step = read({ setImage: { ...deployment, image: 'x', container: 'c' } });
    const containers = [{ name: 'a' }, { name: 'b' }];
    const objects = { 'get deployments web': { spec: { template: { spec: { containers } } } } };
    await expect(run(step, objects)).rejects.toThrow('there is no container "c"; there are a, b');
  });
});

describe('a definition that is applied', () => {
  const name = 'widgets.example.com';
  const openAPIV3Schema = { type: 'object' };
  const definition = {
    ...{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
    metadata: { name },
    spec: {
      ...{ group: 'example.com', scope: 'Namespaced' },
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  };
  const withConditions = (...types: readonly (readonly [string, string])[]) => ({
    metadata: { name, resourceVersion: '3' },
    status: { conditions: types.map(([type, status]) => ({ type, status })) },
  });
  const other = {
    metadata: { name: 'other' },
    status: { conditions: [{ type: 'Established', status: 'True' }] },
  };

  it.each([
    ['is there', withConditions(['Established', 'True']), [], 0],
    ['has names of others', withConditions(['NamesAccepted', 'False']), [], 0],
    [
      'is there later',
      withConditions(),
      [
        [{ object: other }],
        [{ object: withConditions(['Established', 'False']) }],
        [{ object: other }, { object: withConditions(['Established', 'True']) }],
      ],
      3,
    ],
    ['never is', withConditions(['NamesAccepted', 'True']), [[]], 1],
  ])('is waited for until it %s', async (_, first, batches, reads) => {
    let [next, stopped] = [0, 0];
    const watch = {
      next: () => Promise.resolve(batches[next++]!),
      stop: () => void stopped++,
    };
    const step = read({ apply: definition });
    const { asked } = await run(step, {
      [`get customresourcedefinitions ${name}`]: first,
      'watch customresourcedefinitions': watch,
    }).catch((error: unknown) => expect.unreachable(String(error)));
    expect(asked.slice(0, 2)).toEqual([
      `patch customresourcedefinitions ${name} apply force`,
      `get customresourcedefinitions ${name}`,
    ]);
    expect([next, stopped]).toEqual([reads, reads > 0 ? 1 : 0]);
  });
});

describe('a drain', () => {
  const podOf = (name: string, metadata: object = {}, phase = 'Running') => ({
    metadata: { name, namespace: 'a', uid: name, ...metadata },
    ...{ spec: { nodeName: 'n1' }, status: { phase } },
  });
  const tooMany = new ApiError(429, 'TooManyRequests', 'Cannot evict pod');
  /** Answers to lists, one after the other; the last one stays. */
  const lists = (...all: readonly (readonly object[])[]) => {
    let next = 0;
    return () => ({ items: all[Math.min(next++, all.length - 1)], metadata: {} });
  };

  it.each<[string, object, readonly string[], number, string | undefined]>([
    ['of an empty node', {}, [], 0, undefined],
    [
      'leaves pods of daemon sets and of files',
      {
        'list pods': lists([
          podOf('d', { ownerReferences: [{ kind: 'DaemonSet', controller: true }] }),
          podOf('m', { annotations: { 'kubernetes.io/config.mirror': 'x' } }),
        ]),
      },
      [],
      0,
      undefined,
    ],
    ['evicts the others', { 'list pods': lists([podOf('p')], []) }, ['p'], 0, undefined],
    [
      'waits for their end',
      { 'list pods': lists([podOf('p')], [podOf('p')], [podOf('p', { uid: 'next' })]) },
      ['p'],
      1,
      undefined,
    ],
    [
      'does not wait for what is gone',
      {
        'list pods': lists([podOf('p')]),
        'post pods p': notFound({ group: '', plural: 'pods' }, 'p'),
      },
      ['p'],
      0,
      undefined,
    ],
    [
      'gives up after its time',
      { 'list pods': lists([podOf('p')]) },
      ['p'],
      9,
      'timed out, n1 is not empty: a/p: evicted, but still running',
    ],
    [
      'says when a pod has ended',
      { 'list pods': lists([podOf('p', {}, 'Succeeded')]) },
      ['p'],
      9,
      'timed out, n1 is not empty: a/p: evicted, but not removed',
    ],
    [
      'tries again where a budget refuses',
      { 'list pods': lists([podOf('p')]), 'post pods p': tooMany },
      ['p', 'p'],
      5,
      'timed out, n1 is not empty: a/p: Cannot evict pod',
    ],
  ])('%s', async (_, objects, evicted, seconds, detail) => {
    const { asked, bodies, outcome, now } = await run(
      read({ drain: { node: 'n1', timeout: '9s' } }),
      objects as Asked,
    );
    expect(asked.slice(0, 2)).toEqual(['patch nodes n1 merge', 'list pods']);
    expect(bodies.slice(0, 2)).toEqual([
      { spec: { unschedulable: true } },
      { fieldSelector: 'spec.nodeName=n1' },
    ]);
    const posts = asked.filter((each) => each.startsWith('post'));
    expect(posts).toEqual(evicted.map((name) => `post pods/eviction a/${name}`));
    expect(outcome).toEqual(detail === undefined ? { ok: true } : { ok: false, detail });
    expect(Math.floor(now / 1000)).toBeGreaterThanOrEqual(seconds);
  });

  it('fails with other errors', async () => {
    const failing = {
      'list pods': lists([podOf('p')]),
      'post pods p': new ApiError(500, 'InternalError' as never, 'oops'),
    };
    await expect(run(read({ drain: { node: 'n1' } }), failing)).rejects.toThrow('oops');
  });
});

describe('a step that cannot be meant', () => {
  const at = { file: 'step', line: 0, column: 0 };
  it.each<[step: object, message: string]>([
    [{ addNodes: { name: 'n1' } }, 'node "n1" exists already at this point of the scenario'],
    [{ removeNode: { node: 'n9' } }, 'n9'],
    [{ taint: { node: 'n1' } }, 'taint changes nothing; expected "add" or "remove"'],
    [{ label: deployment }, 'label changes nothing; expected "set" or "remove"'],
    [{ annotate: { kind: 'Node', name: 'n9', set: { a: 'b' } } }, 'n9'],
    [{ patch: { ...deployment, body: { spec: { replcas: 1 } } } }, 'replcas'],
    [{ patch: { ...deployment, type: 'other', body: {} } }, 'other'],
    [
      { scale: { kind: 'ConfigMap', name: 'a', replicas: 1 } },
      'ConfigMap objects cannot be scaled; expected one of ',
    ],
    [{ scale: { ...deployment, replicas: -1 } }, 'expected a whole number of at least 0'],
    [{ restart: { kind: 'Job', name: 'a' } }, 'Job objects cannot be restarted; expected one of '],
    [
      { setImage: { kind: 'Service', name: 'a', image: 'x' } },
      'Service objects cannot be given an image; expected one of',
    ],
    [
      { cordon: { node: 'n1' }, every: '1s', times: 2 },
      'a step runs now, and once; expected none of at, after, every, cron, times',
    ],
    [{ cordon: { node: 'n1' }, at: '1s' }, ''],
    [{ stopControllers: ['none'] }, 'none'],
    [{ apply: manifest('a', { kind: 'ConfigMp' }) }, 'ConfigMp'],
    [{ fault: { error: 'Confict' } }, 'Confict'],
    [{ fault: { error: 503, match: { verbs: 'get' } } }, 'verbs'],
  ])('%j: %s', (value, message) => {
    try {
      read(value);
      expect.unreachable('it was read');
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      expect(error.message).toContain(message);
      expect(error.problems[0]).toMatchObject(at);
    }
  });

  it('takes patches of JSON as they are', () => {
    const body = [{ op: 'add', path: '/x', value: 1 }];
    expect(() => read({ patch: { ...deployment, type: 'json', body } })).not.toThrow();
  });
});

it('a step names nodes by their group', async () => {
  const step = read({ cordon: { group: 'pool' } });
  const { asked } = await run(step, { 'list nodes': group('n1', 'n2') });
  expect(asked.filter((each) => each.startsWith('patch'))).toEqual([
    ...['patch nodes n1 merge', 'patch nodes n2 merge'],
  ]);
});
