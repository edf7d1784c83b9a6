/** Checks that the notation states. */
import { describe, expect, it } from 'vitest';
import { Schemas } from '#schema';
import { findErrors } from '#values';
import { validateBounds } from '../../../../src/kinds/object/validate-bounds.ts';

const text = `
Spec {
  count: int32 #1 >=0
  port: int32 #2 1..65535
  name: string #3 max=4
  parts: [Part] #4 max=2
  owner: string #5 immutable
  named: {Part} #6
}
Part { size: int32 #1 >=1 }
`;
const module = { name: 't/v1', apiVersion: 't/v1', definitions: 't.v1', texts: [text] };
const struct = new Schemas([module], 24).of('t/v1', 'Spec');

const messages = (object: object, old?: object): readonly string[] =>
  findErrors((errors) => validateBounds(errors, struct, object, old)).map(
    ({ field, message }) => `${field}: ${message}`,
  );

describe('bounds that the notation states', () => {
  it('take what fits', () => {
    const fits = { count: 0, port: 65535, name: 'abcd', parts: [{ size: 1 }, {}], owner: 'a' };
    expect(messages(fits)).toEqual([]);
    expect(messages({})).toEqual([]);
  });

  it.each([
    [{ count: -1 }, 'count: Invalid value: -1: must be greater than or equal to 0'],
    [{ port: 0 }, 'port: Invalid value: 0: must be between 1 and 65535, inclusive'],
    [{ name: 'äbcd' }, 'name: Too long: must have at most 4 bytes'],
    [{ parts: [{}, {}, {}] }, 'parts: Too many: 3: must have at most 2 items'],
    [
      { parts: [{ size: 1 }, { size: 0 }] },
      'parts[1].size: Invalid value: 0: must be greater than or equal to 1',
    ],
    [
      { named: { a: { size: 0 } } },
      'named[a].size: Invalid value: 0: must be greater than or equal to 1',
    ],
  ])('refuse %j', (object, message) => {
    expect(messages(object)).toEqual([message]);
  });

  it('keep what may not change', () => {
    expect(messages({ owner: 'b' }, { owner: 'a' })).toEqual([
      'owner: Invalid value: "b": field is immutable',
    ]);
    expect(messages({ owner: 'a' }, { owner: 'a' })).toEqual([]);
    expect(messages({ owner: 'b' })).toEqual([]);
  });
});
