/** Rules in CEL: they have to fit the schema, and must not cost too much. */
import type { Rule, RuleCompiler } from '#cel';
import { cel } from '../../late-cel.ts';
import { Structure } from '#schema';
import {
  forbidden,
  invalid,
  isEnough,
  required,
  show,
  type FieldErrors,
  showStruct,
} from '#values';
import type { JSONSchemaProps } from '#types';

const name = 'x-kubernetes-validations';

/** What one rule may cost for a whole object, and all of a schema together. */
const mostPerRule = 10_000_000;
const mostPerSchema = 100_000_000;

/** Of the rules that make a schema too costly, the costliest are named: at most this many, above this cost. */
const mostNamed = 4;
const leastNamed = mostPerSchema / 100;

/** Adds what is wrong with the rules of a structural schema. */
export function validateExpressions(
  errors: FieldErrors,
  root: JSONSchemaProps,
  field: string,
): void {
  const check = new ExpressionCheck(errors);
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
  #compiler: RuleCompiler | undefined;
  readonly #costs: { readonly field: string; readonly cost: number }[] = [];

  constructor(errors: FieldErrors) {
    this.#errors = errors;
  }

  visit(structure: Structure, place: Place): void {
    if (isEnough(this.#errors)) return;
    const { props, fields, items, others } = structure;
    if ((props[name] ?? []).length > 0) this.#check(structure, place);
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
  }

  #check(structure: Structure, place: Place): void {
    const given = structure.props[name]!;
    const at = (index: number): string => `${place.field}.${name}[${index}]`;
    given.forEach((rule, index) => this.#checkTexts(rule, at(index)));
    this.#compiler ??= new (cel().RuleCompiler)();
    const compiled = this.#compiler.compile(structure, structure.isEmbedded);
    if (compiled === undefined) {
      const { type = '' } = structure.props;
      // v1.24 does not look at rules about values of any type.
      if (type === '' && structure.preserves) return;
      const preserves = String(structure.preserves);
      const why = `rule declared on schema that does not support validation rules type: '${type}' x-kubernetes-preserve-unknown-fields: '${preserves}'`;
      const message = `Internal error: ${why}`;
      this.#errors.push({ reason: 'InternalError', field: `${place.field}.${name}`, message });
      return;
    }
    const { rules, declared } = compiled;
    const times = place.times ?? declared.mostTimes;
    for (const [index, rule] of rules.entries()) this.#checkRule(rule, times, at(index), place);
  }

  #checkTexts({ rule, message }: Rule['given'], at: string): void {
    const [text, said] = [rule.trim(), (message ?? '').trim()];
    const refuse = (why: string): void =>
      void this.#errors.push(invalid(`${at}.message`, show(message!), why));
    if (text === '') this.#errors.push(required(`${at}.rule`, 'rule is not specified'));
    else if (message && said === '') refuse('message must be non-empty if specified');
    else if (hasBreak(said)) refuse('message must not contain line breaks');
    else if (hasBreak(text) && said === '') {
      const why = 'message must be specified if rule contains line breaks';
      this.#errors.push(required(`${at}.message`, why));
    }
  }

  #checkRule(rule: Rule, times: number, at: string, { incomparable }: Place): void {
    const field = `${at}.rule`;
    const cost = rule.mostCost * times;
    if (cost > mostPerRule) {
      this.#errors.push(forbidden(field, tooCostly('estimated rule cost', cost / mostPerRule)));
    }
    this.#costs.push({ field, cost });
    if (rule.fault !== undefined) {
      this.#errors.push(invalid(field, showRule(rule.given), rule.fault));
    }
    if (!rule.isTransition || incomparable === undefined) return;
    const why = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${incomparable}`;
    this.#errors.push(invalid(field, show(rule.given.rule), why));
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

function hasBreak(text: string): boolean {
  return /[\n\r]/.test(text);
}

function tooCostly(what: string, factor: number): string {
  const times = factor > 100 ? 'more than 100x' : `${factor.toFixed(factor < 1.5 ? 6 : 1)}x`;
  const how =
    'try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared';
  return `${what} exceeds budget by factor of ${times} (${how})`;
}

function showRule({ rule, message = '' }: Rule['given']): string {
  return showStruct('apiextensions.ValidationRule', [
    ['Rule', show(rule)],
    ['Message', show(message)],
  ]);
}
