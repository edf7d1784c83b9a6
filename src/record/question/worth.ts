/** What is worth asking about an object: the fields that somebody accounts for, with their values. */
import { bucketOf, type Kind } from '#kinds';
import type { KubeObject } from '#values';
import type { Accountant } from '../why/accountant.ts';
import { parsePath, printPath, valueAt } from '../why/path.ts';

export interface WorthAsking {
  /** As a question has it: `readyReplicas`, `Available` for a condition, `spec.nodeName`. */
  readonly field: string;
  readonly value: unknown;
}

/** More than these are not listed. */
const MOST = 14;

/** Fields that only repeat others, or say little. */
const dull = /observedGeneration$|collisionCount$|^status\.hard$/;

/** Conditions last. Without any account: what is plain in the status. */
export function worthAsking(
  kind: Kind,
  object: KubeObject,
  accountants: readonly Accountant[],
): readonly WorthAsking[] {
  const { status = {} } = object as { readonly status?: Readonly<Record<string, unknown>> };
  const declared = accountants
    .flatMap(({ explainers }) => explainers)
    .filter((each) => bucketOf(each.kind) === bucketOf(kind))
    .flatMap(({ fields, standing = {} }) => [...Object.keys(standing), ...Object.keys(fields)]);
  const accounted =
    declared.length > 0 ? declared : Object.keys(status).map((name) => `status.${name}`);
  const fields = [...new Set(accounted)]
    .filter((field) => !field.startsWith('status.conditions') && !dull.test(field))
    .flatMap((field) => {
      const short = field.replace(/^status\./, '');
      const value = valueAt(object, parsePath(field));
      return isShort(value) ? [{ field: short, value }] : itemFields(short, value);
    });
  const conditions = conditionsOf(object).map(({ type, status }) => ({
    field: type,
    value: status,
  }));
  return [...fields.slice(0, Math.max(0, MOST - conditions.length)), ...conditions].slice(0, MOST);
}

/** Numbers and switches of the items of a list, by their names: `containerStatuses.web.restartCount`. */
function itemFields(field: string, value: unknown): readonly WorthAsking[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: Readonly<Record<string, unknown>> | null) => {
    const { name } = item ?? {};
    if (typeof name !== 'string') return [];
    return Object.entries(item ?? {})
      .filter(([, each]) => typeof each === 'number' || typeof each === 'boolean')
      .map(([part, each]) => ({ field: printPath([field, name, part]), value: each }));
  });
}

/** Returns the conditions of an object, of whatever kind it is. */
export function conditionsOf(
  object: KubeObject | undefined,
): readonly { readonly type: string; readonly status: string }[] {
  const conditions: unknown = valueAt(object, ['status', 'conditions']);
  if (!Array.isArray(conditions)) return [];
  return conditions.filter(
    (each: { readonly type?: unknown } | null) => typeof each?.type === 'string',
  ) as { type: string; status: string }[];
}

function isShort(value: unknown): boolean {
  return value !== undefined && value !== null && JSON.stringify(value).length <= 60;
}
