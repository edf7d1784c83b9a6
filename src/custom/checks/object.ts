/** What a definition checks of its objects, as a whole and when only their status is written. */
import { areRulesOn } from '../definition/rules.ts';
import {
  checkInParts,
  invalid,
  type FieldError,
  type FieldErrors,
  type Parts,
  type KubeObject,
  shownNull,
} from '#values';
import type { Profile, StrategyContext } from '#kinds';
import type { CustomResourceSubresources } from '#types';
import type { RuleTree } from '#cel';
import { checkingEmbedded } from '../embedded.ts';
import { cel, ruleCompiler } from '../late-cel.ts';
import { checkScaleSpec, checkScaleStatus } from '../scale.ts';
import type { Structure } from '#schema';
import { checkingListTypes } from './list-types.ts';
import { checkingValue } from './value.ts';

/** Checks an object, except for its metadata. @param old undefined for a new object */
export type Check = (
  errors: FieldErrors,
  object: KubeObject,
  context: StrategyContext,
  old?: KubeObject,
) => void;

/** What comes after the schema and before the rules. */
type Middle = (found: FieldErrors, object: KubeObject, old: KubeObject | undefined) => Parts<void>;

export interface Checks {
  /** Lists that had items twice before may keep them. */
  readonly whole: Check;
  /**
   * v1.24 then checks neither lists nor embedded objects, and of the scale only what paths into the
   * status usually name.
   */
  readonly status: Check;
}

export function checksOf(structure: Structure, { scale }: CustomResourceSubresources): Checks {
  let rules: RuleTree | null | undefined;
  const checking = (middle: Middle, mayRatchet: (profile: Profile) => boolean): Check => {
    function* finding(
      object: KubeObject,
      { profile }: StrategyContext,
      old: KubeObject | undefined,
    ): Parts<FieldErrors> {
      const ratchets = profile.enabled('CRDValidationRatcheting') && mayRatchet(profile);
      const before = ratchets ? old : undefined;
      const { errors } = yield* checkingValue(structure, object, '', before);
      const found: FieldErrors = [...errors];
      yield* middle(found, object, old);
      if (!areRulesOn(profile)) return found;
      rules ??= cel().RuleTree.of(structure, true, ruleCompiler(profile)) ?? null;
      if (rules === null) return found;
      if (found.some(preventsRules)) found.push(notAllRules);
      else cel().checkRules(found, rules, object, old, ratchets);
      return found;
    }
    return (errors, object, context, old) => checkInParts(errors, finding(object, context, old));
  };
  return {
    whole: checking(function* (found, object, old) {
      if (scale != null) {
        checkScaleSpec(found, object, scale);
        checkScaleStatus(found, object, scale);
      }
      yield* checkingEmbedded(found, structure, object);
      if (old === undefined || !(yield* havingRepeats(structure, old))) {
        yield* checkingListTypes(found, structure, object);
      }
    }, always),
    status: checking(
      function* (found, object) {
        if (scale != null) checkScaleStatus(found, object, scale);
      },
      (profile) => profile.enabled('StatusRatchets'),
    ),
  };
}

const blockingReasons: readonly string[] = [
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
];

/** Rules read values of the types and sizes that the schema has. A value outside of its `enum` can be read. */
function preventsRules({ reason }: FieldError): boolean {
  return blockingReasons.includes(reason);
}

const notAllRules = invalid(
  '<nil>',
  shownNull,
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
);

const always = (): boolean => true;

function* havingRepeats(structure: Structure, object: KubeObject): Parts<boolean> {
  const found: FieldErrors = [];
  yield* checkingListTypes(found, structure, object);
  return found.length > 0;
}
