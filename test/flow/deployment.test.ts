/** The Deployment controller in a whole control plane, by the worked examples of the reference. */
import { afterEach, describe, expect, it } from 'vitest';
import { deployment, pod, replicaSet } from '#kinds';
import type { Deployment, DeploymentCondition, ReplicaSet } from '#types';
import type { NewObject } from '#values';
import { evolution, simulate, type Simulation } from '../support/simulate.ts';

let simulation: Simulation;
afterEach(() => simulation.stop());

const timing = { 'sim/start-seconds': '3', 'sim/ready-seconds': '2', 'sim/terminate-seconds': '2' };
const web = { namespace: 'default', name: 'web' };

function app(spec: Partial<Deployment['spec']> = {}): NewObject<Deployment> {
  return {
    metadata: web,
    spec: {
      replicas: 4,
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' }, annotations: timing },
        spec: { containers: [{ name: 'main', image: 'example.com/web:1' }] },
      },
      ...spec,
    },
  };
}

async function begin(spec: Partial<Deployment['spec']> = {}, seconds = 10): Promise<void> {
  simulation = await simulate(3);
  await simulation.client.create(deployment, app(spec));
  await simulation.run(seconds);
}

const patch = (spec: object): Promise<Deployment> =>
  simulation.client.patch(deployment, web, { type: 'strategic', body: { spec } });

const setImage = (image: string): Promise<Deployment> =>
  patch({ template: { spec: { containers: [{ name: 'main', image }] } } });

const get = (): Promise<Deployment> => simulation.get(deployment, 'web');

/** replicas/updated/ready/available/unavailable, as the reference has it. */
function text({ status }: Deployment): string {
  const { replicas, updatedReplicas, readyReplicas, availableReplicas, unavailableReplicas } =
    status;
  return [replicas, updatedReplicas, readyReplicas, availableReplicas, unavailableReplicas]
    .map((count) => (count === undefined ? '-' : String(count)))
    .join('/');
}

function numbers(after = 0): readonly (readonly [number, string])[] {
  const all = evolution(simulation, 'Deployment', 'web', (object) => text(object as Deployment));
  return all.filter(([seconds]) => seconds >= after);
}

async function sets(): Promise<readonly ReplicaSet[]> {
  const { items } = await simulation.client.list(replicaSet, { namespace: 'default' });
  return [...items].sort((a, b) => revision(a) - revision(b));
}

const annotation = ({ metadata }: ReplicaSet | Deployment, name: string): string | undefined =>
  metadata.annotations?.[`deployment.kubernetes.io/${name}`];
const revision = (object: ReplicaSet | Deployment): number =>
  Number(annotation(object, 'revision'));

async function condition(type: string): Promise<DeploymentCondition | undefined> {
  return (await get()).status.conditions?.find((each) => each.type === type);
}

/** `up 1 to 4`: direction, revision, size. */
async function scalings(): Promise<readonly string[]> {
  const revisions = new Map((await sets()).map((set) => [set.metadata.name, revision(set)]));
  return simulation.changes.flatMap(({ value, type }) => {
    const { reason, message } = value as unknown as { reason?: string; message?: string };
    if (value.kind !== 'Event' || type === 'deleted' || reason !== 'ScalingReplicaSet') return [];
    const [, direction, name, size] = /^Scaled (\w+) replica set (\S+) to (\d+)$/.exec(message!)!;
    return [`${direction!} ${String(revisions.get(name!))} to ${size!}`];
  });
}

/** Lets the oldest pod that is not ready become so. */
async function readyOne(): Promise<void> {
  const waiting = (await simulation.pods()).filter(
    ({ metadata }) => metadata.annotations?.['sim/ready'] === 'false',
  );
  const { namespace, name } = waiting[0]!.metadata;
  const body = { metadata: { annotations: { 'sim/ready': 'true' } } };
  await simulation.client.patch(pod, { namespace, name }, { type: 'merge', body });
  await simulation.run(3);
}

