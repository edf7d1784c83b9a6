/** The rules of one schema (`x-kubernetes-validations`), compiled. */
import type { JSONSchemaProps } from '#types';
import type { Structure } from '#schema';
import { check, type Checked, type Structs } from './check.ts';
import { faultsOfFormats } from './check-formats.ts';
import { faultsOfLiterals } from './check-literals.ts';
import { compile } from './compile.ts';
import { Declared } from './declared.ts';
import { firstDialect, type Dialect } from './dialect.ts';
import { estimate } from './estimate.ts';
import { faultsBehind, parse } from './parser.ts';
import { pathIn } from './field-path.ts';
import type { Compiled } from './program.ts';
import { showFaults, UnreadableExpression, type Expr, type Fault } from './syntax.ts';
import { resolved, type Type } from './types.ts';

export type ValidationRule = NonNullable<JSONSchemaProps['x-kubernetes-validations']>[number];

/** The names of values, in the order of their places. */
const variables = ['self', 'oldSelf'];

export interface Rule {
  readonly source: ValidationRule;
  /** Why it cannot be evaluated. */
  readonly fault?: string;
  /** Absent for a rule without text, too. */
  readonly program?: Compiled;
  /** It compares with what was there before, and holds where nothing was. */
  readonly isTransition: boolean;
  /** What it can cost at most in one evaluation. */
  readonly mostCost: number;
  /** Makes the message about values that break it. */
  readonly message?: Compiled;
  readonly messageFault?: string;
  readonly mostMessageCost: number;
  /** The field that it is about, below the value. */
  readonly path?: string;
}

export interface Rules {
  readonly declared: Declared;
  readonly rules: readonly Rule[];
}

/** Compiles rules: the functions that they may use are made once. */
export class RuleCompiler {
  readonly #dialect: Dialect;

  constructor(dialect = firstDialect) {
    this.#dialect = dialect;
  }

  /**
   * @param isRoot whether the schema is that of an object with apiVersion, kind and metadata
   * @returns undefined where rules can reach nothing
   */
  compile(structure: Structure, isRoot: boolean): Rules | undefined {
    const declared = Declared.of(structure, isRoot);
    if (declared === undefined) return undefined;
    const input = structure.props['x-kubernetes-validations'] ?? [];
    return { declared, rules: input.map((rule) => this.#compile(rule, declared)) };
  }

  /** Whether the release has a trait of the language, or of rules. */
  has(name: string): boolean {
    return this.#dialect.has(name);
  }

  #compile(input: ValidationRule, declared: Declared): Rule {
    const none = { source: input, isTransition: false, mostCost: 0, mostMessageCost: 0 };
    const text = input.rule;
    if (text.trim() === '') return none;
    const read = this.#read(text, input, declared);
    if (typeof read === 'string') return { ...none, fault: `compilation failed: ${read}` };
    if (resolved(read.types.get(read.expr)!).kind !== 'bool') {
      return { ...none, fault: 'cel expression must evaluate to a bool' };
    }
    const isTransition = read.used.has('oldSelf');
    try {
      const program = compile(read, variables);
      const path = pathIn(input.fieldPath ?? '', declared.structure);
      const rule = { source: input, program, isTransition, mostCost: this.#most(read, declared) };
      return {
        ...rule,
        ...this.#messageOf(input, declared),
        ...(path !== undefined && { path: path.field }),
      };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      const fault = `program instantiation failed: ${error.message}`;
      return { ...none, fault, isTransition };
    }
  }

  /** The expression with its types, or what is wrong with it. */
  #read(text: string, { optionalOldSelf }: ValidationRule, { type }: Declared): Checked | string {
    const old: Type = optionalOldSelf === true ? { kind: 'optional', of: type } : type;
    const types = new Map<string, Type>([
      ['self', type],
      ['oldSelf', old],
    ]);
    return readExpression(text, types, this.#dialect);
  }

  #most(checked: Checked, declared: Declared): number {
    return estimate(checked, declared, this.has('RulesCheckedInPlace')).most;
  }

  #messageOf(
    input: ValidationRule,
    declared: Declared,
  ): Pick<Rule, 'message' | 'messageFault' | 'mostMessageCost'> {
    const { messageExpression: text } = input;
    if (!text) return { mostMessageCost: 0 };
    const read = this.#read(text, input, declared);
    const refused = (messageFault: string) => ({ messageFault, mostMessageCost: 0 });
    if (typeof read === 'string') return refused(`messageExpression compilation failed: ${read}`);
    if (resolved(read.types.get(read.expr)!).kind !== 'string') {
      return refused('messageExpression must evaluate to a string');
    }
    try {
      const message = compile(read, variables);
      return { message, mostMessageCost: this.#most(read, declared) };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return refused(`messageExpression instantiation failed: ${error.message}`);
    }
  }
}

/** Reads an expression and finds its types. @returns its faults as cel-go prints them, if it has some */
export function readExpression(
  text: string,
  types: ReadonlyMap<string, Type>,
  dialect: Dialect,
  structs?: Structs,
): Checked | string {
  let expr: Expr;
  try {
    expr = parse(text, dialect);
  } catch (error) {
    if (!(error instanceof UnreadableExpression)) throw error;
    return showFaults(text, faultsBehind(text, dialect, error));
  }
  const checked = check(expr, types, dialect, structs);
  const faults = checked.faults.length > 0 ? checked.faults : faultsOfWritten(checked, dialect);
  if (faults.length === 0) return checked;
  const isInFull = dialect.has('CelOptionalTypesInFull');
  return showFaults(text, isInFull ? faults : faults.map(withShortOptionals));
}

/** Returns the faults of what an expression without faults of its types writes out. */
function faultsOfWritten(checked: Checked, dialect: Dialect): readonly Fault[] {
  if (!dialect.has('CelLiteralsChecked')) return [];
  const formats = dialect.has('CelFormatsChecked') ? faultsOfFormats(checked) : [];
  return [...faultsOfLiterals(checked), ...formats];
}

/** Returns a fault with the names of optional types that cel-go had at first. */
function withShortOptionals(fault: Fault): Fault {
  return { ...fault, message: fault.message.replaceAll('optional_type(', 'optional(') };
}

/** As messages name it: by its message, or by its text. */
export function nameOfRule({ rule, message }: ValidationRule): string {
  return (message ? message : rule).trim();
}
