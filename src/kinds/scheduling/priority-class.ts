/** PriorityClasses, including the built-in ones. */
import { ageColumn, column } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import {
  fillAbsent,
  forbidden,
  isSince,
  notSupported,
  required,
  showName,
  type FieldErrors,
  type NewObject,
} from '#values';
import { validateMetadataUpdate, validateSame } from '../object/validate-metadata.ts';
import type { PriorityClass } from '#types';

/** The highest value for classes of users; higher ones are reserved for the system. */
const highestUserPriority = 1_000_000_000;
const systemPrefix = 'system-';
const policies = ['PreemptLowerPriority', 'Never'];

/** The classes of components that a cluster cannot run without. Every cluster has them from the start. */
export const systemPriorityClasses: readonly NewObject<PriorityClass>[] = [
  {
    metadata: { name: 'system-node-critical' },
    value: 2_000_001_000,
    description: 'Used for system critical pods that must not be moved from their current node.',
  },
  {
    metadata: { name: 'system-cluster-critical' },
    value: 2_000_000_000,
    description:
      'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  },
];

export const priorityClass = defineKind<PriorityClass>({
  group: 'scheduling.k8s.io',
  version: 'v1',
  kind: 'PriorityClass',
  plural: 'priorityclasses',
  namespaced: false,
  names: { shortNames: ['pc'] },
  rules: {
    // Always 1: it is set on create, and never changes.
    generation: () => undefined,
    defaults: (object) =>
      fillAbsent(object, { preemptionPolicy: 'PreemptLowerPriority', value: 0 }),
    validate(errors, { metadata, value, globalDefault, preemptionPolicy }) {
      if (metadata.name.startsWith(systemPrefix)) {
        validateSystemClass(errors, metadata.name, value, globalDefault === true);
      } else if (value > highestUserPriority) {
        const why = `maximum allowed value of a user defined priority is ${highestUserPriority}`;
        errors.push(forbidden('value', why));
      }
      validatePolicy(errors, preemptionPolicy ?? '');
    },
    validateUpdate(errors, object, old) {
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      const field = isSince(errors, 'PriorityValuesNamed') ? 'value' : 'Value';
      if (object.value !== old.value) {
        errors.push(forbidden(field, 'may not be changed in an update.'));
      }
      validateSame(errors, object.preemptionPolicy, old.preemptionPolicy, 'preemptionPolicy');
    },
  },
  table: {
    columns: [
      column('Value', 'integer', 'Priority of the pods.', (object) => object.value ?? 0),
      column('Global-Default', 'boolean', 'Whether pods without a class are of it.', (object) => {
        return object.globalDefault === true;
      }),
      ageColumn,
      {
        ...column<PriorityClass>(
          'PreemptionPolicy',
          'string',
          'Whether its pods evict others.',
          (object) => {
            return object.preemptionPolicy ?? '';
          },
        ),
        since: 32,
      },
    ],
  },
  view: { isLeftOutOfSummary: true, isMadeByOthers: true },
});

/** Names with the system's prefix are reserved for the built-in classes, which have fixed values. */
function validateSystemClass(
  errors: FieldErrors,
  name: string,
  value: number,
  globalDefault: boolean,
): void {
  const why = systemClassFault(name, value, globalDefault);
  if (why === undefined) return;
  const reserved = "priority class names with 'system-' prefix are reserved for system use only";
  errors.push(forbidden('metadata.name', `${reserved}. error: ${why}`));
}

function systemClassFault(name: string, value: number, globalDefault: boolean): string | undefined {
  const known = systemPriorityClasses.find(({ metadata }) => metadata.name === name);
  if (known === undefined) return `${name} is not a known system priority class`;
  if (value !== known.value) return `value of ${name} PriorityClass must be ${known.value}`;
  return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}

function validatePolicy(errors: FieldErrors, policy: string): void {
  if (policies.includes(policy)) return;
  const field = 'preemptionPolicy';
  errors.push(policy === '' ? required(field) : notSupported(field, showName(policy), policies));
}
