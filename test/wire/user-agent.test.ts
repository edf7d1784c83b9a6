import { expect, it } from 'vitest';
import { configMap, profileOf } from '#kinds';
import { RemoteClients } from '#remote';
import { adminToken, serverRig } from '../support/server.ts';

it.each([
  [24, 'kube-controller-manager/v1.24.17 (orrery) deployment-controller'],
  [34, 'kube-controller-manager/v1.34.4 (orrery) deployment-controller'],
])('clients over HTTP name the last patch of 1.%d', async (minor, agent) => {
  const seen: string[] = [];
  const onRequest = ({ userAgent }: { readonly userAgent: string }): void =>
    void seen.push(userAgent);
  const rig = await serverRig({ minor, onRequest });
  const clients = new RemoteClients({ url: rig.url, token: adminToken }, profileOf(minor));
  try {
    const reconcile = { controller: 'deployment', key: 'default/web', number: 1 };
    await clients.as({ actor: 'deployment-controller', reconcile }).list(configMap);
    expect(seen).toEqual([agent]);
  } finally {
    clients.close();
    await rig.close();
  }
});
