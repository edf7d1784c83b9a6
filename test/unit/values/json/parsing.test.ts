import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runToEnd } from '#values';
import { parsingJson } from '../../../../src/values/json/parsing.ts';

const parsed = (text: string, slice: number): unknown => {
  try {
    return runToEnd(parsingJson(text, slice));
  } catch (error) {
    return (error as Error).name;
  }
};

const parsedWhole = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    return (error as Error).name;
  }
};

const spaces = fc.constantFrom(undefined, 1, '\t');
const value = fc.jsonValue({ maxDepth: 5 });

test('JSON read in parts is what it is when read whole', () => {
  fc.assert(
    fc.property(value, spaces, fc.nat({ max: 40 }), (given, space, slice) => {
      const text = JSON.stringify(given, undefined, space);
      const read = parsed(text, slice);
      expect(read).toEqual(JSON.parse(text));
      expect(JSON.stringify(read)).toBe(JSON.stringify(given));
    }),
    { numRuns: 200 },
  );
});

test('bad JSON is refused as it is when read whole', () => {
  const characters = fc.constantFrom(...'{}[]:,"\\ 0a');
  fc.assert(
    fc.property(value, fc.nat(), characters, fc.nat({ max: 20 }), (given, at, other, slice) => {
      const text = JSON.stringify(given);
      const place = at % (text.length + 1);
      for (const bad of [
        text.slice(0, place) + text.slice(place + 1),
        text.slice(0, place) + other + text.slice(place),
        text.slice(0, place) + other + text.slice(place + 1),
      ]) {
        expect(parsed(bad, slice)).toEqual(parsedWhole(bad));
      }
    }),
    { numRuns: 200 },
  );
});

test.each([
  '{"a":[1,2,3],}',
  '[[1,2,3],]',
  '{"a":[1,2,3]"b":1}',
  '{"a":[1,2,3} }',
  '[1,2,3][4,5,6]',
  '{"a" [1,2,3]}',
  '{[1,2,3]:1}',
  '["a":[1,2,3]]',
  '{"a":1,,"b":[1,2,3]}',
  '{"a":1,"b":2,"a":[1,2,3],"__proto__":{"c":[1,2,3]},"b":3}',
  '\u00a0[1,2,3]',
  '[1,2,3]\u00a0',
  '{"a":\u00a0[1,2,3]}',
])('reads or refuses %s as it is when read whole', (text) => {
  for (const slice of [0, 1, 2, 3, 5, 8]) expect(parsed(text, slice)).toEqual(parsedWhole(text));
});

test('the longer, the more pauses', () => {
  const pausesOf = (size: number): number => {
    const fields = Array.from({ length: size }, (_, index) => [`k${index}`, 'x']);
    const work = parsingJson(JSON.stringify({ data: Object.fromEntries(fields) as object }));
    for (let pauses = 0; ; pauses++) if (work.next().done === true) return pauses;
  };
  expect(pausesOf(1000)).toBe(0);
  expect(pausesOf(100_000)).toBeGreaterThan(15);
  expect(pausesOf(200_000)).toBeGreaterThan(1.8 * pausesOf(100_000));
});
