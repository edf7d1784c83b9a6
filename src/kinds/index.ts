export * from './meta/origin.ts';
export type * from './types/index.ts';
export * from './meta/object.ts';
