/** Patches of the samples. */
import * as fc from 'fast-check';
import { junk, junkText, withField } from './junk.ts';
import { mutated, pathsOf } from './mutate.ts';
import type { Sample } from './samples.ts';
import { objectOf } from './bodies.ts';

const pointerOdd = fc.oneof(
  fc.constantFrom(
    '',
    '/',
    '/-',
    '/metadata/labels/-',
    '/__proto__/x',
    '/constructor/prototype/x',
    '/spec/01',
    '~',
    '/~2',
    '/a~1b',
    '/metadata/finalizers/-1',
  ),
  junkText.map((text) => `/${text}`),
);

export function jsonPatchOf({ body }: Sample): fc.Arbitrary<unknown> {
  const pointers = pathsOf({ metadata: { labels: { a: 'b' }, finalizers: ['x'] }, ...body }).map(
    (path) =>
      path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
  );
  const pointer = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...pointers) }, pointerOdd);
  const operation = fc.record(
    {
      op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test', 'explode'),
      path: pointer,
      from: pointer,
      value: junk,
    },
    { requiredKeys: ['op', 'path'] },
  );
  return mutated(fc.array(operation, { maxLength: 4 }), 1);
}

const directive: fc.Arbitrary<readonly [string, unknown]> = fc.oneof(
  fc.tuple(fc.constant('$patch'), fc.constantFrom('delete', 'replace', 'merge', 'x', 1, null)),
  fc.tuple(
    fc.constantFrom(
      '$setElementOrder/containers',
      '$setElementOrder/ports',
      '$setElementOrder/x',
      '$setElementOrder/',
    ),
    fc.oneof(fc.constantFrom([{ name: 'main' }], [{ name: 'x' }], ['main'], [{}], 'x', null), junk),
  ),
  fc.tuple(
    fc.constantFrom(
      '$deleteFromPrimitiveList/finalizers',
      '$deleteFromPrimitiveList/args',
      '$deleteFromPrimitiveList/',
    ),
    fc.oneof(fc.constantFrom(['x'], [1], 'x', null), junk),
  ),
  fc.tuple(fc.constant('$retainKeys'), fc.oneof(fc.constantFrom(['type'], 'type', [1]), junk)),
);

/** A part of an object with directives in it. */
export function mergePatchOf(kind: Sample): fc.Arbitrary<unknown> {
  const put = fc.tuple(fc.nat({ max: 1000 }), directive);
  return fc
    .tuple(
      mutated(objectOf(kind, 'a')),
      fc.array(put, { maxLength: 3 }),
      fc.subarray(['metadata', ...Object.keys(kind.body)]),
    )
    .map(([object, directives, kept]) => {
      const some =
        typeof object === 'object' && object !== null && !Array.isArray(object) && kept.length > 0
          ? Object.fromEntries(Object.entries(object).filter(([key]) => kept.includes(key)))
          : object;
      return directives.reduce<unknown>((value, [place, [key, what]]) => {
        const objects = pathsOf(value).filter((path) => isPlain(at(value, path)));
        if (objects.length === 0) return value;
        return setAt(value, objects[place % objects.length]!, key, what);
      }, some);
    });
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function at(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce(
    (part, key) => (part as Readonly<Record<string | number, unknown>>)[key],
    value,
  );
}

function setAt(
  value: unknown,
  [first, ...rest]: readonly (string | number)[],
  key: string,
  what: unknown,
): unknown {
  if (first === undefined) return withField(value as object, key, what);
  const child = (value as Readonly<Record<string | number, unknown>>)[first];
  const made = setAt(child, rest, key, what);
  if (Array.isArray(value)) return value.with(first as number, made) as unknown;
  return withField(value as object, first as string, made);
}

export const patchTypes = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
] as const;
