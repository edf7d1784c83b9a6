/** What the status of a definition of custom resources says. */
import { getCondition, setCondition } from '#kinds';
import { formatTime } from '#values';
import type { CustomResourceDefinition, CustomResourceDefinitionCondition } from '#types';

export function isDefinitionTrue({ status }: CustomResourceDefinition, type: string): boolean {
  return getCondition(status.conditions ?? undefined, type)?.status === 'True';
}

/**
 * The definition with the condition; the same one when it has it.
 *
 * @param now virtual time, ms
 */
export function withDefinitionCondition(
  object: CustomResourceDefinition,
  condition: CustomResourceDefinitionCondition,
  now: number,
): CustomResourceDefinition {
  const { conditions } = object.status;
  const next = setCondition(conditions ?? undefined, condition, formatTime(now));
  if (next === conditions) return object;
  return { ...object, status: { ...object.status, conditions: next } };
}

/**
 * A definition without conditions as it is once its names are accepted, as those of a scenario's
 * cluster are from the start.
 */
export function asEstablished(
  object: CustomResourceDefinition,
  now: number,
): CustomResourceDefinition {
  if ((object.status.conditions ?? []).length > 0) return object;
  const status = { ...object.status, acceptedNames: object.spec.names };
  const accepted = withDefinitionCondition({ ...object, status }, namesAccepted, now);
  return withDefinitionCondition(accepted, established, now);
}

/** No other definition of the group has one of the names. */
export const namesAccepted: CustomResourceDefinitionCondition = {
  type: 'NamesAccepted',
  status: 'True',
  reason: 'NoConflicts',
  message: 'no conflicts found',
};

/** The objects of the definition are served, from now on for good. */
export const established: CustomResourceDefinitionCondition = {
  type: 'Established',
  status: 'True',
  reason: 'InitialNamesAccepted',
  message: 'the initial names have been accepted',
};
