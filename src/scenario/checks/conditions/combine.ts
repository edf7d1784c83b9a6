/** Conditions made of conditions. */
import { isList, type MapNode, type Node } from '../../source/node.ts';
import { describe, type Checker } from '../../shape/checker.ts';
import { fields } from '../../shape/fields.ts';
import { anything } from '../../shape/shape.ts';
import type { Condition, Monitor } from '../condition.ts';
import {
  conditionReference,
  type ConditionDraft,
  type ConditionForm,
  type InnerReader,
} from './form.ts';

/** All are true. */
export const allForm = listForm('all', 'Conditions that must all be true.', {
  join: ' and ',
  holds: (parts) => parts.every(({ holds }) => holds),
  /** One false part is enough for a first message; the full message lists all of them. */
  explains: (part) => !part.holds,
});

/** One is true, or several. */
export const anyForm = listForm('any', 'Conditions of which at least one must be true.', {
  join: ' or ',
  holds: (parts) => parts.some(({ holds }) => holds),
  explains: (part) => part.holds,
});

/** It is false. */
export const notForm: ConditionForm = {
  key: 'not',
  properties: { not: conditionReference },
  read(node, checker, inner) {
    const value = only(node, 'not', checker);
    const draft = value && inner(value);
    if (draft === undefined) return undefined;
    return {
      text: `not ${draft.text}`,
      checkWorld: (world, checker) => draft.checkWorld(world, checker),
      make(kinds) {
        const condition = draft.make(kinds);
        return {
          text: `not ${condition.text}`,
          kinds: condition.kinds,
          watch(observed, check) {
            const part = condition.watch(observed, check);
            return {
              get holds() {
                return !part.holds;
              },
              actual: () => part.actual(),
              stop: () => part.stop(),
            };
          },
        };
      },
    };
  },
};

interface Joining {
  readonly join: string;
  holds(parts: readonly Monitor[]): boolean;
  /** Whether a part explains why the whole is true, or is not. */
  explains(part: Monitor): boolean;
}

function listForm(key: string, doc: string, joining: Joining): ConditionForm {
  const items = conditionReference;
  return {
    key,
    properties: { [key]: { type: 'array', items, minItems: 1, description: doc } },
    read(node, checker, inner) {
      const drafts = readList(node, key, checker, inner);
      if (drafts === undefined) return undefined;
      return {
        text: textOf(drafts, joining),
        checkWorld: (world, checker) => drafts.forEach((draft) => draft.checkWorld(world, checker)),
        make: (kinds) =>
          combined(
            drafts.map((draft) => draft.make(kinds)),
            joining,
          ),
      };
    },
  };
}

function readList(
  node: MapNode,
  key: string,
  checker: Checker,
  inner: InnerReader,
): readonly ConditionDraft[] | undefined {
  const value = only(node, key, checker);
  if (value === undefined) return undefined;
  if (!isList(value) || value.items.length === 0) {
    return checker.problem(
      value,
      `"${key}" needs a list of conditions, found ${isList(value) ? 'an empty one' : describe(value)}`,
    );
  }
  const drafts = value.items.map((item) => inner(item));
  return drafts.every((draft) => draft !== undefined) ? drafts : undefined;
}

/** The value of the only field that a map may have. */
function only(node: MapNode, key: string, checker: Checker): Node | undefined {
  const field = anything({ doc: key });
  const shape = fields({
    doc: `a condition with "${key}"`,
    required: { [key]: field },
    optional: {},
  });
  const ok = shape.check(node, checker) !== undefined;
  return ok ? node.get(key) : undefined;
}

function textOf(parts: readonly { readonly text: string }[], { join }: Joining): string {
  return parts.length === 1 ? parts[0]!.text : `(${parts.map(({ text }) => text).join(join)})`;
}

function combined(conditions: readonly Condition[], joining: Joining): Condition {
  return {
    text: textOf(conditions, joining),
    kinds: [...new Set(conditions.flatMap(({ kinds }) => kinds))],
    watch(observed, check) {
      const parts = conditions.map((condition) => condition.watch(observed, check));
      return {
        get holds() {
          return joining.holds(parts);
        },
        actual: () => actualOf(conditions, parts, joining),
        stop: () => parts.forEach((part) => part.stop()),
      };
    },
  };
}

/**
 * Returns what the parts found that settle it: of `all` the false ones; when none does, all of them.
 */
function actualOf(
  conditions: readonly Condition[],
  parts: readonly Monitor[],
  { explains }: Joining,
): string {
  const isShown = parts.some(explains) ? explains : () => true;
  return parts
    .flatMap((part, i) => (isShown(part) ? [`${conditions[i]!.text}: ${part.actual()}`] : []))
    .join('; ');
}
