/** Checks of StatefulSets. */
import {
  semanticEqual,
  forbidden,
  isSince,
  invalid,
  required,
  show,
  type FieldErrors,
  showIntOrString,
  showPointer,
  showStruct,
  Selector,
  type Shown,
  checkDns1123Label,
  checkEach,
  findErrors,
  invalidFor,
  showJson,
  showSelector,
} from '#values';
import type { Profile } from '../profile/profile.ts';
import { validatePodTemplate } from '../core/pod/validation/pod-spec.ts';
import { validateClaimSpec } from '../core/volume/validate-claims.ts';
import { validateSame, validateUnchanged } from '../object/validate-metadata.ts';
import { validateAnnotations, validateLabels } from '../object/validate-labels.ts';
import {
  magnitudeOf,
  validateAtMost100Percent,
  validateIntOrPercent,
  validateNonNegative,
  validateOneOf,
} from '../object/validate-values.ts';
import type {
  PodSpec,
  PodTemplateSpec,
  RollingUpdateStatefulSetStrategy,
  StatefulSetSpec,
  StatefulSetStatus,
  StatefulSetUpdateStrategy,
} from '#types';
import {
  readSelector,
  validateCounts,
  validateNoMoreThan,
  validateOwnSelector,
  validateTemplateLabels,
  validateUnending,
} from './validate-replicas.ts';

/** How a spec is checked. */
export interface StatefulSetRules {
  readonly profile: Profile;
  /** Names and claim templates of stored sets never change. */
  readonly isNew: boolean;
  /** Whether the pods of the template are checked. */
  readonly checksPods: boolean;
}

/** @param old the stored set before an update: one that is wrong already may keep its template */
export function rulesOfStatefulSet(profile: Profile, old?: StatefulSetSpec): StatefulSetRules {
  const checksPods = profile.enabled('StatefulSetTemplatesChecked');
  const rules = { profile, isNew: old === undefined, checksPods };
  if (!checksPods || old === undefined) return rules;
  const faults = findErrors((found) => validateStatefulSetSpec(found, old, rules), profile);
  return { ...rules, checksPods: faults.length === 0 };
}

/** For a spec with its defaults. */
export function validateStatefulSetSpec(
  errors: FieldErrors,
  spec: StatefulSetSpec,
  { profile, isNew, checksPods }: StatefulSetRules,
): void {
  validatePodManagement(errors, spec.podManagementPolicy, 'spec.podManagementPolicy');
  validateStrategy(errors, spec.updateStrategy ?? {}, 'spec.updateStrategy');
  validateRetention(errors, spec.persistentVolumeClaimRetentionPolicy);
  if (isNew && profile.enabled('StatefulSetTemplatesChecked')) {
    checkEach(errors, spec.volumeClaimTemplates, ({ spec: claim }, index) => {
      validateClaimSpec(errors, claim ?? {}, `spec.volumeClaimTemplates[${index}].spec`);
    });
  }
  validateNonNegative(errors, spec.replicas, 'spec.replicas');
  validateNonNegative(errors, spec.minReadySeconds, 'spec.minReadySeconds');
  validateNonNegative(errors, spec.ordinals?.start, 'spec.ordinals.start');
  const { serviceName } = spec;
  if (isNew && serviceName && profile.enabled('ServiceNamesAreLabels')) {
    invalidFor(
      errors,
      'spec.serviceName',
      serviceName,
      checkDns1123Label(serviceName, errors.release),
    );
  }
  validateOwnSelector(errors, spec.selector, 'empty selector is invalid for statefulset');
  const selector = readSelector(spec.selector, '');
  const { template } = spec;
  if (selector instanceof Selector) {
    validateTemplateLabels(errors, template, selector);
    if (checksPods) validatePodTemplate(errors, withClaims(spec), 'spec.template');
    validateLabels(errors, template.metadata?.labels, 'spec.template.labels');
    validateAnnotations(errors, template.metadata?.annotations, 'spec.template.annotations');
  } else {
    errors.push(selector);
  }
  validateUnending(errors, template, 'StatefulSet');
}

const retentions = ['Retain', 'Delete'];

function validateRetention(
  errors: FieldErrors,
  policy: StatefulSetSpec['persistentVolumeClaimRetentionPolicy'] | null,
): void {
  if (policy == null) return;
  for (const when of ['whenDeleted', 'whenScaled'] as const) {
    const field = `spec.persistentVolumeClaimRetentionPolicy.${when}`;
    validateOneOf(errors, policy[when] ?? '', retentions, field);
  }
}

/** The template as pods get it: a claim of each template hides a volume of its name; names are those of the set. */
function withClaims({ template, volumeClaimTemplates = [] }: StatefulSetSpec): PodTemplateSpec {
  const spec = (template.spec as PodSpec | undefined) ?? ({} as PodSpec);
  const names = (volumeClaimTemplates ?? []).map(({ metadata }) => metadata?.name ?? '');
  const claims = [...new Set(names)];
  const volumes = [
    ...claims.map((name) => ({ name, persistentVolumeClaim: { claimName: name } })),
    ...(spec.volumes ?? []).filter(({ name }) => !claims.includes(name)),
  ];
  return { ...template, spec: { ...spec, volumes, subdomain: undefined, hostname: undefined } };
}

