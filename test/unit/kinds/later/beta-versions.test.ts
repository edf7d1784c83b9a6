/** Versions before v1, which servers have only where they are asked for them. */
import { expect, it, onTestFinished } from 'vitest';
import { createCluster, type Cluster } from '#kit';

async function serving(kubernetes: string, featureGates = {}): Promise<Cluster> {
  const runtimeConfig = { 'api/all': true };
  const cluster = await createCluster({ kubernetes, runtimeConfig, featureGates });
  onTestFinished(() => cluster.dispose());
  return cluster;
}

/** Returns why the API does not take an object. */
async function refusal(
  cluster: Cluster,
  object: Parameters<Cluster['create']>[0],
): Promise<string> {
  const refused = await cluster.create(object).then(
    () => 'taken',
    (error: unknown) => (error as Error).message,
  );
  return refused.replace(/^.*? is invalid: /, '');
}

async function readIn(cluster: Cluster, path: string): Promise<Record<string, unknown>> {
  const server = await cluster.listen();
  const { default: https } = await import('node:https');
  const { url, token, certificate } = server;
  const text = await new Promise<string>((resolve, reject) => {
    const options = { ca: certificate, headers: { authorization: `Bearer ${token}` } };
    https
      .get(`${url}${path}`, options, (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (part: string) => (body += part));
        answer.on('end', () => resolve(body));
      })
      .on('error', reject);
  });
  await server.close();
  return (JSON.parse(text) as { readonly spec: Record<string, unknown> }).spec;
}

const resource = 'resource.k8s.io';

it.each(['1.33', '1.34', '1.37'])(
  'a claim of v1beta1 is one of the other versions, at %s',
  async (kubernetes) => {
    const cluster = await serving(kubernetes, { DRAPrioritizedList: true });
    await cluster.create({
      apiVersion: `${resource}/v1beta1`,
      kind: 'ResourceClaim',
      metadata: { name: 'c' },
      spec: {
        devices: {
          requests: [
            { name: 'one', deviceClassName: 'gpu', selectors: [] },
            { name: 'two', firstAvailable: [{ name: 'a', deviceClassName: 'gpu' }] },
          ],
        },
      },
    });
    const place = 'namespaces/default/resourceclaims/c';
    const usual = { deviceClassName: 'gpu', allocationMode: 'ExactCount', count: 1 };
    const alternatives = [{ name: 'a', ...usual }];
    expect(await readIn(cluster, `/apis/${resource}/v1beta2/${place}`)).toEqual({
      devices: {
        requests: [
          { name: 'one', exactly: usual },
          { name: 'two', firstAvailable: alternatives },
        ],
      },
    });
    expect(await readIn(cluster, `/apis/${resource}/v1beta1/${place}`)).toEqual({
      devices: {
        requests: [
          { name: 'one', ...usual },
          { name: 'two', deviceClassName: '', firstAvailable: alternatives },
        ],
      },
    });
  },
);

it('a slice of v1beta1 has what a device has one level deeper', async () => {
  const cluster = await serving('1.34', { DRADeviceTaints: true });
  const pool = { name: 'p', generation: 1, resourceSliceCount: 1 };
  const taints = [{ key: 'a', effect: 'NoSchedule' }];
  const spec = { driver: 'x.example.com', nodeName: 'n1', pool };
  await cluster.create({
    apiVersion: `${resource}/v1beta1`,
    kind: 'ResourceSlice',
    metadata: { name: 's' },
    spec: { ...spec, allNodes: false, devices: [{ name: 'd', basic: { taints } }, { name: 'e' }] },
  });
  const dated = [{ ...taints[0], timeAdded: '2026-01-01T00:00:00Z' }];
  expect(await readIn(cluster, `/apis/${resource}/v1/resourceslices/s`)).toEqual({
    ...spec,
    devices: [{ name: 'd', taints: dated }, { name: 'e' }],
  });
  expect(await readIn(cluster, `/apis/${resource}/v1beta1/resourceslices/s`)).toEqual({
    ...spec,
    devices: [
      { name: 'd', basic: { taints: dated } },
      { name: 'e', basic: {} },
    ],
  });
});

it.each([
  ['1.34', undefined],
  ['1.35', {}],
])('a rule about taints at %s has the status %o', async (kubernetes, status) => {
  const cluster = await serving(kubernetes);
  const made = await cluster.create({
    apiVersion: `${resource}/v1alpha3`,
    kind: 'DeviceTaintRule',
    metadata: { name: 'r' },
    spec: { taint: { key: 'a', effect: 'NoSchedule' } },
  });
  const taint = { key: 'a', effect: 'NoSchedule', timeAdded: '2026-01-01T00:00:00Z' };
  expect(made['spec']).toEqual({ taint });
  expect(made['status']).toEqual(status);
});

