/** What the API servers of several releases answer to the same objects, compared. */
import { diff, pathText, type FieldChange } from '#record';
import type { Finding } from './finding.ts';

/** The answer of one release to one object. */
export interface Answer {
  /** Why the object is refused, and for which field if it is one. */
  readonly refused?: { readonly message: string; readonly field?: string };
  /** Warnings to the client, in order. */
  readonly warnings: readonly string[];
  /** The fields that are dropped, by path, each with the reason. */
  readonly dropped: ReadonlyMap<string, string>;
  /** What the client sends once unknown fields are gone; absent for a refused object. */
  readonly sent?: object;
  /** As it is stored. */
  readonly stored?: object;
}

/** An object that was tried. */
export interface Tried {
  /** `CronJob default/report` */
  readonly name: string;
  /** Where a field of it is written. */
  placeOf(field: string): Pick<Finding, 'file' | 'line'>;
}

/** The answers of a release, in the order of the objects. */
export interface Answers {
  /** `1.25` */
  readonly release: string;
  readonly answers: readonly Answer[];
}

/** Returns what is otherwise from one release to the next, object by object. */
export function compareAnswers(
  tried: readonly Tried[],
  releases: readonly Answers[],
): readonly Finding[] {
  return tried.flatMap((object, index) => {
    const findings = releases.slice(1).flatMap(({ release, answers }, before) => {
      const [was, is] = [releases[before]!.answers[index]!, answers[index]!];
      return stepOf(object, was, is, { since: release, after: releases[before]!.release });
    });
    const [first] = releases;
    const refused = first!.answers[index]!.refused;
    const isRefusedAtLast = releases.at(-1)!.answers[index]!.refused !== undefined;
    if (refused === undefined) return findings;
    return [refusal(object, refused, { since: first!.release }, isRefusedAtLast), ...findings];
  });
}

/** From which release to which. */
type Between = Pick<Finding, 'since' | 'after'>;

function stepOf(object: Tried, was: Answer, is: Answer, between: Between): readonly Finding[] {
  if (is.refused !== undefined) {
    return was.refused === undefined ? [refusal(object, is.refused, between, true)] : [];
  }
  const about = { ...between, objects: [object.name] };
  if (was.refused !== undefined) {
    const message = `it is accepted; before: ${was.refused.message}`;
    const place = object.placeOf('');
    return [{ what: 'accepted', breaks: false, ...about, message, ...place }];
  }
  const warned = is.warnings.filter((text) => !was.warnings.includes(text));
  return [
    ...warned.map((message): Finding => {
      return { what: 'warned', breaks: false, ...about, message, ...object.placeOf('') };
    }),
    ...fieldsOnlyIn(is.dropped, was.dropped).map(([field, message]): Finding => {
      return { what: 'dropped', breaks: true, ...about, field, message, ...object.placeOf(field) };
    }),
    ...fieldsOnlyIn(was.dropped, is.dropped).map(([field, why]): Finding => {
      const message = `it has an effect; before: ${why}`;
      return { what: 'kept', breaks: false, ...about, field, message, ...object.placeOf(field) };
    }),
    ...otherDefaults(was, is).map(({ path, from, to }): Finding => {
      const field = pathText(path);
      const message = `${shown(to)} by default; before: ${shown(from)}`;
      return {
        ...{ what: 'defaulted', breaks: false, ...about, field, message },
        ...object.placeOf(field),
      };
    }),
  ];
}

function refusal(
  object: Tried,
  { message, field }: NonNullable<Answer['refused']>,
  between: Between,
  breaks: boolean,
): Finding {
  return {
    ...{ what: 'refused', breaks, ...between, objects: [object.name], message },
    ...(field !== undefined && { field }),
    ...object.placeOf(field ?? ''),
  };
}

function fieldsOnlyIn(
  these: Answer['dropped'],
  others: Answer['dropped'],
): readonly (readonly [string, string])[] {
  return [...these].filter(([field]) => !others.has(field));
}

/** Of an object with a random name: a uid that a release writes into labels. */
const UID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Returns what of the stored objects differs and is not written, and not lost in one of the two releases. */
function otherDefaults(was: Answer, is: Answer): readonly FieldChange[] {
  const lost = [...was.dropped.keys(), ...is.dropped.keys()];
  return diff(withoutOwn(was.stored), withoutOwn(is.stored)).filter(({ path, from, to }) => {
    if ((from ?? null) === (to ?? null)) return false;
    const field = pathText(path);
    return !lost.some(
      (path) => field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`),
    );
  });
}

/** Returns it without metadata and status, and with the same text for each uid. */
function withoutOwn(stored: object | undefined): unknown {
  if (stored === undefined) return undefined;
  const rest = { ...stored, metadata: undefined, status: undefined };
  return JSON.parse(JSON.stringify(rest).replace(UID, '<uid>')) as unknown;
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
