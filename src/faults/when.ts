/** A change of an object at which a fault begins. */
import { starMatcher, type KubeObject } from '#values';
import { readCount, readFields, readTexts, type Complain } from './problem.ts';

/** A write, as the store keeps it. */
export interface ObjectChange {
  readonly revision: number;
  /** `deployments.apps`, `pods` */
  readonly bucket: string;
  readonly type: 'created' | 'updated' | 'deleted';
  readonly value: KubeObject;
  readonly previous?: KubeObject;
  readonly origin: { readonly actor: string };
}

export interface When {
  /** Whether a change is one of these. */
  fits(change: ObjectChange): boolean;
  /** The fault begins with this one of them, counted from 1. */
  readonly count: number;
  /** In words: `deployments web spec.replicas from 1 to 3, time 2`. */
  readonly text: string;
  readonly resources: readonly string[];
}

const fields = ['resource', 'namespace', 'name', 'event', 'field', 'from', 'to', 'count'];
const events: readonly string[] = ['created', 'updated', 'deleted'];

/** Undefined when it is absent, or after complaints. */
export function readWhen(value: unknown, complain: Complain): When | undefined {
  if (value === undefined) return undefined;
  const given = readFields(value, fields, ['when'], complain);
  if (given === undefined) return undefined;
  const texts = (name: string): readonly string[] | undefined =>
    readTexts(given[name], ['when', name], complain);
  const resources = texts('resource');
  if (resources === undefined) {
    return complain(['when', 'resource'], 'expected a plural or a kind, such as deployments');
  }
  const { event, field, from, to } = given;
  if (event !== undefined && !events.includes(event as string)) {
    complain(['when', 'event'], `expected one of ${events.join(', ')}`);
  }
  if (field === undefined ? 'from' in given || 'to' in given : !isPath(field)) {
    const message = 'expected the field that goes "from" one value "to" another: spec.replicas';
    complain(['when', 'field'], message);
  }
  const count = readCount(given['count'], ['when', 'count'], complain) ?? 1;
  const tests: ((change: ObjectChange) => boolean)[] = [];
  for (const name of ['namespace', 'name'] as const) {
    const wanted = texts(name)?.map(starMatcher);
    if (wanted === undefined) continue;
    tests.push(({ value }) => wanted.some((isOne) => isOne(value.metadata[name] ?? '')));
  }
  if (event !== undefined) tests.push(({ type }) => type === event);
  if (isPath(field)) {
    const steps = field.split('.');
    const is = (wanted: unknown, found: unknown): boolean =>
      wanted === undefined || sameJson(wanted, found);
    tests.push(({ type, value, previous }) => {
      const before = at(previous, steps);
      const after = type === 'deleted' ? undefined : at(value, steps);
      return !sameJson(before, after) && is(from, before) && is(to, after);
    });
  }
  const named = [resources.join(', '), texts('name')?.join(', '), event, field];
  const change = [
    ...named,
    from === undefined ? undefined : `from ${JSON.stringify(from)}`,
    to === undefined ? undefined : `to ${JSON.stringify(to)}`,
  ];
  return {
    fits: (change) => isOf(change, resources) && tests.every((test) => test(change)),
    count,
    text: `${change.filter((word) => word !== undefined).join(' ')}, time ${count}`,
    resources,
  };
}

/** As `match` names resources: by plural, plural and group, or kind. */
function isOf({ bucket, value }: ObjectChange, resources: readonly string[]): boolean {
  const plural = bucket.split('.', 1)[0]!;
  return resources.some((name) => name === bucket || name === plural || name === value.kind);
}

function isPath(field: unknown): field is string {
  return typeof field === 'string' && /^[^.]+(\.[^.]+)*$/.test(field);
}

function at(object: unknown, steps: readonly string[]): unknown {
  let found = object;
  for (const step of steps) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = Object.hasOwn(found, step) ? (found as Record<string, unknown>)[step] : undefined;
  }
  return found;
}

/** An absent field is the same as null. */
function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
