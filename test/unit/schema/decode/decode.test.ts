/** From JSON to typed objects. */
import { describe, expect, it } from 'vitest';
import {
  configMap,
  cronJob,
  cronJobBeta,
  horizontalPodAutoscaler,
  horizontalPodAutoscalerV2Beta2,
  podDisruptionBudgetBeta,
  schemas,
  type Kind,
  defaultProfile,
} from '#kinds';
import { conform, storable } from '#schema';
import { KindRegistry } from '#catalog';
import { parseQuantity } from '#values';

const daemonSet = schemas.of('apps/v1', 'DaemonSet');
const of = (spec: unknown, more: object = {}) => ({ metadata: { name: 'd' }, spec, ...more });
const inPod = (pod: object) => of({ template: { spec: pod } });
const decoded = (value: unknown) => conform(daemonSet, value) as Record<string, unknown>;
const read = (value: unknown) => storable(daemonSet, decoded(value));
/** With all that is always written. */
const whole = (spec: unknown) => read(of(spec));

describe('what fits', () => {
  it('is the very same value', () => {
    const value = whole({
      minReadySeconds: 3,
      selector: { matchLabels: { a: 'b' } },
      updateStrategy: { rollingUpdate: { maxUnavailable: '10%', maxSurge: 0 } },
      template: {
        spec: {
          containers: [{ name: 'c', resources: { limits: { cpu: '100m', memory: '1Gi' } } }],
        },
      },
    });
    expect(read(value)).toBe(value);
  });

  it('shares the parts that do', () => {
    const selector = { matchLabels: { a: 'b' } };
    const { spec } = read(of({ selector, colour: 'red' })) as { spec: Record<string, unknown> };
    expect(spec).not.toHaveProperty('colour');
    expect(spec['selector']).toBe(selector);
  });
});

describe('a map of texts', () => {
  const labelled = (labels: unknown) => decoded({ metadata: { name: 'd', labels } });

  it.each([
    ['texts alone', { a: 'x', b: 'y' }, { a: 'x', b: 'y' }],
    ['a null behind a text', { a: 'x', b: null, c: 'y' }, { a: 'x', b: '', c: 'y' }],
    ['nothing', {}, {}],
  ])('has %s', (_, labels, expected) => {
    expect(labelled(labels)).toMatchObject({ metadata: { labels: expected } });
  });

  it.each([
    ['a number', { a: 'x', b: 5 }],
    ['an object', { a: 'x', b: {} }],
    ['a truth', { b: true, a: 'x' }],
  ])('has not %s among them', (_, labels) => {
    expect(() => labelled(labels)).toThrow();
  });
});

describe('what does not matter is left out', () => {
  it.each([
    ['unknown fields', of({ colour: 'red' }, { top: 1 }), of({})],
    ['nulls', of({ minReadySeconds: null, selector: null }), of({})],
    ['empty lists and maps', inPod({ volumes: [], nodeSelector: {} }), inPod({})],
    ['what has to be there as none', inPod({ containers: [] }), inPod({ containers: null })],
    ['zeros', inPod({ hostNetwork: false, hostname: '' }), inPod({})],
  ])('%s', (_, given, wanted) => {
    expect(read(given)).toEqual(read(wanted));
  });

  it('but not what Go holds pointers to', () => {
    const pod = { securityContext: {}, priority: 0, shareProcessNamespace: false };
    expect(read(inPod(pod))).toHaveProperty('spec.template.spec', { ...pod, containers: null });
  });

  it('but not what is empty before it is stored', () => {
    const pod = { volumes: [], nodeSelector: {}, containers: [] };
    const value = inPod({ securityContext: {}, ...pod });
    expect(decoded(value)).toHaveProperty('spec.template.spec', { securityContext: {}, ...pod });
    expect(read(value)).toEqual(read(inPod({ securityContext: {}, containers: null })));
    expect(decoded({ metadata: { name: 'd', managedFields: [] } })).toHaveProperty(
      'metadata.managedFields',
      [],
    );
  });

  it('shares what has no empty parts, and does not look at what is stored', () => {
    const value = decoded(inPod({ volumes: [], containers: [{ name: 'c', args: ['a'] }] }));
    const stored = storable(daemonSet, value);
    expect(storable(daemonSet, stored)).toBe(stored);
    expect(stored).toHaveProperty('metadata', value['metadata']);
    const untouched = storable(daemonSet, { ...value }, value);
    expect(untouched).toHaveProperty('spec.template.spec.volumes', []);
  });
});

