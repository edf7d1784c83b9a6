/** What the suites of chunked lists, tables and StatefulSets read. */
import { expectEqual, type Steps, until } from '../steps.ts';
import { type Admin, expectCode, expectRefused, type Json } from './admin.ts';

const templates = '/api/v1/namespaces/chunks/podtemplates';
const table = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };

export async function lists(admin: Admin, steps: Steps): Promise<void> {
  await admin.create('/api/v1/namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'chunks' },
  });
  await steps.take('chunks: 400 pod templates are made', async () => {
    for (let number = 0; number < 400; number++) await admin.create(templates, template(number));
  });
  const follow = async (
    path: string,
    limit: number,
    headers: Json,
    count: (body: Json) => number,
  ): Promise<number[]> => {
    const sizes: number[] = [];
    let token = '';
    let version: string | undefined;
    do {
      const more = token === '' ? '' : `&continue=${encodeURIComponent(token)}`;
      const { body } = expectCode(await admin.get(`${path}?limit=${limit}${more}`, headers), 200);
      version ??= body.metadata.resourceVersion;
      expectEqual(body.metadata.resourceVersion, version);
      sizes.push(count(body));
      token = body.metadata.continue ?? '';
      if (token !== '')
        expectEqual(
          body.metadata.remainingItemCount,
          400 - sizes.reduce((sum, size) => sum + size, 0),
        );
    } while (token !== '');
    return sizes;
  };
  await steps.take('chunks: a list comes in pages of one version', async () => {
    expectEqual(await follow(templates, 99, {}, ({ items }) => items.length), [99, 99, 99, 99, 4]);
    expectEqual((await admin.list(templates)).length, 400);
  });
  await steps.take('chunks: a table comes in pages, too', async () => {
    expectEqual(await follow(templates, 150, table, ({ rows }) => rows.length), [150, 150, 100]);
  });
  await steps.take('tables: pods have their columns', async () => {
    await admin.create('/api/v1/namespaces/chunks/pods', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'shown' },
      spec: { containers: [{ name: 'main', image: 'example.com/pause:1' }] },
    });
    const { body } = await admin.get('/api/v1/namespaces/chunks/pods/shown', table);
    expectEqual(
      body.columnDefinitions.slice(0, 5).map(({ name }: Json) => name),
      ['Name', 'Ready', 'Status', 'Restarts', 'Age'],
    );
    expectEqual(
      [body.rows.length, body.rows[0].cells[0], body.rows[0].object.metadata.name],
      [1, 'shown', 'shown'],
    );
  });
  await steps.take('tables: nodes have generic columns of their metadata', async () => {
    const { body } = await admin.get('/api/v1/nodes', table);
    expectEqual(
      [body.kind, body.columnDefinitions.length > 2, body.rows[0].object.kind],
      ['Table', true, 'PartialObjectMetadata'],
    );
  });
  await steps.take('tables: a kind that has none is 406', async () => {
    const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
    const body = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes: { namespace: 'default', verb: 'get', resource: 'pods' } },
    };
    expectCode(await admin.send('POST', path, { headers: table, body }), 406);
  });
  await statefulSet(admin, steps);
  await steps.take('chunks: the namespace goes with them', async () => {
    await admin.remove('/api/v1/namespaces/chunks');
    await until(async () => void expectCode(await admin.get('/api/v1/namespaces/chunks'), 404));
    expectRefused(
      await admin.send('POST', templates, { body: template(0) }),
      404,
      'namespaces "chunks" not found',
    );
  });
}

/** What a suite does at the end of each test: it scales down, deletes the claims, and waits until the volumes are gone. */
async function statefulSet(admin: Admin, steps: Steps): Promise<void> {
  await steps.take(
    'volumes: they are listed, and go with the claims of a stateful set',
    async () => {
      const labels = { app: 'keeps' };
      await admin.create('/apis/storage.k8s.io/v1/storageclasses', {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'StorageClass',
        metadata: { name: 'e2e' },
        provisioner: 'example.com/disks',
      });
      await admin.create('/apis/apps/v1/namespaces/chunks/statefulsets', {
        apiVersion: 'apps/v1',
        kind: 'StatefulSet',
        metadata: { name: 'keeps' },
        spec: {
          serviceName: 'keeps',
          replicas: 2,
          selector: { matchLabels: labels },
          template: {
            metadata: { labels },
            spec: { containers: [{ name: 'main', image: 'example.com/db:1' }] },
          },
          volumeClaimTemplates: [
            {
              metadata: { name: 'data' },
              spec: {
                accessModes: ['ReadWriteOnce'],
                storageClassName: 'e2e',
                resources: { requests: { storage: '1Gi' } },
              },
            },
          ],
        },
      });
      const set = '/apis/apps/v1/namespaces/chunks/statefulsets/keeps';
      await until(async () => expectEqual((await admin.get(set)).body.status.readyReplicas, 2));
      expectEqual((await admin.list('/api/v1/persistentvolumes')).length, 2);
      await admin.patch(`${set}/scale`, { spec: { replicas: 0 } });
      await until(async () => expectEqual((await admin.get(set)).body.status.replicas, 0));
      await admin.remove(set);
      for (const { metadata } of await admin.list(
        '/api/v1/namespaces/chunks/persistentvolumeclaims',
      ))
        await admin.remove(`/api/v1/namespaces/chunks/persistentvolumeclaims/${metadata.name}`);
      await until(async () =>
        expectEqual((await admin.list('/api/v1/persistentvolumes')).length, 0),
      );
      await admin.remove('/apis/storage.k8s.io/v1/storageclasses/e2e');
    },
  );
}

function template(number: number): Json {
  return {
    apiVersion: 'v1',
    kind: 'PodTemplate',
    metadata: { name: `template-${String(number).padStart(4, '0')}` },
    template: { spec: { containers: [{ name: 'test', image: 'test2' }] } },
  };
}
