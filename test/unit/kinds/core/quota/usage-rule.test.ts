/**
 * What pods take of quotas, written down once more as plainly as can be (sections 2.1, 2.2 and 2.4 of
 * the policy reference), against sums and verdicts on pods of any sort.
 */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { formatTime, milliOf, parseTime, type KubeObject } from '#values';
import {
  defaultProfile,
  judgeQuotas,
  namespaceUsage,
  quotaEvaluatorOf,
  type QuotaState,
} from '#kinds';
import type { ResourceQuotaSpec } from '#types';

const pods = quotaEvaluatorOf({ group: '', plural: 'pods' }, defaultProfile)!;
const now = parseTime('2026-11-20T21:00:00Z');

/** Amounts in thousandths. */
type Amounts = Readonly<Record<string, number>>;

interface Case {
  readonly containers: readonly Resources[];
  readonly initContainers: readonly Resources[];
  readonly overhead: Record<string, string>;
  readonly phase: string;
  /** Seconds by which its grace period is over. */
  readonly overdue: number | undefined;
  readonly deadline: number | undefined;
  readonly className: string;
}

interface Resources {
  readonly requests: Record<string, string>;
  readonly limits: Record<string, string>;
}

const amounts = fc.record(
  {
    cpu: fc.constantFrom('0', '100m', '0.25', '1', '1500m'),
    memory: fc.constantFrom('0', '64Mi', '100M', '1Gi', '1e3', '1.5Ki'),
    'example.com/gpu': fc.constantFrom('1', '2'),
  },
  { requiredKeys: [] },
);
const resources: fc.Arbitrary<Resources> = fc.record({ requests: amounts, limits: amounts });
const cases: fc.Arbitrary<Case> = fc.record({
  containers: fc.array(resources, { minLength: 1, maxLength: 3 }),
  initContainers: fc.array(resources, { maxLength: 2 }),
  overhead: fc.oneof(fc.constant({}), amounts),
  phase: fc.constantFrom('Pending', 'Running', 'Succeeded', 'Failed', 'Unknown'),
  overdue: fc.option(fc.constantFrom(-30, -1, 0, 1, 30), { nil: undefined, freq: 2 }),
  deadline: fc.option(fc.constantFrom(0, 60), { nil: undefined }),
  className: fc.constantFrom('', 'high', 'low'),
});

const names = [
  ...['pods', 'count/pods', 'cpu', 'memory', 'requests.cpu', 'requests.memory'],
  ...['limits.cpu', 'limits.memory', 'requests.example.com/gpu'],
];
const hards = fc.record(
  Object.fromEntries(names.map((name) => [name, fc.constantFrom('0', '1', '500m', '2', '1Gi')])),
  { requiredKeys: [] },
) as fc.Arbitrary<Record<string, string>>;

const scopes = [
  '',
  'Terminating',
  'NotTerminating',
  'BestEffort',
  'NotBestEffort',
  'high',
] as const;
/** `high`: a selector of that priority class; empty: everything. */
type Scope = (typeof scopes)[number];

function podOf(each: Case): KubeObject {
  const { containers, initContainers, overhead, phase, overdue, deadline, className } = each;
  const grace = 30;
  const deleted = overdue === undefined ? undefined : now - (overdue + grace) * 1000;
  const named = (list: readonly Resources[], name: string) =>
    list.map((resources, index) => ({ name: `${name}${index}`, image: 'i', resources }));
  return {
    metadata: {
      name: 'x',
      namespace: 'default',
      ...(deleted !== undefined && {
        deletionTimestamp: formatTime(deleted),
        deletionGracePeriodSeconds: grace,
      }),
    },
    spec: {
      containers: named(containers, 'c'),
      initContainers: named(initContainers, 'i'),
      ...(Object.keys(overhead).length > 0 && { overhead }),
      ...(deadline !== undefined && { activeDeadlineSeconds: deadline }),
      ...(className && { priorityClassName: className }),
    },
    status: { phase },
  } as unknown as KubeObject;
}

function usageByRule(each: Case): Amounts {
  const isOver = each.overdue !== undefined && each.overdue > 0;
  if (each.phase === 'Succeeded' || each.phase === 'Failed' || isOver)
    return { 'count/pods': 1000 };
  const total = (part: keyof Resources): Record<string, number> => {
    const sum: Record<string, number> = {};
    const add = (list: Record<string, string>): void => {
      for (const [name, text] of Object.entries(list)) sum[name] = (sum[name] ?? 0) + milliOf(text);
    };
    for (const one of each.containers) add(one[part]);
    for (const one of each.initContainers) {
      for (const [name, text] of Object.entries(one[part])) {
        sum[name] = Math.max(sum[name] ?? 0, milliOf(text));
      }
    }
    add(each.overhead);
    return sum;
  };
  const [requests, limits] = [total('requests'), total('limits')];
  const usage: Record<string, number> = { pods: 1000, 'count/pods': 1000 };
  for (const [name, amount] of Object.entries(requests)) {
    usage[`requests.${name}`] = amount;
    if (!name.includes('/')) usage[name] = amount;
  }
  for (const [name, amount] of Object.entries(limits)) {
    if (!name.includes('/')) usage[`limits.${name}`] = amount;
  }
  return usage;
}

