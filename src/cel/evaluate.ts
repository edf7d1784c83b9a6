/** Evaluates the rules of a schema, and of all schemas in it, for an object. */
import {
  checkThen,
  deepEqual,
  duplicate,
  forbidden,
  invalid,
  required,
  show,
  showJson,
  type FieldError,
  type FieldErrors,
} from '#values';
import { isObject, oldItems, type Structure } from '#schema';
import { CostExceeded, Meter, mostPerObject } from './meter.ts';
import type { Compiled } from './program.ts';
import { nameOfRule, RuleCompiler, type Rule, type Rules, type ValidationRule } from './rules.ts';
import { CelError, CelOptional, read, type Value } from './values.ts';

/** The rules of a schema and of its parts, each made when an object has such a part. */
export class RuleTree {
  readonly structure: Structure;
  readonly #compiler: RuleCompiler;
  readonly #isRoot: boolean;
  #rules: Rules | undefined;
  readonly #parts = new Map<Structure, RuleTree | undefined>();

  private constructor(structure: Structure, isRoot: boolean, compiler: RuleCompiler) {
    this.structure = structure;
    this.#isRoot = isRoot;
    this.#compiler = compiler;
  }

  /** Undefined for a schema without rules, which costs nothing. */
  static of(
    structure: Structure,
    isRoot = structure.isEmbedded,
    compiler = new RuleCompiler(),
  ): RuleTree | undefined {
    return hasRules(structure) ? new RuleTree(structure, isRoot, compiler) : undefined;
  }

  /** Whether the release has a trait of the language, or of rules. */
  has(name: string): boolean {
    return this.#compiler.has(name);
  }

  /** Undefined for a schema that has none of its own. */
  get rules(): Rules | undefined {
    if (!structureHasRules(this.structure)) return undefined;
    return (this.#rules ??= this.#compiler.compile(this.structure, this.#isRoot));
  }

  /** The rules of a part; undefined for none. */
  part(structure: Structure): RuleTree | undefined {
    if (!this.#parts.has(structure)) {
      this.#parts.set(structure, RuleTree.of(structure, undefined, this.#compiler));
    }
    return this.#parts.get(structure);
  }
}

function structureHasRules({ props }: Structure): boolean {
  return (props['x-kubernetes-validations'] ?? []).length > 0;
}

function hasRules(structure: Structure): boolean {
  if (structureHasRules(structure)) return true;
  const { fields, others, items } = structure;
  return [...fields.values(), others, items].some((part) => part !== undefined && hasRules(part));
}

/** A value with the rules that it has to obey. */
interface Place {
  readonly tree: RuleTree;
  readonly value: unknown;
  /** The same value before; undefined where there was none. */
  readonly old: unknown;
  readonly path: string;
  /** Whether it is, or is in, a value that is as it was before: then it may break rules. */
  readonly isKept: boolean;
}

/**
 * Adds what the rules say against an object. Other requests get a turn between the rules.
 *
 * @param old the object before, in an update
 * @param ratchets whether values that have not changed may break rules
 */
export function checkRules(
  errors: FieldErrors,
  tree: RuleTree,
  object: unknown,
  old?: unknown,
  ratchets = false,
): void {
  const evaluation = new Evaluation(errors, tree, ratchets);
  const isKept = ratchets && isUnchanged(object, old);
  evaluation.walk({ tree, value: object, old, path: '', isKept });
}

function isUnchanged(value: unknown, old: unknown): boolean {
  return old !== undefined && old !== null && deepEqual(value, old);
}

class Evaluation {
  readonly #errors: FieldErrors;
  readonly #meter: Meter;
  readonly #tree: RuleTree;
  readonly #ratchets: boolean;
  #budget = mostPerObject;
  #isOver = false;

  constructor(errors: FieldErrors, tree: RuleTree, ratchets: boolean) {
    this.#errors = errors;
    this.#tree = tree;
    this.#ratchets = ratchets;
    this.#meter = new Meter(tree.has('CelOptionalTypes'));
  }

