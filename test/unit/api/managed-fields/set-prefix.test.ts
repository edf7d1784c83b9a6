import { expect, test } from 'vitest';
import { leaf, type FieldSet } from '../../../../src/api/managed-fields/index.ts';
import { SetPrefix, type GrowingSet } from '../../../../src/api/managed-fields/set-prefix.ts';

const part: FieldSet = { 'f:x': leaf };

function prefix(start: SetPrefix, ...parts: readonly (readonly [string, FieldSet])[]): GrowingSet {
  return parts.reduce<GrowingSet>((so, [element, added]) => so.with(element, added), start);
}

test('shows its parts in the order of sets, whatever came first', () => {
  const start = new SetPrefix();
  expect(start.set).toBeUndefined();
  const { set } = prefix(start, ['f:b', leaf], ['f:a', part]);
  expect(JSON.stringify(set)).toBe('{"f:a":{"f:x":{}},"f:b":{}}');
});

test('the same parts make the same set, whatever was made in between', () => {
  const start = new SetPrefix();
  const { set } = prefix(start, ['f:a', leaf], ['f:b', part]);
  for (const element of ['f:a', 'f:b', 'f:c']) {
    prefix(start, [element, part]);
    prefix(start, ['f:a', leaf], [element, leaf]);
  }
  expect(prefix(start, ['f:a', leaf], ['f:b', part]).set).toBe(set);
});

test('of an element that is added twice, the last part counts', () => {
  const repeated = prefix(new SetPrefix(), ['f:a', leaf], ['f:b', leaf], ['f:a', part]);
  expect(repeated.set).toEqual({ 'f:a': part, 'f:b': leaf });
  expect(repeated.hasDuplicates).toBe(true);
  expect(prefix(new SetPrefix(), ['f:a', leaf], ['f:b', leaf]).hasDuplicates).toBe(false);
});

test('any number of parts, and of elements and parts after the same beginning, are right', () => {
  const start = new SetPrefix();
  const many = Array.from({ length: 100_000 }, (_, index) => [`f:${index}`, leaf] as const);
  expect(prefix(start, ...many).set).toEqual(Object.fromEntries(many));
  for (const [element] of many.slice(0, 1000)) {
    const own: FieldSet = { [element]: leaf };
    expect(start.with(element, leaf).set![element]).toBe(leaf);
    expect(start.with('f:own', own).set!['f:own']).toBe(own);
  }
});

test('what has been made is forgotten after a while, however various it is', () => {
  const start = new SetPrefix();
  const old = prefix(start, ['f:0', leaf], ['f:a', leaf]).set;
  const made: (FieldSet | undefined)[] = [];
  // Few elements follow any one prefix, yet no two sets are alike.
  for (let number = 0; number < 20_000; number++) {
    const digits = number.toString(16).split('').entries();
    made.push(
      prefix(start, ...[...digits].map(([at, digit]) => [`f:${at}${digit}`, leaf] as const)).set,
    );
  }
  expect(prefix(start, ['f:0', leaf], ['f:a', leaf]).set).not.toBe(old);
  const again = prefix(
    start,
    ...[...(19_999).toString(16)].map((digit, at) => [`f:${at}${digit}`, leaf] as const),
  );
  expect(again.set).toBe(made.at(-1));
});
