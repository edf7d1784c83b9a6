import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  everything,
  matchesNothing,
  parseLabelSelector,
  selectLabels,
  selectorOf,
} from '../../../../src/values/selectors/label-selector.ts';

const key = fc.constantFrom('app', 'tier', 'k8s.io/zone', 'in');
const value = fc.constantFrom('', 'web', 'db', '1', '10', 'notin');
const number = fc.constantFrom('0', '5', '10');
const requirement = fc.oneof(
  key,
  key.map((name) => `!${name}`),
  fc.tuple(key, fc.constantFrom('=', ' == ', '!='), value).map((parts) => parts.join('')),
  fc.tuple(key, fc.constantFrom('>', '<'), number).map((parts) => parts.join('')),
  fc
    .tuple(
      key,
      fc.constantFrom('in', 'notin'),
      fc.uniqueArray(value, { minLength: 1, maxLength: 3 }),
    )
    .map(([name, operator, values]) => `${name} ${operator} (${values.join(' ,')})`),
);
const selectorText = fc.array(requirement, { maxLength: 4 }).map((parts) => parts.join(', '));
const labels = fc.dictionary(key, value);

describe('canonical text', () => {
  it('selects the same and is its own canonical text', () => {
    fc.assert(
      fc.property(selectorText, fc.array(labels), (text, objects) => {
        const selector = parseLabelSelector(text);
        const again = parseLabelSelector(selector.toString());
        expect(again.toString()).toBe(selector.toString());
        for (const object of objects) expect(again.matches(object)).toBe(selector.matches(object));
      }),
    );
  });
});

describe('matching', () => {
  it('asks for all requirements', () => {
    fc.assert(
      fc.property(selectorText, selectorText, labels, (first, second, object) => {
        const both = [first, second].filter((text) => text !== '').join(',');
        expect(parseLabelSelector(both).matches(object)).toBe(
          parseLabelSelector(first).matches(object) && parseLabelSelector(second).matches(object),
        );
      }),
    );
  });

  it('treats no labels as empty ones', () => {
    for (const none of [undefined, null, {}]) {
      expect(parseLabelSelector('app').matches(none)).toBe(false);
      expect(parseLabelSelector('!app,app!=web,app notin (db)').matches(none)).toBe(true);
    }
  });

  it('does not take what every object inherits for a label', () => {
    expect(parseLabelSelector('constructor').matches({})).toBe(false);
    expect(parseLabelSelector('!toString').matches({})).toBe(true);
  });

  it('compares numbers beyond 2^53 exactly, and no text', () => {
    const selector = parseLabelSelector('n>9007199254740992');
    expect(selector.matches({ n: '9007199254740993' })).toBe(true);
    expect(selector.matches({ n: '9007199254740992' })).toBe(false);
    expect(selector.matches({ n: 'many' })).toBe(false);
  });
});

describe('of objects', () => {
  it('selects nothing without a selector and everything with an empty one', () => {
    expect(selectorOf(undefined)).toBe(matchesNothing);
    expect(selectorOf({})).toBe(everything);
    expect([matchesNothing.matches({}), everything.matches({})]).toEqual([false, true]);
    expect([matchesNothing.isEmpty(), everything.isEmpty()]).toEqual([false, true]);
  });

  it('lists all that is wrong, each once', () => {
    const wrong = () =>
      selectorOf({ matchExpressions: [{ key: 'a b', operator: 'In', values: [] }] });
    expect(wrong).toThrow(/^\[key: Invalid value: "a b": .*, values: Invalid value: .*\]$/);
  });
});

describe('of plain maps', () => {
  it('asks for equal labels', () => {
    const selector = selectLabels({ tier: 'front', app: 'web' });
    expect(selector.toString()).toBe('app=web,tier=front');
    expect(selector.matches({ app: 'web', tier: 'front', more: 'x' })).toBe(true);
    expect(selector.matches({ app: 'web' })).toBe(false);
  });

  it('selects everything when empty or missing', () => {
    expect(selectLabels(undefined)).toBe(everything);
    expect(selectLabels({})).toBe(everything);
  });
});
