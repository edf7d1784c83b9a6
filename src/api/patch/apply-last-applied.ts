/**
 * The migration from client-side to server-side apply: kubectl kept the object that it applied in
 * an annotation. The fields that kubectl set according to the annotation are its own, without a
 * conflict.
 */
import { utf8Length, type KubeObject } from '#values';
import { compare, difference, type FieldSet, type StructShape } from '../managed-fields/index.ts';
import { fieldsOf } from './apply-values.ts';

const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
/** Only for this manager: other names opt out. */
const kubectl = 'kubectl';
/** The limit for all annotations of an object together, in bytes. */
const mostBytes = 262_144;

/** The fields that kubectl set by client-side apply and that still have these values. */
export function clientApplied(
  manager: string,
  shape: StructShape,
  apiVersion: string,
  live: KubeObject,
): FieldSet | undefined {
  const text = manager === kubectl ? live.metadata.annotations?.[annotation] : undefined;
  const applied = text ? readObject(text) : undefined;
  if (applied?.apiVersion !== apiVersion) return undefined;
  const { changed, removed } = compare(shape, applied, live, false);
  return difference(difference(fieldsOf(shape, applied), changed), removed);
}

/** The object with its annotation, if it has one, updated to the applied object. */
export function withLastApplied(manager: string, object: KubeObject, applied: object): KubeObject {
  const annotations = object.metadata.annotations ?? {};
  if (manager !== kubectl || !annotations[annotation]) return object;
  const next = {
    ...annotations,
    [annotation]: `${JSON.stringify(sortedKeys(withoutAnnotation(applied)))}\n`,
  };
  const size = Object.entries(next).reduce(
    (sum, [key, value]) => sum + utf8Length(key) + utf8Length(value),
    0,
  );
  const result = size > mostBytes ? withoutKey(next) : next;
  return { ...object, metadata: { ...object.metadata, annotations: result } };
}

function withoutAnnotation(applied: object): object {
  const { metadata } = applied as Partial<KubeObject>;
  if (metadata?.annotations?.[annotation] === undefined) return applied;
  const annotations = withoutKey(metadata.annotations);
  return { ...applied, metadata: { ...metadata, annotations } };
}

function withoutKey(annotations: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(annotations).filter(([key]) => key !== annotation));
}

/** In the order in which Go writes maps. */
function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, sortedKeys(part)]));
}

function readObject(text: string): KubeObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as KubeObject) : undefined;
  } catch {
    return undefined;
  }
}
