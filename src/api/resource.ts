/** What the API derives from a kind, once instead of in every call. */
import {
  apiVersionOf,
  bucketOf,
  resourceOf,
  type CustomForm,
  type Filled,
  type Kind,
  type Profile,
} from '#kinds';
import { deepEqual, isResumable, unknownPath, type KubeObject, type Resumable } from '#values';
import { storable } from '#schema';
import type { ChangeEvent, Ref } from '#request';
import type { Change } from '#store';
import { ConvertedObjects } from './conversion/converted.ts';
import { mainEndpoint, partEndpoints, type Endpoint } from './endpoint.ts';

/** A kind as the API serves it. */
export interface Resource {
  readonly kind: Kind;
  readonly apiVersion: string;
  /** The store's bucket, such as `daemonsets.apps`: that of the kind that stores the objects. */
  readonly bucket: string;
  readonly main: Endpoint;
  /** By subresource. */
  readonly parts: ReadonlyMap<string, Endpoint>;
  /** Its objects are given addresses and ports when they are stored. */
  readonly isService: boolean;
  /**
   * The object that was created last: those made from one template share parts with it, which need
   * not be looked at again.
   */
  readonly last: LastMade;
  /** The changes that a watch without selectors has had last: the next one takes the same events. */
  readonly sharedEvents: SharedEvents;
  /** Fills in the defaults of the served form. */
  fillDefaults(object: KubeObject): KubeObject;
  /** The same in parts, where lists are long. */
  fillingDefaults(object: KubeObject): KubeObject | Resumable<KubeObject>;
  /** Converts the served form to the stored one: for most kinds the object itself. */
  toStorage(object: KubeObject): KubeObject;
  /**
   * Converts back: the same object for the same stored one, so that what is derived from it is
   * computed once.
   */
  fromStorage(stored: KubeObject): KubeObject;
  /**
   * A stored object as a write changes it: for most kinds the object itself. Custom resources are
   * changed and checked in the form that is served.
   */
  current(stored: KubeObject): KubeObject;
  /** Whether a {@link current} object is stored in a form that a write of it would not store again. */
  isOutdated(object: KubeObject): boolean;
  /** What webhooks have converted to its version; absent for kinds without such a webhook. */
  readonly converted?: ConvertedObjects | undefined;
  /** The object as the store keeps it, which may be in another version. */
  inStoredVersion(object: KubeObject): KubeObject;
}

interface LastMade {
  /** In the served form, as it was desired. */
  desired?: KubeObject;
  /** Without and with its defaults. */
  filled?: Filled<KubeObject>;
  /** As the store keeps it. */
  stored?: KubeObject;
}

interface SharedEvents {
  changes?: readonly Change[];
  events?: readonly ChangeEvent[];
}

/** @param profile the release that the server behaves like */
export function makeResource(kind: Kind, profile: Profile): Resource {
  const { storage, custom } = kind;
  const apiVersion = apiVersionOf(kind);
  const converted = custom?.webhook && new ConvertedObjects(apiVersion);
  const convert = custom?.read ?? storage?.fromStorage;
  const read = convert === undefined ? asItIs : memoized(convert);
  const fromStorage =
    converted === undefined ? read : (stored: KubeObject) => read(converted.of(stored));
  const last: LastMade = {};
  return {
    kind,
    apiVersion,
    converted,
    bucket: bucketOf(kind),
    isService: resourceOf(kind) === 'services',
    main: mainEndpoint(kind, profile),
    parts: partEndpoints(kind, profile),
    last,
    sharedEvents: {},
    fillDefaults: (object) => kind.rules.defaults?.(object, profile) ?? object,
    fillingDefaults: (object) => fillingDefaults(kind, object, profile, last),
    toStorage: storage?.toStorage ?? asItIs,
    fromStorage,
    ...(custom === undefined ? asStoredForm : currentForm(fromStorage, custom)),
  };
}

function fillingDefaults(
  { rules }: Kind,
  object: KubeObject,
  profile: Profile,
  last: LastMade,
): KubeObject | Resumable<KubeObject> {
  if (rules.defaulting === undefined) return rules.defaults?.(object, profile) ?? object;
  const after = rules.defaulting(object, profile, last.filled);
  if (!isResumable(after)) last.filled = { before: object, after };
  return after;
}

type StoredForm = Pick<Resource, 'current' | 'isOutdated' | 'inStoredVersion'>;

/** Writes change what is stored. */
const asStoredForm: StoredForm = {
  current: asItIs,
  isOutdated: () => false,
  inStoredVersion: asItIs,
};

/** Writes change what is made of the stored object when it is read. */
function currentForm(read: (stored: KubeObject) => KubeObject, custom: CustomForm): StoredForm {
  const outdated = new WeakSet<KubeObject>();
  return {
    current(stored) {
      const object = read(stored);
      if (object !== stored && differs(custom, object, stored)) outdated.add(object);
      return object;
    },
    isOutdated: (object) => outdated.has(object),
    inStoredVersion: custom.write,
  };
}

/** Whether a write of what was read stores something else. What webhooks convert back is not known. */
function differs(
  { webhook, stored, write }: CustomForm,
  read: KubeObject,
  held: KubeObject,
): boolean {
  if (webhook === undefined || read.apiVersion === stored) return !deepEqual(write(read), held);
  return held.apiVersion !== stored;
}

/** Whether clients get the stored objects themselves. */
export function isStoredAsServed({ kind: { storage, custom } }: Resource): boolean {
  return storage === undefined && custom === undefined;
}

/** @throws {ApiError} 404 for a subresource that such objects do not have */
export function endpointOf({ main, parts }: Resource, subresource: string | undefined): Endpoint {
  const endpoint = subresource === undefined ? main : parts.get(subresource);
  if (endpoint === undefined) throw unknownPath();
  return endpoint;
}

function asItIs(object: KubeObject): KubeObject {
  return object;
}

function memoized(convert: (stored: KubeObject) => KubeObject): typeof convert {
  const result = new WeakMap<KubeObject, KubeObject>();
  return (stored) => {
    let served = result.get(stored);
    if (served === undefined) {
      served = convert(stored);
      result.set(stored, served);
    }
    return served;
  };
}

/**
 * The object as a read from the store answers it; the same object when nothing is lost.
 *
 * @param stored its version that is stored
 * @param over the object that the answer of a dry run is decoded into
 */
export function asStored<T extends KubeObject>(
  { kind }: Resource,
  object: T,
  stored?: KubeObject,
  over?: KubeObject,
): T {
  const read = kind.rules.asStored?.(object, over, kind.wire.storageVersion) ?? object;
  return storable((kind.storage?.kind ?? kind).schema, read, stored) as T;
}

/** An object that a request names, whether it exists or not. */
export interface Target {
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly name: string;
  /** Its key in the bucket. */
  readonly key: string;
}

export function targetOf(resource: Resource, ref: Ref): Target {
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
