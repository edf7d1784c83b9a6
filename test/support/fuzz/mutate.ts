/** Valid values with a few things wrong in them: what comes closest to being taken. */
import * as fc from 'fast-check';
import { junk, junkText, magicKeys, withField } from './junk.ts';

/** Where in a value, and what is to happen there. */
interface Mutation {
  readonly place: number;
  readonly what: 'replace' | 'remove' | 'add' | 'repeat' | 'wrap';
  readonly key: string;
  readonly value: unknown;
}

type Path = readonly (string | number)[];

const mutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat({ max: 1000 }),
  what: fc.constantFrom('replace', 'replace', 'remove', 'add', 'repeat', 'wrap'),
  key: fc.oneof(fc.constantFrom(...magicKeys), junkText),
  value: junk,
});

/** @param most how many things may be wrong */
export function mutated(value: fc.Arbitrary<unknown>, most = 3): fc.Arbitrary<unknown> {
  return fc
    .tuple(
      value,
      fc.oneof(
        { weight: 2, arbitrary: fc.constant([]) },
        { weight: 3, arbitrary: fc.array(mutation, { minLength: 1, maxLength: most }) },
      ),
    )
    .map(([start, mutations]) => mutations.reduce(mutate, start));
}

function mutate(value: unknown, change: Mutation): unknown {
  const all = pathsOf(value);
  return changeAt(value, all[change.place % all.length]!, change);
}

/** Of all values in a value; the first is the empty one. */
export function pathsOf(value: unknown, path: Path = []): Path[] {
  const paths = [path];
  if (typeof value !== 'object' || value === null) return paths;
  for (const [key, child] of Object.entries(value)) {
    paths.push(...pathsOf(child, [...path, Array.isArray(value) ? Number(key) : key]));
  }
  return paths;
}

function changeAt(value: unknown, [first, ...rest]: Path, change: Mutation): unknown {
  if (first === undefined) return changed(value, change);
  const child = (value as Readonly<Record<string | number, unknown>>)[first];
  if (rest.length === 0 && change.what === 'remove') return without(value as object, first);
  const made = changeAt(child, rest, change);
  if (Array.isArray(value)) return value.with(first as number, made) as unknown;
  return withField(value as object, first as string, made);
}

function changed(value: unknown, { what, key, value: other }: Mutation): unknown {
  switch (what) {
    case 'replace':
      return other;
    case 'remove':
      return null;
    case 'add':
      if (Array.isArray(value)) return [...(value as unknown[]), other];
      return typeof value === 'object' && value !== null ? withField(value, key, other) : other;
    case 'repeat':
      return Array.isArray(value) ? [...(value as unknown[]), ...(value as unknown[])] : [value];
    case 'wrap':
      return withField({}, key, value);
  }
}

function without(value: object, key: string | number): unknown {
  if (Array.isArray(value)) return value.toSpliced(key as number, 1) as unknown;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}
