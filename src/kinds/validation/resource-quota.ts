/** Checks of resource quotas. */
import { invalid, required, show, type FieldError } from '../meta/field-errors.ts';
import { showStrings, showStruct } from '../meta/go-show.ts';
import { parseQuantity } from '../meta/quantity.ts';
import { unknownOperator } from '../meta/validate-labels.ts';
import { immutable } from '../meta/validate-metadata.ts';
import type {
  ResourceQuotaSpec,
  ResourceQuotaStatus,
  ScopedResourceSelectorRequirement,
  ScopeSelector,
} from '../types/index.ts';
import { isQuotaResource, validateAmount, validateQuotaResourceName } from './resources.ts';

const computeResources = ['cpu', 'memory'].flatMap((name) => [
  name,
  `requests.${name}`,
  `limits.${name}`,
]);

/** What quotas of each scope can be about, of the resources without a domain. */
const resourcesOfScope: ReadonlyMap<string, readonly string[]> = new Map([
  ['BestEffort', ['pods']],
  ...[
    'NotBestEffort',
    'Terminating',
    'NotTerminating',
    'PriorityClass',
    'CrossNamespacePodAffinity',
  ].map((scope) => [scope, ['pods', ...computeResources]] as const),
]);

/** Scopes without values: a selector can only ask that they exist. */
const plainScopes = [
  'BestEffort',
  'NotBestEffort',
  'Terminating',
  'NotTerminating',
  'CrossNamespacePodAffinity',
];

const conflicts = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
] as const;

export function* validateResourceQuotaSpec(spec: ResourceQuotaSpec): Iterable<FieldError> {
  yield* validateAmounts(spec.hard, 'spec.hard');
  yield* validateScopes(spec);
  yield* validateScopeSelector(spec);
}

export function* validateResourceQuotaStatus({
  hard,
  used,
}: ResourceQuotaStatus): Iterable<FieldError> {
  yield* validateAmounts(hard, 'status.hard');
  yield* validateAmounts(used, 'status.used');
}

/** Scopes stay, in whatever order; the selector may change. */
export function* validateScopesUnchanged(
  { scopes }: ResourceQuotaSpec,
  old: ResourceQuotaSpec,
): Iterable<FieldError> {
  const [now, before] = [new Set(scopes), new Set(old.scopes)];
  const isSame = now.size === before.size && [...now].every((scope) => before.has(scope));
  if (!isSame) yield invalid('spec.scopes', showScopes(scopes), immutable);
}

function* validateAmounts(
  amounts: Readonly<Record<string, string>> | undefined,
  field: string,
): Iterable<FieldError> {
  for (const name of Object.keys(amounts ?? {}).sort()) {
    const at = `${field}[${name}]`;
    yield* validateQuotaResourceName(name, at);
    yield* validateAmount(name, parseQuantity(amounts![name]!), at);
  }
}

function* validateScopes({ hard, scopes = [] }: ResourceQuotaSpec): Iterable<FieldError> {
  const at = 'spec.scopes';
  const shown = showScopes(scopes);
  for (const scope of scopes) {
    if (!resourcesOfScope.has(scope)) yield invalid(at, shown, 'unsupported scope');
    yield* validateApplies(scope, hard, at, shown);
  }
  yield* validateNoConflict(scopes, at, shown);
}

function* validateScopeSelector(spec: ResourceQuotaSpec): Iterable<FieldError> {
  if (spec.scopeSelector == null) return;
  const at = 'spec.scopeSelector.matchExpressions';
  const { matchExpressions = [] } = spec.scopeSelector;
  for (const requirement of matchExpressions) {
    const scope: string = requirement.scopeName ?? '';
    if (!resourcesOfScope.has(scope)) {
      yield invalid(`${at}.scopeName`, show(scope), 'unsupported scope');
    }
    yield* validateApplies(scope, spec.hard, at, showScopeSelector(spec.scopeSelector));
    yield* validateRequirement(requirement, at);
  }
  const scopes = matchExpressions.map(({ scopeName }) => scopeName);
  // v1.24 shows the plain scopes here.
  yield* validateNoConflict(scopes, at, showScopes(spec.scopes));
}

/** One error for each resource that a quota of this scope cannot be about. */
function* validateApplies(
  scope: string,
  hard: object | undefined,
  field: string,
  shown: string,
): Iterable<FieldError> {
  const applicable = resourcesOfScope.get(scope);
  if (applicable === undefined) return;
  for (const name of Object.keys(hard ?? {})) {
    if (!isQuotaResource(name) || applicable.includes(name)) continue;
    yield invalid(field, shown, 'unsupported scope applied to resource');
  }
}

function* validateRequirement(
  { scopeName, operator, values = [] }: ScopedResourceSelectorRequirement,
  field: string,
): Iterable<FieldError> {
  if (plainScopes.includes(scopeName) && operator !== 'Exists') {
    yield invalid(`${field}.operator`, show(operator ?? ''), onlyExists);
  }
  switch (operator as string) {
    case 'In':
    case 'NotIn':
      if (values.length === 0) {
        const why =
          "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
        yield required(`${field}.values`, why);
      }
      return;
    case 'Exists':
    case 'DoesNotExist':
      if (values.length > 0) {
        const why =
          "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
        yield invalid(`${field}.values`, showStrings(values), why);
      }
      return;
    default:
      yield invalid(`${field}.operator`, show(operator ?? ''), unknownOperator);
  }
}

const onlyExists =
  "must be 'Exist' when scope is any of ResourceQuotaScopeTerminating, " +
  'ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ' +
  'ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity';

function* validateNoConflict(
  scopes: readonly string[],
  field: string,
  shown: string,
): Iterable<FieldError> {
  for (const pair of conflicts) {
    if (pair.every((scope) => scopes.includes(scope))) {
      yield invalid(field, shown, 'conflicting scopes');
    }
  }
}

function showScopes(scopes: readonly string[] | undefined): string {
  return showStrings(scopes).replace('string', 'core.ResourceQuotaScope');
}

function showScopeSelector({ matchExpressions }: ScopeSelector): string {
  const type = 'core.ScopedResourceSelectorRequirement';
  const shown = (matchExpressions ?? []).map(({ scopeName, operator, values }) =>
    showStruct(type, [
      ['ScopeName', show(scopeName)],
      ['Operator', show(operator)],
      ['Values', showStrings(values)],
    ]),
  );
  return showStruct('core.ScopeSelector', [['MatchExpressions', `[]${type}{${shown.join(', ')}}`]]);
}
