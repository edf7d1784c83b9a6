import { describe, expect, it } from 'vitest';
import {
  endpoints,
  podDisruptionBudget,
  resourceQuota,
  runtimeClass,
  runtimeClassOfKubernetes,
  defaultProfile,
} from '#kinds';
import type { Endpoints, ResourceQuota, RuntimeClass } from '#types';
import { context, created, errorsOf, messages, texts, updateErrorsOf } from '../samples.ts';
import { partOf } from '../../../support/part.ts';

const quotaOf = (spec?: object): ResourceQuota =>
  ({
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'q', namespace: 'default' },
    ...(spec && { spec }),
  }) as unknown as ResourceQuota;

const endpointsOf = (...subsets: readonly object[]): Endpoints =>
  ({
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: { name: 'e', namespace: 'default' },
    subsets,
  }) as unknown as Endpoints;

const classOf = (fields: object): RuntimeClass =>
  ({
    apiVersion: 'node.cluster.io/v1',
    kind: 'RuntimeClass',
    metadata: { name: 'r' },
    handler: 'runc',
    ...fields,
  }) as unknown as RuntimeClass;

describe('resource quotas', () => {
  it('print spec and status, and start without a status', () => {
    const whole = created(resourceQuota, { ...quotaOf(), status: { used: { pods: '1' } } });
    expect(whole).toMatchObject({ spec: {}, status: {} });
    expect(whole.status).toEqual({});
    expect(resourceQuota.rules.defaults!(whole, defaultProfile)).toBe(whole);
  });

  const standard = 'must be a standard resource type or fully qualified';
  const forQuota = 'must be a standard resource for quota';
  it.each<[string, string, readonly string[]]>([
    ['pods', '-1', ['Invalid value: "-1": must be greater than or equal to 0']],
    ['cpu', '500m', []],
    ['requests.hugepages-2Mi', '3', []],
    ['hugepages-2Mi', '3', []],
    ['requests.storage', '1.5', []],
    ['count/jobs.batch', '2', []],
    ['gold.storageclass.storage.k8s.io/requests.storage', '10Gi', []],
    ['requests.example.com/gpu', '500m', []],
    ['example.com/gpu', '10E', []],
    [
      'widgets',
      '1',
      [`Invalid value: "widgets": ${standard}`, `Invalid value: "widgets": ${forQuota}`],
    ],
    ['storage', '1', [`Invalid value: "storage": ${forQuota}`]],
    ['a b', '1', [`Invalid value: "a b": ${messages.name}`, `Invalid value: "a b": ${forQuota}`]],
  ])('%s: %s', (name, amount, expected) => {
    const found = errorsOf(resourceQuota, quotaOf({ hard: { [name]: amount } }));
    expect(found).toEqual(expected.map((message) => `spec.hard[${name}]: ${message}`));
  });

  it.each([
    ['services', '1500m'],
    ['example.com/gpu', '1500m'],
    ['count/pods', '1500m'],
    // What Go's 64 bits keep of their thousandths is not a multiple of a thousand.
    ['count/pods', '12345678901234567890'],
    ['example.com/gpu', '1Ei'],
  ])('%s come whole: %s', (name, amount) => {
    expect(errorsOf(resourceQuota, quotaOf({ hard: { [name]: amount } }))).toEqual([
      expect.stringMatching(/: must be an integer$/),
    ]);
  });

  it.each(['18446744073709551616', '10E', '9223372036854775807'])('%s is whole', (amount) => {
    expect(errorsOf(resourceQuota, quotaOf({ hard: { 'count/pods': amount } }))).toEqual([]);
  });

  const shown = (...scopes: readonly string[]): string =>
    `[]core.ResourceQuotaScope{${scopes.map((scope) => JSON.stringify(scope)).join(', ')}}`;
  it.each<[object, readonly string[]]>([
    [{ scopes: ['Terminating', 'PriorityClass'], hard: { 'limits.cpu': '1', 'a/b': '1' } }, []],
    [
      { scopes: ['Sometimes'], hard: { services: '1' } },
      [`spec.scopes: Invalid value: ${shown('Sometimes')}: unsupported scope`],
    ],
    [
      { scopes: ['BestEffort'], hard: { cpu: '1', memory: '1', pods: '1' } },
      Array(2).fill(
        `spec.scopes: Invalid value: ${shown('BestEffort')}: unsupported scope applied to resource`,
      ) as string[],
    ],
    [
      { scopes: ['Terminating', 'NotTerminating'] },
      [`spec.scopes: Invalid value: ${shown('Terminating', 'NotTerminating')}: conflicting scopes`],
    ],
  ])('scopes %j', (spec, expected) => {
    expect(errorsOf(resourceQuota, quotaOf(spec))).toEqual(expected);
  });

  const at = 'spec.scopeSelector.matchExpressions';
  it.each<[object, readonly string[]]>([
    [{ scopeName: 'PriorityClass', operator: 'NotIn', values: ['Any Text'] }, []],
    [
      { scopeName: 'Bogus', operator: 'Exists' },
      [`${at}.scopeName: Invalid value: "Bogus": unsupported scope`],
    ],
    [
      { scopeName: 'BestEffort', operator: 'Near' },
      [
        expect.stringMatching(
          /operator: Invalid value: "Near": must be 'Exist' when scope/,
        ) as string,
        `${at}.operator: Invalid value: "Near": not a valid selector operator`,
      ],
    ],
  ])('requirement %j', (requirement, expected) => {
    const scopeSelector = { matchExpressions: [requirement] };
    expect(errorsOf(resourceQuota, quotaOf({ scopeSelector }))).toEqual(expected);
  });

  it('keep their scopes, in any order', () => {
    const old = created(resourceQuota, quotaOf({ scopes: ['Terminating', 'PriorityClass'] }));
    const swapped = quotaOf({ scopes: ['PriorityClass', 'Terminating'] });
    expect(updateErrorsOf(resourceQuota, swapped, old)).toEqual([]);
    expect(updateErrorsOf(resourceQuota, quotaOf({}), old)).toEqual([
      'spec.scopes: Invalid value: []core.ResourceQuotaScope(nil): field is immutable',
    ]);
    const selector = { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'Exists' }] };
    const narrowed = quotaOf({ ...swapped.spec, scopeSelector: selector });
    expect(updateErrorsOf(resourceQuota, narrowed, old)).toEqual([]);
  });

  it('have what is used checked too', () => {
    const old = created(resourceQuota, quotaOf({}));
    const next = { ...old, status: { hard: { pods: '1' }, used: { pods: '-1' } } };
    expect(
      texts((errors) => partOf(resourceQuota, 'status').validate!(errors, next, old, context)),
    ).toEqual(['status.used[pods]: Invalid value: "-1": must be greater than or equal to 0']);
  });
});

