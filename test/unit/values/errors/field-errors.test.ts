/** What a field error says, and the reason that programs read. */
import { expect, it } from 'vitest';
import { invalidObject } from '../../../../src/values/errors/invalid-object.ts';
import {
  duplicate,
  forbidden,
  inField,
  internal,
  invalid,
  lateError,
  notFoundValue,
  notSupported,
  required,
  tooLong,
  type FieldError,
} from '../../../../src/values/errors/field-errors.ts';

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
  [tooLong('f', 63, undefined), 'FieldValueTooLong', 'Too long: must have at most 63 bytes'],
])('%j', (error, reason, message) => {
  expect(error).toEqual({ reason, field: 'f', message });
});

it('messages are made for the errors that are printed', () => {
  let made = 0;
  const errors = Array.from({ length: 1000 }, (_, index) =>
    lateError('FieldValueInvalid', `f${index}`, () => {
      made++;
      return 'x'.repeat(100_000);
    }),
  );
  const moved = errors.map((error) => inField(error, `a.${error.field}`));
  const { details } = invalidObject('', 'Pod', 'p', moved);
  expect(details?.causes?.map(({ field }) => field)).toEqual(['a.f0', 'a.f1', 'a.f2', 'a.f3']);
  expect(made).toBe(5);
});
