/** What a field error says, and the reason that programs read. */
import { expect, it } from 'vitest';
import {
  duplicate,
  forbidden,
  internal,
  invalid,
  notFoundValue,
  notSupported,
  required,
  tooLong,
  type FieldError,
} from '../../../src/kinds/meta/field-errors.ts';

it.each<[FieldError, string, string]>([
  [required('f'), 'FieldValueRequired', 'Required value'],
  [required('f', 'it is'), 'FieldValueRequired', 'Required value: it is'],
  [invalid('f', '"x"', 'why'), 'FieldValueInvalid', 'Invalid value: "x": why'],
  [duplicate('f', '"x"'), 'FieldValueDuplicate', 'Duplicate value: "x"'],
  [duplicate('f', '"x"', 'again'), 'FieldValueDuplicate', 'Duplicate value: "x": again'],
  [
    notSupported('f', '"x"', ['a', 'b']),
    'FieldValueNotSupported',
    'Unsupported value: "x": supported values: "a", "b"',
  ],
  [notFoundValue('f', '"x"'), 'FieldValueNotFound', 'Not found: "x"'],
  [forbidden('f', 'no'), 'FieldValueForbidden', 'Forbidden: no'],
  [forbidden('f', ''), 'FieldValueForbidden', 'Forbidden'],
  [internal('f', 'oh'), 'InternalError', 'Internal error: oh'],
  [tooLong('f', 63), 'FieldValueTooLong', 'Too long: must have at most 63 bytes'],
])('%j', (error, reason, message) => {
  expect(error).toEqual({ reason, field: 'f', message });
});
