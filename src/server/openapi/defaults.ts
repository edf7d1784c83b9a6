/** The defaults that OpenAPI v3 publishes because Go has no other way to say that nothing was given. */
import type { Profile } from '#kinds';
import { zeroOf, type FieldSchema, type Schema } from '#schema';

/** Which of them a release publishes, beside those of fields. */
export interface Zeros {
  /** Elements of lists, and values of maps. */
  readonly ofElements: boolean;
  /** Of scalars and unions that are structs in Go: times, quantities, values of any type. */
  readonly ofTypedScalars: boolean;
}

export function publishedZeros({ enabled }: Pick<Profile, 'enabled'>): Zeros {
  return {
    ofElements: !enabled('NoZerosOfElementsInOpenApi3'),
    ofTypedScalars: !enabled('NoZerosOfTypedScalarsInOpenApi3'),
  };
}

/** Returns the default of a field; undefined for one that may be left out. */
export function zeroOfField({ schema, pointer, written }: FieldSchema, zeros: Zeros): unknown {
  if (pointer === true) return undefined;
  const isPlain = schema.type === 'scalar' && !isTyped(schema);
  return isPlain && written !== true ? undefined : zeroOfValue(schema, zeros);
}

/** Returns the default of an element of a list, or a value of a map. */
export function zeroOfElement(schema: Schema, zeros: Zeros): unknown {
  return zeros.ofElements ? zeroOfValue(schema, zeros) : undefined;
}

function zeroOfValue(schema: Schema, { ofTypedScalars }: Zeros): unknown {
  switch (schema.type) {
    case 'struct':
      return {};
    case 'union':
      return ofTypedScalars ? {} : undefined;
    case 'list':
    case 'map':
      return undefined;
    case 'scalar':
      if (schema.scalar === 'bytes') return undefined;
      if (!isTyped(schema)) return zeroOf(schema);
      return ofTypedScalars ? {} : undefined;
  }
}

type Scalar = Schema & { readonly type: 'scalar' };

const typed: readonly string[] = ['Time', 'MicroTime', 'Quantity', 'IntOrString', 'JSON', 'any'];

function isTyped({ scalar }: Scalar): boolean {
  return typed.includes(scalar);
}
