/** Versions of the objects of another cluster. */
import type { Millis } from '#clock';
import { isMap, type JsonMap } from './maps.ts';

/** An API object of another cluster: only these fields are certain. */
export interface ForeignObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: JsonMap & { readonly name: string; readonly namespace?: string };
  readonly [field: string]: unknown;
}

/** One version of an object, in the order of the input. */
export interface Version {
  readonly object: ForeignObject;
  /** With `--output-watch-events`; without it, a stream does not report deletions. */
  readonly type?: 'ADDED' | 'MODIFIED' | 'DELETED';
  /** It came of a write that is known: it was not there at the start. */
  readonly isChange?: boolean;
  /** A program of the control plane has written it. */
  readonly isByController?: boolean;
  /** When it was written, where that is known: otherwise the object may say. */
  readonly momentMs?: Millis;
  /** Its position, for messages: `state.yaml:12`. */
  readonly place: string;
}

/** Says whether a value is an object, by the fields that each has. */
export function isForeignObject(value: unknown): value is ForeignObject {
  if (!isMap(value) || !isMap(value['metadata'])) return false;
  const { apiVersion, kind, metadata } = value;
  return [apiVersion, kind, metadata['name']].every((each) => typeof each === 'string');
}

/** Returns the items of a list with their kind, which those of a typed list omit; undefined for what is none. */
export function itemsOf({ apiVersion, kind, items }: JsonMap): readonly unknown[] | undefined {
  if (typeof kind !== 'string' || !kind.endsWith('List') || !Array.isArray(items)) return undefined;
  const typed = { apiVersion, kind: kind.replace(/List$/, '') };
  return items.map((item: unknown) => {
    return !isMap(item) || item['kind'] !== undefined || kind === 'List'
      ? item
      : { ...typed, ...item };
  });
}
