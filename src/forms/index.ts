export { drawn, drawnSchema } from './drawn.ts';
export { fields, isOptional, optional, optionals, type Fields, type ValuesOf } from './fields.ts';
export type { Entry, Form, JsonSchema, MapWords, NearMiss, Reader, ValueOf } from './form.ts';
export { placeAt } from './place.ts';
export {
  isMap,
  PlainReader,
  problemText,
  readForm,
  type FormProblem,
  type PlainValue,
} from './plain.ts';
export { anything, list, mapForm, scalar, word } from './values.ts';
