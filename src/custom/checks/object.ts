/** What a definition checks of its objects, as a whole and when only their status is written. */
import { areRulesOn } from '../definition/rules.ts';
import {
  checkInParts,
  inField,
  invalid,
  type FieldError,
  type FieldErrors,
  type Resumable,
  type KubeObject,
  shownNull,
} from '#values';
import type { Profile, StrategyContext } from '#kinds';
import type { CustomResourceSubresources } from '#types';
import type { RuleTree } from '#cel';
import { checkingEmbedded } from './embedded.ts';
import { cel, ruleCompiler } from '../late-cel.ts';
import { checkScaleSpec, checkScaleStatus } from '../scale.ts';
import type { Structure } from '#schema';
import { checkingListTypes } from './list-types.ts';
import { strictnessOf } from './strictness.ts';
import { checkingValue } from './value.ts';

/** Checks an object, except for its metadata. @param old undefined for a new object */
export type Check = (
  errors: FieldErrors,
  object: KubeObject,
  context: StrategyContext,
  old?: KubeObject,
) => void;

/** What comes after the schema and before the rules. */
type Middle = (
  found: FieldErrors,
  object: KubeObject,
  old: KubeObject | undefined,
  profile: Profile,
) => Resumable<void>;

interface WithStatus extends KubeObject {
  readonly status?: unknown;
}

function statusField(field: string): string {
  if (field === '' || field === '<nil>') return field || 'status';
  return field.startsWith('[') ? `status${field}` : `status.${field}`;
}

export { finalizerWarnings } from './finalizers.ts';

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
  function* schemaErrors(
    object: KubeObject,
    old: KubeObject | undefined,
    profile: Profile,
    isOfStatus: boolean,
  ): Resumable<Iterable<FieldError>> {
    const strictness = strictnessOf(profile);
    const part = structure.fields.get('status');
    if (!isOfStatus || !profile.enabled('StatusCheckedAlone')) {
      return (yield* checkingValue(structure, object, '', { old, strictness })).errors;
    }
    const [status, before] = [object, old].map((each) => (each as WithStatus | undefined)?.status);
    if (part === undefined || status === undefined) return [];
    const { errors } = yield* checkingValue(part, status, '', { old: before, strictness });
    if (!profile.enabled('StatusFieldsNamedWhole')) return errors;
    return Array.from(errors, (error) => inField(error, statusField(error.field)));
  }
  const checking = (
    middle: Middle,
    isOfStatus: boolean,
    mayRatchet: (profile: Profile) => boolean,
  ): Check => {
    function* finding(
      object: KubeObject,
      { profile }: StrategyContext,
      old: KubeObject | undefined,
      earlier: FieldErrors,
    ): Resumable<FieldErrors> {
      const ratchets = profile.enabled('CRDValidationRatcheting') && mayRatchet(profile);
      const before = ratchets ? old : undefined;
      const found: FieldErrors = [...(yield* schemaErrors(object, before, profile, isOfStatus))];
      yield* middle(found, object, old, profile);
      if (!areRulesOn(profile)) return found;
      rules ??= cel().RuleTree.of(structure, true, ruleCompiler(profile)) ?? null;
      if (rules === null) return found;
      const prevents = preventing(profile);
      if (found.some(prevents) || earlier.some(prevents)) found.push(notAllRules);
      else cel().checkRules(found, rules, object, old, ratchets);
      return found;
    }
    return (errors, object, context, old) =>
      checkInParts(errors, finding(object, context, old, errors));
  };
  return {
    whole: checking(
      function* (found, object, old, profile) {
        if (scale != null) {
          checkScaleSpec(found, object, scale);
          checkScaleStatus(found, object, scale);
        }
        yield* checkingEmbedded(found, structure, object, '', profile.enabled('BriefMessages'));
        if (old === undefined || !(yield* havingRepeats(structure, old))) {
          yield* checkingListTypes(found, structure, object);
        }
      },
      false,
      always,
    ),
    status: checking(
      function* (found, object, old, profile) {
        if (scale != null) checkScaleStatus(found, object, scale);
        if (!profile.enabled('StatusListsChecked')) return;
        if (old !== undefined && (yield* havingRepeats(structure, old))) return;
        yield* checkingListTypes(found, structure, object);
      },
      true,
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

/** Rules read values of the types and sizes that the schema has. A value outside of its `enum` could be read. */
function preventing(profile: Profile): (error: FieldError) => boolean {
  const reasons = profile.enabled('UnlistedValuesPreventRules')
    ? [...blockingReasons, 'FieldValueNotSupported']
    : blockingReasons;
  return ({ reason }) => reasons.includes(reason);
}

const notAllRules = invalid(
  '<nil>',
  shownNull,
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
);

const always = (): boolean => true;

function* havingRepeats(structure: Structure, object: KubeObject): Resumable<boolean> {
  const found: FieldErrors = [];
  yield* checkingListTypes(found, structure, object);
  return found.length > 0;
}
