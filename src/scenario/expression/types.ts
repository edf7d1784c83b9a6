/** Types of expressions, as far as the schemas of kinds say before a run. */
import type { Schema, StructSchema } from '#schema';

export type Type =
  | { readonly is: 'any' | 'null' | 'boolean' | 'number' | 'time' | 'duration' | 'quantity' }
  | { readonly is: 'text'; readonly oneOf?: readonly string[] }
  | { readonly is: 'list'; readonly of: Type }
  | { readonly is: 'map'; readonly of: Type }
  | { readonly is: 'struct'; readonly schema: StructSchema };

export const any: Type = { is: 'any' };
export const boolean: Type = { is: 'boolean' };
export const number: Type = { is: 'number' };
export const text: Type = { is: 'text' };
export const time: Type = { is: 'time' };
export const duration: Type = { is: 'duration' };
export const quantity: Type = { is: 'quantity' };

/** Returns the type of what a schema describes. */
export function typeOf(schema: Schema): Type {
  switch (schema.type) {
    case 'struct':
      return { is: 'struct', schema };
    case 'list':
      return { is: 'list', of: typeOf(schema.items) };
    case 'map':
      return { is: 'map', of: typeOf(schema.values) };
    case 'union':
      return any;
    case 'scalar':
      break;
  }
  switch (schema.scalar) {
    case 'boolean':
      return boolean;
    case 'int32':
    case 'int64':
    case 'double':
      return number;
    case 'Time':
    case 'MicroTime':
      return time;
    case 'Quantity':
      return quantity;
    case 'IntOrString':
    case 'JSON':
    case 'any':
      return any;
    case 'string':
    case 'bytes':
      return schema.enum === undefined ? text : { is: 'text', oneOf: schema.enum };
  }
}

/** `a number`, `a list`, `DaemonSetStatus`. */
export function typeText(type: Type): string {
  switch (type.is) {
    case 'struct':
      return type.schema.name;
    case 'any':
      return 'a value';
    case 'null':
      return 'null';
    case 'boolean':
      return 'true or false';
    case 'text':
      return 'text';
    case 'number':
    case 'time':
    case 'duration':
    case 'quantity':
    case 'list':
    case 'map':
      return `a ${type.is}`;
  }
}
