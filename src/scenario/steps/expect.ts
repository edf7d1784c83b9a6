import { isMap } from 'yaml';
import type { KubeObject } from '#kinds';
import type { Watch } from '#runtime';
import { mismatches, mismatchText } from '../match.ts';
import { fields } from '../shape/fields.ts';
import { checkValue } from '../shape/manifest.ts';
import { checkKind, kindOf, reference, referenceText, refOf } from '../shape/reference.ts';
import { anyMap, flag, type ValueOf } from '../shape/shape.ts';
import { done, type Verb } from '../step.ts';

const PARTS = ['metadata', 'spec', 'status'] as const;

const shape = fields({
  doc: 'what one object has to look like',
  required: reference.required,
  optional: {
    ...reference.optional,
    metadata: anyMap({ doc: 'Fields that metadata must have; others may be there too.' }),
    spec: anyMap({ doc: 'Fields that spec must have.' }),
    status: anyMap({
      doc: 'Fields that status must have; 0 also stands for an absent number, null for an absent field.',
    }),
    absent: flag({ doc: 'true: the object must not exist.' }),
  },
});

type Expectation = ValueOf<typeof shape>;

/** Waits until an object looks as expected, at most `within`; without it: at this very instant. */
export const expect: Verb<Expectation> = {
  name: 'expect',
  shape,
  waits: true,
  foresee(args, world, node, checker) {
    const kind = checkKind(args, world.kinds, node, checker);
    if (kind === undefined || !isMap(node)) return;
    for (const part of PARTS) {
      const schema = kind.schema.fields.get(part)?.schema;
      const value = checker.resolve(node.get(part, true));
      if (value === undefined) continue;
      if (schema === undefined) checker.problem(value, `${kind.kind} has no ${part}`);
      else checkValue(value, schema, part, checker);
    }
  },
  summary: (args) => `expect ${referenceText(args)} ${wanted(args)}`,
  async run(args, { client, clock, kinds, withinMs }) {
    const kind = kindOf(args, kinds);
    const ref = refOf(args, kind);
    const filter = { namespace: ref.namespace, fieldSelector: `metadata.name=${ref.name}` };
    const { items, metadata } = await client.list(kind, filter);
    const problem = judge(args, items[0]);
    if (problem === undefined) return done;
    const watch = client.watch(kind, { ...filter, resourceVersion: metadata.resourceVersion });
    const name = `deadline of expect ${referenceText(args)}`;
    const deadline = clock.after(withinMs, () => watch.stop(), { name });
    const detail = await lastProblem(watch, args, problem);
    deadline.cancel();
    watch.stop();
    return detail === undefined ? done : { ok: false, detail };
  },
};

/** Follows the object until it is as expected (undefined), or until the watch ends. */
async function lastProblem(
  watch: Watch<KubeObject>,
  args: Expectation,
  first: string,
): Promise<string | undefined> {
  let problem: string | undefined = first;
  for (;;) {
    const events = await watch.next();
    if (events.length === 0) return problem;
    for (const { type, object } of events) {
      problem = judge(args, type === 'DELETED' ? undefined : object);
      if (problem === undefined) return undefined;
    }
  }
}

function wanted({ metadata, spec, status, absent }: Expectation): string {
  if (absent === true) return 'to be absent';
  const parts = Object.entries({ metadata, spec, status }).filter(
    ([, value]) => value !== undefined,
  );
  if (parts.length === 0) return 'to exist';
  return parts.map(([part, value]) => `${part} ${JSON.stringify(value)}`).join(', ');
}

/** What is wrong, in words; undefined when all is as expected. */
function judge(args: Expectation, object: KubeObject | undefined): string | undefined {
  if (args.absent === true) return object === undefined ? undefined : 'it exists';
  if (object === undefined) return 'it does not exist';
  const { metadata, spec, status } = args;
  const expected = {
    ...(metadata && { metadata }),
    ...(spec && { spec }),
    ...(status && { status }),
  };
  const wrong = mismatches(expected, object);
  return wrong.length === 0 ? undefined : wrong.map(mismatchText).join('; ');
}
