/** Rules in CEL: they have to fit the schema, and must not cost too much. */
import type { Rule } from '#cel';
import type { Profile } from '#kinds';
import { ruleCompiler } from '../../late-cel.ts';
import { Structure } from '#schema';
import {
  forbidden,
  invalid,
  isEnough,
  goOf,
  escapeJson,
  show,
  showPointer,
  type FieldError,
  type FieldErrors,
  type Shown,
} from '#values';
import type { JSONSchemaProps } from '#types';
import { checkTexts } from './rule-texts.ts';

const name = 'x-kubernetes-validations';

/** What one rule may cost for a whole object, and all of a schema together. */
const mostPerRule = 10_000_000;
const mostPerSchema = 100_000_000;

/** Of the rules that make a schema too costly, the costliest are named: at most this many, above this cost. */
const mostNamed = 4;
const leastNamed = mostPerSchema / 100;

/**
 * Adds what is wrong with the rules of a structural schema.
 *
 * @param found what is wrong with schemas: rules about these, and about what they are in, are not checked
 */
export function validateExpressions(
  errors: FieldErrors,
  root: JSONSchemaProps,
  field: string,
  profile: Profile,
  found?: readonly FieldError[],
): void {
  const check = new ExpressionCheck(errors, profile, found);
  check.visit(new Structure(root, true), { field, times: 1 });
  check.finish(field);
}

/** Where a schema is. */
interface Place {
  readonly field: string;
  /** How many such values an object may have; undefined where nothing limits them. */
  readonly times: number | undefined;
  /** The schema around it whose parts cannot be compared with what they were. */
  readonly incomparable?: string;
}

class ExpressionCheck {
  readonly #errors: FieldErrors;
  readonly #profile: Profile;
  readonly #found: readonly FieldError[] | undefined;
  readonly #costs: { readonly field: string; readonly cost: number }[] = [];

  constructor(errors: FieldErrors, profile: Profile, found: readonly FieldError[] | undefined) {
    this.#errors = errors;
    this.#profile = profile;
    this.#found = found;
  }

