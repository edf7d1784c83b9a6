/** How many objects there are. */
import { everything, keyOf, type KubeObject } from '#values';
import type { Kind } from '#kinds';
import type { KindRegistry } from '#catalog';
import { isMap } from '../../source/node.ts';
import { fields } from '../../shape/fields.ts';
import { checkKind, reference } from '../../shape/reference.ts';
import { selector } from '../../shape/selector.ts';
import { text, type ValueOf } from '../../shape/shape.ts';
import { comparison, type Comparison } from '../comparison.ts';
import type { Condition, Monitor } from '../condition.ts';
import type { ObservingCheck } from '../observing.ts';
import type { ObservedKinds } from '../observed-kinds.ts';
import { checkFollowable, type ConditionForm } from './form.ts';
import { checkFormulas, claimsOf, formulas } from './formula.ts';

const which = fields({
  doc: 'which objects are counted',
  required: { kind: reference.required.kind },
  optional: {
    namespace: text({ doc: 'Their namespace; default: all namespaces.' }),
    selector,
    that: formulas,
  },
});

const shape = fields({
  doc: 'how many objects there are',
  required: { count: which },
  optional: {
    equals: comparison({ doc: 'How many there have to be.' }),
    is: comparison({ doc: 'How many there have to be.' }),
  },
});

type Which = ValueOf<typeof which>;

export const countForm: ConditionForm = {
  key: 'count',
  properties: shape.schema.properties as ConditionForm['properties'],
  read(node, checker) {
    const args = shape.check(node, checker);
    if (args === undefined) return undefined;
    const expected = args.equals ?? args.is;
    if (expected === undefined || (args.equals !== undefined && args.is !== undefined)) {
      return checker.problem(
        node,
        `a count needs one of "equals: 3" and "is: '>= 3'"; it has ${expected === undefined ? 'none' : 'both'}`,
      );
    }
    const at = isMap(node) ? (node.get('count') ?? node) : node;
    return {
      text: `${expected.text} ${whichText(args.count)}`,
      checkWorld(world, checker) {
        const kind = checkKind(args.count, world.kinds, at, checker);
        if (kind === undefined) return;
        checkFollowable(kind, at, checker);
        checkFormulas(args.count.that ?? [], kind, checker);
      },
      make: (kinds) => countCondition(args.count, expected, kinds),
    };
  },
};

function whichText({ kind, namespace, selector = everything, that = [] }: Which): string {
  const where = namespace === undefined ? '' : ` in ${namespace}`;
  const labels = selector.isEmpty() ? '' : ` with ${selector.toString()}`;
  const claims = that.length === 0 ? '' : ` where ${that.map(({ text }) => text).join(' and ')}`;
  return `${kind} objects${where}${labels}${claims}`;
}

function countCondition(which: Which, expected: Comparison, kinds: KindRegistry): Condition {
  const kind = kinds.byName(which.kind)!;
  const { namespace, selector = everything } = which;
  const claims = claimsOf(which.that ?? [], kind);
  const counted = (object: KubeObject): boolean =>
    (namespace === undefined || object.metadata.namespace === namespace) &&
    selector.matches(object.metadata.labels) &&
    claims.every((claim) => claim.holds(object));
  const what = whichText(which);
  return {
    text: `${expected.text} ${what}`,
    kinds: [kind],
    watch: (observed, check) =>
      watchCount(observed, check, { kind, counted, comparison: expected, what }),
  };
}

/** Keeps the keys that count, so that a change costs the same however many objects there are. */
function watchCount(
  observed: ObservedKinds,
  check: ObservingCheck,
  options: {
    kind: Kind;
    counted: (object: KubeObject) => boolean;
    comparison: Comparison;
    what: string;
  },
): Monitor {
  const { kind, counted, comparison, what } = options;
  const keys = new Set<string>();
  for (const object of observed.objects(kind)) if (counted(object)) keys.add(keyOf(object));
  check.measure(what, keys.size);
  const stop = observed.subscribe(kind, undefined, {
    check,
    update({ object, deleted }) {
      if (!deleted && counted(object)) keys.add(keyOf(object));
      else keys.delete(keyOf(object));
      check.measure(what, keys.size);
    },
  });
  return {
    get holds() {
      return comparison.accepts(keys.size);
    },
    actual: () => `there ${keys.size === 1 ? 'is' : 'are'} ${keys.size}`,
    stop,
  };
}
