export * from './meta/origin.ts';
export * from './meta/object.ts';
export * from './meta/field-errors.ts';
export * from './meta/errors.ts';
export * from './meta/equal.ts';
export * from './kind.ts';
export * from './feature-gates.ts';
export type * from './types/index.ts';
