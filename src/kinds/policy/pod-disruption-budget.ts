/** PodDisruptionBudgets. */
import { ageColumn, column } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import {
  deepEqual,
  changeElements,
  changeField,
  fillAbsent,
  goOf,
  invalid,
  isSince,
  jsonOf,
  type FieldErrors,
  showPointer,
  showSelector,
  showStruct,
  checkPathSegment,
  type Shown,
} from '#values';
import { validateLabelSelector } from '../object/validate-labels.ts';
import {
  validateAtMost100Percent,
  validateIntOrPercent,
  validateNonNegative,
  validateOneOf,
} from '../object/validate-values.ts';
import { servedVersion } from '../object/served-version.ts';
import { defaultCondition, validateConditions } from '../object/validate-conditions.ts';
import { statusPart } from '../object/subresources.ts';
import type {
  IntOrString,
  LabelSelector,
  PodDisruptionBudget,
  PodDisruptionBudgetSpec,
  PodDisruptionBudgetStatus,
} from '#types';

export const podDisruptionBudget = defineKind<PodDisruptionBudget>({
  group: 'policy',
  version: 'v1',
  kind: 'PodDisruptionBudget',
  plural: 'poddisruptionbudgets',
  namespaced: true,
  names: { shortNames: ['pdb'] },
  wire: { requiresVersion: true },
  subresources: {
    status: statusPart({
      prepare: prepareStatus,
      validate(errors, object) {
        validateStatus(errors, object);
        for (const field of counts)
          validateNonNegative(errors, object.status[field], `status.${field}`);
      },
    }),
  },
  rules: {
    metadataChecks: 'last',
    generation: (object) => object.spec,
    defaults(object) {
      const whole = fillAbsent(object, { spec: {}, status: noStatus });
      return changeField(whole, 'status', defaultStatus);
    },
    prepareCreate: (object) => ({ ...object, status: noStatus }),
    validateName: checkPathSegment,
    validate: (errors, object) => validateSpec(errors, object.spec),
    validateUpdate(errors, object) {
      validateSpec(errors, object.spec);
    },
  },
  table: {
    columns: [
      column('Min Available', 'string', 'How many pods must stay available.', ({ spec }) => {
        return shown(spec.minAvailable);
      }),
      column('Max Unavailable', 'string', 'How many pods may be unavailable.', ({ spec }) => {
        return shown(spec.maxUnavailable);
      }),
      column('Allowed Disruptions', 'integer', 'How many pods may be evicted now.', (object) => {
        return object.status?.disruptionsAllowed ?? 0;
      }),
      ageColumn,
    ],
  },
  view: { isDrawn: true },
});

/** The beta version: its empty selector selects nothing; in the stable version it selects everything. */
export const podDisruptionBudgetBeta: Kind<PodDisruptionBudget> = servedVersion(
  podDisruptionBudget,
  {
    version: 'v1beta1',
    // v1.24 checks no more than before for clients of the old version.
    subresources: { status: statusPart({ prepare: prepareStatus, validate: validateStatus }) },
    toStorage: (object: PodDisruptionBudget) => changeField(object, 'spec', matchNothing),
    fromStorage: (stored) => changeField(stored, 'spec', matchEverything),
  },
);

function prepareStatus(object: PodDisruptionBudget): PodDisruptionBudget {
  return changeField(object, 'status', defaultStatus);
}

/** v1.24 checks metadata here no further than for all kinds. */
function validateStatus(errors: FieldErrors, object: PodDisruptionBudget): void {
  validateConditions(errors, object.status.conditions, 'status.conditions');
}

/** A label that no pod has: it lets each version express the other's empty selector. */
const emptySelectorLabel = 'pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match';
const nothing: LabelSelector = selectorOf('Exists');
const everything: LabelSelector = selectorOf('DoesNotExist');

function selectorOf(operator: string): LabelSelector {
  return { matchExpressions: [{ key: emptySelectorLabel, operator }] };
}

function matchNothing(spec: PodDisruptionBudgetSpec): PodDisruptionBudgetSpec {
  return changeField(spec, 'selector', (selector) => translated(selector, everything, nothing));
}

function matchEverything(spec: PodDisruptionBudgetSpec): PodDisruptionBudgetSpec {
  return changeField(spec, 'selector', (selector) => translated(selector, nothing, everything));
}

/** @param forEmpty what the empty selector of the other version means, as a selector of this one */
function translated(
  selector: LabelSelector,
  emptyMark: LabelSelector,
  forEmpty: LabelSelector,
): LabelSelector {
  if (deepEqual(selector, emptyMark)) return {};
  return isEmpty(selector) ? forEmpty : selector;
}

function isEmpty({ matchLabels, matchExpressions }: LabelSelector): boolean {
  return !matchExpressions?.length && Object.keys(matchLabels ?? {}).length === 0;
}

/** The status that v1.24 prints before its first update. */
const noStatus: PodDisruptionBudgetStatus = {
  disruptionsAllowed: 0,
  currentHealthy: 0,
  desiredHealthy: 0,
  expectedPods: 0,
};

/** In the order that v1.24 checks them. */
const counts = ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'] as const;

function defaultStatus(status: PodDisruptionBudgetStatus): PodDisruptionBudgetStatus {
  const filled = fillAbsent(status, noStatus);
  return changeElements(filled, 'conditions', defaultCondition);
}

const evictionPolicies = ['AlwaysAllow', 'IfHealthyBudget'];

function validateSpec(errors: FieldErrors, spec: PodDisruptionBudgetSpec): void {
  const { minAvailable, maxUnavailable, selector, unhealthyPodEvictionPolicy: policy } = spec;
  if (minAvailable != null && maxUnavailable != null) {
    errors.push(
      invalid('spec', showSpec(spec, errors), 'minAvailable and maxUnavailable cannot be both set'),
    );
  }
  validateShare(errors, minAvailable, 'spec.minAvailable');
  validateShare(errors, maxUnavailable, 'spec.maxUnavailable');
  validateLabelSelector(errors, selector, 'spec.selector');
  if (policy != null) {
    validateOneOf(errors, policy, evictionPolicies, 'spec.unhealthyPodEvictionPolicy');
  }
}

function validateShare(errors: FieldErrors, value: IntOrString | undefined, field: string): void {
  if (value == null) return;
  validateIntOrPercent(errors, value, field);
  validateAtMost100Percent(errors, value, field);
}

function showSpec(spec: PodDisruptionBudgetSpec, errors: FieldErrors): Shown {
  const { minAvailable, maxUnavailable, selector, unhealthyPodEvictionPolicy: policy } = spec;
  const pointed = showPointer('v1.LabelSelector', selector);
  const last = showPointer('policy.UnhealthyPodEvictionPolicyType', policy);
  const hasPolicy = isSince(errors, 'BudgetsShowEvictionPolicies');
  return showStruct('policy.PodDisruptionBudgetSpec', [
    ['MinAvailable', showPointer('intstr.IntOrString', minAvailable)],
    ['Selector', { go: goOf(pointed), json: jsonOf(showSelector(selector)) }],
    ['MaxUnavailable', showPointer('intstr.IntOrString', maxUnavailable)],
    ...(hasPolicy ? ([['UnhealthyPodEvictionPolicy', last]] as const) : []),
  ]);
}

function shown(value: IntOrString | undefined): string {
  return value == null ? 'N/A' : String(value);
}
