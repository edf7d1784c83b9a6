import { describe, expect, it } from 'vitest';
import {
  defaultFlowSchemas,
  defaultPriorityLevels,
  defaultProfile,
  flowSchema,
  flowSchemaBeta1,
  priorityLevelConfiguration,
} from '#kinds';
import type { flowcontrolV1Beta2 } from '#types';
import { created, errorsOf } from '../samples.ts';

type FlowSchema = flowcontrolV1Beta2.FlowSchema;
type PriorityLevel = flowcontrolV1Beta2.PriorityLevelConfiguration;

const user = { kind: 'User', user: { name: 'jane' } };
const all = { verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'] };

function schemaOf(spec: object, name = 's'): FlowSchema {
  return {
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta2',
    kind: 'FlowSchema',
    metadata: { name },
    spec: { priorityLevelConfiguration: { name: 'p' }, ...spec },
  } as unknown as FlowSchema;
}

function levelOf(spec: object, name = 'p'): PriorityLevel {
  return {
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta2',
    kind: 'PriorityLevelConfiguration',
    metadata: { name },
    spec,
  } as unknown as PriorityLevel;
}

const rule = (parts: object) => ({ rules: [{ subjects: [user], resourceRules: [all], ...parts }] });
const resources = (parts: object) => rule({ resourceRules: [{ ...all, ...parts }] });
const queue = (queuing: object) => ({
  type: 'Limited',
  limited: { limitResponse: { type: 'Queue', queuing } },
});

describe('flow schemas', () => {
  it('rank at 1000 by default, and start without a status', () => {
    const whole = created(flowSchema, { ...schemaOf({}), status: { conditions: [] } });
    expect(whole).toMatchObject({ spec: { matchingPrecedence: 1000 }, status: {} });
    expect(whole.status).toEqual({});
  });

  it('accept the schemas that every server has', () => {
    const wrong = defaultFlowSchemas(defaultProfile).flatMap(({ metadata, spec }) =>
      errorsOf(flowSchema, schemaOf(spec!, metadata.name)),
    );
    expect(wrong).toEqual([]);
  });

  it.each<[string, object, RegExp]>([
    ['a rank of none', { matchingPrecedence: -1 }, /^spec.matchingPrecedence: .*positive value$/],
    ['a rank too low', { matchingPrecedence: 10_001 }, /must not be greater than 10000$/],
    ['the highest rank', { matchingPrecedence: 1 }, /only the schema named 'exempt'/],
    ['a method', { distinguisherMethod: { type: 'X' } }, /{Type:"X"}: supported .*"ByNamespace"/],
    ['no level', { priorityLevelConfiguration: {} }, /must reference a priority level$/],
    ['a level', { priorityLevelConfiguration: { name: 'A' } }, /^spec.priorityLevelC.*RFC 1123/],
    ['no subjects', rule({ subjects: [] }), /^spec.rules\[0\].subjects: Required value/],
    ['a kind', rule({ subjects: [{ kind: 'X' }] }), /"Group", "ServiceAccount", "User"$/],
    ['a subject of none', rule({ subjects: [{ kind: 'Group' }] }), /group is required when/],
    [
      'two subjects',
      rule({ subjects: [{ ...user, group: { name: 'g' } }] }),
      /\.group: Forbidden: group is forbidden when subject kind is not 'Group'$/,
    ],
    [
      'an account of no namespace',
      rule({ subjects: [{ kind: 'ServiceAccount', serviceAccount: { name: '*' } }] }),
      /serviceAccount.namespace: Required value: must specify namespace/,
    ],
    ['no rules', rule({ resourceRules: [] }), /^spec.rules\[0\]: Required value: at least one of/],
    ['a verb', resources({ verbs: ['odd'] }), /\[\]string{"odd"}: supported values: "create"/],
    ['verbs beside all', resources({ verbs: ['*', 'get'] }), /must not specify other verbs$/],
    ['groups beside all', resources({ apiGroups: ['*', ''] }), /not specify other api groups$/],
    ['no namespace', resources({ namespaces: [] }), /not cluster scoped must supply at least one/],
    ['a namespace', resources({ namespaces: ['A'] }), /namespaces\[0\].*or a DNS-1123 label; a/],
    [
      'a path',
      rule({ nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/a*'] }] }),
      /nonResourceURLs\[0\]: Invalid value: "\/a\*": wildcard can only do suffix matching$/,
    ],
  ])('refuse %s', (_, spec, message) => {
    const errors = errorsOf(flowSchema, schemaOf(spec));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(message);
  });

  it('say all that is wrong with an account, in order', () => {
    const account = (serviceAccount: object) =>
      errorsOf(
        flowSchema,
        schemaOf(rule({ subjects: [{ kind: 'ServiceAccount', serviceAccount }] })),
      );
    const at = 'spec.rules[0].subjects[0].serviceAccount';
    expect(account({})).toEqual([
      `${at}.name: Required value`,
      `${at}.namespace: Required value: must specify namespace for service account`,
    ]);
    expect(account({ name: 'A', namespace: 'B' }).map((each) => each.split(':')[0])).toEqual([
      `${at}.name`,
      `${at}.namespace`,
    ]);
  });

  it('keep the specs of the mandatory ones', () => {
    const { spec } = defaultFlowSchemas(defaultProfile).find(
      ({ metadata }) => metadata.name === 'exempt',
    )!;
    expect(errorsOf(flowSchema, schemaOf(spec!, 'exempt'))).toEqual([]);
    expect(errorsOf(flowSchema, schemaOf({ ...spec, rules: [] }, 'exempt'))[0]).toMatch(
      /^spec: Invalid value: .*: spec of 'exempt' must equal the fixed value$/,
    );
  });

  it('are served in an older version, with a warning', () => {
    expect(flowSchemaBeta1.deprecation).toMatch(/use flowcontrol.apiserver.k8s.io\/v1beta2/);
    expect(flowSchemaBeta1.schema.definition).toBe('io.k8s.api.flowcontrol.v1beta1.FlowSchema');
  });
});

describe('priority levels', () => {
  it('have 30 shares and 64 queues by default', () => {
    expect(created(priorityLevelConfiguration, levelOf(queue({}))).spec.limited).toEqual({
      assuredConcurrencyShares: 30,
      limitResponse: {
        type: 'Queue',
        queuing: { queues: 64, handSize: 8, queueLengthLimit: 50 },
      },
    });
  });

  it('of every server are those of v1.24', () => {
    const levels = defaultPriorityLevels(defaultProfile).map(({ metadata: { name }, spec }) => {
      const { assuredConcurrencyShares: shares, limitResponse } = spec!.limited ?? {};
      const { queues, handSize, queueLengthLimit } = limitResponse?.queuing ?? {};
      return [name, shares, queues, handSize, queueLengthLimit];
    });
    expect(levels).toEqual([
      ['catch-all', 5, undefined, undefined, undefined],
      ['exempt', undefined, undefined, undefined, undefined],
      ['global-default', 20, 128, 6, 50],
      ['leader-election', 10, 16, 4, 50],
      ['node-high', 40, 64, 6, 50],
      ['system', 30, 64, 6, 50],
      ['workload-high', 40, 128, 6, 50],
      ['workload-low', 100, 128, 6, 50],
    ]);
    const schemas = defaultFlowSchemas(defaultProfile).map(({ metadata: { name }, spec }) => {
      const { matchingPrecedence, priorityLevelConfiguration: level, distinguisherMethod } = spec!;
      return [name, matchingPrecedence, level.name, distinguisherMethod?.type];
    });
    expect(schemas).toEqual([
      ['catch-all', 10_000, 'catch-all', 'ByUser'],
      ['exempt', 1, 'exempt', undefined],
      ['endpoint-controller', 150, 'workload-high', 'ByUser'],
      ['global-default', 9900, 'global-default', 'ByUser'],
      ['kube-controller-manager', 800, 'workload-high', 'ByNamespace'],
      ['kube-scheduler', 800, 'workload-high', 'ByNamespace'],
      ['kube-system-service-accounts', 900, 'workload-high', 'ByNamespace'],
      ['probes', 2, 'exempt', undefined],
      ['service-accounts', 9000, 'workload-low', 'ByUser'],
      ['system-leader-election', 100, 'leader-election', 'ByUser'],
      ['system-node-high', 400, 'node-high', 'ByUser'],
      ['system-nodes', 500, 'system', 'ByUser'],
      ['workload-leader-election', 200, 'leader-election', 'ByUser'],
    ]);
  });

  it('accept the levels that every server has', () => {
    const wrong = defaultPriorityLevels(defaultProfile).flatMap(({ metadata, spec }) =>
      errorsOf(priorityLevelConfiguration, levelOf(spec!, metadata.name)),
    );
    expect(wrong).toEqual([]);
  });

  it.each<[string, object, RegExp]>([
    ['no type', {}, /^spec.type: Unsupported value: "": supported values: "Exempt", "Limited"$/],
    ['an exempt one', { type: 'Exempt' }, /if and only if name is 'exempt'$/],
    ['no limit', { type: 'Limited' }, /^spec.limited: Required value/],
    ['a response', { type: 'Limited', limited: { limitResponse: { type: 'X' } } }, /"Queue", "Rej/],
    ['a hand of all', queue({ queues: 4, handSize: 8 }), /not be greater than queues \(4\)$/],
    [
      'a large hand',
      queue({ queues: 1024, handSize: 7 }),
      /required entropy bits of deckSize 1024/,
    ],
    ['a length', queue({ queueLengthLimit: -1 }), /queueLengthLimit: .*must be positive$/],
    [
      'many queues',
      queue({ queues: 10_000_001, handSize: 1 }),
      /must not be greater than 10000000$/,
    ],
  ])('refuse %s', (_, spec, message) => {
    const errors = errorsOf(priorityLevelConfiguration, levelOf(spec));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(message);
  });

  it('keep the specs of the mandatory ones', () => {
    const limited = { assuredConcurrencyShares: 9, limitResponse: { type: 'Reject' } };
    const changed = levelOf({ type: 'Limited', limited }, 'catch-all');
    expect(errorsOf(priorityLevelConfiguration, changed)).toEqual([
      expect.stringMatching(/^spec: .*spec of 'catch-all' must equal the fixed value$/),
    ]);
  });
});

describe('a version that v1.24 serves', () => {
  it.each([flowSchema, priorityLevelConfiguration])(
    'is not called deprecated before it is ($plural)',
    ({ deprecation }) => expect(deprecation).toBeUndefined(),
  );

  it('is called deprecated from then on', () => {
    expect(flowSchemaBeta1.deprecation).toBe(
      'flowcontrol.apiserver.k8s.io/v1beta1 FlowSchema is deprecated in v1.23+, ' +
        'unavailable in v1.26+; use flowcontrol.apiserver.k8s.io/v1beta2 FlowSchema',
    );
  });
});