describe('the canonical form', () => {
  const limits = (cpu: unknown) =>
    inPod({ containers: [{ name: 'c', resources: { limits: { cpu } } }] });
  it.each([
    [
      'times',
      { metadata: { creationTimestamp: '2020-01-01T02:00:00.9+02:00' } },
      { metadata: { creationTimestamp: '2020-01-01T00:00:00Z' } },
    ],
    ['quantities', limits('1000m'), limits('1')],
    ['quantities in numbers', limits(0.5), limits('500m')],
    ['resources below the thousandth', limits('1u'), limits('1m')],
    [
      'nulls in lists',
      inPod({ containers: [null], imagePullSecrets: [null] }),
      inPod({ containers: [{}], imagePullSecrets: [{}] }),
    ],
    ['nulls in maps', { metadata: { labels: { a: null } } }, { metadata: { labels: { a: '' } } }],
  ])('%s', (_, given, wanted) => {
    expect(read(given)).toEqual(read(wanted));
  });

  it.each(['0', '7', '999', '100m', '5k', '64Mi', '999Ti', '7Pi', '3P', '8M'])(
    '%s is an amount in it',
    (cpu) => {
      const value = read(limits(cpu));
      expect(parseQuantity(cpu).toString()).toBe(cpu);
      expect(read(value)).toBe(value);
    },
  );

  it('has names such as __proto__ as ordinary keys', () => {
    const labels = JSON.parse('{"__proto__":null,"b":"c"}') as object;
    const { metadata } = read({ metadata: { labels } }) as { metadata: { labels: object } };
    expect(Object.getPrototypeOf(metadata.labels)).toBe(Object.prototype);
    expect(JSON.stringify(metadata.labels)).toBe('{"__proto__":"","b":"c"}');
  });
});