it.each([
  [
    { leaseName: '', binaryVersion: '1.3', emulationVersion: '1.33.0', strategy: 'Foo' },
    [
      'spec.leaseName: Required value',
      'spec.binaryVersion: Invalid value: "1.3": must be a valid semantic version',
      'spec.binaryVersion: Invalid value: "1.3": must be greater than or equal to `emulationVersion`',
      'spec.strategy.strategy: Unsupported value: "Foo": supported values: "OldestEmulationVersion"',
    ],
  ],
  [
    { leaseName: 'x', binaryVersion: '1.34.0-rc.1', emulationVersion: '1.34.0', strategy: 'a/b/c' },
    [
      'spec.binaryVersion: Invalid value: "1.34.0-rc.1": must be greater than or equal to `emulationVersion`',
      'a qualified name must consist of',
    ],
  ],
  [
    { leaseName: 'x', binaryVersion: '1.34.0', strategy: 'OldestEmulationVersion' },
    [
      "spec.emulationVersion: Required value: must be specified when `strategy` is 'OldestEmulationVersion'",
    ],
  ],
  [
    { leaseName: 'x', binaryVersion: '1.34.10', emulationVersion: '1.34.9', strategy: 'a.b/c' },
    ['taken'],
  ],
])('who may lead is checked: %o', async (spec, said) => {
  const cluster = await serving('1.34');
  const apiVersion = 'coordination.k8s.io/v1alpha2';
  const refused = await refusal(cluster, {
    apiVersion,
    kind: 'LeaseCandidate',
    metadata: { name: 'L_1' },
    spec,
  });
  for (const text of said) expect(refused).toContain(text);
});

const keys = {
  ed25519: {
    pkixPublicKey: 'MCowBQYDK2VwAyEAUb5kl0Z9LtGIJqOWbIHRi3L48k1LDcpsT8Ww6irAv2E=',
    proofOfPossession:
      'hfaZRWQqKV3ayJv0ACB0cV2+Z+OMxAPFYiLv0y2RhO1vpl9CHUNptTTI7pMD/WsJxUGDN6y22UghLc9tC9PxDQ==',
  },
  ecdsa: {
    pkixPublicKey:
      'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEXPW/woAgEmzEk3sSbZ6+SNRya/CIQMvDnWpRaHgdATIyW3td7m1t56ihqO91cfUW2lKMKpmwJvIiqDkiZyhjNQ==',
    proofOfPossession:
      'MEQCIHHAVVwINQKkyBcRm5CMr8iEuxC9yWtpVdW592iVIY96AiAHXcyHZu3NS9ECmZvAD9n2cwIEyvI4qhFMhL2h4wb5/g==',
  },
};
const unproven =
  'spec.proofOfPossession: Invalid value: could not verify proof-of-possession signature';

it.each([
  ['1.34', 'v1alpha1', keys.ed25519, 'taken'],
  ['1.35', 'v1beta1', keys.ecdsa, 'taken'],
  ['1.37', 'v1beta1', keys.ecdsa, 'taken'],
  [
    '1.35',
    'v1beta1',
    { ...keys.ecdsa, proofOfPossession: keys.ed25519.proofOfPossession },
    unproven,
  ],
  [
    '1.34',
    'v1alpha1',
    { ...keys.ed25519, pkixPublicKey: 'AAAA' },
    'spec.pkixPublicKey: Invalid value: "AAAA": must be a valid PKIX-serialized public key',
  ],
  [
    '1.36',
    'v1beta1',
    { pkixPublicKey: 'AAAA' },
    'spec: Invalid value: exactly one of (stubPKCS10Request) or (pkixPublicKey, proofOfPossession) must be set',
  ],
])('at %s a pod asks in %s by a key and its proof', async (kubernetes, version, key, said) => {
  const cluster = await serving(kubernetes, { PodCertificateRequest: true });
  const refused = await refusal(cluster, {
    apiVersion: `certificates.k8s.io/${version}`,
    kind: 'PodCertificateRequest',
    metadata: { name: 'p' },
    spec: {
      ...{ signerName: 'a.b/c', podName: 'p', podUID: 'pod-uid' },
      ...{ serviceAccountName: 's', serviceAccountUID: 'u', nodeName: 'n', nodeUID: 'u' },
      ...key,
    },
  });
  expect(refused).toBe(said);
});
