/** The expressions that select devices: what they know, and what is wrong with them. */
import { compile } from './compile.ts';
import { makeDialect, type Dialect } from './dialect.ts';
import type { Compiled } from './program.ts';
import { readExpression } from './rules.ts';
import { resolved, showType, type Type } from './types.ts';

const text: Type = { kind: 'string' };
const bool: Type = { kind: 'bool' };

/** Returns the type of attributes, or of quantities, by domain and name. */
function mapsOf(values: Type): Type {
  return { kind: 'map', keys: text, values: { kind: 'map', keys: text, values } };
}

/** Compiles selectors of devices of a release. */
export class DeviceSelectorCompiler {
  readonly #dialect: Dialect;
  readonly #types: ReadonlyMap<string, Type>;

  /** @param has whether the release has a behaviour, or a gate that is on */
  constructor(has: (name: string) => boolean) {
    this.#dialect = makeDialect(has);
    const fields: Readonly<Record<string, Type>> = {
      driver: text,
      attributes: mapsOf({ kind: 'dyn' }),
      capacity: mapsOf({ kind: 'quantity' }),
      ...(has('DRAConsumableCapacity') && { allowMultipleAllocations: bool }),
    };
    const declared = Object.entries(fields).map(
      ([name, type]) => [name, { declared: { type } }] as const,
    );
    const device: Type = {
      kind: 'object',
      name: 'kubernetes.DRADevice',
      declared: { fields: new Map(declared) },
    };
    this.#types = new Map([['device', device]]);
  }

  /** Returns what is wrong with an expression that cannot be compiled. */
  compile(expression: string): Compiled | string {
    const read = readExpression(expression, this.#types, this.#dialect);
    if (typeof read === 'string') return `compilation failed: ${read}`;
    const type = resolved(read.types.get(read.expr)!);
    if (type.kind !== 'bool' && type.kind !== 'dyn') {
      return `must evaluate to bool or the unknown type, not ${showType(type)}`;
    }
    try {
      return compile(read, ['device']);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return `program instantiation failed: ${error.message}`;
    }
  }
}
