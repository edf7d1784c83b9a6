/** From JSON to typed objects. */
export { conform, type ConformOptions } from './conform.ts';
export { jsonTypeOf, TypeMismatch, UnreadableValue } from './mismatch.ts';
