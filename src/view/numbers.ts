/** The numbers of objects that charts draw, by their paths. */
import { parseQuantity, type KubeObject } from '#values';
import type { FieldChange, RecordChange } from '#record';
import { autoscalingNumbers } from './autoscaling.ts';

export type Numbers = ReadonlyMap<string, number>;

type Fields = Readonly<Record<string, unknown>>;

/** Targets in the spec, before the numbers of the status that are compared with them. */
const targets = ['replicas', 'minReplicas', 'maxReplicas', 'completions', 'parallelism'];

/** Numbers of spec and status: targets, counts, amounts of quotas, lengths of lists. */
export function numbersOf(object: KubeObject): Numbers {
  const numbers = new Map<string, number>();
  const { spec = {}, status = {} } = object as { readonly spec?: Fields; readonly status?: Fields };
  for (const field of targets) {
    if (typeof spec[field] === 'number') numbers.set(`spec.${field}`, spec[field]);
  }
  if ('metrics' in spec)
    for (const [path, value] of autoscalingNumbers(object)) numbers.set(path, value);
  for (const [field, value] of Object.entries(status)) {
    const path = `status.${field}`;
    if (typeof value === 'number' && !isSilent(field)) numbers.set(path, value);
    else if (field === 'active' && Array.isArray(value)) numbers.set(path, value.length);
    else if (field === 'used' || field === 'hard') amounts(path, value as object, numbers);
  }
  return numbers;
}

/** Not drawn. */
function isSilent(field: unknown): boolean {
  return field === 'observedGeneration';
}

/**
 * Returns the numbers of a status that an update has set, in words of the record; undefined where it
 * changes anything else: then all of them are those of the object.
 */
export function saidNumbers({ type, changes }: RecordChange): Numbers | undefined {
  if (type !== 'updated' || changes?.every(isNumberOfStatus) !== true) return undefined;
  const drawn = changes.filter(({ path }) => !isSilent(path[1]));
  // One that is left out is 0.
  return new Map(drawn.map(({ path, to = 0 }) => [`status.${path[1]}`, to as number]));
}

function isNumberOfStatus({ path, from = 0, to = 0 }: FieldChange): boolean {
  return (
    path.length === 2 && path[0] === 'status' && typeof from === 'number' && typeof to === 'number'
  );
}

function amounts(path: string, used: object, numbers: Map<string, number>): void {
  for (const [resource, amount] of Object.entries(used)) {
    const quantity = parseQuantity(String(amount));
    const place = /[.[\]]/.test(resource) ? `['${resource}']` : `.${resource}`;
    numbers.set(`${path}${place}`, Number(quantity.unscaled) * 10 ** quantity.exponent);
  }
}
