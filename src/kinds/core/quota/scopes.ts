/** Which objects a quota applies to: its scopes and its scope selector. Pods match scopes, and claims one. */
import { labelRequirement, meets, type LabelOperator } from '#values';
import { qosClassOf } from '../pod/pod-requests.ts';
import type { PersistentVolumeClaim, Pod, PodAffinityTerm, ResourceQuotaSpec } from '#types';

/** A requirement on one scope. */
export interface ScopeRequirement {
  readonly scopeName: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

const priorityClass = 'PriorityClass';
const attributesClass = 'VolumeAttributesClass';

const operators: ReadonlyMap<string, LabelOperator> = new Map([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', '!'],
]);

/** All requirements of a quota; a plain scope has the operator Exists. */
export function scopesOf(spec: ResourceQuotaSpec | undefined): readonly ScopeRequirement[] {
  const plain = spec?.scopes?.map((scopeName) => ({ scopeName, operator: 'Exists' })) ?? [];
  return [...plain, ...(spec?.scopeSelector?.matchExpressions ?? [])];
}

/** Throws an Error with v1.24's message for an invalid selector of priority classes. */
export function isPodInScope(requirement: ScopeRequirement, { spec }: Pod): boolean {
  switch (requirement.scopeName) {
    case 'Terminating':
      return isTerminating(spec);
    case 'NotTerminating':
      return !isTerminating(spec);
    case 'BestEffort':
      return qosClassOf(spec) === 'BestEffort';
    case 'NotBestEffort':
      return qosClassOf(spec) !== 'BestEffort';
    case priorityClass:
      return isNameSelected(requirement, spec.priorityClassName ?? '');
    case 'CrossNamespacePodAffinity':
      return affinityTerms(spec).some(looksElsewhere);
    default:
      return false;
  }
}

/** Claims are in the scope of each class that they have, want or get. */
export function isClaimInScope(
  requirement: ScopeRequirement,
  claim: PersistentVolumeClaim,
): boolean {
  if (requirement.scopeName !== attributesClass) return false;
  const names = attributesClassesOf(claim);
  if (names.length === 0) return isNameSelected(requirement, '');
  return names.some((name) => isNameSelected(requirement, name));
}

/** `{PriorityClass In [high low]}`, as Go prints it. */
export function showScope({ scopeName, operator, values = [] }: ScopeRequirement): string {
  return `{${scopeName} ${operator} [${values.join(' ')}]}`;
}

function attributesClassesOf({ spec, status }: PersistentVolumeClaim): readonly string[] {
  return [
    spec.volumeAttributesClassName,
    status?.currentVolumeAttributesClassName,
    status?.modifyVolumeStatus?.targetVolumeAttributesClassName,
  ].filter((name): name is string => name != null && name !== '');
}

/** Returns whether a change of a claim takes it to another scope. */
export function changesClaimScope(
  claim: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
): boolean {
  const [names, before] = [attributesClassesOf(claim), attributesClassesOf(old)];
  return new Set([...names, ...before]).size > Math.min(new Set(names).size, new Set(before).size);
}

/** Returns whether a change of a pod takes it to another scope; the others do not change. */
export function changesScope(pod: Pod, old: Pod): boolean {
  return isTerminating(pod.spec) !== isTerminating(old.spec);
}

function isTerminating({ activeDeadlineSeconds }: Pod['spec']): boolean {
  return activeDeadlineSeconds != null && activeDeadlineSeconds >= 0;
}

/** A pod without a class counts as an object without the label. */
function isNameSelected({ scopeName, operator, values = [] }: ScopeRequirement, name: string) {
  if (operator === 'Exists') return name !== '';
  const labels: Readonly<Record<string, string>> = name === '' ? {} : { [scopeName]: name };
  try {
    const word = operators.get(operator);
    if (word === undefined) {
      throw new Error(`${JSON.stringify(operator)} is not a valid scope selector operator`);
    }
    return meets(labelRequirement(scopeName, word, values), labels);
  } catch (error) {
    throw new Error(`failed to parse and convert selector: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function affinityTerms({ affinity }: Pod['spec']): readonly PodAffinityTerm[] {
  return [affinity?.podAffinity, affinity?.podAntiAffinity].flatMap((terms) => [
    ...(terms?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
    ...(terms?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(
      ({ podAffinityTerm }) => podAffinityTerm,
    ),
  ]);
}

function looksElsewhere({ namespaces = [], namespaceSelector }: PodAffinityTerm): boolean {
  return namespaces.length > 0 || namespaceSelector != null;
}
