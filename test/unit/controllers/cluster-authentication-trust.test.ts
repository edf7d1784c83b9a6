/** The ConfigMap by which other API servers know whom to trust. */
import { describe, expect, it } from 'vitest';
import { configMap } from '#kinds';
import { clusterAuthenticationTrust } from '#controllers';
import { dataWith } from '../../../controllers/clusterauthenticationtrust/plan.ts';
import { Cluster } from './cluster.ts';

const pem = (text: string) => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`;
const trust = {
  clientAuthority: pem('ca'),
  proxyAuthority: pem('proxy'),
  proxyName: 'front-proxy-client',
};
/** As v1.24 writes it with the flags that kubeadm sets. */
const right = {
  'client-ca-file': pem('ca'),
  'requestheader-allowed-names': '["front-proxy-client"]',
  'requestheader-client-ca-file': pem('proxy'),
  'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
  'requestheader-group-headers': '["X-Remote-Group"]',
  'requestheader-username-headers': '["X-Remote-User"]',
};

describe('its data', () => {
  it.each<[string, object, object]>([
    ['nothing', {}, right],
    ['what is right', right, right],
    ['what cannot be read', { 'requestheader-group-headers': '[', 'client-ca-file': 'x' }, right],
    ['a list of other things', { 'requestheader-group-headers': '{"a":1}', other: 'x' }, right],
    [
      'what another server has written',
      {
        'client-ca-file': pem('other') + pem('ca'),
        'requestheader-client-ca-file': `# a comment\n${pem('other')}`,
        'requestheader-allowed-names': '["other"]',
      },
      {
        ...right,
        'client-ca-file': pem('other') + pem('ca'),
        'requestheader-client-ca-file': pem('other') + pem('proxy'),
        'requestheader-allowed-names': '["other","front-proxy-client"]',
      },
    ],
  ])('beside %s', (_, present, expected) => {
    expect(dataWith(present as Record<string, string>, trust)).toEqual(expected);
  });
});

it('is there from the start, and again a minute after it was spoilt', async () => {
  const apiServerControllers = [clusterAuthenticationTrust(trust)];
  const c = new Cluster([], { pool: false, apiServerControllers });
  await c.simulator.start();
  await c.run();
  const ref = { namespace: 'kube-system', name: 'extension-apiserver-authentication' };
  const dataNow = async () => (await c.client.get(configMap, ref)).data;
  expect(await dataNow()).toEqual(right);
  const before = c.simulator.store.revision();
  await c.run(600);
  expect(c.simulator.store.revision()).toBe(before);
  const body = { data: { 'client-ca-file': null, more: 'x' } };
  await c.client.patch(configMap, ref, { type: 'merge', body });
  await c.run(60);
  expect(await dataNow()).toEqual(right);
  await c.client.delete(configMap, ref);
  await c.run(60);
  expect(await dataNow()).toEqual(right);
  expect(c.errors).toEqual([]);
  c.simulator.stop();
});