describe('a rolling update', () => {
  it('of 4 replicas with 25%/25% goes one by one as pods become ready one by one', async () => {
    await begin();
    const containers = [{ name: 'main', image: 'example.com/web:2' }];
    const annotations = { 'sim/ready': 'false' };
    await patch({ template: { metadata: { annotations }, spec: { containers } } });
    await simulation.run(10);
    const settled = [text(await get())];
    for (let i = 0; i < 4; i++) {
      await readyOne();
      await simulation.run(7);
      settled.push(text(await get()));
    }
    expect((await scalings()).slice(1)).toEqual([
      'up 2 to 1',
      'down 1 to 3',
      'up 2 to 2',
      'down 1 to 2',
      'up 2 to 3',
      'down 1 to 1',
      'up 2 to 4',
      'down 1 to 0',
    ]);
    expect(settled).toEqual(['5/2/3/3/2', '5/3/3/3/2', '5/4/3/3/2', '4/4/3/3/1', '4/4/4/4/-']);
    // What the API shows on the way: one more pod, then one less of the old ones.
    expect(numbers(20).map(([, state]) => state)).toContain('5/3/3/3/2');
  });

  it('takes two steps at a time where pods become ready together', async () => {
    await begin();
    await setImage('example.com/web:2');
    await simulation.run(60);
    expect((await scalings()).slice(1)).toEqual([
      'up 2 to 1',
      'down 1 to 3',
      'up 2 to 2',
      'down 1 to 1',
      'up 2 to 4',
      'down 1 to 0',
    ]);
    expect(numbers()).toEqual([
      [0, '4/4/-/-/4'],
      [5, '4/4/4/4/-'],
      [10, '5/2/3/3/2'],
      [15, '5/4/3/3/2'],
      [20, '4/4/4/4/-'],
    ]);
    const { metadata, status } = await get();
    expect(metadata.annotations).toEqual({ 'deployment.kubernetes.io/revision': '2' });
    expect([metadata.generation, status.observedGeneration]).toEqual([2, 2]);
  });

  it('counts availability by minReadySeconds', async () => {
    await begin({ replicas: 2, minReadySeconds: 5 }, 20);
    expect(numbers()).toEqual([
      [0, '2/2/-/-/2'],
      [5, '2/2/2/-/2'],
      [10.001, '2/2/2/2/-'],
    ]);
    await setImage('example.com/web:2');
    await simulation.run(60);
    const least = numbers(20).map(([, state]) => Number(state.split('/')[3]));
    expect(Math.min(...least)).toBe(2);
    expect(text(await get())).toBe('2/2/2/2/-');
  });

  it('to an image that never starts stops, times out, and goes back', async () => {
    await begin({ progressDeadlineSeconds: 30 });
    await setImage('example.com/broken:2');
    await simulation.run(60);
    expect(text(await get())).toBe('5/2/3/3/2');
    const [good, broken] = await sets();
    const late = `ReplicaSet "${broken!.metadata.name}" has timed out progressing.`;
    expect(await condition('Progressing')).toMatchObject({
      status: 'False',
      reason: 'ProgressDeadlineExceeded',
      message: late,
      // Since the last progress more than the deadline has gone by, and a second.
      lastUpdateTime: '2026-01-01T00:00:41Z',
    });
    expect(await condition('Available')).toMatchObject({ status: 'True' });
    await setImage('example.com/web:1');
    await simulation.run(30);
    expect(text(await get())).toBe('4/4/4/4/-');
    expect((await condition('Progressing'))!.reason).toBe('NewReplicaSetAvailable');
    const [second, third] = await sets();
    expect([second!.metadata.name, third!.metadata.name]).toEqual([
      broken!.metadata.name,
      good!.metadata.name,
    ]);
    expect([revision(third!), annotation(third!, 'revision-history')]).toEqual([3, '1']);
    expect(revision(await get())).toBe(3);
  });

  it('keeps as many old sets as the history limit says', async () => {
    await begin({ revisionHistoryLimit: 2 });
    for (const version of [2, 3, 4, 5]) {
      await setImage(`example.com/web:${String(version)}`);
      await simulation.run(40);
    }
    expect((await sets()).map(revision)).toEqual([3, 4, 5]);
  });

  it('counts a collision of names, and hashes again', async () => {
    simulation = await simulate(1);
    await simulation.client.create(deployment, app());
    await simulation.run(10);
    const [{ metadata }] = (await sets()) as [ReplicaSet];
    const orphans = { propagationPolicy: 'Orphan' } as const;
    await simulation.client.delete(deployment, web, orphans);
    await simulation.run(1);
    // Somebody else's by now: not to be adopted.
    const body = { metadata: { labels: { app: 'mine' } } };
    const ref = { namespace: 'default', name: metadata.name };
    await simulation.client.patch(replicaSet, ref, { type: 'merge', body });
    await simulation.client.create(deployment, app());
    await simulation.run(10);
    expect((await get()).status).toMatchObject({ collisionCount: 1, availableReplicas: 4 });
    expect(await sets()).toHaveLength(2);
  });
});

