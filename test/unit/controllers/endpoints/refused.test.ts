/** An Endpoints object that the API refuses. */
import { expect, it } from 'vitest';
import { resourceQuota, service } from '#kinds';
import { endpoints } from '../../../../controllers/endpoints/index.ts';
import { startCluster } from '../cluster.ts';

it('is reported in an event about it', async () => {
  const c = await startCluster([endpoints]);
  const metadata = { name: 'none', namespace: 'default' };
  const hard = { 'count/endpoints': '0' };
  const quota = await c.client.create(resourceQuota, { metadata, spec: { hard } });
  const status = { hard, used: { 'count/endpoints': '0' } };
  await c.client.update(resourceQuota, { ...quota, status }, { subresource: 'status' });
  await c.client.create(service, {
    metadata: { name: 'web', namespace: 'default' },
    spec: { selector: { app: 'web' }, ports: [{ port: 80 }] },
  });
  await c.run();
  const [event] = await c.events('FailedToCreateEndpoint');
  expect(event).toMatchObject({
    type: 'Warning',
    message: expect.stringMatching(
      /^Failed to create endpoint for service default\/web: .*exceeded quota: none/,
    ),
    involvedObject: { apiVersion: 'v1', kind: 'Endpoints', namespace: 'default', name: 'web' },
  });
});
