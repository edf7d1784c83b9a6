/** The types of expressions: what fits where, and how messages show them. */
import { opaqueTypes, type OpaqueKind } from './library/opaque.ts';

export type Type =
  | { readonly kind: Scalar }
  | { readonly kind: 'list'; readonly items: Type }
  | { readonly kind: 'map'; readonly keys: Type; readonly values: Type }
  /** An object of the schema. */
  | { readonly kind: 'object'; readonly name: string; readonly declared: Fielded }
  /** The type of types: `type(1)` is `type(int)`. */
  | { readonly kind: 'type'; readonly of: Type }
  /** Of a value that may be absent. */
  | { readonly kind: 'optional'; readonly of: Type }
  | Variable;

/** What has fields, by their names in expressions. */
export interface Fielded {
  readonly fields: ReadonlyMap<string, { readonly declared: { readonly type: Type } }>;
}

/** `url` is Kubernetes' own; `error` is what follows from a fault, which fits everywhere. */
export type Scalar =
  | OpaqueKind
  | 'bool'
  | 'bytes'
  | 'double'
  | 'duration'
  | 'dyn'
  | 'error'
  | 'int'
  | 'null'
  | 'string'
  | 'timestamp'
  | 'uint'
  | 'url';

/** A type that is found out by what it is used with. */
export interface Variable {
  readonly kind: 'variable';
  readonly name: string;
  bound: Type | undefined;
}

export const bool: Type = { kind: 'bool' };
export const dyn: Type = { kind: 'dyn' };
export const error: Type = { kind: 'error' };

/** The names that stand for types in expressions. */
export const typeNames: ReadonlyMap<string, Type> = new Map<string, Type>([
  ...(['bool', 'bytes', 'double', 'int', 'string', 'uint'] as const).map((kind): [string, Type] => [
    kind,
    { kind },
  ]),
  ['list', { kind: 'list', items: dyn }],
  ['map', { kind: 'map', keys: dyn, values: dyn }],
  ['null_type', { kind: 'null' }],
  ['type', { kind: 'type', of: dyn }],
  ['google.protobuf.Duration', { kind: 'duration' }],
  ['google.protobuf.Timestamp', { kind: 'timestamp' }],
]);

/** The type that a variable stands for. */
export function resolved(type: Type): Type {
  let found = type;
  while (found.kind === 'variable' && found.bound !== undefined) found = found.bound;
  return found;
}

const shownScalars: Partial<Record<Scalar, string>> = {
  ...{ error: '!error!', url: 'kubernetes.URL' },
  ...opaqueTypes,
};

/** As messages show it. */
export function showType(type: Type): string {
  const shown = resolved(type);
  if (shown.kind === 'list') return `list(${showType(shown.items)})`;
  if (shown.kind === 'map') return `map(${showType(shown.keys)}, ${showType(shown.values)})`;
  if (shown.kind === 'type') return `type(${showType(shown.of)})`;
  if (shown.kind === 'optional') return `optional_type(${showType(shown.of)})`;
  if (shown.kind === 'object' || shown.kind === 'variable') return shown.name;
  return shownScalars[shown.kind] ?? shown.kind;
}

/** Returns the type of a result: what is left open may be anything. */
export function showResult(type: Type): string {
  return showType(type).replaceAll(openName, 'dyn');
}

/** The name of a type that nothing has decided. */
export const openName = '_var';

/** Whether values of a type may be used where another is wanted; binds variables of both. */
export function fits(expected: Type, input: Type): boolean {
  const [a, b] = [resolved(expected), resolved(input)];
  if (a === b || isOpen(a) || isOpen(b)) return a === b || bindAny(a, b);
  if (a.kind === 'variable') return bind(a, b);
  if (b.kind === 'variable') return bind(b, a);
  if (a.kind === 'list' && b.kind === 'list') return fits(a.items, b.items);
  if (a.kind === 'map' && b.kind === 'map') return fits(a.keys, b.keys) && fits(a.values, b.values);
  if (a.kind === 'optional' && b.kind === 'optional') return fits(a.of, b.of);
  if (a.kind === 'object' && b.kind === 'object') return a.declared === b.declared;
  if (a.kind === 'null' || b.kind === 'null') return isNullable(a) && isNullable(b);
  return a.kind === b.kind;
}

function isOpen({ kind }: Type): boolean {
  return kind === 'dyn' || kind === 'error';
}

function bindAny(a: Type, b: Type): boolean {
  if (a.kind === 'variable') a.bound = b;
  else if (b.kind === 'variable') b.bound = a;
  return true;
}

function bind(variable: Variable, type: Type): boolean {
  if (holds(type, variable)) return false;
  variable.bound = type;
  return true;
}

function holds(type: Type, variable: Variable): boolean {
  const found = resolved(type);
  if (found === variable) return true;
  if (found.kind === 'list') return holds(found.items, variable);
  if (found.kind === 'map') return holds(found.keys, variable) || holds(found.values, variable);
  return (found.kind === 'type' || found.kind === 'optional') && holds(found.of, variable);
}

/** Null fits what protobuf has as a message, and all types that libraries add. */
function isNullable({ kind }: Type): boolean {
  return (
    ['null', 'object', 'duration', 'timestamp', 'url', 'optional'].includes(kind) ||
    kind in opaqueTypes
  );
}

/** Whether two types are the same, not only alike. */
export function isSameType(one: Type, other: Type): boolean {
  const [a, b] = [resolved(one), resolved(other)];
  if (a.kind === 'list' && b.kind === 'list') return isSameType(a.items, b.items);
  if (a.kind === 'map' && b.kind === 'map') {
    return isSameType(a.keys, b.keys) && isSameType(a.values, b.values);
  }
  if (a.kind === 'optional' && b.kind === 'optional') return isSameType(a.of, b.of);
  if (a.kind === 'type' && b.kind === 'type') return isSameType(a.of, b.of);
  if (a.kind === 'object' && b.kind === 'object') return a.declared === b.declared;
  if (a.kind === 'variable' || b.kind === 'variable') return a === b;
  return a.kind === b.kind;
}