function isInScope(scope: Scope, each: Case): boolean {
  const { deadline, containers, initContainers, className } = each;
  const lists = [...containers, ...initContainers].flatMap((one) => [one.requests, one.limits]);
  const isBestEffort = lists.every(({ cpu = '0', memory = '0' }) => cpu === '0' && memory === '0');
  switch (scope) {
    case 'Terminating':
      return deadline !== undefined;
    case 'NotTerminating':
      return deadline === undefined;
    case 'BestEffort':
      return isBestEffort;
    case 'NotBestEffort':
      return !isBestEffort;
    case 'high':
      return className === 'high';
    case '':
      return true;
  }
}

function specOf(scope: Scope, hard: Record<string, string>): ResourceQuotaSpec {
  if (scope === '') return { hard };
  if (scope !== 'high') return { hard, scopes: [scope] };
  const high = { scopeName: 'PriorityClass', operator: 'In', values: ['high'] } as const;
  return { hard, scopeSelector: { matchExpressions: [high] } };
}

/** Names that are wanted of every container, and given by some of them only. */
function isSilent({ containers, initContainers }: Case, hard: Record<string, string>): boolean {
  return Object.keys(hard).some((name) => {
    const [, part, resource] = /^(?:(requests|limits)\.)?(cpu|memory)$/.exec(name) ?? [];
    if (resource === undefined) return false;
    const list = part === 'limits' ? 'limits' : 'requests';
    return [...containers, ...initContainers].some((one) => one[list][resource] === undefined);
  });
}

const milli = (quantities: Readonly<Record<string, string>>): Amounts =>
  Object.fromEntries(Object.entries(quantities).map(([name, text]) => [name, milliOf(text)]));

const scope = fc.constantFrom(...scopes);

describe('what pods take of a quota', () => {
  it('adds up over the pods in its scope', () => {
    const check = (each: readonly Case[], ofScope: Scope, hard: Record<string, string>): void => {
      const expected: Record<string, number> = {};
      for (const name of Object.keys(hard)) expected[name] = 0;
      for (const one of each.filter((pod) => isInScope(ofScope, pod))) {
        for (const [name, amount] of Object.entries(usageByRule(one))) {
          if (name in expected) expected[name]! += amount;
        }
      }
      const usage = namespaceUsage(specOf(ofScope, hard), [pods], () => each.map(podOf), now);
      const found = Object.fromEntries(
        [...usage].map(([name, sum]) => [name, milliOf(sum.toString())]),
      );
      expect(found).toEqual(expected);
    };
    fc.assert(fc.property(fc.array(cases, { maxLength: 5 }), scope, hards, check), {
      numRuns: 1500,
    });
  });

  it('is allowed as long as there is enough of it', () => {
    const check = (
      each: Case,
      ofScope: Scope,
      hard: Record<string, string>,
      used: Record<string, string>,
    ): void => {
      const known = Object.fromEntries(Object.keys(hard).map((name) => [name, used[name] ?? '0']));
      const spec = specOf(ofScope, hard);
      const quota: QuotaState = { metadata: { name: 'q' }, spec, status: { hard, used: known } };
      const isConcerned = isInScope(ofScope, each) && Object.keys(hard).length > 0;
      const [limits, before, usage] = [milli(hard), milli(known), usageByRule(each)];
      const isEnough = Object.entries(usage).every(
        ([name, amount]) =>
          amount === 0 || limits[name] === undefined || before[name]! + amount <= limits[name],
      );
      const verdict = judgeQuotas([quota], pods, { object: podOf(each), now });
      const isAllowed = !isConcerned || (!isSilent(each, hard) && isEnough);
      expect(verdict.allowed).toBe(isAllowed);
      if (!verdict.allowed || !isConcerned) return;
      const after = Object.entries(before).map(([name, amount]) => [
        name,
        amount + (usage[name] ?? 0),
      ]);
      const charged = verdict.charges[0]?.used ?? known;
      expect(milli(charged)).toEqual(Object.fromEntries(after));
    };
    fc.assert(fc.property(cases, scope, hards, hards, check), { numRuns: 1500 });
  });
});
