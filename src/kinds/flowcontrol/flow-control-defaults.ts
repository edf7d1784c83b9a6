/**
 * The flow schemas and priority levels that every server has. `exempt` and `catch-all` are
 * mandatory: their specs never change.
 */
import {
  changeField,
  omitFields,
  semanticEqual,
  invalid,
  type FieldErrors,
  type NewObject,
  type Shown,
} from '#values';
import type { Profile } from '../profile/profile.ts';
import type {
  FlowSchema,
  FlowSchemaSpec,
  LimitedPriorityLevelConfiguration,
  LimitResponse,
  PolicyRulesWithSubjects,
  PriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
  ResourcePolicyRule,
  Subject,
} from '#types/flowcontrol-v1beta2';

const group = (name: string): Subject => ({ kind: 'Group', group: { name } });
const user = (name: string): Subject => ({ kind: 'User', user: { name } });
const account = (name: string): Subject => ({
  kind: 'ServiceAccount',
  serviceAccount: { namespace: 'kube-system', name },
});
const everyone = [group('system:unauthenticated'), group('system:authenticated')];
const nodes = [group('system:nodes')];
const controllers = user('system:kube-controller-manager');
const scheduler = user('system:kube-scheduler');
const allResources: ResourcePolicyRule = {
  verbs: ['*'],
  apiGroups: ['*'],
  resources: ['*'],
  clusterScope: true,
  namespaces: ['*'],
};
const allPaths = { verbs: ['*'], nonResourceURLs: ['*'] };
const lockVerbs = ['get', 'create', 'update'];

/** Everything that the subjects request. */
function allOf(...subjects: readonly Subject[]): PolicyRulesWithSubjects {
  return { subjects, resourceRules: [allResources], nonResourceRules: [allPaths] };
}

/** Requests of the subjects for such resources of all namespaces. */
function of(
  subjects: readonly Subject[],
  ...resourceRules: readonly ResourcePolicyRule[]
): PolicyRulesWithSubjects {
  return { subjects, resourceRules };
}

function resources(verbs: readonly string[], apiGroup: string, ...names: readonly string[]) {
  return { verbs, apiGroups: [apiGroup], resources: names, namespaces: ['*'] };
}

function schema(
  level: string,
  matchingPrecedence: number,
  rule: PolicyRulesWithSubjects,
  method?: 'ByNamespace' | 'ByUser',
): FlowSchemaSpec {
  return {
    priorityLevelConfiguration: { name: level },
    matchingPrecedence,
    ...(method !== undefined && { distinguisherMethod: { type: method } }),
    rules: [rule],
  };
}

function limited(
  assuredConcurrencyShares: number,
  lendablePercent: number,
  limitResponse: LimitResponse,
): PriorityLevelConfigurationSpec {
  return { type: 'Limited', limited: { assuredConcurrencyShares, lendablePercent, limitResponse } };
}

function queued(
  shares: number,
  lendable: number,
  queues: number,
  handSize: number,
): PriorityLevelConfigurationSpec {
  const queuing = { queues, handSize, queueLengthLimit: 50 };
  return limited(shares, lendable, { type: 'Queue', queuing });
}

type Specs<S> = Readonly<Record<string, S>>;

export const mandatoryFlowSchemas: Specs<FlowSchemaSpec> = {
  'catch-all': schema('catch-all', 10_000, allOf(...everyone), 'ByUser'),
  exempt: schema('exempt', 1, allOf(group('system:masters'))),
};

/** As a release has them: with what its levels lend. */
export function mandatoryPriorityLevels(profile: Profile): Specs<PriorityLevelConfigurationSpec> {
  return inRelease(mandatoryLevels, profile);
}

const mandatoryLevels: Specs<PriorityLevelConfigurationSpec> = {
  'catch-all': limited(5, 0, { type: 'Reject' }),
  exempt: { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } },
};

function inRelease(
  levels: Specs<PriorityLevelConfigurationSpec>,
  profile: Profile,
): Specs<PriorityLevelConfigurationSpec> {
  const lends = profile.enabled('PriorityLevelsLend');
  const specs = Object.entries(levels).map(([name, spec]) => {
    const base = profile.enabled('ExemptLevelsLend') ? spec : omitFields(spec, ['exempt']);
    return [name, lends ? base : changeField(base, 'limited', withoutLending)] as const;
  });
  return Object.fromEntries(specs);
}

