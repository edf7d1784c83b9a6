/** The structural schema of API types, and where to look it up. */
export type * from './schema.ts';
export { schemas } from './all-schemas.ts';
export { messageLayouts } from './protobuf.ts';
export type { FieldForm, InlineMessage, NumberedEntry, NumberedField } from './protobuf.ts';
export { listOf } from './list-of.ts';
export { unionStruct, unionValue, variantOf } from './union.ts';
export { descriptions, type TypeDescription } from './descriptions/index.ts';
export { reviewSchemas } from './reviews.ts';
