/** Checks of the expressions of policies, in the order in which they may name each other. */
import type { CelType } from '#cel';
import type { Profile } from '#kinds';
import {
  checkEach,
  checkQualifiedName,
  duplicate,
  internal,
  invalid,
  required,
  show,
  tooMany,
  type FieldErrors,
} from '#values';
import type { MatchCondition, Variable } from '#types';
import type { Scope, ResultType } from './engine/index.ts';
import { compilerOf, engine } from './late.ts';

const mostConditions = 64;

/** Words that no variable can be called. */
const reserved: ReadonlySet<string> = new Set([
  ...['true', 'false', 'null', 'in', 'as', 'break', 'const', 'continue', 'else', 'for', 'function'],
  ...['if', 'import', 'let', 'loop', 'package', 'namespace', 'return', 'var', 'void', 'while'],
]);

/** Checks the expressions of one policy, or of match conditions by themselves. */
export class ExpressionChecks {
  readonly #errors: FieldErrors;
  readonly #profile: Profile;
  readonly #hasParams: boolean;
  #variables: Map<string, CelType> | undefined;

  constructor(errors: FieldErrors, profile: Profile, hasParams: boolean) {
    this.#errors = errors;
    this.#profile = profile;
    this.#hasParams = hasParams;
  }

  /** @param shown what messages show of it; absent: all of it */
  expression(
    text: string,
    expected: ResultType,
    field: string,
    more: Partial<Scope> = {},
    shown = text,
  ): CelType | undefined {
    const scope = {
      ...{ hasParams: this.#hasParams, hasAuthorizer: true },
      ...(this.#variables !== undefined && { variables: this.#variables }),
      ...more,
    };
    const result = compilerOf(this.#profile).compile(text, expected, scope);
    if ('type' in result) return result.type;
    const isInternal = result.fault.startsWith('program instantiation failed');
    this.#errors.push(
      isInternal ? internal(field, result.fault) : invalid(field, show(shown), result.fault),
    );
    return undefined;
  }

  conditions(conditions: readonly MatchCondition[] | undefined, field: string): void {
    const count = conditions?.length ?? 0;
    if (count > mostConditions) this.#errors.push(tooMany(field, count, mostConditions));
    const earlier = new Set<string>();
    checkEach(this.#errors, conditions, ({ name, expression }, index) => {
      const at = `${field}[${index}]`;
      const text = expression.trim();
      if (text === '') this.#errors.push(required(`${at}.expression`));
      else this.expression(text, 'bool', `${at}.expression`);
      if (name === '') {
        this.#errors.push(required(`${at}.name`));
        return;
      }
      for (const fault of checkQualifiedName(name, this.#profile)) {
        this.#errors.push(invalid(`${at}.name`, show(name), fault));
      }
      if (earlier.has(name)) this.#errors.push(duplicate(`${at}.name`, show(name)));
      earlier.add(name);
    });
  }

  variables(variables: readonly Variable[] | undefined, field: string): void {
    if ((variables ?? []).length === 0) return;
    this.#variables = new Map();
    checkEach(this.#errors, variables, ({ name, expression }, index) => {
      const at = `${field}[${index}]`;
      if (name.trim() === '') {
        this.#errors.push(required(`${at}.name`, 'name is not specified'));
      } else if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || reserved.has(name)) {
        const why = this.#profile.enabled('BriefMessages')
          ? 'must be a valid CEL identifier'
          : 'name is not a valid CEL identifier';
        this.#errors.push(invalid(`${at}.name`, show(name), why));
      }
      if (expression.trim() === '') {
        this.#errors.push(required(`${at}.expression`, 'expression is not specified'));
        return;
      }
      const type = this.expression(expression, 'any', `${at}.expression`);
      if (type !== undefined) this.#variables!.set(name, engine().variableType(type));
    });
  }
}