function withoutLending(
  level: LimitedPriorityLevelConfiguration,
): LimitedPriorityLevelConfiguration {
  return omitFields(level, ['lendablePercent']);
}

/** In the order of their names. */
export function defaultFlowSchemas(profile: Profile): readonly NewObject<FlowSchema>[] {
  return named<FlowSchema>(
    profile.enabled('FlowSchemasOfLeases')
      ? omitFields(flowSchemas(), ofOtherLocks)
      : flowSchemas(),
  );
}

const ofOtherLocks = ['endpoint-controller', 'workload-leader-election'];

function flowSchemas(): Specs<FlowSchemaSpec> {
  const leases = resources(lockVerbs, 'coordination.k8s.io', 'leases');
  const anyAccount = account('*');
  const probed = { verbs: ['get'], nonResourceURLs: ['/healthz', '/readyz', '/livez'] };
  return {
    ...mandatoryFlowSchemas,
    'endpoint-controller': schema(
      'workload-high',
      150,
      of(
        [controllers, account('endpoint-controller'), account('endpointslicemirroring-controller')],
        resources(lockVerbs, '', 'endpoints'),
      ),
      'ByUser',
    ),
    'global-default': schema('global-default', 9900, allOf(...everyone), 'ByUser'),
    'kube-controller-manager': schema('workload-high', 800, allOf(controllers), 'ByNamespace'),
    'kube-scheduler': schema('workload-high', 800, allOf(scheduler), 'ByNamespace'),
    'kube-system-service-accounts': schema('workload-high', 900, allOf(anyAccount), 'ByNamespace'),
    probes: schema('exempt', 2, { subjects: everyone, nonResourceRules: [probed] }),
    'service-accounts': schema(
      'workload-low',
      9000,
      allOf(group('system:serviceaccounts')),
      'ByUser',
    ),
    'system-leader-election': schema(
      'leader-election',
      100,
      of([controllers, scheduler, anyAccount], leases),
      'ByUser',
    ),
    'system-node-high': schema(
      'node-high',
      400,
      of(
        nodes,
        { ...resources(['*'], '', 'nodes', 'nodes/status'), clusterScope: true },
        resources(['*'], 'coordination.k8s.io', 'leases'),
      ),
      'ByUser',
    ),
    'system-nodes': schema('system', 500, allOf(...nodes), 'ByUser'),
    'workload-leader-election': schema(
      'leader-election',
      200,
      of([anyAccount], resources(lockVerbs, '', 'endpoints', 'configmaps'), leases),
      'ByUser',
    ),
  };
}

/** In the order of their names. */
export function defaultPriorityLevels(
  profile: Profile,
): readonly NewObject<PriorityLevelConfiguration>[] {
  const levels = {
    ...mandatoryLevels,
    'global-default': queued(20, 50, 128, 6),
    'leader-election': queued(10, 0, 16, 4),
    'node-high': queued(40, 25, 64, 6),
    system: queued(30, 33, 64, 6),
    'workload-high': queued(40, 50, 128, 6),
    'workload-low': queued(100, 90, 128, 6),
  };
  return named<PriorityLevelConfiguration>(inRelease(levels, profile));
}

function named<T extends FlowSchema | PriorityLevelConfiguration>(
  specs: Specs<T['spec']>,
): readonly NewObject<T>[] {
  const annotations = { 'apf.kubernetes.io/autoupdate-spec': 'true' };
  return Object.entries(specs).map(
    ([name, spec]) => ({ metadata: { name, annotations }, spec }) as unknown as NewObject<T>,
  );
}

/** The spec of a mandatory object must be what it always is. */
export function exactSpec<S>(
  errors: FieldErrors,
  mandatory: Specs<S>,
  name: string,
  spec: S,
  showSpec: (spec: S) => Shown,
): void {
  if (!Object.hasOwn(mandatory, name) || semanticEqual(spec, mandatory[name])) return;
  const why = `spec of '${name}' must equal the fixed value`;
  errors.push(invalid('spec', showSpec(spec), why));
}
