import { describe, expect, it } from 'vitest';
import {
  endpointSlice,
  limitRange,
  podDisruptionBudget,
  priorityClass,
  systemPriorityClasses,
  defaultProfile,
} from '#kinds';
import type {
  discoveryV1,
  LimitRange,
  LimitRangeItem,
  PodDisruptionBudget,
  PriorityClass,
} from '#types';
import {
  context,
  created,
  decoded,
  errorsOf,
  messages,
  texts,
  updated,
  updateErrorsOf,
} from '../samples.ts';
import { partOf } from '../../../support/part.ts';

type EndpointSlice = discoveryV1.EndpointSlice;

const metadata = { name: 'subject', namespace: 'default' };

describe('limit ranges', () => {
  const limitsOf = (...limits: readonly object[]): LimitRange =>
    ({ apiVersion: 'v1', kind: 'LimitRange', metadata, spec: { limits } }) as never;

  it('give containers what they may have', () => {
    const filled = (item: object): LimitRangeItem =>
      created(limitRange, limitsOf({ type: 'Container', ...item })).spec.limits[0]!;
    expect(
      filled({ max: { cpu: '2' }, min: { cpu: '1', memory: '1Mi' }, default: { pods: '1' } }),
    ).toEqual({
      type: 'Container',
      max: { cpu: '2' },
      min: { cpu: '1', memory: '1Mi' },
      default: { cpu: '2', pods: '1' },
      defaultRequest: { cpu: '2', pods: '1', memory: '1Mi' },
    });
    expect(filled({})).toEqual({ type: 'Container' });
    const ofPods = limitsOf({ type: 'Pod', max: { cpu: '2' } });
    expect(created(limitRange, ofPods)).toBe(ofPods);
  });

  it('are the same when nothing is missing', () => {
    const whole = created(limitRange, limitsOf({ type: 'Container', max: { cpu: '2' } }));
    expect(limitRange.rules.defaults!(whole, defaultProfile)).toBe(whole);
    const bare = { ...limitsOf(), spec: undefined } as never as LimitRange;
    expect(created(limitRange, bare).spec).toEqual({ limits: null });
  });

  const at = 'spec.limits[0]';

  it.each<[name: string, limits: readonly object[], errors: readonly unknown[]]>([
    [
      'of odd types',
      [{ type: 'Box' }, { type: 'a b' }, { type: 'x.y/z' }, { type: 'x.y/z' }],
      [
        `${at}.type: Invalid value: "Box": must be a standard limit type or fully qualified`,
        `spec.limits[1].type: Invalid value: "a b": ${messages.name}`,
        'spec.limits[3].type: Duplicate value: "x.y/z"',
      ],
    ],
    [
      'of odd resources',
      [
        { type: 'Pod', max: { storage: '1' }, min: { bogus: '1' } },
        { type: 'PersistentVolumeClaim' },
      ],
      [
        `${at}.max[storage]: Invalid value: "storage": must be a standard resource for containers`,
        `${at}.min[bogus]: Invalid value: "bogus": must be a standard resource type or fully qualified`,
        `${at}.min[bogus]: Invalid value: "bogus": must be a standard resource for containers`,
        'spec.limits[1].limits: Required value: either minimum or maximum storage value is required, but neither was provided',
      ],
    ],
    [
      'with defaults for pods',
      [{ type: 'Pod', default: { cpu: '1' }, defaultRequest: { cpu: '1' } }],
      [
        `${at}.default: Forbidden: may not be specified when \`type\` is 'Pod'`,
        `${at}.defaultRequest: Forbidden: may not be specified when \`type\` is 'Pod'`,
      ],
    ],
    [
      'out of order',
      [
        {
          type: 'Container',
          min: { cpu: '3' },
          max: { cpu: '1' },
          default: { cpu: '2' },
          defaultRequest: { cpu: '2500m' },
        },
      ],
      [
        /min\[cpu\]: Invalid value: .*: min value 3 is greater than max value 1$/,
        /defaultRequest\[cpu\]: Invalid value: .*: min value 3 is greater than default request value 2500m$/,
        /defaultRequest\[cpu\]: Invalid value: .*: default request value 2500m is greater than max value 1$/,
        /defaultRequest\[cpu\]: Invalid value: .*: default request value 2500m is greater than default limit value 2$/,
        /default\[cpu\]: Invalid value: .*: min value 3 is greater than default value 2$/,
        /default\[cpu\]: Invalid value: .*: default value 2 is greater than max value 1$/,
      ].map((pattern) => expect.stringMatching(pattern) as unknown),
    ],
    [
      'with odd ratios',
      [
        {
          type: 'Pod',
          maxLimitRequestRatio: { cpu: '500m', memory: '3' },
          min: { memory: '2' },
          max: { memory: '5' },
        },
      ],
      [
        expect.stringMatching(
          /maxLimitRequestRatio\[cpu\]: Invalid value: .*: ratio 500m is less than 1$/,
        ),
        expect.stringMatching(
          /maxLimitRequestRatio\[memory\]: Invalid value: .*: ratio 3 is greater than max\/min = 2\.500000$/,
        ),
      ],
    ],
    [
      'that promise devices twice',
      [{ type: 'Container', default: { 'x.y/gpu': '2' }, defaultRequest: { 'x.y/gpu': '1' } }],
      [
        expect.stringMatching(
          /defaultRequest\[x\.y\/gpu\]: .*: default value 2 must equal to defaultRequest value 1 in x\.y\/gpu$/,
        ),
      ],
    ],
  ])('are refused %s', (_, limits, errors) => {
    expect(errorsOf(limitRange, limitsOf(...limits))).toEqual(errors);
    expect(updateErrorsOf(limitRange, limitsOf(...limits), limitsOf())).toEqual(errors);
  });
});

