/** Keys and values as a real API server of v1.24 has them. */
import { describe, expect, it } from 'vitest';
import { apiVersionOf, bucketOf, defaultProfile } from '#kinds';
import { KindRegistry, kindsOf } from '#catalog';
import type { KubeObject } from '#values';
import { protobufDecoder } from '#server';
import { ProtobufCodec } from '../../../src/server/protobuf/codec.ts';
import { Forms, ValueError } from '../../../src/etcd/forms.ts';
import { Keys } from '../../../src/etcd/keys.ts';

const kinds = kindsOf(defaultProfile);

/** As they were seen in the etcd of a v1.24 server. */
const seen: readonly (readonly [key: string, bucket: string, storedAs?: string])[] = [
  ['configmaps/NS/n', 'configmaps'],
  ['controllers/NS/n', 'replicationcontrollers'],
  ['services/specs/NS/n', 'services'],
  ['services/endpoints/NS/n', 'endpoints'],
  ['minions/n', 'nodes'],
  ['namespaces/n', 'namespaces'],
  ['events/NS/n', 'events'],
  ['deployments/NS/n', 'deployments.apps'],
  ['cronjobs/NS/n', 'cronjobs.batch'],
  ['horizontalpodautoscalers/NS/n', 'horizontalpodautoscalers.autoscaling', 'autoscaling/v1'],
  ['poddisruptionbudgets/NS/n', 'poddisruptionbudgets.policy', 'policy/v1beta1'],
  ['podsecuritypolicy/n', 'podsecuritypolicies.policy'],
  ['endpointslices/NS/n', 'endpointslices.discovery.k8s.io', 'discovery.k8s.io/v1beta1'],
  ['leases/NS/n', 'leases.coordination.k8s.io'],
  ['ingress/NS/n', 'ingresses.networking.k8s.io'],
  ['ingressclasses/n', 'ingressclasses.networking.k8s.io'],
  ['runtimeclasses/n', 'runtimeclasses.node.cluster.io', 'node.k8s.io/v1'],
  ['priorityclasses/n', 'priorityclasses.scheduling.k8s.io'],
  ['clusterroles/n', 'clusterroles.rbac.authorization.k8s.io'],
  ['csistoragecapacities/NS/n', 'csistoragecapacities.storage.k8s.io', 'storage.k8s.io/v1beta1'],
  [
    'flowschemas/n',
    'flowschemas.flowcontrol.apiserver.k8s.io',
    'flowcontrol.apiserver.k8s.io/v1beta1',
  ],
  [
    'prioritylevelconfigurations/n',
    'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io',
    'flowcontrol.apiserver.k8s.io/v1beta1',
  ],
  [
    'apiextensions.k8s.io/customresourcedefinitions/n',
    'customresourcedefinitions.apiextensions.k8s.io',
    'apiextensions.k8s.io/v1beta1',
  ],
  ['apiregistration.k8s.io/apiservices/n', 'apiservices.apiregistration.k8s.io'],
  ['example.com/widgets/NS/n', 'widgets.example.com'],
  ['example.com/widgets/n', 'widgets.example.com'],
];

const registry = new KindRegistry(defaultProfile);

describe('keys', () => {
  const keys = new Keys('/registry', kindsOf(defaultProfile));

  it.each(seen.map(([path, bucket]) => ({ path, bucket })))('$path is of $bucket', (each) => {
    const { path, bucket } = each;
    const name = path.replace('NS', 'default');
    const key = path.includes('NS') ? 'default/n' : 'n';
    expect(keys.of(bucket, key)).toBe(`/registry/${name}`);
    expect(keys.read(`/registry/${name}`)).toEqual({ bucket, key });
  });

  it('are those of all kinds, each its own', () => {
    const buckets = [
      ...new Set(kinds.filter(({ wire: { readOnly } }) => readOnly !== true).map(bucketOf)),
    ];
    const named = buckets.map((bucket) => keys.of(bucket, 'a/b'));
    expect(new Set(named).size).toBe(buckets.length);
    expect(named.map((name) => keys.read(name)?.bucket)).toEqual(buckets);
  });

  it.each([
    '/registry/ranges/serviceips',
    '/registry/masterleases/10.0.0.1',
    '/registry/configmaps',
    '/registry/configmaps/a/b/c',
    '/registry/configmaps//b',
    '/orrery/origin',
    'compact_rev_key',
    '/registryx/configmaps/a/b',
  ])('leaves out %s', (key) => {
    expect(keys.read(key)).toBeUndefined();
  });
});