  /** Without the errors of schemas, as in v1.24, those of a schema come before those of its parts. */
  visit(structure: Structure, place: Place): void {
    if (isEnough(this.#errors)) return;
    const { props, fields, items, others } = structure;
    const hasRules = (props[name] ?? []).length > 0;
    if (hasRules && this.#found === undefined) this.#check(structure, place);
    const { field, times } = place;
    const { incomparable } = place;
    const within = incomparable === undefined ? {} : { incomparable };
    if (others !== undefined) {
      const at = `${field}.additionalProperties`;
      this.visit(others, { ...within, field: at, times: product(times, props.maxProperties) });
    }
    for (const [key, part] of fields) {
      this.visit(part, { ...within, field: `${field}.properties[${key}]`, times });
    }
    if (items !== undefined) {
      const inList =
        place.incomparable ?? (props['x-kubernetes-list-type'] === 'map' ? undefined : field);
      const at = `${field}.items`;
      this.visit(items, {
        ...(inList !== undefined && { incomparable: inList }),
        field: at,
        times: product(times, props.maxItems),
      });
    }
    if (hasRules && this.#found?.some((error) => isWithin(error, field)) === false) {
      this.#check(structure, place);
    }
  }

  #check(structure: Structure, place: Place): void {
    const input = structure.props[name]!;
    const at = (index: number): string => `${place.field}.${name}[${index}]`;
    if (this.#found === undefined) {
      for (const [index, rule] of input.entries()) checkTexts(this.#errors, rule, at(index));
    }
    const compiled = ruleCompiler(this.#profile).compile(structure, structure.isEmbedded);
    if (compiled === undefined) return this.#refuseType(structure, `${place.field}.${name}`);
    const { rules, declared } = compiled;
    const times = place.times ?? declared.mostTimes;
    for (const [index, rule] of rules.entries()) this.#checkRule(rule, times, at(index), place);
  }

  #refuseType(structure: Structure, field: string): void {
    const { type = '' } = structure.props;
    // v1.24 does not look at rules about values of any type.
    if (this.#found === undefined && type === '' && structure.preserves) return;
    const preserves = String(structure.preserves);
    const why =
      this.#found === undefined
        ? `rule declared on schema that does not support validation rules type: '${type}' x-kubernetes-preserve-unknown-fields: '${preserves}'`
        : 'internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations';
    this.#errors.push({ reason: 'InternalError', field, message: `Internal error: ${why}` });
  }

  #checkRule(rule: Rule, times: number, at: string, { incomparable }: Place): void {
    const field = `${at}.rule`;
    this.#checkCost(field, rule.mostCost * times, 'estimated rule cost');
    if (rule.fault !== undefined) {
      this.#errors.push(invalid(field, showRule(rule.source, this.#profile), rule.fault));
    }
    this.#checkMessage(rule, times, `${at}.messageExpression`);
    const { optionalOldSelf } = rule.source;
    if (!rule.isTransition) {
      if (optionalOldSelf == null) return;
      const why = 'may not be set if oldSelf is not used in rule';
      this.#errors.push(invalid(`${at}.optionalOldSelf`, String(optionalOldSelf), why));
      return;
    }
    if (incomparable === undefined) return;
    const why = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${incomparable}`;
    this.#errors.push(invalid(field, show(rule.source.rule), why));
  }

  #checkMessage(rule: Rule, times: number, field: string): void {
    if (rule.messageFault !== undefined) {
      this.#errors.push(invalid(field, showRule(rule.source, this.#profile), rule.messageFault));
    } else if (rule.message !== undefined) {
      this.#checkCost(field, rule.mostMessageCost * times, 'estimated messageExpression cost');
    }
  }

  #checkCost(field: string, cost: number, what: string): void {
    if (cost > mostPerRule) {
      this.#errors.push(forbidden(field, tooCostly(what, cost / mostPerRule)));
    }
    this.#costs.push({ field, cost });
  }

  /** All rules together. */
  finish(field: string): void {
    const total = this.#costs.reduce((sum, { cost }) => sum + cost, 0);
    if (total <= mostPerSchema) return;
    const named = this.#costs
      .filter(({ cost }) => cost >= leastNamed)
      .sort((a, b) => b.cost - a.cost)
      .slice(0, mostNamed);
    for (const { field: at } of named) {
      const why =
        'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
      this.#errors.push(forbidden(at, why));
    }
    const what = `${name} estimated rule cost total for entire OpenAPIv3 schema`;
    this.#errors.push(forbidden(field, tooCostly(what, total / mostPerSchema)));
  }
}

function product(times: number | undefined, most: number | undefined): number | undefined {
  return times === undefined || most === undefined ? undefined : times * Math.max(0, most);
}

function isWithin(error: FieldError, field: string): boolean {
  return error.field === field || error.field.startsWith(`${field}.`);
}

function tooCostly(what: string, factor: number): string {
  const times = factor > 100 ? 'more than 100x' : `${factor.toFixed(factor < 1.5 ? 6 : 1)}x`;
  const how =
    'try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared';
  return `${what} exceeds budget by factor of ${times} (${how})`;
}

/** What a rule consists of in Go, each with the field that has it, and the type that a pointer is to. */
const partsOfRule = [
  ['Rule', 'rule'],
  ['Message', 'message'],
  ['MessageExpression', 'messageExpression'],
  ['Reason', 'reason', 'apiextensions.FieldValueErrorReason'],
  ['FieldPath', 'fieldPath'],
  ['OptionalOldSelf', 'optionalOldSelf', 'bool'],
] as const;

/** Fields that the release does not have are not printed. */
function showRule(input: Rule['source'], { schemas }: Profile): Shown {
  const { fields } = schemas.of('apiextensions/v1', 'ValidationRule');
  const parts = partsOfRule.filter(([, field]) => fields.has(field));
  const go = parts.map(([part, field, type]) => {
    const value = input[field];
    const shown = type === undefined ? show(value ?? '') : showPointer(type, value);
    return `${part}:${goOf(shown)}`;
  });
  const json = parts.map(([part, field, type]) => [
    part,
    input[field] ?? (type === undefined ? '' : null),
  ]);
  return {
    go: `apiextensions.ValidationRule{${go.join(', ')}}`,
    json: escapeJson(JSON.stringify(Object.fromEntries(json))),
  };
}
