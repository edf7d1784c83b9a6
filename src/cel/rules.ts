/** The rules of one schema (`x-kubernetes-validations`), compiled. */
import type { JSONSchemaProps } from '#types';
import type { Structure } from '#schema';
import { check, type Checked } from './check.ts';
import { compile } from './compile.ts';
import { Declared } from './declared.ts';
import { estimate } from './estimate.ts';
import { parse } from './parser.ts';
import type { Compiled } from './program.ts';
import { overloadsByName } from './signatures.ts';
import { showFaults, UnreadableExpression, type Expr } from './syntax.ts';
import { resolved, type Type } from './types.ts';

export type ValidationRule = NonNullable<JSONSchemaProps['x-kubernetes-validations']>[number];

/** The names of values, in the order of their places. */
const variables = ['self', 'oldSelf'];

export interface Rule {
  readonly given: ValidationRule;
  /** Why it cannot be evaluated. */
  readonly fault?: string;
  /** Absent for a rule without text, too. */
  readonly program?: Compiled;
  /** It compares with what was there before, and holds where nothing was. */
  readonly isTransition: boolean;
  /** What it can cost at most in one evaluation. */
  readonly mostCost: number;
}

export interface Rules {
  readonly declared: Declared;
  readonly rules: readonly Rule[];
}

/** Compiles rules: the functions that they may use are made once. */
export class RuleCompiler {
  readonly #overloads = overloadsByName();

  /**
   * @param isRoot whether the schema is that of an object with apiVersion, kind and metadata
   * @returns undefined where rules can reach nothing
   */
  compile(structure: Structure, isRoot: boolean): Rules | undefined {
    const declared = Declared.of(structure, isRoot);
    if (declared === undefined) return undefined;
    const given = structure.props['x-kubernetes-validations'] ?? [];
    return { declared, rules: given.map((rule) => this.#compile(rule, declared)) };
  }

  #compile(given: ValidationRule, declared: Declared): Rule {
    const none = { given, isTransition: false, mostCost: 0 };
    const text = given.rule;
    if (text.trim() === '') return none;
    let expr: Expr;
    try {
      expr = parse(text);
    } catch (error) {
      if (!(error instanceof UnreadableExpression)) throw error;
      return { ...none, fault: `compilation failed: ${showFaults(text, [error])}` };
    }
    const types = new Map<string, Type>(variables.map((name) => [name, declared.type]));
    const checked = check(expr, types, this.#overloads);
    if (checked.faults.length > 0) {
      return { ...none, fault: `compilation failed: ${showFaults(text, checked.faults)}` };
    }
    if (resolved(checked.types.get(expr)!).kind !== 'bool') {
      return { ...none, fault: 'cel expression must evaluate to a bool' };
    }
    return programOf(given, checked, declared);
  }
}

function programOf(given: ValidationRule, checked: Checked, declared: Declared): Rule {
  const isTransition = checked.used.has('oldSelf');
  try {
    const program = compile(checked, variables);
    return { given, program, isTransition, mostCost: estimate(checked, declared).most };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const fault = `program instantiation failed: ${error.message}`;
    return { given, fault, isTransition, mostCost: 0 };
  }
}

/** As messages name it: by its message, or by its text. */
export function nameOfRule({ rule, message }: ValidationRule): string {
  return (message ? message : rule).trim();
}
