/** What a failed check asks: why the field that was not as expected has its value. Pure. */
import type { CheckMark } from '#record';
import type { ObjectName } from '#view';

export interface FailedQuestion {
  readonly selected: ObjectName;
  readonly asked: string;
}

/** Undefined for a check that held, and for one that is not about a field of an object. */
export function questionOf(check: CheckMark | undefined): FailedQuestion | undefined {
  if (check === undefined || check.passed) return undefined;
  const { object, field } = check;
  if (object === undefined || field === undefined) return undefined;
  const { kind, namespace, name } = object;
  const key = namespace === undefined ? name : `${namespace}/${name}`;
  return { selected: { kind, key }, asked: field };
}
