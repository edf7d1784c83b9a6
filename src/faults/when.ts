/** A change of an object at which a fault begins. */
import { starMatcher, type KubeObject } from '#values';
import { anything, fields, mapForm, optionals, scalar, type Form } from '#forms';
import { count, texts } from './forms.ts';

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

const fieldWanted = 'the field that goes "from" one value "to" another: spec.replicas';
const events = ['created', 'updated', 'deleted'] as const;

const written = fields(
  optionals({
    resource: texts('Plurals or kinds.'),
    namespace: texts('Namespaces.'),
    name: texts('Names of objects.'),
    event: scalar({
      schema: { description: 'What happens. Default: any.', enum: events },
      expected: `one of ${events.join(', ')}`,
      parse: (value) => events.find((each) => each === value),
      isBrief: true,
    }),
    field: scalar({
      schema: {
        type: 'string',
        description: 'The field that changes, such as spec.replicas.',
      },
      expected: fieldWanted,
      parse: pathOf,
      isBrief: true,
    }),
    from: anything({ doc: 'Its value before; null: absent. Default: any.' }),
    to: anything({ doc: 'Its value after; null: absent. Default: any.' }),
    count: count('With this one of such changes. Default: 1.'),
  }),
  {
    doc: 'It begins with a change of an object. Default: at once.',
    schema: { required: ['resource'] },
  },
);

export const whenForm: Form<When> = mapForm(written, (when, at, reader) => {
  const { resource: resources, event, field, from, to, count: times = 1 } = when;
  const problem = (name: string, expected: string): undefined =>
    reader.problem(reader.field(at, name), `expected ${expected}`);
  if (resources === undefined)
    return problem('resource', 'a plural or a kind, such as deployments');
  if (field === undefined && (from !== undefined || to !== undefined)) {
    return problem('field', fieldWanted);
  }
  const tests: ((change: ObjectChange) => boolean)[] = [];
  for (const name of ['namespace', 'name'] as const) {
    const matchers = when[name]?.map(starMatcher);
    if (matchers === undefined) continue;
    tests.push(({ value }) => matchers.some((isOne) => isOne(value.metadata[name] ?? '')));
  }
  if (event !== undefined) tests.push(({ type }) => type === event);
  if (field !== undefined) {
    const steps = field.split('.');
    const is = (expected: unknown, found: unknown): boolean =>
      expected === undefined || sameJson(expected, found);
    tests.push(({ type, value, previous }) => {
      const before = valueAt(previous, steps);
      const after = type === 'deleted' ? undefined : valueAt(value, steps);
      return !sameJson(before, after) && is(from, before) && is(to, after);
    });
  }
  const words = [
    resources.join(', '),
    when.name?.join(', '),
    event,
    field,
    from === undefined ? undefined : `from ${JSON.stringify(from)}`,
    to === undefined ? undefined : `to ${JSON.stringify(to)}`,
  ];
  return {
    fits: (change) => isOf(change, resources) && tests.every((test) => test(change)),
    count: times,
    text: `${words.filter((each) => each !== undefined).join(' ')}, time ${times}`,
    resources,
  };
});

/** As `match` names resources: by plural, plural and group, or kind. */
function isOf({ bucket, value }: ObjectChange, resources: readonly string[]): boolean {
  const plural = bucket.split('.', 1)[0]!;
  return resources.some((name) => name === bucket || name === plural || name === value.kind);
}

function pathOf(field: unknown): string | undefined {
  return typeof field === 'string' && /^[^.]+(\.[^.]+)*$/.test(field) ? field : undefined;
}

function valueAt(object: unknown, steps: readonly string[]): unknown {
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