describe('disruption budgets', () => {
  const budget = (spec: object = {}, rest: object = {}): PodDisruptionBudget =>
    ({ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata, spec, ...rest }) as never;
  const old = created(podDisruptionBudget, budget({ minAvailable: 1 }));

  it('start with nothing allowed', () => {
    const status = { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 };
    expect(old.status).toEqual(status);
    expect(podDisruptionBudget.rules.defaults!(old, defaultProfile)).toBe(old);
    expect(
      created(podDisruptionBudget, budget({}, { status: { expectedPods: 3 } })).status,
    ).toEqual(status);
  });

  it.each<[spec: object, errors: readonly unknown[]]>([
    [{ minAvailable: 0 }, []],
    [
      { minAvailable: 1, maxUnavailable: '50%' },
      [
        expect.stringMatching(
          /^spec: Invalid value: policy\.PodDisruptionBudgetSpec\{.*\}: minAvailable and maxUnavailable cannot be both set$/,
        ),
      ],
    ],
    [
      { minAvailable: '120%' },
      [
        'spec.minAvailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"120%"}: must not be greater than 100%',
      ],
    ],
    [
      { maxUnavailable: -1 },
      ['spec.maxUnavailable: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      { selector: { matchLabels: { 'a b': 'c' } } },
      [`spec.selector.matchLabels: Invalid value: "a b": ${messages.name}`],
    ],
  ])('with %j', (spec, errors) => {
    expect(errorsOf(podDisruptionBudget, budget(spec))).toEqual(errors);
    expect(updateErrorsOf(podDisruptionBudget, budget(spec), old)).toEqual(errors);
  });

  it('take any name that fits into a path, as in v1.24', () => {
    expect(
      errorsOf(podDisruptionBudget, budget({}, { metadata: { ...metadata, name: 'A_b' } })),
    ).toEqual([]);
    expect(
      errorsOf(podDisruptionBudget, budget({}, { metadata: { ...metadata, name: 'a/b%' } })),
    ).toEqual([
      'metadata.name: Invalid value: "a/b%": may not contain \'/\'',
      'metadata.name: Invalid value: "a/b%": may not contain \'%\'',
    ]);
    expect(
      errorsOf(podDisruptionBudget, budget({}, { metadata: { ...metadata, name: '..' } })),
    ).toEqual(['metadata.name: Invalid value: "..": may not be \'..\'']);
  });

  it('have conditions of the common form', () => {
    const conditions = [
      { type: 'A', status: 'True', reason: 'Fine', lastTransitionTime: '2022-01-01T00:00:00Z' },
      {
        type: 'A',
        status: 'Maybe',
        reason: '-',
        message: 'x'.repeat(32769),
        observedGeneration: -1,
      },
      { status: 'True' },
    ];
    const given = {
      ...old,
      status: { expectedPods: -1, conditions },
    } as unknown as PodDisruptionBudget;
    const next = partOf(podDisruptionBudget, 'status').prepare!(given, old, context);
    expect(next.status.conditions![0]).toHaveProperty('message', '');
    expect(next.status.conditions![2]).toEqual({
      status: 'True',
      reason: '',
      message: '',
      lastTransitionTime: null,
    });
    const at = 'status.conditions[1]';
    expect(
      texts((errors) =>
        partOf(podDisruptionBudget, 'status').validate!(errors, next, old, context),
      ),
    ).toEqual([
      `${at}.type: Duplicate value: "A"`,
      `${at}.status: Unsupported value: "Maybe": supported values: "False", "True", "Unknown"`,
      `${at}.observedGeneration: Invalid value: -1: must be greater than or equal to zero`,
      `${at}.lastTransitionTime: Required value: must be set`,
      expect.stringMatching(
        /^status\.conditions\[1\]\.reason: Invalid value: "-": a condition reason must start with alphabetic character/,
      ),
      `${at}.message: Too long: must have at most 32768 bytes`,
      'status.conditions[2].type: Invalid value: "": name part must be non-empty',
      `status.conditions[2].type: Invalid value: "": ${messages.name}`,
      'status.conditions[2].lastTransitionTime: Required value: must be set',
      'status.conditions[2].reason: Required value: must be set',
      'status.expectedPods: Invalid value: -1: must be greater than or equal to 0',
    ]);
  });

  it('show what they allow', () => {
    const time = { ...metadata, creationTimestamp: '1970-01-01T00:00:00Z' };
    const cells = (spec: object): readonly unknown[] =>
      podDisruptionBudget.table.columns.map((column) =>
        column.cell(budget(spec, { metadata: time }), 0),
      );
    expect(cells({ minAvailable: '50%' }).slice(0, 3)).toEqual(['50%', 'N/A', 0]);
    expect(cells({ maxUnavailable: 0 }).slice(0, 2)).toEqual(['N/A', '0']);
  });
});

describe('priority classes', () => {
  const classOf = (rest: object, name = 'mine'): PriorityClass =>
    ({
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      metadata: { name },
      ...rest,
    }) as never;
  const zeros = classOf({ value: 5, globalDefault: false, description: '' });
  const old = created(priorityClass, decoded(priorityClass, zeros));

  it('fill in what v1.24 fills in', () => {
    const shown = decoded(priorityClass, classOf({ value: 5 }));
    expect(old).toEqual({ ...shown, preemptionPolicy: 'PreemptLowerPriority' });
    expect(priorityClass.rules.defaults!(old, defaultProfile)).toBe(old);
    expect(created(priorityClass, classOf({})).value).toBe(0);
  });

  it.each<[rest: object, name: string, errors: readonly string[]]>([
    [{ value: 1_000_000_000 }, 'a', []],
    [
      { value: 1_000_000_001 },
      'a',
      ['value: Forbidden: maximum allowed value of a user defined priority is 1000000000'],
    ],
    [
      { value: 1, preemptionPolicy: 'Sometimes' },
      'a',
      [
        'preemptionPolicy: Unsupported value: "Sometimes": supported values: "PreemptLowerPriority", "Never"',
      ],
    ],
    [
      { value: 1 },
      'system-mine',
      [
        "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: system-mine is not a known system priority class",
      ],
    ],
    [
      { value: 1 },
      'system-node-critical',
      [
        "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: value of system-node-critical PriorityClass must be 2000001000",
      ],
    ],
  ])('%j named %s', (rest, name, errors) => {
    expect(errorsOf(priorityClass, classOf(rest, name))).toEqual(errors);
  });

  it('stay what they are', () => {
    expect(
      updateErrorsOf(priorityClass, classOf({ value: 6, preemptionPolicy: 'Never' }), old),
    ).toEqual([
      'Value: Forbidden: may not be changed in an update.',
      'preemptionPolicy: Invalid value: "Never": field is immutable',
    ]);
    expect(updateErrorsOf(priorityClass, classOf({ value: 5, description: 'x' }), old)).toEqual([]);
  });

  it('exist from the start for the system', () => {
    for (const given of systemPriorityClasses) {
      expect(errorsOf(priorityClass, classOf(given, given.metadata.name))).toEqual([]);
    }
    expect(systemPriorityClasses.map(({ metadata: { name }, value }) => [name, value])).toEqual([
      ['system-node-critical', 2000001000],
      ['system-cluster-critical', 2000000000],
    ]);
  });
});

describe('endpoint slices', () => {
  const slice = (rest: object = {}): EndpointSlice =>
    ({
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata,
      addressType: 'IPv4',
      ...rest,
    }) as never;

  it('print lists even when there are none', () => {
    const made = created(endpointSlice, slice());
    expect(made).toMatchObject({ endpoints: null, ports: null });
    expect(endpointSlice.rules.defaults!(made, defaultProfile)).toBe(made);
    expect(errorsOf(endpointSlice, slice())).toEqual([]);
  });

  it('fill in what v1.24 fills in', () => {
    const made = created(
      endpointSlice,
      slice({
        endpoints: [{ addresses: ['10.0.0.1'], deprecatedTopology: { a: 'b' } }],
        ports: [{ port: 80 }],
      }),
    );
    expect(made.endpoints).toEqual([{ addresses: ['10.0.0.1'], conditions: {} }]);
    expect(made.ports).toEqual([{ port: 80, name: '', protocol: 'TCP' }]);
    expect(updated(endpointSlice, made, made)).toBe(made);
  });

  it('count changes of all but annotations', () => {
    const old = created(endpointSlice, slice());
    const count = (object: EndpointSlice): unknown => endpointSlice.rules.generation!(object);
    const meta = (more: object): EndpointSlice => ({
      ...old,
      metadata: { ...old.metadata, ...more },
    });
    expect(count(meta({ annotations: { a: 'b' } }))).toEqual(count(old));
    expect(count(meta({ labels: { a: 'b' } }))).not.toEqual(count(old));
    expect(count({ ...old, ports: [] })).not.toEqual(count(old));
  });

  it.each<[name: string, rest: object, errors: readonly unknown[]]>([
    [
      'without addresses',
      { addressType: '', endpoints: [{ addresses: [] }] },
      [
        'addressType: Required value',
        'endpoints[0].addresses: Required value: must contain at least 1 address',
      ],
    ],
    [
      'of an unknown type',
      { addressType: 'IP' },
      ['addressType: Unsupported value: "IP": supported values: "FQDN", "IPv4", "IPv6"'],
    ],
    [
      'of the wrong family',
      { endpoints: [{ addresses: ['fd00::1', 'x', '127.0.0.1'] }] },
      [
        'endpoints[0].addresses[0]: Invalid value: "fd00::1": must be a valid IPv4 address',
        'endpoints[0].addresses[1]: Invalid value: "x": must be a valid IPv4 address',
        'endpoints[0].addresses[1]: Invalid value: "x": must be a valid IP address',
        'endpoints[0].addresses[2]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
      ],
    ],
    [
      'with odd domains',
      { addressType: 'FQDN', endpoints: [{ addresses: ['', 'a', 'A.b', 'a.b.'] }] },
      [
        'endpoints[0].addresses[0]: Required value',
        'endpoints[0].addresses[1]: Invalid value: "a": should be a domain with at least two segments separated by dots',
        `endpoints[0].addresses[2]: Invalid value: "A.b": ${messages.subdomain}`,
      ],
    ],
    [
      'with odd places',
      {
        endpoints: [
          {
            addresses: ['10.0.0.1'],
            nodeName: 'A',
            hostname: 'a.b',
            hints: { forZones: [{ name: 'z' }, { name: 'z' }, { name: '-' }] },
          },
        ],
      },
      [
        `endpoints[0].nodeName: Invalid value: "A": ${messages.subdomain}`,
        `endpoints[0].hostname: Invalid value: "a.b": ${messages.label}`,
        'endpoints[0].hints.forZones[1].name: Duplicate value: "z"',
        `endpoints[0].hints.forZones[2].name: Invalid value: "-": ${messages.value}`,
      ],
    ],
    [
      'with too many zones',
      {
        endpoints: [{ addresses: ['10.0.0.1'], hints: { forZones: Array(9).fill({ name: 'z' }) } }],
      },
      ['endpoints[0].hints.forZones: Too many: 9: must have at most 8 items'],
    ],
    [
      'with too many addresses and endpoints',
      { endpoints: [{ addresses: Array(101).fill('10.0.0.1') }] },
      ['endpoints[0].addresses: Too many: 101: must have at most 100 items'],
    ],
    [
      'with too many endpoints',
      { endpoints: Array(1001).fill({}) },
      ['endpoints: Too many: 1001: must have at most 1000 items'],
    ],
    [
      'with odd ports',
      { ports: [{ name: 'A' }, {}, { protocol: 'ICMP', appProtocol: '-' }] },
      [
        `ports[0].name: Invalid value: "A": ${messages.label}`,
        'ports[2].name: Duplicate value: ""',
        'ports[2].protocol: Unsupported value: "ICMP": supported values: "SCTP", "TCP", "UDP"',
        `ports[2].appProtocol: Invalid value: "-": ${messages.name}`,
      ],
    ],
  ])('are refused %s', (_, rest, errors) => {
    expect(errorsOf(endpointSlice, slice(rest))).toEqual(errors);
  });

  it('keep their type', () => {
    const old = created(endpointSlice, slice());
    expect(updateErrorsOf(endpointSlice, slice({ addressType: 'FQDN' }), old)).toEqual([
      'addressType: Invalid value: "FQDN": field is immutable',
    ]);
  });

  it('show the first ports and addresses', () => {
    const cells = (rest: object): readonly unknown[] =>
      endpointSlice.table.columns.slice(0, 3).map((column) => column.cell(slice(rest), 0));
    expect(cells({ endpoints: null, ports: null })).toEqual(['IPv4', '<unset>', '<unset>']);
    const endpoints = [{ addresses: ['a', 'b'] }, { addresses: ['c', 'd'] }, { addresses: ['e'] }];
    const ports = [{ port: 80 }, { name: 'web' }, {}];
    expect(cells({ endpoints, ports })).toEqual(['IPv4', '80,web,*', 'a,b,c + 2 more...']);
  });
});
