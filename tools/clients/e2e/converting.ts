/** What the suite of conversion webhooks does: one object, and a list of objects that are stored in two versions. */
import type { Asked, Reply, WebhookServer } from '../../../test/support/webhook-server.ts';
import { expectEqual, type Steps, until } from '../steps.ts';
import { type Admin, expectRefused, type Json } from './admin.ts';
import { define, definition, definitions, openSchema } from './definitions.ts';

const group = 'converted.example.com';

/** v1 has host and port in one field, v2 in two. */
function convert({ review }: Asked): Reply {
  const { uid, desiredAPIVersion, objects } = review.request as Json;
  const convertedObjects = objects.map((object: Json) => {
    const { hostPort, host, port, ...rest } = object;
    if (desiredAPIVersion === object.apiVersion) return object;
    if (desiredAPIVersion === `${group}/v1`)
      return { ...rest, apiVersion: desiredAPIVersion, hostPort: `${host}:${port}` };
    const [name, number] = hostPort.split(':');
    return { ...rest, apiVersion: desiredAPIVersion, host: name, port: number };
  });
  const response = { uid, convertedObjects, result: { status: 'Success' } };
  return { body: { apiVersion: 'apiextensions.k8s.io/v1', kind: 'ConversionReview', response } };
}

export async function converting(admin: Admin, server: WebhookServer, steps: Steps): Promise<void> {
  server.behaviours.set('/convert', convert);
  const conversion = {
    strategy: 'Webhook',
    webhook: {
      clientConfig: { url: `${server.url}/convert`, caBundle: server.caBundle },
      conversionReviewVersions: ['v1'],
    },
  };
  const versions = ['v1', 'v2'].map((name) => ({ name, schema: openSchema }));
  const v1 = `/apis/${group}/v1/namespaces/default/ports`;
  const v2 = `/apis/${group}/v2/namespaces/default/ports`;
  const port = (name: string): Json => ({
    apiVersion: `${group}/v1`,
    kind: 'Port',
    metadata: { name },
    hostPort: 'localhost:8080',
  });
  await steps.take('conversion: an object of v1 is read as v2', async () => {
    await define(admin, definition(group, 'Port', versions, { spec: { conversion } }));
    await admin.create(v1, port('one'));
    const { body } = await admin.get(`${v2}/one`);
    expectEqual(
      [body.apiVersion, body.host, body.port, body.hostPort],
      [`${group}/v2`, 'localhost', '8080', undefined],
    );
  });
  await steps.take('conversion: a list has objects that are stored in two versions', async () => {
    const storage = [
      { op: 'replace', path: '/spec/versions/0/storage', value: false },
      { op: 'replace', path: '/spec/versions/1/storage', value: true },
    ];
    await admin.patch(`${definitions}/ports.${group}`, storage, 'application/json-patch+json');
    await until(async () => {
      const { body } = await admin.get(`${definitions}/ports.${group}`);
      expectEqual(body.status.storedVersions, ['v1', 'v2']);
    });
    await admin.create(v1, port('two'));
    const old = await admin.list(v1);
    const current = await admin.list(v2);
    expectEqual(
      old.map(({ hostPort }) => hostPort),
      ['localhost:8080', 'localhost:8080'],
    );
    expectEqual(
      current.map((object) => object.host),
      ['localhost', 'localhost'],
    );
  });
  await steps.take('conversion: a failed one says so', async () => {
    server.behaviours.set('/convert', ({ review }) => ({
      body: {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'ConversionReview',
        response: {
          uid: review.request.uid,
          convertedObjects: [],
          result: { status: 'Failure', message: 'no way' },
        },
      },
    }));
    const { apiVersion, ...three } = { ...port('three'), hostPort: undefined, host: 'localhost' };
    await admin.create(v2, { ...three, apiVersion: apiVersion.replace('v1', 'v2'), port: '1' });
    const said = `conversion webhook for ${group}/v2, Kind=Port failed: no way`;
    expectRefused(await admin.get(`${v1}/three`), 500, said);
  });
  await steps.take('conversion: a definition stays while its objects cannot be read', async () => {
    await admin.remove(`${definitions}/ports.${group}`);
    await until(async () => {
      const { body } = await admin.get(`${definitions}/ports.${group}`);
      const condition = body.status.conditions.find(({ type }: Json) => type === 'Terminating');
      expectEqual(condition.reason, 'InstanceDeletionFailed');
    });
    server.behaviours.set('/convert', convert);
    await until(async () => expectEqual((await admin.get(v1)).code, 404));
  });
}
