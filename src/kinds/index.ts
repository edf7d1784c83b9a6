export * from './meta/origin.ts';
export * from './meta/object.ts';
export * from './meta/field-errors.ts';
export * from './kind.ts';
export type * from './types/index.ts';
