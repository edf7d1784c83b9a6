/** The engine of the notation: types by name, how JSON is read into them, and what of it is stored. */
export { conform, conforming } from './decode/conform.ts';
export type { ConformOptions, OnForeign } from './decode/walk.ts';
export { fitsAt } from './decode/fits-at.ts';
export { type Identity, UnidentifiableError, identify } from './decode/identify.ts';
export { TypeMismatch, UnreadableValue, jsonTypeOf, notRegistered } from './decode/mismatch.ts';
export {
  rawFieldsOf,
  withCompactTexts,
  withoutRawTexts,
  withRawTexts,
} from './decode/raw-fields.ts';
export { mapReader } from './decode/readers.ts';
export { type Reread, rereadJson, rereadingJson } from './decode/reread.ts';
export { withSpelling } from './decode/spelling.ts';
export { storable } from './decode/storable.ts';
export type {
  FieldSchema,
  ListSchema,
  MapSchema,
  ScalarName,
  ScalarSchema,
  Schema,
  StructSchema,
  UnionSchema,
} from './schema.ts';
export { type SchemaModule, Schemas } from './schemas.ts';
export { ListedValues } from './structure/listed-values.ts';
export { oldItems } from './structure/old-items.ts';
export { type JsonObject, Structure, isObject, isTypeField } from './structure/structure.ts';
export { unionStruct, unionValue, variantOf } from './union.ts';
export { type FieldForm, type NumberedEntry, layoutOf } from './layout.ts';
export { fillConstants, fillingConstants, hasConstants } from './constants.ts';
export { zeroOf } from './zero.ts';
export { DisabledFields, gatedFieldsOf, isBehindGate } from './gates.ts';
export { elementOf, isRecursive, memberOf, Reach } from './reach.ts';
