/** The common shape of all API objects, and small helpers for it. */
import type { ObjectMeta, OwnerReference } from '#types';

/** Any stored API object. Kinds refine it with their own fields. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
}

/** An object as a client sends it to create it: the server fills in the rest. */
export type NewObject<T extends KubeObject> = Omit<
  T,
  'apiVersion' | 'kind' | 'metadata' | 'status' | 'spec'
> & {
  readonly metadata: Partial<ObjectMeta>;
} & (T extends { spec: infer S } ? { readonly spec?: S } : unknown) &
  (T extends { status: infer S } ? { readonly status?: S } : unknown);

/** The controlling owner, if there is one. */
export function controllerOf(object: {
  readonly metadata: Partial<ObjectMeta>;
}): OwnerReference | undefined {
  return object.metadata.ownerReferences?.find((reference) => reference.controller === true);
}

/** `namespace/name`, or `name` for objects without a namespace: the key in stores, caches and queues. */
export function keyOf(object: {
  readonly metadata: { readonly namespace?: string; readonly name: string };
}): string {
  const { namespace, name } = object.metadata;
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** Splits a key made by {@link keyOf}. */
export function splitKey(key: string): { readonly namespace?: string; readonly name: string } {
  const slash = key.indexOf('/');
  return slash < 0 ? { name: key } : { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}
