import { defaultProfile, withGates } from '#kinds';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeElements,
  changeField,
  deepEqual,
  fillAbsent,
  fillMap,
  fillUnset,
  mapShared,
  omitUnset,
  withField,
} from '#values';

describe('deepEqual', () => {
  it('agrees with the equality of JSON texts with sorted keys', () => {
    const text = (value: unknown): string =>
      JSON.stringify(value, (_, part: unknown) =>
        part !== null && typeof part === 'object' && !Array.isArray(part)
          ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
          : part,
      );
    // Few keys and values, so that equal ones come up.
    const leaf = fc.constantFrom(null, 0, 1, '', 'a', true, false);
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.array(tie('value'), { maxLength: 2 }),
        fc.dictionary(fc.constantFrom('a', 'b', 'constructor'), tie('value'), { maxKeys: 2 }),
      ),
    }));
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(deepEqual(a, b)).toBe(text(a) === text(b));
        expect(deepEqual(a, structuredCopy(a))).toBe(true);
      }),
    );
  });

  it.each([
    [{ a: undefined }, {}, true],
    [{}, { a: undefined }, true],
    [{ a: undefined, b: 1 }, { b: 1, c: undefined }, true],
    [{ a: null }, {}, false],
    [{ constructor: 'x' }, {}, false],
    [[], {}, false],
    [{}, [], false],
    [null, {}, false],
    [[1, 2], [2, 1], false],
  ])('%j and %j: %j', (a, b, expected) => {
    expect(deepEqual(a, b)).toBe(expected);
  });
});

describe('changes of immutable values', () => {
  const full = { a: 1, b: '', c: [1, 2] as readonly number[] | undefined };

  it('answers the same value when there is nothing to change', () => {
    expect(fillAbsent(full, { a: 7, b: 'x' })).toBe(full);
    expect(fillUnset(full, { a: 7 })).toBe(full);
    expect(omitUnset(full, ['a'])).toBe(full);
    expect(withField(full, 'a', 1)).toBe(full);
    expect(changeField(full, 'a', (a) => a)).toBe(full);
    expect(changeElements(full, 'c', (n) => n)).toBe(full);
    expect(mapShared(full.c!, (n) => n)).toBe(full.c);
    const nulled = { at: null as string | null };
    expect(fillAbsent(nulled, { at: null })).toBe(nulled);
  });

  it('changes a copy and shares the rest', () => {
    expect(fillUnset(full, { b: 'x' })).toEqual({ a: 1, b: 'x', c: [1, 2] });
    expect(fillUnset(full, { b: 'x' }).c).toBe(full.c);
    expect(omitUnset(full, ['b'])).toEqual({ a: 1, c: [1, 2] });
    expect(changeElements(full, 'c', (n) => n * 2)).toEqual({ a: 1, b: '', c: [2, 4] });
    expect(fillAbsent({ a: null as number | null }, { a: 3 })).toEqual({ a: 3 });
    expect(changeElements({ c: undefined as number[] | undefined }, 'c', (n) => n)).toEqual({});
    expect(full).toEqual({ a: 1, b: '', c: [1, 2] });
  });

  it('leaves the order of fields as it is, and puts new ones behind', () => {
    const changed = withField(
      fillAbsent({ b: '' } as { a?: number; b: string }, { a: 3 }),
      'b',
      'x',
    );
    expect(JSON.stringify(changed)).toBe('{"b":"x","a":3}');
  });

  it('fills maps whatever their keys are', () => {
    const map = JSON.parse('{"__proto__":"p","a":"b"}') as Record<string, string>;
    expect(fillMap(map, { a: 'c' })).toBe(map);
    expect(JSON.stringify(fillMap(map, { a: 'c', d: 'e' }))).toBe(
      '{"__proto__":"p","a":"b","d":"e"}',
    );
  });
});

describe('featureGates', () => {
  it('has the defaults of v1.24, and overrides', () => {
    const gates = withGates(defaultProfile, { CronJobTimeZone: true });
    expect(gates.enabled('CronJobTimeZone')).toBe(true);
    expect(gates.enabled('DaemonSetUpdateSurge')).toBe(true);
    expect(gates.enabled('HPAScaleToZero')).toBe(false);
    expect(defaultProfile.enabled('CronJobTimeZone')).toBe(false);
  });

  it('refuses unknown gates and lists the known ones', () => {
    expect(() => withGates(defaultProfile, { Foo: true })).toThrow(
      /^unrecognized feature gate: Foo; those with an effect here: .*CronJobDueTimeFix, CronJobTimeZone, /,
    );
    expect(() => defaultProfile.enabled('toString')).toThrow('unrecognized feature gate: toString');
  });
});

function structuredCopy(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}
