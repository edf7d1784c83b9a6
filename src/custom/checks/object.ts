/** What a definition checks of its objects, as a whole and when only their status is written. */
import { areRulesOn } from '../definition/rules.ts';
import {
  checkRestarting,
  invalid,
  show,
  type FieldError,
  type FieldErrors,
  type KubeObject,
} from '#values';
import type { StrategyContext } from '#kinds';
import type { CustomResourceSubresources } from '#types';
import type { RuleTree } from '#cel';
import { checkEmbedded } from '../embedded.ts';
import { cel } from '../late-cel.ts';
import { checkScaleSpec, checkScaleStatus } from '../scale.ts';
import type { Structure } from '#schema';
import { checkListTypes } from './list-types.ts';
import { checkValue } from './value.ts';

/** Checks an object, except for its metadata. @param old undefined for a new object */
export type Check = (
  errors: FieldErrors,
  object: KubeObject,
  context: StrategyContext,
  old?: KubeObject,
) => void;

/** What comes after the schema and before the rules. */
type Middle = (found: FieldErrors, object: KubeObject, old: KubeObject | undefined) => void;

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
  const checking =
    (middle: Middle): Check =>
    (errors, object, { profile }, old) =>
      checkRestarting(errors, () => {
        const found: FieldErrors = [...checkValue(structure, object, '').errors];
        middle(found, object, old);
        if (!areRulesOn(profile)) return found;
        rules ??= cel().RuleTree.of(structure) ?? null;
        if (rules === null) return found;
        if (found.some(preventsRules)) found.push(notAllRules);
        else cel().checkRules(found, rules, object, old);
        return found;
      });
  return {
    whole: checking((found, object, old) => {
      if (scale != null) {
        checkScaleSpec(found, object, scale);
        checkScaleStatus(found, object, scale);
      }
      checkEmbedded(found, structure, object);
      if (old === undefined || !hasRepeats(structure, old)) {
        checkListTypes(found, structure, object);
      }
    }),
    status: checking((found, object) => {
      if (scale != null) checkScaleStatus(found, object, scale);
    }),
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
  show('null'),
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
);

function hasRepeats(structure: Structure, object: KubeObject): boolean {
  const found: FieldErrors = [];
  checkListTypes(found, structure, object);
  return found.length > 0;
}
