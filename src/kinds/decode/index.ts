/** From JSON to typed objects. */
export { beginToConform, conform, type ConformOptions, type OnForeign } from './conform.ts';
export { fitsAt } from './fits-at.ts';
export { identify, UnidentifiableError, type Identity } from './identify.ts';
export { jsonTypeOf, notRegistered, TypeMismatch, UnreadableValue } from './mismatch.ts';
export { rawFieldsOf, withRawTexts } from './raw-fields.ts';
export { rereadingJson, rereadJson, type Reread } from './reread.ts';
export { mapReader } from './readers.ts';
export { storable } from './storable.ts';
export { withSpelling } from './spelling.ts';
