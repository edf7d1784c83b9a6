/** What the API derives from a kind, once, so that no call has to. */
import { apiVersionOf, resourceOf, type Kind, type KubeObject } from '#kinds';
import type { ObjectRef } from './request.ts';

/** A kind as the API serves it. */
export interface Resource {
  readonly kind: Kind;
  readonly apiVersion: string;
  /** The store's bucket, such as `daemonsets.apps`. */
  readonly bucket: string;
  /** Has a `/status` endpoint; the main endpoint then leaves the status alone. */
  readonly hasStatus: boolean;
}

export function makeResource(kind: Kind): Resource {
  return {
    kind,
    apiVersion: apiVersionOf(kind),
    bucket: resourceOf(kind),
    hasStatus: kind.subresources.includes('status'),
  };
}

/** An object that a request is about, whether it exists or not. */
export interface Target {
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly name: string;
  /** Its key in the bucket. */
  readonly key: string;
}

export function targetOf(resource: Resource, ref: ObjectRef): Target {
  const namespace = resource.kind.namespaced ? ref.namespace : undefined;
  const key = namespace === undefined ? ref.name : `${namespace}/${ref.name}`;
  return { resource, namespace, name: ref.name, key };
}

/** An object with the parts that most kinds have. */
export interface Body extends KubeObject {
  readonly spec?: unknown;
  readonly status?: unknown;
}

/** The revision at which the store holds this version. */
export function revisionOf(stored: KubeObject): number {
  return Number(stored.metadata.resourceVersion);
}
