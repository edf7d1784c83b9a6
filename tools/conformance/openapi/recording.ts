/** A recording of the OpenAPI documents of several releases, in digests. */
import { hasMinor } from '#kinds';

/** Digests by the minor releases that they hold for: `{ "24-27": "0a1b2c3d", "28-37": "4e5f6a7b" }`. */
type ByMinors = Readonly<Record<string, string>>;

export interface Recording {
  readonly about: string;
  /** `there`, by name: `apis/apps/v1` */
  readonly documents: Readonly<Record<string, ByMinors>>;
  readonly definitions: Readonly<Record<string, ByMinors>>;
  /** By method and path: `get /apis/apps/v1/` */
  readonly operations: Readonly<Record<string, ByMinors>>;
}

/** What one release has, by name. */
export type OfRelease = Readonly<
  Record<'documents' | 'definitions' | 'operations', ReadonlyMap<string, string>>
>;

const about =
  'What documents of OpenAPI v3 in the repository of Kubernetes say, without descriptions, enums and cbor, as FNV-1a of 32 bits.';

/** Returns a recording with one more release, which comes after those that it has. */
export function withRelease(recording: Recording, minor: number, found: OfRelease): Recording {
  const add = (
    before: Readonly<Record<string, ByMinors>>,
    now: ReadonlyMap<string, string>,
  ): Readonly<Record<string, ByMinors>> => {
    const names = [...new Set([...Object.keys(before), ...now.keys()])].sort();
    return Object.fromEntries(
      names.map((name) => [name, withMinor(before[name] ?? {}, minor, now.get(name))]),
    );
  };
  return {
    about,
    documents: add(recording.documents, found.documents),
    definitions: add(recording.definitions, found.definitions),
    operations: add(recording.operations, found.operations),
  };
}

function withMinor(before: ByMinors, minor: number, digest: string | undefined): ByMinors {
  if (digest === undefined) return before;
  const last = Object.entries(before).at(-1);
  const [since, until = since] = last?.[0].split('-') ?? [];
  if (last?.[1] !== digest || Number(until) !== minor - 1) return { ...before, [minor]: digest };
  const rest = Object.entries(before).slice(0, -1);
  return Object.fromEntries([...rest, [`${since}-${minor}`, digest]]);
}

/** Returns what a recording has of a release, by name. */
export function ofRelease(
  all: Readonly<Record<string, ByMinors>>,
  minor: number,
): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(all).flatMap(([name, digests]) => {
      const found = Object.entries(digests).find(([range]) => hasMinor(range, minor));
      return found === undefined ? [] : [[name, found[1]] as const];
    }),
  );
}

/** Returns a recording as text, a line a name. */
export function textOf({ about: text, ...parts }: Recording): string {
  const lines = Object.entries(parts).map(([part, byName]) => {
    const entries = Object.entries(byName as Readonly<Record<string, ByMinors>>);
    const rows = entries.map(
      ([name, found]) => `${JSON.stringify(name)}: ${JSON.stringify(found)}`,
    );
    return `${JSON.stringify(part)}: {\n${rows.join(',\n')}\n}`;
  });
  return `{\n"about": ${JSON.stringify(text)},\n${lines.join(',\n')}\n}\n`;
}