describe('what does not fit', () => {
  it.each([
    [[], 'array into Go value of type v1.DaemonSet'],
    [of([]), 'array into Go struct field DaemonSet.spec of type v1.DaemonSetSpec'],
    [
      { metadata: { name: 5 } },
      'number into Go struct field ObjectMeta.metadata.name of type string',
    ],
    [
      { metadata: { labels: { a: 1 } } },
      'number into Go struct field ObjectMeta.metadata.labels of type string',
    ],
    [
      of({ minReadySeconds: 1.5 }),
      'number 1.5 into Go struct field DaemonSetSpec.spec.minReadySeconds of type int32',
    ],
    [
      of({ minReadySeconds: 2 ** 31 }),
      'number 2147483648 into Go struct field DaemonSetSpec.spec.minReadySeconds of type int32',
    ],
    [
      of({ updateStrategy: { rollingUpdate: { maxSurge: true } } }),
      'bool into Go struct field RollingUpdateDaemonSet.spec.updateStrategy.rollingUpdate.maxSurge of type int32',
    ],
    [
      inPod({ containers: {} }),
      'object into Go struct field PodSpec.spec.template.spec.containers of type []v1.Container',
    ],
    [
      inPod({ containers: [{ args: ['a', {}] }] }),
      'object into Go struct field Container.spec.template.spec.containers.args of type string',
    ],
    [
      inPod({ restartPolicy: 5 }),
      'number into Go struct field PodSpec.spec.template.spec.restartPolicy of type v1.RestartPolicy',
    ],
    [
      inPod({ overhead: [] }),
      'array into Go struct field PodSpec.spec.template.spec.overhead of type v1.ResourceList',
    ],
    [
      inPod({ nodeSelector: 'x' }),
      'string into Go struct field PodSpec.spec.template.spec.nodeSelector of type map[string]string',
    ],
    [
      { metadata: { creationTimestamp: 5 } },
      'number into Go struct field ObjectMeta.metadata.creationTimestamp of type string',
    ],
  ])('%j', (value, message) => {
    expect(() => read(value)).toThrow(`json: cannot unmarshal ${message}`);
  });

  it.each([
    [
      { metadata: { creationTimestamp: 'x' } },
      'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
    ],
    [
      inPod({ overhead: { cpu: 'much' } }),
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
  ])('%j', (value, message) => {
    expect(() => read(value)).toThrow(message);
  });
});

it('tells the paths of unknown fields, in their order', () => {
  const unknown: string[] = [];
  const value = { ...inPod({ containers: [{ foo: 1 }, { env: [{ bar: 1 }] }] }), top: { deep: 1 } };
  conform(daemonSet, value, { onUnknown: (path) => void unknown.push(path) });
  expect(unknown).toEqual([
    'spec.template.spec.containers[0].foo',
    'spec.template.spec.containers[1].env[0].bar',
    'top',
  ]);
});

it('does not look at what is shared with a value that fits', () => {
  const containers = [{ name: 'c', resources: { limits: { cpu: '1000m' } } }];
  const fitting = { ...read(of({})), spec: inPod({ containers }).spec };
  const labels = { a: 'b' };
  const metadata = { name: 'd', labels, creationTimestamp: null };
  const value = { ...fitting, metadata };
  expect(conform(daemonSet, value, { fitting })).toBe(value);
  const added = { name: 'e', foo: 1, resources: { limits: { cpu: '1000m' } } };
  const more = inPod({ containers: [...containers, added], initContainers: null });
  expect(conform(daemonSet, more, { fitting })).toHaveProperty('spec.template.spec.containers', [
    ...containers,
    { name: 'e', resources: { limits: { cpu: '1' } } },
  ]);
});

describe('errors in types that decode themselves come before errors of other types', () => {
  const fraction =
    'number 1.5 into Go struct field DaemonSetSpec.spec.minReadySeconds of type int32';
  it.each([
    [
      of({ minReadySeconds: 1.5, template: { metadata: { creationTimestamp: 'x' } } }),
      'parsing time "x"',
    ],
    [
      of({ minReadySeconds: 1.5, template: { metadata: { deletionTimestamp: 5 } } }),
      'json: cannot unmarshal number into Go struct field ObjectMeta.spec.template.metadata.deletionTimestamp of type string',
    ],
    [
      of({
        selector: [],
        template: { spec: { containers: [{ resources: { limits: { a: [] } } }] } },
      }),
      'quantities must match',
    ],
    [of({ minReadySeconds: 1.5, template: { spec: 5 } }), `json: cannot unmarshal ${fraction}`],
    [of({ minReadySeconds: 1.5, colour: 'x' }), `json: cannot unmarshal ${fraction}`],
  ])('%j', (value, message) => {
    expect(() => read(value)).toThrow(message);
  });
});

describe('the names of types are those of the version', () => {
  const kindOf = (apiVersion: string, kind: string): Kind =>
    new KindRegistry(defaultProfile).byKind(apiVersion, kind)!;

  it.each([
    [cronJob, { status: 'x' }, 'v1.CronJobStatus'],
    [cronJobBeta, { status: 'x' }, 'v1beta1.CronJobStatus'],
    [cronJobBeta, { spec: { jobTemplate: 'x' } }, 'v1beta1.JobTemplateSpec'],
    [cronJobBeta, { spec: { jobTemplate: { spec: 'x' } } }, 'v1.JobSpec'],
    [cronJobBeta, { spec: { concurrencyPolicy: 5 } }, 'v1beta1.ConcurrencyPolicy'],
    [cronJobBeta, { metadata: 'x' }, 'v1.ObjectMeta'],
    [podDisruptionBudgetBeta, { spec: { selector: 'x' } }, 'v1.LabelSelector'],
    [horizontalPodAutoscalerV2Beta2, { spec: { metrics: 'x' } }, '[]v2beta2.MetricSpec'],
    [horizontalPodAutoscaler, { spec: { metrics: [{ type: 5 }] } }, 'v2.MetricSourceType'],
    [
      horizontalPodAutoscalerV2Beta2,
      { spec: { metrics: [{ resource: { name: 5 } }] } },
      'v1.ResourceName',
    ],
    [
      kindOf('flowcontrol.apiserver.k8s.io/v1beta2', 'FlowSchema'),
      { spec: { rules: [{ subjects: [{ kind: 5 }] }] } },
      'v1beta2.SubjectKind',
    ],
    [kindOf('rbac.authorization.k8s.io/v1', 'RoleBinding'), { subjects: [{ kind: 5 }] }, 'string'],
    [kindOf('policy/v1beta1', 'PodSecurityPolicy'), { spec: { volumes: 'x' } }, '[]v1beta1.FSType'],
    [
      kindOf('policy/v1beta1', 'PodSecurityPolicy'),
      { spec: { allowedCapabilities: 'x' } },
      '[]v1.Capability',
    ],
    [
      kindOf('networking.k8s.io/v1', 'Ingress'),
      { spec: { rules: [{ http: { paths: [{ pathType: 5 }] } }] } },
      'v1.PathType',
    ],
    [kindOf('certificates.k8s.io/v1', 'CertificateSigningRequest'), { spec: { uid: 5 } }, 'string'],
  ])('%#: %j', ({ schema, version }, value, type) => {
    expect(() => conform(schema, value, { version })).toThrow(
      new RegExp(`of type ${quoted(type)}$`),
    );
  });

  const quoted = (text: string) => text.replace(/[.[\]]/g, '\\$&');
});

describe('bytes', () => {
  const readBytes = (bytes: unknown) => conform(configMap.schema, { binaryData: { a: bytes } });
  it.each([
    [[], ''],
    [[104, 105, null, 255], 'aGkA/w=='],
  ])('may come as a list of numbers: %j', (bytes, text) => {
    expect(readBytes(bytes)).toHaveProperty('binaryData.a', text);
  });

  it.each([
    [[256], 'number 256'],
    [[-1], 'number -1'],
    [[1.5], 'number 1.5'],
    [['1'], 'string'],
  ])('are from 0 to 255: %j', (bytes, found) => {
    expect(() => readBytes(bytes)).toThrow(
      `json: cannot unmarshal ${found} into Go struct field ConfigMap.binaryData of type uint8`,
    );
  });
});

describe('fractions of seconds', () => {
  const exactOf = (deletionTimestamp: string) => {
    let exact: unknown;
    const onExact = (given: unknown): void => void (exact = given);
    const object = conform(daemonSet, { metadata: { deletionTimestamp } }, { onExact });
    return { object, exact };
  };

  it.each([
    ['2026-01-01T00:00:00.50+02:00', '2025-12-31T22:00:00Z', '2025-12-31T22:00:00.5Z'],
    ['2026-01-01T00:00:00,1234567891Z', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00.123456789Z'],
  ])('of %s are lost, but told', (given, whole, time) => {
    const { object, exact } = exactOf(given);
    expect(object).toHaveProperty('metadata.deletionTimestamp', whole);
    expect(exact).toHaveProperty('metadata.deletionTimestamp', time);
  });

  it.each(['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00+02:00'])(
    'of %s are none',
    (given) => {
      expect(exactOf(given).exact).toBeUndefined();
    },
  );
});
