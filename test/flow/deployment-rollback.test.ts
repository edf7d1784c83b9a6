/** Rolling a Deployment back by its annotation, as clients of old did through the API. */
import { afterEach, describe, expect, it } from 'vitest';
import { deployment, event, replicaSet } from '#kinds';
import type { Deployment } from '#types';
import { simulate, type Simulation } from '../support/simulate.ts';

let simulation: Simulation;
afterEach(() => simulation.stop());

const ref = { namespace: 'default', name: 'web' };
const ROLLBACK_TO = 'deprecated.deployment.rollback.to';

/** A Deployment that has had the images `web:1` to `web:COUNT`, each fully rolled out. */
async function begin(count: number): Promise<void> {
  simulation = await simulate(2);
  const template = (image: number): object => ({
    metadata: { labels: { app: 'web' } },
    spec: { containers: [{ name: 'main', image: `web:${image}` }] },
  });
  await simulation.client.create(deployment, {
    metadata: { ...ref, annotations: { note: 'first' } },
    spec: { replicas: 2, selector: { matchLabels: { app: 'web' } }, template: template(1) },
  } as never);
  await simulation.run(10);
  for (let image = 2; image <= count; image++) {
    await patch({ metadata: { annotations: { note: null } }, spec: { template: template(image) } });
    await simulation.run(30);
  }
}

const patch = (body: object): Promise<Deployment> =>
  simulation.client.patch(deployment, ref, { type: 'strategic', body });

/** Asks for a revision; answers the events that came of it. */
async function rollBack(revision: string): Promise<readonly string[]> {
  await patch({ metadata: { annotations: { [ROLLBACK_TO]: revision } } });
  await simulation.run(30);
  const { items } = await simulation.client.list(event, { namespace: 'default' });
  return items
    .filter(({ reason }) => reason?.startsWith('DeploymentRollback'))
    .map(({ type, reason, message }) => `${type} ${reason}: ${message}`);
}

const get = (): Promise<Deployment> => simulation.get(deployment, 'web');

async function image(): Promise<string | undefined> {
  return (await get()).spec.template.spec.containers[0]!.image;
}

describe('rolling back', () => {
  it('to a revision brings its template back, as the newest revision', async () => {
    await begin(3);
    expect(await rollBack('1')).toEqual([
      'Normal DeploymentRollback: Rolled back deployment "web" to revision 1',
    ]);
    expect(await image()).toBe('web:1');
    const { metadata, spec } = await get();
    expect(metadata.annotations).toEqual({
      note: 'first',
      'deployment.kubernetes.io/revision': '4',
    });
    expect(spec.template.metadata!.labels).toEqual({ app: 'web' });
    const { items } = await simulation.client.list(replicaSet, { namespace: 'default' });
    expect(items.filter((set) => set.spec.replicas! > 0)).toHaveLength(1);
  });

  it('to 0 means the revision before', async () => {
    await begin(3);
    await rollBack('0');
    expect(await image()).toBe('web:2');
  });

  it.each([
    ['7', 2, 'RevisionNotFound: Unable to find the revision to rollback to.'],
    ['0', 1, 'RevisionNotFound: Unable to find last revision.'],
    [
      '2',
      2,
      'TemplateUnchanged: The rollback revision contains the same template as current deployment "web"',
    ],
  ])('to %s of %i revisions is given up', async (revision, count, why) => {
    await begin(count);
    expect(await rollBack(revision)).toEqual([`Warning DeploymentRollback${why}`]);
    expect(await image()).toBe(`web:${count}`);
    expect((await get()).metadata.annotations).not.toHaveProperty([ROLLBACK_TO]);
  });

  it('to an invalid number is not requested', async () => {
    await begin(2);
    expect(await rollBack('first')).toEqual([]);
    expect((await get()).metadata.annotations).toHaveProperty([ROLLBACK_TO], 'first');
  });

  it('waits while the Deployment is paused', async () => {
    await begin(2);
    await patch({ spec: { paused: true } });
    expect(await rollBack('1')).toEqual([]);
    // Not even the set that it asks for may go in the meantime.
    await patch({ spec: { revisionHistoryLimit: 0 } });
    await simulation.run(5);
    await patch({ spec: { paused: false } });
    await simulation.run(20);
    expect(await image()).toBe('web:1');
  });
});
