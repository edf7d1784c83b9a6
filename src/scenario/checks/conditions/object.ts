/** What one object has to look like. */
import { keyOf, type KubeObject } from '#values';
import type { Kind } from '#kinds';
import type { KindRegistry } from '#catalog';
import type { CheckedObject } from '#record';
import { isMap, type Node } from '../../source/node.ts';
import type { Checker } from '../../shape/checker.ts';
import { checkReference } from '../../check-reference.ts';
import { fields } from '../../shape/fields.ts';
import { checkValue } from '../../shape/manifest.ts';
import { checkKind, kindOf, reference, referenceText, refOf } from '../../shape/reference.ts';
import { anyMap, anything, flag, type ValueOf } from '../../shape/shape.ts';
import type { Condition, Monitor } from '../condition.ts';
import type { ObservingCheck } from '../observing.ts';
import type { ObservedKinds } from '../observed-kinds.ts';
import { checkFollowable, type ConditionForm } from './form.ts';
import { checkFormulas, claimsOf, formulas, catchingProblem, type Claim } from './formula.ts';
import { mismatches, mismatchText } from './match.ts';
import { judgePath, path } from './path.ts';
import { warnOfReasonsIn } from './reasons.ts';

const PARTS = ['metadata', 'spec', 'status'] as const;
/** What is required of an object that exists. */
const LOOKS: ReadonlySet<string> = new Set([...PARTS, 'that', 'path']);

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
    that: formulas,
    path,
    equals: anything({ doc: 'What the path has to find; null: nothing. Without it: anything.' }),
  },
});

type ObjectArgs = ValueOf<typeof shape>;

export const objectForm: ConditionForm = {
  key: 'kind',
  properties: shape.schema.properties as ConditionForm['properties'],
  read(node, checker) {
    const args = shape.check(node, checker);
    if (args === undefined || !checkTogether(args, node, checker)) return undefined;
    return {
      text: `${referenceText(args)} ${expectationText(args)}`,
      checkWorld(world, checker) {
        const kind =
          args.absent === true
            ? checkKind(args, world.kinds, node, checker)
            : checkReference(args, world, node, checker);
        if (kind === undefined || !isMap(node)) return;
        checkFollowable(kind, node, checker);
        for (const part of PARTS) {
          const schema = kind.schema.fields.get(part)?.schema ?? kind.schema.others;
          const value = node.get(part);
          if (value === undefined) continue;
          if (schema === undefined) checker.problem(value, `${kind.kind} has no ${part}`);
          else checkValue(value, schema, part, checker);
        }
        warnOfReasonsIn(node.get('status'), checker);
        checkFormulas(args.that ?? [], kind, checker);
        if (args.path === undefined) return;
        const { path, node: at } = args.path;
        catchingProblem(at, checker, () => path.check({ is: 'struct', schema: kind.schema }));
      },
      make: (kinds) => objectCondition(args, kinds),
    };
  },
};

function checkTogether(args: ObjectArgs, node: Node, checker: Checker): boolean {
  if ('equals' in args && args.path === undefined) {
    checker.problem(node, '"equals" goes with "path"');
    return false;
  }
  const others = Object.keys(args).filter((key) => LOOKS.has(key));
  if (args.absent !== true || others.length === 0) return true;
  checker.problem(node, `an object that is absent has no "${others[0]!}"`);
  return false;
}

function expectationText(args: ObjectArgs): string {
  const { metadata, spec, status, absent, that = [], path } = args;
  if (absent === true) return 'to be absent';
  const parts = Object.entries({ metadata, spec, status }).filter(
    ([, value]) => value !== undefined,
  );
  const texts = [
    ...parts.map(([part, value]) => `${part} ${JSON.stringify(value)}`),
    ...that.map(({ text }) => text),
  ];
  if (path !== undefined) {
    texts.push('equals' in args ? `${path.text} = ${JSON.stringify(args.equals)}` : path.text);
  }
  return texts.length === 0 ? 'to exist' : texts.join(', ');
}

