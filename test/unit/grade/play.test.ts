/** What the steps of a case do to a cluster. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatMicroTime } from '#values';
import { createCluster, isNotFound, type AnyObject, type Cluster, type SeenRequest } from '#kit';
import { Changed } from '../../../src/grade/play/changed.ts';
import { Definition } from '../../../src/grade/play/definition.ts';
import { fill } from '../../../src/grade/play/fill.ts';
import { giveAway } from '../../../src/grade/play/lease.ts';
import { CreatedObjects, NothingCreated } from '../../../src/grade/play/created.ts';
import { Samples } from '../../../src/grade/play/samples.ts';
import type { Stage } from '../../../src/grade/play/stage.ts';
import type { Subject } from '../../../src/grade/subject.ts';

const subject: Subject = {
  ...{ resource: 'configmaps', apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default' },
  ...{ isCustom: false, reads: ['configmaps'], writes: [], applies: false, made: '', creates: 0 },
};
const namespace = 'default';

let cluster: Cluster;
beforeAll(async () => void (cluster = await createCluster({ controllers: 'none' })));
afterAll(() => cluster.dispose());

let name = '';
let count = 0;
beforeEach(() => void (name = `each-${count++}`));

const found = (kind: string, of = name): Promise<AnyObject | undefined> =>
  cluster.get(kind, of, { namespace }).catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });

describe('names of what the client reads', () => {
  const own = { ...subject, made: 'secrets' };
  it.each([
    ['$resource', 'configmaps'],
    [
      ['$kind', 1, null],
      ['ConfigMap', 1, null],
    ],
    [{ $made: { a: '$apiVersion/$namespace' } }, { secrets: { a: 'v1/default' } }],
    ['$resources', '$resources'],
    [true, true],
  ])('stand in %j', (value, expected) => {
    expect(fill(value, own)).toEqual(expected);
  });
});

describe('samples', () => {
  const known = async (kind: string): Promise<readonly string[]> =>
    (await cluster.list(kind))
      .filter(({ metadata }) => metadata.labels?.['orrery/graded'] !== undefined)
      .map(({ metadata }) => metadata.name);

  it('are changed and removed from the latest on', async () => {
    const samples = new Samples(cluster, subject);
    await samples.add(11);
    await samples.touch(2);
    await samples.touch(1);
    const touched = (await cluster.list('ConfigMap')).flatMap(({ metadata }) => {
      const times = metadata.annotations?.['orrery/touched'];
      return times === undefined ? [] : [`${metadata.name} ${times}`];
    });
    expect(touched.toSorted()).toEqual(['graded-10 1', 'graded-11 2']);
    await samples.remove(2);
    expect(await known('ConfigMap')).toHaveLength(9);
    expect(await known('ConfigMap')).not.toContain('graded-10');
    await samples.remove(100);
    expect(await known('ConfigMap')).toEqual([]);
  });

  it.each([
    ['pods', 'v1', 'Pod'],
    ['services', 'v1', 'Service'],
    ['deployments.apps', 'apps/v1', 'Deployment'],
    ['replicasets.apps', 'apps/v1', 'ReplicaSet'],
    ['daemonsets.apps', 'apps/v1', 'DaemonSet'],
    ['statefulsets.apps', 'apps/v1', 'StatefulSet'],
    ['jobs.batch', 'batch/v1', 'Job'],
    ['cronjobs.batch', 'batch/v1', 'CronJob'],
  ])('of %s have what the kind needs', async (resource, apiVersion, kind) => {
    await new Samples(cluster, { ...subject, resource, apiVersion, kind }).add(1);
    expect(await known(kind)).toEqual(['graded-1']);
  });

  it('are like the objects of the user, and without any those are changed', async () => {
    const metadata = { name, namespace };
    await cluster.create({ apiVersion: 'v1', kind: 'Endpoints', metadata, subsets: [] });
    const kind = { ...subject, resource: 'endpoints', kind: 'Endpoints' };
    const samples = new Samples(cluster, kind);
    await samples.touch(1);
    expect((await found('Endpoints'))?.metadata.annotations).toEqual({ 'orrery/touched': '1' });
    await samples.add(1);
    expect(await known('Endpoints')).toEqual(['graded-1']);
  });
});

describe('what the user changes', () => {
  const manifest = (text: string): string =>
    `{apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}, namespace: default}, data: {text: ${text}}}`;

  it('is patched and removed, also when it is gone', async () => {
    await cluster.apply(manifest('one'));
    const changed = new Changed(cluster, `${manifest('one')}\n---\n${manifest('two')}`);
    await changed.patch({ data: { more: 'yes' } });
    expect(await found('ConfigMap')).toMatchObject({ data: { text: 'one', more: 'yes' } });
    await changed.remove();
    expect(await found('ConfigMap')).toBeUndefined();
    await changed.remove();
  });
});

describe('a definition', () => {
  const group = 'example.com';
  const definition = (plural: string): string =>
    JSON.stringify({
      ...{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
      metadata: { name: `${plural}.${group}` },
      spec: {
        group,
        scope: 'Namespaced',
        names: { plural, singular: `${plural}x`, kind: plural.toUpperCase() },
        versions: [
          {
            ...{ name: 'v1', served: true, storage: true },
            schema: { openAPIV3Schema: { type: 'object' } },
          },
        ],
      },
    });

  it.each(['remove', 'unserve', 'require'] as const)('%s, and restore', async (act) => {
    const plural = `${act}d`;
    await cluster.apply(definition(plural));
    await cluster.settle();
    const create = (of: string): Promise<unknown> =>
      cluster.create({
        ...{ apiVersion: `${group}/v1`, kind: plural.toUpperCase() },
        metadata: { name: of, namespace },
      });
    await create('before');
    const changing = new Definition(cluster, { resource: `${plural}.${group}` });
    await changing.act(act);
    await cluster.settle();
    await expect(create('meanwhile')).rejects.toThrow(
      act === 'require' ? /orreryRequired: Required/ : /./,
    );
    await changing.act('restore');
    await cluster.settle();
    await create('after');
  });
});

describe('a lease', () => {
  it.each([
    ['held', 3600, 0],
    ['skewed', 3600, 7200],
    ['left', 3, 3600],
  ] as const)('%s by another, whether it was there or not', async (act, seconds, agoSeconds) => {
    const own = { ...subject, lease: { name, namespace } };
    for (let time = 0; time < 2; time++) {
      await giveAway(cluster, own, act);
      const { spec } = (await found('Lease')) as AnyObject & { spec: Record<string, unknown> };
      expect(spec).toMatchObject({ holderIdentity: 'orrery-other', leaseDurationSeconds: seconds });
      expect(spec['renewTime']).toBe(formatMicroTime(cluster.now() - agoSeconds * 1000));
      await cluster.patch('Lease', name, { spec: { holderIdentity: 'me' } }, { namespace });
    }
  });
});

describe('what the client has made', () => {
  const creation = (more: Partial<SeenRequest> = {}): SeenRequest =>
    ({
      ...{ isResource: true, verb: 'create', code: 201, resource: 'configmaps', namespace },
      ...{ subresource: '', name: '', contentType: 'application/json', query: {} },
      body: JSON.stringify({ metadata: { name } }),
      ...more,
    }) as SeenRequest;
  const madeBy = (...requests: readonly SeenRequest[]): CreatedObjects =>
    new CreatedObjects({ cluster, requests } as unknown as Stage, subject);
  const create = (more: object = {}, metadata: object = {}): Promise<unknown> =>
    cluster.create({
      ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace, ...metadata } },
      ...more,
    });

  it.each<[string, Partial<SeenRequest>]>([
    ['was refused', { code: 409 }],
    ['is an event', { resource: 'events' }],
    ['has no name that can be read', { body: 'no JSON' }],
    ['was only read', { verb: 'get', code: 200 }],
  ])('is not what %s', async (_, more) => {
    await expect(madeBy(creation(more)).remove()).rejects.toThrow(NothingCreated);
  });

  it('is removed and patched, as far as it is there', async () => {
    await create();
    const made = madeBy(creation(), creation({ body: '{"metadata":{"name":"gone"}}' }));
    await made.patch({ data: { a: 'b' } });
    expect(await found('ConfigMap')).toMatchObject({ data: { a: 'b' } });
    await made.remove();
    expect(await found('ConfigMap')).toBeUndefined();
    await made.patch({ data: {} });
  });

  it.each<[object, boolean]>([
    [{ data: { a: 'b' } }, true],
    [{ data: { a: 'c' } }, false],
    [{ data: { a: null } }, false],
    [{ data: { other: null } }, true],
    [{ metadata: { finalizers: ['example.com/one'] } }, true],
    [{ metadata: { finalizers: ['example.com/none'] } }, false],
    [{ spec: { a: 'b' } }, false],
  ])('has %j: %s', async (fields, isThere) => {
    await create(
      { data: { a: 'b', c: 'd' } },
      { finalizers: ['example.com/two', 'example.com/one'] },
    );
    const without = await madeBy(creation()).without(fields as Record<string, unknown>);
    expect(without).toEqual(isThere ? [] : [`configmaps ${name}`]);
  });

  it('is an orphan when its owner is gone, or another one of that name', async () => {
    const owner = `owner-of-${name}`;
    const own = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: owner, namespace } };
    const { metadata } = await cluster.create(own);
    const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: owner, uid: metadata.uid };
    await create({}, { ownerReferences: [reference] });
    const made = madeBy(creation());
    expect(await made.orphans()).toEqual([]);
    await cluster.delete('ConfigMap', owner, { namespace });
    const orphans = [`configmaps ${name} of ConfigMap ${owner}`];
    expect(await made.orphans()).toEqual(orphans);
    await cluster.create(own);
    expect(await made.orphans()).toEqual(orphans);
  });

  it('has nothing to take over unless it was applied', async () => {
    await create({ data: { a: 'b' } });
    await expect(madeBy(creation()).takeOver()).rejects.toThrow(NothingCreated);
  });
});