function validatePodManagement(
  errors: FieldErrors,
  policy: string | undefined,
  field: string,
): void {
  if (!policy) errors.push(required(field));
  else if (policy !== 'OrderedReady' && policy !== 'Parallel') {
    errors.push(invalid(field, show(policy), "must be 'OrderedReady' or 'Parallel'"));
  }
}

function validateStrategy(
  errors: FieldErrors,
  strategy: StatefulSetUpdateStrategy,
  field: string,
): void {
  const { rollingUpdate } = strategy;
  switch (strategy.type as string) {
    case 'OnDelete':
      if (rollingUpdate != null) {
        const why = "only allowed for updateStrategy 'RollingUpdate'";
        errors.push(invalid(`${field}.rollingUpdate`, showRollingUpdate(rollingUpdate), why));
      }
      return;
    case 'RollingUpdate':
      validateNonNegative(errors, rollingUpdate?.partition, `${field}.rollingUpdate.partition`);
      validateMaxUnavailable(errors, rollingUpdate?.maxUnavailable, `${field}.rollingUpdate`);
      return;
    default:
      errors.push(invalid(field, showStrategy(strategy), "must be 'RollingUpdate' or 'OnDelete'"));
  }
}

function validateMaxUnavailable(
  errors: FieldErrors,
  count: number | string | undefined | null,
  path: string,
): void {
  if (count == null) return;
  const field = `${path}.maxUnavailable`;
  validateIntOrPercent(errors, count, field);
  if (magnitudeOf(count) === 0) {
    errors.push(invalid(field, showIntOrString(count), 'cannot be 0'));
  }
  validateAtMost100Percent(errors, count, field);
}

function showStrategy({ type, rollingUpdate }: StatefulSetUpdateStrategy): Shown {
  return showStruct('apps.StatefulSetUpdateStrategy', [
    ['Type', show(type ?? '')],
    ['RollingUpdate', showPointer('apps.RollingUpdateStatefulSetStrategy', rollingUpdate)],
  ]);
}

function showRollingUpdate({ partition = 0 }: RollingUpdateStatefulSetStrategy): Shown {
  return showStruct('apps.RollingUpdateStatefulSetStrategy', [
    ['Partition', show(partition)],
    ['MaxUnavailable', showPointer('intstr.IntOrString', undefined)],
  ]);
}

/** The fields that may change in an existing set. */
export function validateStatefulSetChange(
  errors: FieldErrors,
  spec: StatefulSetSpec,
  old: StatefulSetSpec,
  profile: Profile,
): void {
  if (profile.enabled('StatedChecks')) return validateFixedFields(errors, spec, old);
  const ordinals = profile.enabled('ChangeableOrdinals');
  const history = profile.enabled('ChangeableHistoryLimits');
  const names = [
    'replicas',
    ...(ordinals ? ['ordinals'] : []),
    ...['template', 'updateStrategy'],
    ...(history ? ['revisionHistoryLimit'] : []),
    'persistentVolumeClaimRetentionPolicy',
  ];
  const fixed = { ...spec, ...pickFields(old, [...names, 'minReadySeconds']) };
  if (!semanticEqual(fixed, old)) {
    const listed = names.map((name) => `'${name}'`).join(', ');
    const why = `updates to statefulset spec for fields other than ${listed} and 'minReadySeconds' are forbidden`;
    errors.push(forbidden('spec', why));
  }
  if (profile.enabled('StatefulSetCountsCheckedOnce')) return;
  validateNonNegative(errors, spec.replicas, 'spec.replicas');
  validateNonNegative(errors, spec.minReadySeconds, 'spec.minReadySeconds');
}

function validateFixedFields(
  errors: FieldErrors,
  spec: StatefulSetSpec,
  old: StatefulSetSpec,
): void {
  validateUnchanged(errors, spec.selector, old.selector, 'spec.selector', showSelector);
  const [claims, before] = [spec.volumeClaimTemplates, old.volumeClaimTemplates];
  validateUnchanged(errors, claims, before, 'spec.volumeClaimTemplates', (value) =>
    showJson(value ?? null),
  );
  validateSame(errors, spec.serviceName, old.serviceName, 'spec.serviceName');
  const field = 'spec.podManagementPolicy';
  validateSame(errors, spec.podManagementPolicy, old.podManagementPolicy, field);
}

function pickFields(spec: StatefulSetSpec, names: readonly string[]): Partial<StatefulSetSpec> {
  const input = spec as unknown as Record<string, unknown>;
  return Object.fromEntries(names.map((name) => [name, input[name]]));
}

/** In the order that v1.24 checks them. */
const counts = [
  'replicas',
  'readyReplicas',
  'currentReplicas',
  'updatedReplicas',
  'availableReplicas',
  'observedGeneration',
  'collisionCount',
];

export function validateStatefulSetStatus(errors: FieldErrors, status: StatefulSetStatus): void {
  validateCounts(errors, status, counts);
  const parts = ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'];
  validateNoMoreThan(errors, status, parts, 'replicas', 'status.replicas');
  const ready = isSince(errors, 'ReadyReplicasNamedInFull')
    ? 'status.readyReplicas'
    : 'readyReplicas';
  validateNoMoreThan(errors, status, ['availableReplicas'], 'readyReplicas', ready);
}
