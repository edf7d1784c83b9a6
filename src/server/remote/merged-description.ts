/** A document of OpenAPI 2 with the paths that another server describes, and the definitions that they use. */
import { isObject } from '#schema';
import { deepEqual } from '#values';
import type { JsonSchema } from '../openapi/index.ts';

const reference = '#/definitions/';

/** @param under the paths that count, such as `/apis/wardle.example.com/v1/` */
export function withDescription(
  document: JsonSchema,
  other: JsonSchema,
  under: string,
): JsonSchema {
  const known = objectIn(document, 'definitions');
  const theirs = objectIn(other, 'definitions');
  const paths = Object.fromEntries(
    Object.entries(objectIn(other, 'paths')).filter(([path]) => path.startsWith(under)),
  );
  const used = usedBy(paths, theirs);
  const names = new Map([...used].map((name) => [name, nameFor(name, theirs[name], known)]));
  const renamed = (value: unknown): unknown => withNames(value, names);
  const added = [...names]
    .filter(([, name]) => !Object.hasOwn(known, name))
    .map(([name, free]): [string, unknown] => [free, renamed(theirs[name]!)]);
  return {
    ...document,
    paths: { ...(renamed(paths) as JsonSchema), ...objectIn(document, 'paths') },
    definitions: { ...known, ...Object.fromEntries(added) },
  };
}

function objectIn(document: JsonSchema, field: string): JsonSchema {
  const found = document[field];
  return isObject(found) ? found : {};
}

/** Returns the definitions that a value refers to, also by way of others. */
function usedBy(value: unknown, definitions: JsonSchema): ReadonlySet<string> {
  const used = new Set<string>();
  const waiting: unknown[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const name of referencesIn(next)) {
      if (used.has(name) || !Object.hasOwn(definitions, name)) continue;
      used.add(name);
      waiting.push(definitions[name]!);
    }
  }
  return used;
}

function referencesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === '$ref' && typeof each === 'string' ? [each.replace(reference, '')] : referencesIn(each),
  );
}

/** Returns the name of a definition beside those that are known: its own, unless that means something else there. */
function nameFor(name: string, definition: unknown, known: JsonSchema): string {
  for (let count = 1; ; count++) {
    const free = count === 1 ? name : `${name}_v${count}`;
    if (!Object.hasOwn(known, free) || isSame(known[free], definition)) return free;
  }
}

/** Compares definitions but for the groups that shared types list, which depend on the server. */
function isSame(one: unknown, other: unknown): boolean {
  const plain = (value: unknown): unknown =>
    isObject(value) ? { ...value, 'x-kubernetes-group-version-kind': undefined } : value;
  return deepEqual(plain(one), plain(other));
}

function withNames(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((each) => withNames(each, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]): [string, unknown] => {
      if (key !== '$ref' || typeof each !== 'string') return [key, withNames(each, names)];
      const name = each.replace(reference, '');
      return [key, `${reference}${names.get(name) ?? name}`];
    }),
  );
}
