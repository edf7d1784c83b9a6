/** What a release has of a field, whatever its value: its type, its gates, who writes it, and what it hangs on. */
import { foreignFieldText, textOfType } from '#kinds';
import type { KindRegistry } from '#catalog';
import { elementOf, type Schema } from '#schema';
import type { Accountant } from '../why/accountant.ts';
import { declaredHinges, fieldHinges, fieldIn, prefixesOf, type Hinge } from '../why/hinges.ts';
import { ledgersOf } from '../why/ledger.ts';
import { ofRelease } from '../why/of-release.ts';
import { parsePath, printPath, type Segment } from '../why/path.ts';
import { QuestionError } from './error.ts';
import { fieldOf } from './field.ts';
import { kindNamed } from './subject.ts';

export interface FieldStory {
  readonly kind: string;
  readonly path: string;
  /** `1.31` */
  readonly release: string;
  /** `int32`, `[]JobCondition` */
  readonly type: string;
  /** The actors that account for it. */
  readonly writers: readonly string[];
  /** Gates that it is behind, and what its value hangs on. */
  readonly hinges: readonly Hinge[];
}

/** Whose field it is, and in which release. */
export interface Teller {
  readonly kinds: KindRegistry;
  readonly accountants: readonly Accountant[];
}

/**
 * Tells about a field such as `job.status.terminating`.
 * @throws {QuestionError} where the release has no such kind or field
 */
export function fieldStory(text: string, { kinds, accountants: all }: Teller): FieldStory {
  const dot = text.indexOf('.');
  const { profile } = kinds;
  const kind = kindNamed(text.slice(0, dot), kinds);
  const path = parsePath(text.slice(dot + 1));
  const missing = missingText(kind.schema, path);
  if (missing !== undefined) throw new QuestionError(`${kind.kind} ${missing}`);
  const whole = throughLists(kind.schema, fieldOf(printPath(path), kind));
  const schema = whole.reduce(stepInto, kind.schema);
  const accountants = ofRelease(all, profile);
  const writers = ledgersOf(kind, path, accountants).map(({ actor }) => actor);
  const own = fieldHinges(kind, whole, profile);
  const known = new Set(own.map(({ name }) => name));
  const others = declaredHinges(kind, prefixesOf(path), { profile, accountants: all });
  return {
    kind: kind.kind,
    path: printPath(path),
    release: `1.${profile.minor}`,
    type: textOfType(schema),
    writers: [...new Set(writers)],
    hinges: [...own, ...others.filter(({ name }) => !known.has(name))],
  };
}

/** Returns the lines to print. */
export function fieldStoryText({
  kind,
  path,
  release,
  type,
  writers,
  hinges,
}: FieldStory): string[] {
  const ofField = hinges.filter(({ decides }) => decides === 'field');
  const others = hinges.filter(({ decides }) => decides !== 'field');
  const width = Math.max(0, ...others.map(({ name }) => name.length));
  return [
    `${kind} ${path} in ${release}: ${type}`,
    writers.length === 0 ? 'No controller accounts for it.' : `Written by ${writers.join(', ')}.`,
    ...ofField.map(({ name, state }) => `It is behind ${name}, which ${state}.`),
    ...(others.length === 0 ? [] : ['What its value hangs on:']),
    ...others.map(({ name, state }) => `  ${name.padEnd(width)}  ${state}`),
  ];
}

/** Any item, where a path leads through a list or a map. */
const ANY = '*';

/** Returns a path with {@link ANY} where it names a field of what a list holds, as in `spec.containers.image`. */
function throughLists(schema: Schema, path: readonly Segment[]): readonly Segment[] {
  let at = schema;
  return path.flatMap((segment) => {
    const element = at.type === 'list' || at.type === 'map' ? elementOf(at) : undefined;
    const isOfItems = element?.type === 'struct' && element.fields.has(String(segment));
    const steps = isOfItems ? [ANY, segment] : [segment];
    at = steps.reduce(stepInto, at);
    return steps;
  });
}

function stepInto(schema: Schema, segment: Segment): Schema {
  return fieldIn(schema, segment)?.schema ?? schema;
}

/** Returns in which releases there is the first field of the path that this one lacks. */
function missingText(schema: Schema, path: readonly Segment[]): string | undefined {
  let at: Schema | undefined = schema;
  for (const [depth, segment] of path.entries()) {
    if (at?.type !== 'struct') return undefined;
    const field = at.fields.get(String(segment));
    if (field === undefined) {
      const text = foreignFieldText(at, String(segment));
      return text && `${printPath(path.slice(0, depth + 1))} ${text}`;
    }
    at = elementOf(field.schema);
  }
  return undefined;
}
