/** What is said about volumes, claims, addresses and quotas. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { KubeObject } from '#values';
import { endpoints } from '../../../../controllers/endpoints/index.ts';
import { loadBalancer } from '../../../../controllers/loadbalancer/index.ts';
import { persistentVolumeBinder } from '../../../../controllers/persistentvolume/index.ts';
import { resourceQuota } from '../../../../controllers/resourcequota/index.ts';
import { makeContainer, makePod } from '../objects.ts';
import { explainedAll, labels, now, type Scene } from './explained.ts';

const golden = (name: string): string => join(import.meta.dirname, `${name}.txt`);

const thing = (kind: string, name: string, parts: object, metadata: object = {}): KubeObject =>
  ({
    apiVersion: 'v1',
    kind,
    metadata: { name, namespace: 'default', uid: `uid-${name}`, ...metadata },
    ...parts,
  }) as unknown as KubeObject;

it('about claims and volumes', async () => {
  const capacity = { storage: '5Gi' };
  const done = { annotations: { 'pv.kubernetes.io/bind-completed': 'yes' } };
  const claim = (spec: object, metadata: object = {}): KubeObject =>
    thing(
      'PersistentVolumeClaim',
      'data',
      { spec, status: { phase: 'Bound', capacity: { storage: '1Gi' } } },
      metadata,
    );
  const volume = (claimRef?: object, phase = 'Bound'): KubeObject =>
    thing(
      'PersistentVolume',
      'v',
      {
        spec: { capacity, accessModes: ['ReadWriteOnce'], ...(claimRef && { claimRef }) },
        status: { phase, message: 'busy' },
      },
      { namespace: undefined },
    );
  const own = { namespace: 'default', name: 'data', uid: 'uid-data' };
  const named = claim({ volumeName: 'v' }, done);
  const scene = (
    object: KubeObject,
    objects: readonly KubeObject[],
    more: Partial<Scene> = {},
  ): Scene => ({
    object,
    objects: [object, ...objects],
    now,
    ...more,
  });
  const text = explainedAll(persistentVolumeBinder, {
    'a bound claim': scene(named, [volume(own)]),
    'a claim that is not completed': scene(claim({ volumeName: 'v' }), [volume(own)]),
    'a claim of a volume of another': scene(named, [volume({ ...own, uid: 'x' })]),
    'a claim of a volume that is gone': scene(named, []),
    'a claim without a volume': scene(claim({}), []),
    'a claim that grows': scene(named, [volume(own)], { actor: 'volume-provisioner' }),
    'a free volume': scene(volume(), []),
    'a volume that is kept for a claim': scene(volume({ namespace: 'default', name: 'data' }), [
      named,
    ]),
    'a bound volume': scene(volume(own), [named]),
    'a volume whose claim is gone': scene(volume(own), []),
    'a volume whose claim is another by now': scene(volume({ ...own, uid: 'x' }), [named]),
    'a volume that cannot be reclaimed': scene(volume(own), [], { written: volume(own, 'Failed') }),
  });
  await expect(text).toMatchFileSnapshot(golden('volumes'));
});

it('about addresses', async () => {
  const service = (spec: object): KubeObject =>
    thing('Service', 'web', { spec: { selector: labels, clusterIP: '10.0.0.1', ...spec } });
  const pod = (
    name: string,
    ip: string | undefined,
    ready: boolean,
    phase = 'Running',
    ports: object[] = [],
  ): KubeObject => {
    const made = makePod(
      name,
      { nodeName: 'n1', containers: [{ ...makeContainer(), ports }] as never },
      { labels },
    );
    const condition = { type: 'Ready', status: ready ? 'True' : 'False' };
    return {
      ...made,
      status: { phase, ...(ip && { podIP: ip, podIPs: [{ ip }] }), conditions: [condition] },
    } as never;
  };
  const http = [{ name: 'http', containerPort: 8080, protocol: 'TCP' }];
  const pods = [
    pod('a', '10.1.0.1', true, 'Running', http),
    pod('b', '10.1.0.2', false, 'Running', http),
    pod('c', '10.1.0.3', true),
    pod('d', undefined, false),
    pod('e', '10.1.0.5', false, 'Succeeded'),
    makePod('other'),
  ];
  const object = thing('Endpoints', 'web', {});
  const scene = (...objects: readonly KubeObject[]): Scene => ({
    object,
    objects: [...objects, ...pods],
    now,
  });
  const ports = [
    { name: 'plain', port: 80, targetPort: 80, protocol: 'TCP' },
    { name: 'http', port: 8080, targetPort: 'http', protocol: 'TCP' },
  ];
  const text = explainedAll(endpoints, {
    'all sorts of pods': scene(service({ ports })),
    'one unnamed port': scene(service({ ports: [{ port: 80, targetPort: 80, protocol: 'TCP' }] })),
    'a named port': scene(service({ ports: [ports[1]] })),
    'no ports': scene(service({ ports: [] })),
    'no ports, without a head': scene(service({ ports: [], clusterIP: 'None' })),
    'also before they are ready': scene(service({ ports, publishNotReadyAddresses: true })),
    'no service': scene(),
  });
  const given = { loadBalancer: { ingress: [{ ip: '198.18.0.7' }] } };
  const balancedService = thing('Service', 'web', { spec: {}, status: {} });
  const ingress = (spec: object): KubeObject =>
    thing('Ingress', 'web', { spec, status: { loadBalancer: {} } });
  const written = (object: KubeObject): Scene => ({
    object,
    written: { ...object, status: given } as never,
    now,
  });
  const more = explainedAll(loadBalancer, {
    'a service': written(balancedService),
    'an ingress': written(ingress({ ingressClassName: 'web' })),
    'an ingress without a class': written(ingress({})),
  });
  await expect(`${text}\n${more}`).toMatchFileSnapshot(golden('addresses'));
});

it('about quotas', async () => {
  const quota = (spec: object, status: object = {}): KubeObject =>
    thing('ResourceQuota', 'few', { spec, status });
  const pod = (
    name: string,
    cpu: string | undefined,
    status: object = {},
    spec: object = {},
  ): KubeObject =>
    ({
      ...makePod(name, {
        containers: [makeContainer(cpu === undefined ? undefined : { cpu })],
        ...spec,
      }),
      status: { phase: 'Running', ...status },
    }) as never;
  const objects = [
    pod('a', '500m'),
    pod('b', undefined),
    pod('done', '1', { phase: 'Succeeded' }),
    pod('high', '2', {}, { priorityClassName: 'high' }),
    thing('Service', 'door', { spec: { type: 'LoadBalancer', ports: [{ port: 80 }] } }),
    thing('ConfigMap', 'plain', {}),
  ];
  const hard = { pods: '5', 'requests.cpu': '3', services: '2', 'count/configmaps': '9' };
  const scene = (object: KubeObject, more: Partial<Scene> = {}): Scene => ({
    object,
    objects,
    now,
    parts: {
      'status.used': ['pods', 'requests.cpu', 'services', 'example.com/cups'],
      'status.hard': ['pods'],
    },
    ...more,
  });
  const admission = { actor: 'admission' };
  const text = explainedAll(resourceQuota, {
    'all sorts of objects': scene(quota({ hard })),
    'a resource that is not counted': scene(
      quota(
        { hard: { ...hard, 'example.com/cups': '1', 'example.com/mugs': '1' } },
        { used: { 'example.com/cups': '1' } },
      ),
    ),
    'a scope': scene(quota({ hard: { pods: '5' }, scopes: ['BestEffort'] })),
    'a scope with values': scene(
      quota({
        hard: { pods: '5' },
        scopeSelector: {
          matchExpressions: [
            { scopeName: 'PriorityClass', operator: 'In', values: ['high', 'low'] },
          ],
        },
      }),
    ),
    'no limits': scene(quota({})),
    'a charge': scene(quota({ hard }, { hard, used: { pods: '2', 'requests.cpu': '1' } }), {
      ...admission,
      evidence: { object: 'Pod default/new', taken: { pods: '1', 'requests.cpu': '250m' } },
    }),
    'a charge for something': scene(quota({ hard }, { hard, used: {} }), admission),
  });
  await expect(text).toMatchFileSnapshot(golden('quotas'));
});
