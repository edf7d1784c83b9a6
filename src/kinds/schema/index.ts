/** The structural schema of API types, and where to look it up. */
export type * from './schema.ts';
export { schemas } from './schemas.ts';
