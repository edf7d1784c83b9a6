/** What is checked of `format` before it runs: answers of v1.37.2, and since when. */
import { expect, it } from 'vitest';
import { faultOf } from './first-fault.ts';

it.each([
  ["'%d %s'.format([1]) == ''", '1:15: index 1 out of range'],
  [
    "'%d'.format([1, 2]) == ''",
    '1:12: too many arguments supplied to string.format (expected 1, got 2)',
  ],
  [
    "'%q'.format([1]) == ''",
    '1:12: could not parse formatting clause: unrecognized formatting clause "q"',
  ],
  [
    "'%é'.format([1]) == ''",
    '1:12: could not parse formatting clause: unrecognized formatting clause "Ã"',
  ],
  ["'%'.format([1]) == ''", '1:11: unexpected end of string'],
  [
    "'%.2'.format([1.0]) == ''",
    '1:13: could not parse formatting clause: error while parsing precision: could not find end of precision specifier',
  ],
  [
    "'%.f'.format([1.0]) == ''",
    '1:13: could not parse formatting clause: error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax',
  ],
  [
    "'%d'.format(['a']) == ''",
    '1:14: error during formatting: decimal clause can only be used on integers, was given string',
  ],
  [
    "'%x %f'.format([1, [2.0]]) == ''",
    '1:20: error during formatting: fixed-point clause can only be used on doubles, was given list',
  ],
  [
    "'%b'.format([duration('1s')]) == ''",
    '1:22: error during formatting: only integers and bools can be formatted as binary, was given google.protobuf.Duration',
  ],
  [
    "'%s'.format([[1, url('https://a.b')]]) == ''",
    '1:21: error during formatting: string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given kubernetes.URL',
  ],
])('refuses %s: %s', (text, fault) => {
  expect(faultOf(text)).toBe(fault);
});

it.each([
  "'%d%% of %s'.format([1, 'a']) == ''",
  "'%.3f %e %X %o %b'.format([1.5, 2.5, b'a', 7, true]) == ''",
  "'%d %s'.format([object.a, {'a': [null, type(1), timestamp('2026-01-01T00:00:00Z')]}]) == ''",
  "'%d %s'.format(object.list) == ''",
  "object.text.format([1, 2]) == ''",
])('takes what fits, and what is only known when it runs: %s', (text) => {
  expect(faultOf(text)).toBeUndefined();
});

it('is not checked up to v1.30', () => {
  const text = "'%d %s'.format([1]) == ''";
  expect([faultOf(text, 30), faultOf(text, 31)]).toEqual([undefined, '1:15: index 1 out of range']);
});
