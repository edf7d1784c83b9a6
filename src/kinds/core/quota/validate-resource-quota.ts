/** Checks of resource quotas. */
import {
  checkEach,
  checkKeys,
  invalid,
  required,
  show,
  showName,
  type FieldErrors,
  showStrings,
  showStruct,
  parseQuantity,
  type Shown,
  showItems,
  showList,
  isSince,
} from '#values';
import { unknownOperator } from '../../object/validate-labels.ts';
import { immutable } from '../../object/validate-metadata.ts';
import type {
  ResourceQuotaSpec,
  ResourceQuotaStatus,
  ScopedResourceSelectorRequirement,
  ScopeSelector,
} from '#types';
import {
  isQuotaResource,
  validateAmount,
  validateQuotaResourceName,
} from '../pod/validation/resources.ts';

const computeResources = ['cpu', 'memory'].flatMap((name) => [
  name,
  `requests.${name}`,
  `limits.${name}`,
]);

/** The resources without a domain that quotas of each scope can limit. */
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

/** The resources of the scope of claims. */
const claimResources: readonly string[] = ['persistentvolumeclaims', 'requests.storage'];

/** Undefined for a scope that the release does not have. */
function resourcesOf(errors: FieldErrors, scope: string): readonly string[] | undefined {
  const isOfClaims =
    scope === 'VolumeAttributesClass' && isSince(errors, 'QuotasOfAttributesClasses');
  return isOfClaims ? claimResources : resourcesOfScope.get(scope);
}

/** Scopes without values: a selector can only require that they exist. */
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

export function validateResourceQuotaSpec(errors: FieldErrors, spec: ResourceQuotaSpec): void {
  validateAmounts(errors, spec.hard, 'spec.hard');
  validateScopes(errors, spec);
  validateScopeSelector(errors, spec);
}

export function validateResourceQuotaStatus(
  errors: FieldErrors,
  { hard, used }: ResourceQuotaStatus,
): void {
  validateAmounts(errors, hard, 'status.hard');
  validateAmounts(errors, used, 'status.used');
}

/** Scopes must not change, except their order; the selector may change. */
export function validateScopesUnchanged(
  errors: FieldErrors,
  { scopes }: ResourceQuotaSpec,
  old: ResourceQuotaSpec,
): void {
  const [now, before] = [new Set(scopes), new Set(old.scopes)];
  const isSame = now.size === before.size && [...now].every((scope) => before.has(scope));
  if (!isSame) errors.push(invalid('spec.scopes', showScopes(scopes), immutable));
}

function validateAmounts(
  errors: FieldErrors,
  amounts: Readonly<Record<string, string>> | undefined,
  field: string,
): void {
  checkKeys(errors, amounts, (name) => {
    const at = `${field}[${name}]`;
    validateQuotaResourceName(errors, name, at);
    validateAmount(errors, name, parseQuantity(amounts![name]!), at);
  });
}

function validateScopes(errors: FieldErrors, { hard, scopes = [] }: ResourceQuotaSpec): void {
  const at = 'spec.scopes';
  const shown = showScopes(scopes);
  checkEach(errors, scopes, (scope) => {
    if (resourcesOf(errors, scope) === undefined) {
      errors.push(invalid(at, shown, 'unsupported scope'));
    }
    validateApplies(errors, scope, hard, at, shown);
  });
  validateNoConflict(errors, scopes, at, shown);
}

function validateScopeSelector(errors: FieldErrors, spec: ResourceQuotaSpec): void {
  if (spec.scopeSelector == null) return;
  const at = 'spec.scopeSelector.matchExpressions';
  const { matchExpressions = [] } = spec.scopeSelector;
  const shown = showScopeSelector(spec.scopeSelector);
  checkEach(errors, matchExpressions, (requirement) => {
    const scope: string = requirement.scopeName ?? '';
    if (resourcesOf(errors, scope) === undefined) {
      errors.push(invalid(`${at}.scopeName`, show(scope), 'unsupported scope'));
    }
    validateApplies(errors, scope, spec.hard, at, shown);
    validateRequirement(errors, requirement, at);
  });
  const scopes = matchExpressions.map(({ scopeName }) => scopeName);
  // v1.24 shows the plain scopes here.
  validateNoConflict(errors, scopes, at, showScopes(spec.scopes));
}

/** One error for each resource that a quota of this scope cannot limit. */
function validateApplies(
  errors: FieldErrors,
  scope: string,
  hard: object | undefined,
  field: string,
  shown: Shown,
): void {
  const applicable = resourcesOf(errors, scope);
  if (applicable === undefined) return;
  checkKeys(errors, hard, (name) => {
    if (!isQuotaResource(name) || applicable.includes(name)) return;
    errors.push(invalid(field, shown, 'unsupported scope applied to resource'));
  });
}

function validateRequirement(
  errors: FieldErrors,
  { scopeName, operator, values = [] }: ScopedResourceSelectorRequirement,
  field: string,
): void {
  if (plainScopes.includes(scopeName) && operator !== 'Exists') {
    const exists = isSince(errors, 'ExistsOperatorNamed') ? 'Exists' : 'Exist';
    errors.push(invalid(`${field}.operator`, show(operator ?? ''), onlyExists(exists)));
  }
  switch (operator as string) {
    case 'In':
    case 'NotIn':
      if (values.length === 0) {
        const why =
          "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
        errors.push(required(`${field}.values`, why));
      }
      return;
    case 'Exists':
    case 'DoesNotExist':
      if (values.length > 0) {
        const why =
          "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
        errors.push(invalid(`${field}.values`, showStrings(values), why));
      }
      return;
    default:
      errors.push(invalid(`${field}.operator`, showName(operator ?? ''), unknownOperator));
  }
}

function onlyExists(operator: string): string {
  return (
    `must be '${operator}' when scope is any of ResourceQuotaScopeTerminating, ` +
    'ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ' +
    'ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity'
  );
}

function validateNoConflict(
  errors: FieldErrors,
  scopes: readonly string[],
  field: string,
  shown: Shown,
): void {
  for (const pair of conflicts) {
    if (pair.every((scope) => scopes.includes(scope))) {
      errors.push(invalid(field, shown, 'conflicting scopes'));
    }
  }
}

function showScopes(scopes: readonly string[] | undefined): Shown {
  return showList('[]core.ResourceQuotaScope', scopes);
}

function showScopeSelector({ matchExpressions }: ScopeSelector): Shown {
  const type = 'core.ScopedResourceSelectorRequirement';
  const shown = (matchExpressions ?? []).map(({ scopeName, operator, values }) =>
    showStruct(type, [
      ['ScopeName', show(scopeName)],
      ['Operator', show(operator)],
      ['Values', showStrings(values)],
    ]),
  );
  return showStruct('core.ScopeSelector', [['MatchExpressions', showItems(`[]${type}`, shown)]]);
}
