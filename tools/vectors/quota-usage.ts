import {
  defaultProfile,
  judgeQuotas,
  namespaceUsage,
  quantitiesOf,
  quotaEvaluatorOf,
  quotaMatches,
  type QuotaEvaluator,
  type QuotaState,
} from '#kinds';
import { parseTime, type KubeObject, type ResourceName } from '#values';
import type { ResourceQuotaSpec } from '#types';
import { expectSame, outcomeIn, type Runner, type TestCase } from './runner.ts';

interface QuotaCase {
  readonly op: 'usage' | 'matches' | 'namespace' | 'admission';
  readonly now: string;
  readonly object: KubeObject;
  readonly objects?: readonly KubeObject[];
  readonly quota: ResourceQuotaSpec;
  readonly quotas: readonly QuotaState[];
}

/** Some of the resources that a cluster has: enough for all names in the cases to be about one. */
const resources: readonly ResourceName[] = [
  ...['pods', 'services', 'persistentvolumeclaims', 'configmaps', 'secrets'].map((plural) => ({
    group: '',
    plural,
  })),
  { group: 'apps', plural: 'deployments' },
];

/** quota-usage.json: what objects take, which quota is about them, sums of namespaces, admission. */
export const runQuotaUsage: Runner = (testCase) => {
  const { op } = testCase as unknown as QuotaCase;
  const inputs = ['op', 'now', 'object', 'objects', 'quota', 'quotas'];
  return expectSame(op, answer(testCase), { ...empty(op), ...outcomeIn(testCase, ...inputs) });
};

/** An empty map is left out of the record. */
function empty(op: QuotaCase['op']): object {
  return op === 'namespace' ? { used: {} } : {};
}

function answer(testCase: TestCase): object {
  const { op, now: time, object, objects = [], quota, quotas } = testCase as unknown as QuotaCase;
  const now = parseTime(time);
  switch (op) {
    case 'usage':
      return { usage: quantitiesOf(evaluatorOf(object).usage(object, now)) };
    case 'matches':
      return matches(quota, object);
    case 'namespace': {
      const all = resources.map((resource) => quotaEvaluatorOf(resource, defaultProfile)!);
      const objectsOf = ({ resource: { plural } }: QuotaEvaluator): KubeObject[] =>
        objects.filter((one) => evaluatorOf(one).resource.plural === plural);
      return { used: quantitiesOf(namespaceUsage(quota, all, objectsOf, now)) };
    }
    case 'admission':
      return admission(quotas, object, now);
  }
}

function matches(spec: ResourceQuotaSpec, object: KubeObject): object {
  const quota = { metadata: { name: 'q' }, spec, status: { hard: spec.hard } };
  try {
    return { match: quotaMatches(quota, evaluatorOf(object), object) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

function admission(quotas: readonly QuotaState[], object: KubeObject, now: number): object {
  const evaluator = evaluatorOf(object);
  const verdict = judgeQuotas(quotas, evaluator, { object, now });
  if (!verdict.allowed) {
    const { group, plural } = evaluator.resource;
    const resource = group === '' ? plural : `${plural}.${group}`;
    return { error: `${resource} "${object.metadata.name}" is forbidden: ${verdict.why}` };
  }
  const usedAfter = quotas.map((quota) => {
    const charge = verdict.charges.find((one) => one.quota === quota);
    return charge?.used ?? quota.status?.used ?? {};
  });
  return { usedAfter };
}

function evaluatorOf({ apiVersion, kind }: KubeObject): QuotaEvaluator {
  const slash = apiVersion.indexOf('/');
  const group = slash < 0 ? '' : apiVersion.slice(0, slash);
  return quotaEvaluatorOf({ group, plural: `${kind.toLowerCase()}s` }, defaultProfile)!;
}