describe('endpoints', () => {
  it('fill in the protocol and nothing else', () => {
    const given = endpointsOf({ addresses: [{ ip: '1.2.3.4' }], ports: [{ port: 80 }] });
    const whole = created(endpoints, given);
    expect(whole.subsets![0]!.ports).toEqual([{ port: 80, protocol: 'TCP' }]);
    expect(whole.subsets![0]!.addresses).toBe(given.subsets![0]!.addresses);
    expect(endpoints.rules.defaults!(whole, defaultProfile)).toBe(whole);
    expect(created(endpoints, endpointsOf())).toEqual(endpointsOf());
  });

  const refusedIps: readonly (readonly [string, string])[] = [
    ['0.0.0.0', 'may not be unspecified (0.0.0.0)'],
    ['::', 'may not be unspecified (::)'],
    ['127.255.1.9', 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
    ['::1', 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
    ['::ffff:127.0.0.1', 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
    ['169.254.0.1', 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'],
    ['febf::1', 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'],
    ['224.0.0.255', 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'],
    ['ff02::1', 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'],
  ];
  it.each(refusedIps)('refuse %s', (ip, why) => {
    const errors = errorsOf(endpoints, endpointsOf({ notReadyAddresses: [{ ip }] }));
    expect(errors).toEqual([
      `subsets[0].notReadyAddresses[0].ip: Invalid value: ${JSON.stringify(ip)}: ${why}`,
    ]);
  });

  it.each(['10.0.0.1', '010.000.0.01', '224.0.1.0', 'fec0::1', '2001:db8::', '::ffff:1.2.3.4'])(
    'accept %s',
    (ip) => {
      expect(errorsOf(endpoints, endpointsOf({ addresses: [{ ip }] }))).toEqual([]);
    },
  );

  it.each(['10.0.0', '256.1.1.1', 'fe80::1%eth0', '1::2::3', ''])('know no address %s', (ip) => {
    const field = 'subsets[0].addresses[0].ip: Invalid value: ';
    expect(errorsOf(endpoints, endpointsOf({ addresses: [{ ip }] }))).toEqual([
      `${field}${JSON.stringify(ip)}: must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)`,
      `${field}${JSON.stringify(ip)}: must be a valid IP address`,
    ]);
  });

  it('name what is wrong with the rest of a subset', () => {
    const address = { ip: '1.1.1.1', hostname: 'a.b', nodeName: 'A' };
    const ports = [{ port: 0 }, { port: 1, name: 'X', protocol: 'ICMP', appProtocol: '-' }];
    expect(errorsOf(endpoints, endpointsOf({ addresses: [address], ports }, {}))).toEqual([
      `subsets[0].addresses[0].hostname: Invalid value: "a.b": ${messages.label}`,
      `subsets[0].addresses[0].nodeName: Invalid value: "A": ${messages.subdomain}`,
      'subsets[0].ports[0].name: Required value',
      'subsets[0].ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive',
      `subsets[0].ports[1].name: Invalid value: "X": ${messages.label}`,
      'subsets[0].ports[1].protocol: Unsupported value: "ICMP": supported values: "SCTP", "TCP", "UDP"',
      `subsets[0].ports[1].appProtocol: Invalid value: "-": ${messages.name}`,
      'subsets[1]: Required value: must specify `addresses` or `notReadyAddresses`',
    ]);
    const old = created(endpoints, endpointsOf());
    expect(updateErrorsOf(endpoints, endpointsOf({}), old)).toHaveLength(1);
  });
});

describe('runtime classes', () => {
  it('are complete as they come', () => {
    const given = classOf({ scheduling: { tolerations: [{ key: 'a' }] } });
    expect(created(runtimeClass, given)).toBe(given);
  });

  it.each<[object, readonly string[]]>([
    [{ overhead: { podFixed: { cpu: '0', 'example.com/dev': '2' } } }, []],
    [{ handler: 'Kata' }, [`handler: Invalid value: "Kata": ${messages.label}`]],
    [
      { overhead: { podFixed: { pods: '1' } } },
      ['overhead.limits[pods]: Invalid value: "pods": must be a standard resource for containers'],
    ],
    [
      {
        overhead: { podFixed: { 'requests.example.com/dev': '1', 'x.kubernetes.io/dev': '1500m' } },
      },
      [
        'overhead.limits[requests.example.com/dev]: Invalid value: "requests.example.com/dev": doesn\'t follow extended resource name standard',
      ],
    ],
    [{ overhead: { podFixed: { 'hugepages-2Mi': '4Mi', cpu: '1' } } }, []],
    [
      { overhead: { podFixed: { 'hugepages-2Mi': '3Mi' } } },
      [
        'overhead.limits[hugepages-2Mi]: Invalid value: "3Mi": 3Mi is not positive integer multiple of hugepages-2Mi',
        'overhead: Forbidden: HugePages require cpu or memory',
      ],
    ],
    [
      { overhead: { podFixed: { 'hugepages-x': '1', memory: '1' } } },
      [
        'overhead.limits[hugepages-x]: Invalid value: "1": 1 is not positive integer multiple of hugepages-x',
      ],
    ],
    [
      { scheduling: { nodeSelector: { a: 'b c' } } },
      [`scheduling.nodeSelector: Invalid value: "b c": ${messages.value}`],
    ],
    [
      { scheduling: { tolerations: [{ operator: 'Exists' }, { operator: 'Exists' }] } },
      [
        expect.stringMatching(
          /^scheduling\.tolerations\[1\]: Duplicate value: core\.Toleration/,
        ) as string,
      ],
    ],
    [
      { scheduling: { tolerations: [{ key: 'a', operator: 'Gt' }] } },
      [
        'scheduling.tolerations.tolerations[0].operator: Unsupported value: "Gt": supported values: "Equal", "Exists"',
      ],
    ],
  ])('%j', (fields, expected) => {
    expect(errorsOf(runtimeClass, classOf(fields))).toEqual(expected);
  });

  it('keep their handler', () => {
    const old = classOf({});
    const errors = updateErrorsOf(runtimeClass, classOf({ handler: 'kata' }), old);
    expect(errors).toEqual(['handler: Invalid value: "kata": field is immutable']);
  });

  it("are the same under Kubernetes' own group", () => {
    const { storage } = runtimeClassOfKubernetes;
    const stored = classOf({});
    const served = storage!.fromStorage(stored);
    expect(served).toEqual({ ...stored, apiVersion: 'node.k8s.io/v1' });
    expect(storage!.toStorage(served)).toEqual(stored);
    expect(runtimeClassOfKubernetes.schema).toBe(runtimeClass.schema);
  });
});

it('the status of a budget takes any finalizer that all kinds take', () => {
  const metadata = { name: 'b', namespace: 'default' };
  const given = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata, spec: {} };
  const old = created(podDisruptionBudget, given as never);
  const next = { ...old, metadata: { ...old.metadata, finalizers: ['a'] } };
  const { validate } = partOf(podDisruptionBudget, 'status');
  expect(texts((errors) => validate!(errors, next, old, context))).toEqual([]);
});