/** An object of each kind, with its defaults, as the store here has it. */
const samples = kinds
  .filter(({ storage, wire: { readOnly } }) => storage === undefined && readOnly !== true)
  .map((kind) => {
    const metadata = {
      ...{
        name: 'n',
        ...(kind.namespaced && { namespace: 'default' }),
        uid: 'u',
        resourceVersion: '7',
      },
      creationTimestamp: '2026-01-01T00:00:00Z',
      labels: { app: 'web' },
    };
    const bare = { apiVersion: apiVersionOf(kind), kind: kind.kind, metadata } as KubeObject;
    return [bucketOf(kind), bare] as const;
  });

describe('values', async () => {
  const forms = new Forms(
    await protobufDecoder(new KindRegistry(defaultProfile)),
    new KindRegistry(defaultProfile),
  );
  const codec = new ProtobufCodec(
    defaultProfile.schemas,
    (apiVersion, kind) => registry.byKind(apiVersion, kind)?.schema,
  );

  it.each(samples)('%s: JSON in the version of v1.24, and back', (bucket, bare) => {
    const stored = forms.decode(Buffer.from(JSON.stringify(bare)), 7);
    const written = JSON.parse(forms.encode(stored)) as KubeObject;
    const version = seen.find((each) => each[1] === bucket)?.[2] ?? bare.apiVersion;
    expect(written.apiVersion).toBe(version);
    expect(written.metadata).not.toHaveProperty('resourceVersion');
    expect(forms.decode(Buffer.from(JSON.stringify(written)), 7)).toEqual(stored);
  });

  it.each(samples)('%s: protobuf of another server is the same object', (_, bare) => {
    const stored = forms.decode(Buffer.from(JSON.stringify(bare)), 7);
    const written = JSON.parse(forms.encode(stored)) as KubeObject;
    if (written.kind === 'CustomResourceDefinition' || written.kind === 'APIService') return;
    const bytes = Buffer.from(codec.encode(written, written));
    expect(bytes.subarray(0, 4).toString()).toBe('k8s\0');
    expect(forms.decode(bytes, 7)).toEqual(stored);
  });

  it('fills in defaults, and drops what no version has', () => {
    const pod = {
      ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'a' } },
      spec: { containers: [{ name: 'c', image: 'i' }], nope: 1 },
    };
    const read = forms.decode(Buffer.from(JSON.stringify(pod)), 3);
    expect(read).toMatchObject({
      metadata: { resourceVersion: '3' },
      spec: { restartPolicy: 'Always', containers: [{ imagePullPolicy: 'Always' }] },
    });
    expect(read).not.toHaveProperty('spec.nope');
  });

  it('keeps an autoscaler of v1 with what v1 has in annotations', () => {
    const metrics = [
      { type: 'Resource', resource: { name: 'memory', targetAverageUtilization: 70 } },
    ];
    const autoscaler = {
      ...{ apiVersion: 'autoscaling/v1', kind: 'HorizontalPodAutoscaler' },
      metadata: {
        ...{ name: 'h', namespace: 'a' },
        annotations: { 'autoscaling.alpha.kubernetes.io/metrics': JSON.stringify(metrics) },
      },
      spec: {
        ...{ maxReplicas: 3, targetCPUUtilizationPercentage: 50 },
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      },
    };
    const read = forms.decode(Buffer.from(JSON.stringify(autoscaler)), 3);
    expect(read).toMatchObject({
      apiVersion: 'autoscaling/v2',
      spec: { metrics: [{ resource: { name: 'memory' } }, { resource: { name: 'cpu' } }] },
    });
    expect(JSON.parse(forms.encode(read))).toMatchObject({
      apiVersion: 'autoscaling/v1',
      spec: { targetCPUUtilizationPercentage: 50 },
      metadata: { annotations: autoscaler.metadata.annotations },
    });
  });

  describe('definitions of custom resources, which v1.24 stores in v1beta1', () => {
    const names = { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' };
    const common = { group: 'example.com', scope: 'Namespaced', names };
    const schema = { openAPIV3Schema: { type: 'object' } };
    const other = { openAPIV3Schema: { type: 'object', description: 'another' } };
    const status = { status: {} };
    const [old, columns] = ['JSONPath', 'jsonPath'].map((path) => [
      { name: 'Size', type: 'integer', [path]: '.spec.size' },
    ]);
    const v1 = { name: 'v1', served: true, storage: true };
    const v2 = { name: 'v2', served: true, storage: false };
    const webhook = {
      clientConfig: { url: 'https://hook.example.com' },
      conversionReviewVersions: ['v1'],
    };
    const { clientConfig: webhookClientConfig, conversionReviewVersions } = webhook;

    /** What is served, and what is stored. */
    const cases: readonly (readonly [string, object, object])[] = [
      [
        'one version',
        { versions: [{ ...v1, schema, subresources: status, additionalPrinterColumns: columns }] },
        {
          ...{ version: 'v1', versions: [v1], preserveUnknownFields: false },
          ...{ validation: schema, subresources: status, additionalPrinterColumns: old },
        },
      ],
      [
        'several that share all',
        { versions: [v1, v2].map((version) => ({ ...version, schema, subresources: status })) },
        {
          ...{ version: 'v1', versions: [v1, v2], preserveUnknownFields: false },
          ...{ validation: schema, subresources: status },
        },
      ],
      [
        'several that share some',
        {
          versions: [
            { ...v1, schema, additionalPrinterColumns: columns },
            { ...v2, schema, subresources: status },
          ],
        },
        {
          ...{ version: 'v1', validation: schema, preserveUnknownFields: false },
          versions: [
            { ...v1, additionalPrinterColumns: old },
            { ...v2, subresources: status },
          ],
        },
      ],
      [
        'several that share nothing, and a webhook',
        {
          versions: [
            { ...v1, schema },
            { ...v2, schema: other },
          ],
          conversion: { strategy: 'Webhook', webhook },
          preserveUnknownFields: true,
        },
        {
          ...{ version: 'v1', preserveUnknownFields: true },
          versions: [
            { ...v1, schema },
            { ...v2, schema: other },
          ],
          conversion: { strategy: 'Webhook', webhookClientConfig, conversionReviewVersions },
        },
      ],
    ];

    it.each(cases)('%s', (_, served, kept) => {
      const metadata = { name: 'widgets.example.com', uid: 'u' };
      const rest = { kind: 'CustomResourceDefinition', metadata };
      const conversion = { strategy: 'None' };
      const definition = {
        ...{ apiVersion: 'apiextensions.k8s.io/v1', ...rest },
        ...{ spec: { conversion, ...common, ...served } },
      };
      const stored = {
        ...{ apiVersion: 'apiextensions.k8s.io/v1beta1', ...rest },
        ...{ spec: { conversion, ...common, ...kept } },
      };
      expect(JSON.parse(forms.encode(definition as never))).toEqual(stored);
      const read = forms.decode(Buffer.from(JSON.stringify(stored)), 3);
      expect(read).toMatchObject(definition);
      expect(JSON.parse(forms.encode(read)).spec).toEqual(stored.spec);
    });

    it('of one version only, without a list of versions', () => {
      const spec = { ...common, version: 'v1', validation: schema };
      const stored = {
        ...{ apiVersion: 'apiextensions.k8s.io/v1beta1', kind: 'CustomResourceDefinition' },
        ...{ metadata: { name: 'widgets.example.com' }, spec },
      };
      const read = forms.decode(Buffer.from(JSON.stringify(stored)), 3);
      expect(read).toMatchObject({
        spec: { versions: [{ ...v1, schema }], preserveUnknownFields: true },
      });
    });
  });

  it.each([
    ['no JSON', 'nope'],
    ['another value', '7'],
    ['no kind', '{"apiVersion":"v1","metadata":{"name":"x"}}'],
    ['no name', '{"apiVersion":"v1","kind":"ConfigMap","metadata":{}}'],
    [
      'a field of another type',
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"},"data":7}',
    ],
    ['broken protobuf', 'k8s\0\xff\xff'],
  ])('refuses %s', (_, text) => {
    expect(() => forms.decode(Buffer.from(text, 'latin1'), 3)).toThrow(ValueError);
  });
});
