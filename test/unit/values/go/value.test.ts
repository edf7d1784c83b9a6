/** How Go names the types of JSON values, and prints them. */
import { expect, it } from 'vitest';
import { goText, goTypeOfValue } from '#values';

it.each([
  [null, '<nil>', '<nil>'],
  [undefined, '<nil>', '<nil>'],
  [[1, 'a'], '[]interface {}', '[1 a]'],
  [{ b: false, a: null }, 'map[string]interface {}', 'map[a:<nil> b:false]'],
  [5, 'int64', '5'],
  [5.5, 'float64', '5.5'],
  [true, 'bool', 'true'],
  ['x', 'string', 'x'],
])('%j is a %s to Go, and printed so: %s', (value, type, text) => {
  expect([goTypeOfValue(value), goText(value)]).toEqual([type, text]);
});