describe('the conditions of a Deployment', () => {
  it('report the new set, its progress, and its end', async () => {
    simulation = await simulate(1);
    await simulation.client.create(deployment, app({ replicas: 1 }));
    await simulation.run(10);
    const seen = evolutionOfReasons();
    const name = (await sets())[0]!.metadata.name;
    expect(seen).toEqual([
      `True NewReplicaSetCreated Created new replica set "${name}"`,
      `True ReplicaSetUpdated ReplicaSet "${name}" is progressing.`,
      `True NewReplicaSetAvailable ReplicaSet "${name}" has successfully progressed.`,
    ]);
    expect((await get()).status.conditions).toEqual([
      {
        type: 'Available',
        status: 'True',
        reason: 'MinimumReplicasAvailable',
        message: 'Deployment has minimum availability.',
        lastUpdateTime: '2026-01-01T00:00:05Z',
        lastTransitionTime: '2026-01-01T00:00:05Z',
      },
      {
        type: 'Progressing',
        status: 'True',
        reason: 'NewReplicaSetAvailable',
        message: `ReplicaSet "${name}" has successfully progressed.`,
        lastUpdateTime: '2026-01-01T00:00:05Z',
        lastTransitionTime: '2026-01-01T00:00:00Z',
      },
    ]);
  });

  it('pass on what the set fails at', async () => {
    const { template } = app().spec!;
    const spec = { ...template.spec, priorityClassName: 'gone' };
    await begin({ template: { ...template, spec } });
    const { name } = (await sets())[0]!.metadata;
    expect(await condition('ReplicaFailure')).toMatchObject({
      status: 'True',
      reason: 'FailedCreate',
      message: `pods "${name}-" is forbidden: no PriorityClass with name gone was found`,
    });
    expect(text(await get())).toBe('-/-/-/-/4');
    await patch({ template: { spec: { priorityClassName: null } } });
    await simulation.run(20);
    expect(await condition('ReplicaFailure')).toBeUndefined();
    expect(text(await get())).toBe('4/4/4/4/-');
  });

  /** Each change of the Progressing condition, also those of one instant. */
  function evolutionOfReasons(): readonly string[] {
    const seen: string[] = [];
    for (const { value } of simulation.changes) {
      if (value.kind !== 'Deployment') continue;
      const { conditions } = (value as Deployment).status;
      const told = conditions?.find(({ type }) => type === 'Progressing');
      if (told === undefined) continue;
      const words = `${told.status} ${told.reason!} ${told.message!}`;
      if (seen.at(-1) !== words) seen.push(words);
    }
    return seen;
  }
});

