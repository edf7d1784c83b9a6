/** Objects in a form in which differences are readable. */
import type { KubeObject } from '#values';

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
}

/**
 * Returns the objects before and after a write, with their conditions by type; as they are where they
 * share these.
 */
export function pairByConditionType(
  before: KubeObject | undefined,
  after: KubeObject,
): readonly [KubeObject | undefined, KubeObject | undefined] {
  const [one, other] = [before, after] as { readonly status?: { readonly conditions?: unknown } }[];
  const isShared =
    one?.status && other?.status && one.status.conditions === other.status.conditions;
  return isShared ? [before, after] : [byConditionType(before), byConditionType(after)];
}

/**
 * Returns the object with its conditions by type, each as a short text (`False
 * (ContainersNotReady)`). Their index would say little: v1.24 moves the condition that it sets to the
 * end of the list. An object without a status stays the same.
 */
export function byConditionType(object: KubeObject | undefined): KubeObject | undefined {
  const { status } = (object ?? {}) as { readonly status?: { readonly conditions?: unknown } };
  if (object === undefined || status === undefined) return object;
  const { conditions = [] } = status;
  if (!Array.isArray(conditions)) return object;
  const byType: Record<string, string> = {};
  for (const { type, status, reason } of conditions as readonly Condition[]) {
    byType[type] = reason === undefined || reason === '' ? status : `${status} (${reason})`;
  }
  return { ...object, status: { ...status, conditions: byType } } as KubeObject;
}
