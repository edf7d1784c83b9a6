import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Lru } from '../../../src/values/lru.ts';

/** What is remembered, from the entry used longest ago to the latest. */
type Model = readonly (readonly [string, number])[];

const without = (model: Model, key: string): Model => model.filter(([other]) => other !== key);

it('forgets the entry used longest ago', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
  const step = fc.tuple(key, fc.option(fc.nat()));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.array(step), (capacity, steps) => {
      const lru = new Lru<number>(capacity);
      let model: Model = [];
      for (const [name, value] of steps) {
        const known = model.find(([other]) => other === name);
        if (value === null) {
          expect(lru.get(name)).toBe(known?.[1]);
          if (known !== undefined) model = [...without(model, name), known];
        } else {
          lru.set(name, value);
          model = [...without(model, name), [name, value] as const].slice(-capacity);
        }
      }
      for (const [name, value] of model) expect(lru.get(name)).toBe(value);
    }),
  );
});