describe('scaling', () => {
  it('scales the one set, and notes what was wanted', async () => {
    await begin();
    await simulation.client.patch(
      deployment,
      web,
      { type: 'merge', body: { spec: { replicas: 6 } } },
      { subresource: 'scale' },
    );
    await simulation.run(10);
    expect(text(await get())).toBe('6/6/6/6/-');
    const [set] = await sets();
    expect([annotation(set!, 'desired-replicas'), annotation(set!, 'max-replicas')]).toEqual([
      '6',
      '8',
    ]);
    expect(await scalings()).toEqual(['up 1 to 4', 'up 1 to 6']);
    await patch({ replicas: 0 });
    await simulation.run(10);
    expect(text(await get())).toBe('-/-/-/-/-');
    expect(await simulation.pods()).toHaveLength(0);
  });

  it('in the middle of an update keeps the proportions', async () => {
    await begin({ replicas: 10, strategy: { rollingUpdate: { maxSurge: 3, maxUnavailable: 2 } } });
    await setImage('example.com/broken:2');
    await simulation.run(10);
    const sizes = async (): Promise<readonly unknown[]> =>
      (await sets()).map(({ spec }) => spec.replicas);
    expect(await sizes()).toEqual([8, 5]);
    await patch({ replicas: 15 });
    await simulation.run(10);
    // Of 18 in all, 8 gets 8 * 18 / 13 = 11 and 5 the other 7.
    expect(await sizes()).toEqual([11, 7]);
    await patch({ replicas: 5 });
    await simulation.run(10);
    // First 5 and 3 of 8 in all; then the update continues, with 3 available.
    expect(await sizes()).toEqual([3, 5]);
    expect(text(await get())).toBe('8/5/3/3/5');
  });

  it('while paused touches nothing but the number', async () => {
    await begin();
    await patch({ paused: true });
    await simulation.run(5);
    expect(await condition('Progressing')).toMatchObject({
      status: 'Unknown',
      reason: 'DeploymentPaused',
      message: 'Deployment is paused',
    });
    await setImage('example.com/web:2');
    await patch({ replicas: 5 });
    await simulation.run(20);
    expect(await sets()).toHaveLength(1);
    expect((await get()).status).toMatchObject({ replicas: 5, availableReplicas: 5 });
    expect((await get()).status.updatedReplicas).toBeUndefined();
    await patch({ paused: null });
    await simulation.run(1);
    expect(await condition('Progressing')).toMatchObject({ reason: 'ReplicaSetUpdated' });
    await simulation.run(40);
    expect(await sets()).toHaveLength(2);
    expect(text(await get())).toBe('5/5/5/5/-');
    expect(await condition('Progressing')).toMatchObject({
      status: 'True',
      reason: 'NewReplicaSetAvailable',
    });
  });
});

describe('recreating', () => {
  it('waits for all old pods to be gone', async () => {
    await begin({ strategy: { type: 'Recreate' } });
    await setImage('example.com/web:2');
    await simulation.run(30);
    expect(numbers(10)).toEqual([
      [10, '-/-/-/-/-'],
      [12, '4/4/-/-/4'],
      [17, '4/4/4/4/-'],
    ]);
    expect(await scalings()).toEqual(['up 1 to 4', 'down 1 to 0', 'up 2 to 4']);
  });
});

describe('a Deployment', () => {
  it('passes its annotations on to its sets', async () => {
    await begin();
    const body = { metadata: { annotations: { team: 'blue' } } };
    await simulation.client.patch(deployment, web, { type: 'merge', body });
    await simulation.run(1);
    const [set] = await sets();
    expect(set!.metadata.annotations).toEqual({
      team: 'blue',
      'deployment.kubernetes.io/revision': '1',
      'deployment.kubernetes.io/desired-replicas': '4',
      'deployment.kubernetes.io/max-replicas': '5',
    });
    expect((await get()).status.observedGeneration).toBe(2);
  });

  it('adopts sets that match', async () => {
    await begin();
    const [{ metadata }] = (await sets()) as [ReplicaSet];
    await simulation.client.delete(deployment, web, { propagationPolicy: 'Orphan' });
    await simulation.run(5);
    await simulation.client.create(deployment, app());
    await simulation.run(5);
    const [set, ...others] = await sets();
    expect(others).toEqual([]);
    expect(set!.metadata.uid).toBe(metadata.uid);
    expect(set!.metadata.ownerReferences).toMatchObject([{ uid: (await get()).metadata.uid }]);
    expect(text(await get())).toBe('4/4/4/4/-');
  });

  it('with --cascade=foreground follows its pods down and goes last', async () => {
    await begin();
    await simulation.client.delete(deployment, web, { propagationPolicy: 'Foreground' });
    await simulation.run(0);
    expect((await get()).metadata).toMatchObject({ generation: 2 });
    await simulation.run(10);
    const gone = simulation.changes
      .filter(({ type, value }) => type === 'deleted' && value.kind !== 'Event')
      .map(({ value }) => value.kind);
    expect(gone).toEqual(['Pod', 'Pod', 'Pod', 'Pod', 'ReplicaSet', 'Deployment']);
    expect(numbers(10).at(-1)![1]).toBe('-/-/-/-/-');
  });

  it('scales long after its last rollout, whose deadline is then long over', async () => {
    await begin();
    await simulation.run(1200);
    await patch({ replicas: 6 });
    await simulation.run(10);
    expect(text(await get())).toBe('6/6/6/6/-');
  });
});
