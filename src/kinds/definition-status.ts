/** What the status of a definition of custom resources says. */
import { getCondition, setCondition } from './conditions.ts';
import { formatTime } from './meta/time.ts';
import type { CustomResourceDefinition, CustomResourceDefinitionCondition } from './types/index.ts';

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