  walk(place: Place): void {
    if (this.#isOver || place.value === null || place.value === undefined) return;
    checkThen(this.#errors, () => {
      this.#evaluate(place);
      for (const part of partsOf(place, this.#ratchets)) {
        if (this.#isOver) return;
        this.walk(part);
      }
    });
  }

  #evaluate(place: Place): void {
    const { tree, value, old } = place;
    const { rules } = tree;
    if (rules === undefined || this.#isOver) return;
    const hasOld = old !== undefined && old !== null;
    const values = [value, old].map((one) => read(one ?? null, rules.declared));
    const optional = new CelOptional(hasOld ? values[1] : undefined);
    let { path } = place;
    for (const rule of rules.rules) {
      const isOptional = rule.source.optionalOldSelf === true;
      if (rule.isTransition && !hasOld && !isOptional) continue;
      if (this.#budget <= 0) {
        this.#end(place, outOfBudget);
        return;
      }
      const field = rule.path === undefined ? path : below(path, rule.path);
      const input = isOptional ? [values[0]!, optional] : values;
      const isBroken = this.#run(rule, input, { ...place, path }, field);
      if (this.#isOver) return;
      if (isBroken && !this.#tree.has('RulePathsApart')) path = field;
    }
  }

  /** Returns whether the rule says that the value is wrong. */
  #run(rule: Rule, values: readonly Value[], place: Place, field: string): boolean {
    const { program, fault, source } = rule;
    if (fault !== undefined) return this.#refuse(place, `rule compile error: ${fault}`);
    if (program === undefined) return false;
    const name = nameOfRule(source);
    const result = this.#valueOf(program, values);
    if (result === undefined) {
      const why = "'operation cancelled: actual cost limit exceeded'";
      const then =
        'no further validation rules will be run due to call cost exceeds limit for rule';
      return this.#end(place, `${why}: ${then}: ${name}`);
    }
    this.#budget -= this.#meter.cost;
    if (this.#budget < 0) return this.#end(place, outOfBudget);
    if (result === true) return false;
    if (result instanceof CelError) return this.#refuse(place, failure(result.message, name));
    const why = this.#messageOf(rule, values) ?? this.#textOf(source, name);
    if (place.isKept && !rule.isTransition) return true;
    this.#errors.push(this.#broken({ ...place, path: field }, why, source.reason));
    return true;
  }

  #textOf({ message }: ValidationRule, name: string): string {
    if (!message) return `failed rule: ${name}`;
    return this.#tree.has('RuleMessagesTrimmed') ? message.trim() : message;
  }

  /** Undefined where its expression makes none that can be shown. */
  #messageOf({ message }: Rule, values: readonly Value[]): string | undefined {
    if (message === undefined) return undefined;
    const created = this.#valueOf(message, values);
    this.#budget -= this.#meter.cost;
    const text = typeof created === 'string' ? created.trim() : '';
    return isShort(text) && text !== '' && !text.includes('\n') ? text : undefined;
  }

  /** Undefined if it costs too much. */
  #valueOf(program: Compiled, values: readonly Value[]): Value | undefined {
    this.#meter.begin();
    try {
      return program.run({ variables: [...values], meter: this.#meter });
    } catch (error) {
      if (error instanceof CostExceeded) return undefined;
      throw error;
    }
  }

  #broken({ tree, value, path }: Place, why: string, reason: ValidationRule['reason']): FieldError {
    const field = fieldOf(path);
    const { type = '' } = tree.structure.props;
    const isShown = this.#tree.has('RuleValuesShown');
    const isScalar = type !== 'object' && type !== 'array';
    const shown = isShown ? showJson(value) : show(type);
    if (reason === 'FieldValueForbidden') return forbidden(field, why);
    if (reason === 'FieldValueRequired') return required(field, why);
    if (reason === 'FieldValueDuplicate') return duplicate(field, isScalar ? shown : show(type));
    if (!isShown || isScalar) return invalid(field, shown, why);
    return { reason: 'FieldValueInvalid', field, message: `Invalid value: ${why}` };
  }

  #refuse({ tree, path }: Place, why: string): false {
    const { type = '' } = tree.structure.props;
    this.#errors.push(invalid(fieldOf(path), show(type), why));
    return false;
  }

  #end(place: Place, why: string): false {
    this.#isOver = true;
    return this.#refuse(place, why);
  }
}

function fieldOf(path: string): string {
  return path === '' ? '<nil>' : path;
}

function below(path: string, field: string): string {
  return path === '' || field.startsWith('[') ? `${path}${field}` : `${path}.${field}`;
}

/** How long a message may be that an expression makes. */
function isShort(text: string): boolean {
  return new TextEncoder().encode(text).length <= 5 * 1024;
}

const outOfBudget =
  'validation failed due to running out of cost budget, no further validation rules will be run';

function failure(why: string, rule: string): string {
  if (!why.startsWith('no such overload')) return `${why} evaluating rule: ${rule}`;
  const meaning =
    'call arguments did not match a supported operator, function or macro signature for rule';
  return `'${why}': ${meaning}: ${rule}`;
}

function* partsOf(place: Place, ratchets: boolean): Iterable<Place> {
  for (const part of partsIn(place)) {
    yield { ...part, isKept: place.isKept || (ratchets && isUnchanged(part.value, part.old)) };
  }
}

function* partsIn({ tree, value, old, path }: Place): Iterable<Omit<Place, 'isKept'>> {
  const { structure } = tree;
  if (Array.isArray(value)) {
    const inside = structure.items && tree.part(structure.items);
    if (inside === undefined) return;
    const before = oldItems(structure, old);
    for (const [index, item] of value.entries()) {
      yield { tree: inside, value: item, old: before(item), path: `${path}[${index}]` };
    }
  } else if (isObject(value)) {
    const keepsParts = structure.props['x-kubernetes-map-type'] !== 'atomic';
    const before = keepsParts && isObject(old) ? old : {};
    for (const name of Object.keys(value)) {
      const field = structure.fields.get(name);
      const of = field ?? structure.others;
      const inside = of && tree.part(of);
      if (inside === undefined) continue;
      const key = path === '' ? name : `${path}.${name}`;
      const at = field === undefined ? `${path}[${name}]` : key;
      const oldPart = Object.hasOwn(before, name) ? before[name] : undefined;
      yield { tree: inside, value: value[name], old: oldPart, path: at };
    }
  }
}
