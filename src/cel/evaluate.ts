/** Evaluates the rules of a schema, and of all schemas in it, for an object. */
import { checkThen, invalid, show, type FieldErrors } from '#values';
import { isObject, type JsonObject, type Structure } from '#schema';
import { CostExceeded, Meter, mostPerObject } from './meter.ts';
import { nameOfRule, RuleCompiler, type Rule, type Rules } from './rules.ts';
import { CelError, read, type Value } from './values.ts';

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
}

/**
 * Adds what the rules say against an object. Other requests get a turn between the rules.
 *
 * @param old the object before, in an update
 */
export function checkRules(
  errors: FieldErrors,
  tree: RuleTree,
  object: unknown,
  old?: unknown,
): void {
  const evaluation = new Evaluation(errors);
  evaluation.walk({ tree, value: object, old, path: '' });
}

class Evaluation {
  readonly #errors: FieldErrors;
  readonly #meter = new Meter();
  #budget = mostPerObject;
  #isOver = false;

  constructor(errors: FieldErrors) {
    this.#errors = errors;
  }

  walk(place: Place): void {
    if (this.#isOver || place.value === null || place.value === undefined) return;
    checkThen(this.#errors, () => {
      this.#evaluate(place);
      for (const part of partsOf(place)) {
        if (this.#isOver) return;
        this.walk(part);
      }
    });
  }

  #evaluate({ tree, value, old, path }: Place): void {
    const { rules } = tree;
    if (rules === undefined || this.#isOver) return;
    const { type = '' } = tree.structure.props;
    const refuse = (why: string): void =>
      void this.#errors.push(invalid(path === '' ? '<nil>' : path, show(type), why));
    const values = [value, old].map((one) => read(one ?? null, rules.declared));
    for (const rule of rules.rules) {
      if (rule.isTransition && (old === undefined || old === null)) continue;
      if (this.#budget <= 0) return this.#end(refuse, outOfBudget);
      this.#run(rule, values, refuse);
      if (this.#isOver) return;
    }
  }

  #run(rule: Rule, values: readonly Value[], refuse: (why: string) => void): void {
    const { program, fault, given } = rule;
    if (fault !== undefined) return refuse(`rule compile error: ${fault}`);
    if (program === undefined) return;
    const name = nameOfRule(given);
    const result = this.#valueOf(() => program.run({ variables: [...values], meter: this.#meter }));
    if (result === undefined) {
      const why = "'operation cancelled: actual cost limit exceeded'";
      const then =
        'no further validation rules will be run due to call cost exceeds limit for rule';
      return this.#end(refuse, `${why}: ${then}: ${name}`);
    }
    this.#budget -= this.#meter.cost;
    if (this.#budget < 0) return this.#end(refuse, outOfBudget);
    if (result === true) return;
    if (result instanceof CelError) return refuse(failure(result.message, name));
    refuse(given.message ? given.message : `failed rule: ${name}`);
  }

  /** Undefined if it costs too much. */
  #valueOf(run: () => Value): Value | undefined {
    this.#meter.begin();
    try {
      return run();
    } catch (error) {
      if (error instanceof CostExceeded) return undefined;
      throw error;
    }
  }

  #end(refuse: (why: string) => void, why: string): void {
    this.#isOver = true;
    refuse(why);
  }
}

const outOfBudget =
  'validation failed due to running out of cost budget, no further validation rules will be run';

function failure(why: string, rule: string): string {
  if (!why.startsWith('no such overload')) return `${why} evaluating rule: ${rule}`;
  const meaning =
    'call arguments did not match a supported operator, function or macro signature for rule';
  return `'${why}': ${meaning}: ${rule}`;
}

function* partsOf({ tree, value, old, path }: Place): Iterable<Place> {
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

/** Finds what an item was before: only items of lists by keys are the same items. */
function oldItems({ props }: Structure, old: unknown): (item: unknown) => unknown {
  const keys = props['x-kubernetes-list-map-keys'] ?? [];
  if (props['x-kubernetes-list-type'] !== 'map' || !Array.isArray(old)) return () => undefined;
  const found = new Map<string, unknown>();
  for (const item of old) if (isObject(item)) found.set(keyOf(item, keys), item);
  return (item) => (isObject(item) ? found.get(keyOf(item, keys)) : undefined);
}

function keyOf(item: JsonObject, keys: readonly string[]): string {
  return JSON.stringify(keys.map((key) => item[key] ?? null));
}
