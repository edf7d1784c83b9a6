/** Expressions of policies: what is wrong with them, and what they come to. */
import {
  CelError,
  compile,
  type CelType,
  type Compiled,
  CostExceeded,
  type Dialect,
  makeDialect,
  Meter,
  readExpression,
  resolvedType,
  showResult,
  type Value,
} from '#cel';
import { hasEnabled, type Profile } from '#kinds';
import { mutationStructs, names, typesIn, type Scope } from './environment.ts';

/** What an expression has to come to. */
export type ResultType = 'bool' | 'string' | 'text or null' | 'any' | 'object' | 'patch';

export interface Expression {
  readonly text: string;
  readonly type: CelType;
  readonly program: Compiled;
}

/** Of an expression that cannot be used. */
export interface Fault {
  readonly fault: string;
}

/** Compiles the expressions of policies of a release. */
export class PolicyCompiler {
  readonly #dialect: Dialect;
  /** Whether faults name the type that an expression comes to. */
  readonly #namesTypes: boolean;

  constructor(profile: Profile) {
    const has = (name: string): boolean => hasEnabled(profile, name);
    const isSelecting = has('CelFormats') && has('AuthorizeWithSelectors');
    const more = ['CelAuthorizer', ...(isSelecting ? ['CelAuthorizerSelectors'] : [])];
    this.#namesTypes = profile.enabled('ExpressionTypesNamed');
    this.#dialect = makeDialect(has, [...more, 'CelJsonPatch']);
  }

  /** Returns what does not fit in an expression about objects of a type; undefined where all does. */
  misfits(text: string, scope: Scope, object: CelType): string | undefined {
    const read = readExpression(text, typesIn(scope, object), this.#dialect);
    return typeof read === 'string' ? read : undefined;
  }

  compile(text: string, required: ResultType, scope: Scope, object?: CelType): Expression | Fault {
    const isMutation = required === 'object' || required === 'patch';
    const structs = isMutation ? mutationStructs : undefined;
    const read = readExpression(text, typesIn(scope, object), this.#dialect, structs);
    if (typeof read === 'string') return { fault: `compilation failed: ${read}` };
    const type = resolvedType(read.types.get(read.expr)!);
    const shown = showResult(type);
    const misfit = expected(type, shown, required);
    const got = this.#namesTypes ? ` but got ${shown}` : '';
    const fault = misfit && `must evaluate to ${misfit}${got}`;
    if (fault !== undefined) return { fault };
    try {
      return { text, type, program: compile(read, names) };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return { fault: `program instantiation failed: ${error.message}` };
    }
  }
}

/** Returns what an expression has to come to; undefined when it does. */
function expected(type: CelType, shown: string, required: ResultType): string | undefined {
  switch (required) {
    case 'any':
      return undefined;
    case 'bool':
    case 'string':
      return type.kind === required ? undefined : required;
    case 'text or null':
      return type.kind === 'string' || type.kind === 'null'
        ? undefined
        : 'one of [string null_type]';
    case 'object':
      return shown === 'Object' ? undefined : 'Object';
    case 'patch':
      return shown === 'list(JSONPatch)' ? undefined : 'list(JSONPatch)';
  }
}

/** What all expressions of one policy may cost for one request. */
const mostPerPolicy = 10_000_000;

/** Runs the expressions of one policy for one request. */
export class Evaluation {
  readonly #values: readonly Value[];
  readonly #meter = new Meter(true);
  #budget = mostPerPolicy;

  /** @param values in the order of {@link names} */
  constructor(values: readonly Value[]) {
    this.#values = values;
  }

  /** An error says why there is no value. */
  valueOf({ text, program }: Expression): Value {
    if (this.#budget < 0) {
      const why = 'validation failed due to running out of cost budget';
      return new CelError(`${why}, no further validation rules will be run`);
    }
    this.#meter.begin();
    const found = this.#run(program);
    this.#budget -= this.#meter.cost;
    if (!(found instanceof CelError)) return found;
    return new CelError(`expression '${text}' resulted in error: ${found.message}`);
  }

  #run(program: Compiled): Value {
    try {
      return program.run({ variables: [...this.#values], meter: this.#meter });
    } catch (error) {
      if (!(error instanceof CostExceeded)) throw error;
      return new CelError('operation cancelled: actual cost limit exceeded');
    }
  }

  /** The value of a variable, for expressions that are being evaluated. */
  variable({ program }: Expression): Value {
    return program.run({ variables: [...this.#values], meter: this.#meter });
  }
}
