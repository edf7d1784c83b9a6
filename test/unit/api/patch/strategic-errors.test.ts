/** The messages of strategic merge patches that cannot be applied, parts of which come from Go. */
import { describe, expect, it } from 'vitest';
import {
  badFormat,
  lacksMergeKey,
  notOfType,
  unknownDirective,
  type StrategicMergeError,
} from '../../../../src/api/patch/strategic-errors.ts';

describe('an error', () => {
  it.each<[StrategicMergeError, number, string]>([
    [badFormat('retainKeys'), 400, 'invalid patch format of retainKeys'],
    [
      unknownDirective('x', { b: 1, a: [null] }),
      500,
      'unknown patch type: x in map: map[a:[<nil>] b:1]',
    ],
    [unknownDirective(null, {}), 500, 'unknown patch type: %!s(<nil>) in map: map[]'],
    [unknownDirective(5, {}), 500, 'unknown patch type: %!s(int64=5) in map: map[]'],
    [unknownDirective(1.5, {}), 500, 'unknown patch type: %!s(float64=1.5) in map: map[]'],
    [unknownDirective(true, {}), 500, 'unknown patch type: %!s(bool=true) in map: map[]'],
    [unknownDirective(['a', null], {}), 500, 'unknown patch type: [a %!s(<nil>)] in map: map[]'],
    [
      unknownDirective({ b: 'x', a: 1 }, {}),
      500,
      'unknown patch type: map[a:%!s(int64=1) b:x] in map: map[]',
    ],
    [
      lacksMergeKey({ b: { c: 'd' } }, 'name'),
      500,
      'map: map[b:map[c:d]] does not contain declared merge key: name',
    ],
    [notOfType('string', null), 500, 'expected a string, but received a %!s(<nil>)'],
    [notOfType('bool', []), 500, 'expected a bool, but received a []interface {}'],
  ])('%s', (error, code, message) => {
    expect([error.name, error.code, error.message]).toEqual(['StrategicMergeError', code, message]);
  });
});
