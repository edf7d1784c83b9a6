/** The variables of a scenario: declared with defaults, overridden from outside, varied by a matrix. */
import { nearest } from '#values';
import { isList, isMap, type Node } from '../source/node.ts';
import { parseValue } from '../source/parse.ts';
import type { Layer } from '../layers.ts';
import { describe, type Checker } from '../shape/checker.ts';
import { pairsOf } from '../shape/fields.ts';
import { VARIABLE_NAME } from './evaluate.ts';
import { Scope } from './scope.ts';
import { substitute } from './substitute.ts';

/** More combinations than this are a mistake. */
const MOST_COMBINATIONS = 1_000;

/** Overrides by name. Text is read as YAML, unless the default is text: then it stays as it is. */
export type Settings = Readonly<Record<string, unknown>>;

/** One choice of values for the variables of a matrix. */
export type Combination = ReadonlyMap<string, unknown>;

/** A variable where it is declared. */
interface Declaration {
  readonly name: string;
  readonly key: Node;
  readonly value: Node | undefined;
  readonly checker: Checker;
}

export class DeclaredVariables {
  /** In the order of the files, which is that of their evaluation. Later ones replace earlier ones. */
  readonly #defaults: readonly Declaration[];
  readonly #matrix: ReadonlyMap<string, readonly unknown[] | undefined>;
  readonly #matrixKeys: readonly Declaration[];

  /** Whether overrides are values: their text is not parsed as YAML. */
  readonly #isExact: boolean;

  /** The last layer is the scenario's own: only its matrix counts. */
  constructor(layers: readonly Layer[], isExact = false) {
    this.#isExact = isExact;
    this.#defaults = layers.flatMap((layer) => declarationsIn(layer, 'variables'));
    this.#matrixKeys = declarationsIn(layers.at(-1)!, 'matrix');
    this.#matrix = new Map(
      this.#matrixKeys.map((declaration) => [declaration.name, choicesOf(declaration)]),
    );
  }

  get names(): readonly string[] {
    return [...new Set([...this.#defaults.map(({ name }) => name), ...this.#matrix.keys()])];
  }

  /** What is wrong with overrides from outside: names that no file declares. */
  problemsOf(settings: Settings): readonly { readonly message: string; readonly hint?: string }[] {
    const known = this.names;
    const there = known.length === 0 ? 'it has none' : `it has ${known.join(', ')}`;
    return Object.keys(settings)
      .filter((name) => !known.includes(name))
      .map((name) => {
        const near = nearest(name, known);
        const message = `there is no variable "${name}" to set; ${there}`;
        return near === undefined ? { message } : { message, hint: `did you mean "${near}"?` };
      });
  }

  /**
   * Every choice of the matrix, in order, the last variable varying fastest; overrides leave no
   * choice. Undefined after problems have been noted.
   */
  combinations(settings: Settings): readonly Combination[] | undefined {
    let combinations: [string, unknown][][] = [[]];
    for (const [name, choices] of this.#matrix) {
      if (choices === undefined) return undefined;
      const open = Object.hasOwn(settings, name)
        ? [this.#fromOutside(settings[name], choices[0])]
        : choices;
      combinations = combinations.flatMap((before) =>
        open.map((choice): [string, unknown][] => [...before, [name, choice]]),
      );
      if (combinations.length <= MOST_COMBINATIONS) continue;
      const { key, checker } = this.#matrixKeys[0]!;
      return checker.problem(
        key,
        `the matrix has more than ${MOST_COMBINATIONS} combinations; expected fewer`,
      );
    }
    return combinations.map((choices) => new Map(choices));
  }

  /** The variables of one run. Defaults may use earlier variables. */
  scope(settings: Settings, combination: Combination): Scope {
    let scope = new Scope(combination);
    const values = new Map(this.#defaults.map((declaration) => [declaration.name, declaration]));
    for (const { name, value, checker } of values.values()) {
      if (scope.has(name)) continue;
      const filled = value && substitute(value, scope, checker);
      const usual = filled === undefined ? null : checker.plain(filled);
      const chosen = Object.hasOwn(settings, name)
        ? this.#fromOutside(settings[name], usual)
        : usual;
      scope = scope.with([[name, chosen]]);
    }
    return scope;
  }

  /** A value from outside. */
  #fromOutside(value: unknown, usual: unknown): unknown {
    return this.#isExact ? value : read(value, usual);
  }

  /** Notes a warning at each variable of the scenario's own file that nothing uses. */
  warnOfUnused(file: string, used: ReadonlySet<string>): void {
    for (const { name, key, checker } of [...this.#defaults, ...this.#matrixKeys]) {
      if (used.has(name) || checker.source.file !== file) continue;
      checker.warning(key, `nothing uses the variable "${name}"`);
    }
  }
}

function declarationsIn({ root, checker }: Layer, field: string): readonly Declaration[] {
  const map = root.get(field);
  if (!isMap(map)) return [];
  return pairsOf(map, checker)
    .filter(({ name, key }) => {
      const isName = VARIABLE_NAME.test(name) && name !== 'i';
      if (!isName) {
        const reason = name === 'i' ? 'is the number of a repetition' : 'is not a variable name';
        checker.problem(key, `"${name}" ${reason}; expected letters, digits and _, such as nodes`);
      }
      return isName;
    })
    .map((pair) => ({ ...pair, checker }));
}

/**
 * Returns the values that a matrix gives for one variable; undefined after a problem has been noted.
 */
function choicesOf({ name, key, value, checker }: Declaration): readonly unknown[] | undefined {
  if (isList(value) && value.items.length > 0) return checker.plain(value) as unknown[];
  const found = value === undefined ? 'nothing' : describe(value);
  return checker.problem(
    value ?? key,
    `expected a list of values for "${name}" such as [3, 10], found ${found}`,
  );
}

/** Text, as a command line gives it, is parsed as YAML unless the default is text. */
function read(value: unknown, usual: unknown): unknown {
  if (typeof value !== 'string' || typeof usual === 'string') return value;
  try {
    return parseValue(value);
  } catch {
    return value;
  }
}
