/** What one object has to look like. */
import { isMap } from 'yaml';
import { keyOf, type KindRegistry, type KubeObject } from '#kinds';
import { checkReference } from '../../known-objects.ts';
import { fields } from '../../shape/fields.ts';
import { checkValue } from '../../shape/manifest.ts';
import { checkKind, kindOf, reference, referenceText, refOf } from '../../shape/reference.ts';
import { anyMap, flag, type ValueOf } from '../../shape/shape.ts';
import type { Condition, Monitor, ObservingCheck } from '../condition.ts';
import type { ObservedKinds } from '../observed-kinds.ts';
import { checkFollowable, type ConditionForm } from './form.ts';
import { mismatches, mismatchText } from './match.ts';

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

type ObjectArgs = ValueOf<typeof shape>;

export const objectForm: ConditionForm = {
  key: 'kind',
  properties: shape.jsonSchema.properties as ConditionForm['properties'],
  read(node, checker) {
    const args = shape.check(node, checker);
    if (args === undefined) return undefined;
    return {
      text: `${referenceText(args)} ${wanted(args)}`,
      foresee(world, checker) {
        const kind =
          args.absent === true
            ? checkKind(args, world.kinds, node, checker)
            : checkReference(args, world, node, checker);
        if (kind === undefined || !isMap(node)) return;
        checkFollowable(kind, node, checker);
        for (const part of PARTS) {
          const schema = kind.schema.fields.get(part)?.schema;
          const value = checker.resolve(node.get(part, true));
          if (value === undefined) continue;
          if (schema === undefined) checker.problem(value, `${kind.kind} has no ${part}`);
          else checkValue(value, schema, part, checker);
        }
      },
      make: (kinds) => objectCondition(args, kinds),
    };
  },
};

function wanted({ metadata, spec, status, absent }: ObjectArgs): string {
  if (absent === true) return 'to be absent';
  const parts = Object.entries({ metadata, spec, status }).filter(
    ([, value]) => value !== undefined,
  );
  if (parts.length === 0) return 'to exist';
  return parts.map(([part, value]) => `${part} ${JSON.stringify(value)}`).join(', ');
}

function objectCondition(args: ObjectArgs, kinds: KindRegistry): Condition {
  const kind = kindOf(args, kinds);
  const key = keyOf({ metadata: refOf(args, kind) });
  const judge = judgeOf(args);
  return {
    text: `${referenceText(args)} ${wanted(args)}`,
    kinds: [kind],
    watch: (observed, check) => watchObject(observed, check, { kind, key, judge }),
  };
}

/** What is wrong, in words; undefined when all is as expected. */
type Judge = (object: KubeObject | undefined) => string | undefined;

function judgeOf({ metadata, spec, status, absent }: ObjectArgs): Judge {
  if (absent === true) return (object) => (object === undefined ? undefined : 'it exists');
  const expected = {
    ...(metadata && { metadata }),
    ...(spec && { spec }),
    ...(status && { status }),
  };
  return (object) => {
    if (object === undefined) return 'it does not exist';
    const wrong = mismatches(expected, object);
    return wrong.length === 0 ? undefined : wrong.map(mismatchText).join('; ');
  };
}

function watchObject(
  observed: ObservedKinds,
  check: ObservingCheck,
  { kind, key, judge }: { kind: Condition['kinds'][number]; key: string; judge: Judge },
): Monitor {
  let last = observed.object(kind, key);
  let problem = judge(last);
  const stop = observed.subscribe(kind, key, {
    check,
    update({ object, deleted }) {
      last = object;
      problem = judge(deleted ? undefined : object);
    },
  });
  return {
    get object() {
      return last;
    },
    get holds() {
      return problem === undefined;
    },
    actual: () => problem ?? 'it is so',
    stop,
  };
}