function objectCondition(args: ObjectArgs, kinds: KindRegistry): Condition {
  const kind = kindOf(args, kinds);
  const ref = refOf(args, kind);
  const key = keyOf({ metadata: ref });
  const claims = claimsOf(args.that ?? [], kind);
  const judge = judgeOf(args, claims);
  const numbers = numbersOf(args, claims);
  const about = { kind: kind.kind, ...ref };
  return {
    text: `${referenceText(args)} ${expectationText(args)}`,
    kinds: [kind],
    watch: (observed, check) => watchObject(observed, check, { kind, key, judge, numbers, about }),
  };
}

interface Problem {
  /** What is wrong, in words. */
  readonly text: string;
  /** The path of the first field that is. */
  readonly field?: string | undefined;
}

/** Undefined when all is as expected. */
type Judge = (object: KubeObject | undefined) => Problem | undefined;

function judgeOf(args: ObjectArgs, claims: readonly Claim[]): Judge {
  const { metadata, spec, status, absent, path } = args;
  if (absent === true) {
    return (object) => (object === undefined ? undefined : { text: 'it exists' });
  }
  const expected = {
    ...(metadata && { metadata }),
    ...(spec && { spec }),
    ...(status && { status }),
  };
  const found = path && { path, ...('equals' in args && { equals: { value: args.equals } }) };
  return (object) => {
    if (object === undefined) return { text: 'it does not exist' };
    const wrong = mismatches(expected, object);
    const different = wrong.map(mismatchText);
    let field = wrong[0]?.path;
    for (const claim of claims) {
      const text = claim.judge(object);
      add(different, text);
      if (text !== undefined) field ??= firstOf(claim.numbers(object));
    }
    if (found !== undefined) add(different, judgePath(found, object));
    return different.length === 0 ? undefined : { text: different.join('; '), field };
  };
}

/** The numbers that a check looks at, by path. */
type Numbers = (object: KubeObject) => Iterable<readonly [string, number]>;

function numbersOf({ status = {} }: ObjectArgs, claims: readonly Claim[]): Numbers {
  const fields = Object.keys(status).filter((name) => typeof status[name] === 'number');
  return function* (object) {
    const found = (object as { readonly status?: Readonly<Record<string, unknown>> }).status ?? {};
    for (const name of fields) yield [`status.${name}`, Number(found[name] ?? 0)];
    for (const claim of claims) yield* claim.numbers(object);
  };
}

/** Returns the path of the first number that a claim reads. */
function firstOf(numbers: Iterable<readonly [string, number]>): string | undefined {
  for (const [path] of numbers) return path;
  return undefined;
}

function add(texts: string[], text: string | undefined): void {
  if (text !== undefined) texts.push(text);
}

interface WatchedObject {
  readonly kind: Kind;
  readonly key: string;
  readonly judge: Judge;
  readonly numbers: Numbers;
  readonly about: CheckedObject;
}

function watchObject(
  observed: ObservedKinds,
  check: ObservingCheck,
  { kind, key, judge, numbers, about }: WatchedObject,
): Monitor {
  let last = observed.object(kind, key);
  let problem = judge(last);
  const name = `${kind.kind} ${key}`;
  const measure = (object: KubeObject): void => {
    for (const [path, value] of numbers(object)) check.measure(`${name} ${path}`, value);
  };
  if (last !== undefined) measure(last);
  const stop = observed.subscribe(kind, key, {
    check,
    update({ object, deleted }) {
      last = object;
      problem = judge(deleted ? undefined : object);
      if (!deleted) measure(object);
    },
  });
  return {
    about,
    get object() {
      return last;
    },
    get holds() {
      return problem === undefined;
    },
    get field() {
      return problem?.field;
    },
    actual: () => problem?.text ?? 'it is so',
    stop,
  };
}
