/**
 * The client: all that controllers, the pool and scenarios see of the API. It is a function that
 * answers requests, with typed verbs on top. In process the function calls the API's rules
 * directly; against a remote server it speaks HTTP. Both give the same guarantees and throw the
 * same {@link ApiError}s.
 */
import { subresourceOf, type Kind } from '#kinds';
import { extended, unknownPath, type KubeObject, type NewObject, type Origin } from '#values';
import type { Discovery, ResourceType } from '#catalog';
import type { Scale } from '#types';
import type { ObjectList, Watch } from './answers.ts';
import type { Edit } from './edit.ts';
import type { MetricsQuestion } from './metrics-question.ts';
import type {
  DeleteOptions,
  ListOptions,
  Ref,
  Patch,
  VersionRef,
  WatchOptions,
} from './options.ts';
import { anyKind, type Request } from './request.ts';

/**
 * Answers a request: a watch synchronously, with a stream; all others with a promise of what the
 * verb of {@link Client} returns. It fails by throwing synchronously, or by rejecting. A question about
 * metrics may be answered with undefined: there is no server to ask.
 */
export type Call = (request: Request) => Promise<unknown> | Watch<KubeObject> | undefined;

export interface WriteOptions {
  /**
   * Writes only this part. With `scale`, an update takes the object's replicas, and a patch applies
   * to its Scale (`{"spec":{"replicas":3}}`); both answer the object itself. `finalize` is the list
   * of finalizers in a namespace's spec.
   */
  readonly subresource?: 'approval' | 'status' | 'scale' | 'finalize' | 'resize';
}

/**
 * The same verbs for resources that are known by discovery alone. Only `apiVersion`, `kind` and
 * `metadata` of the returned objects are reliable.
 */
export interface MetadataClient {
  get(resource: ResourceType, ref: Ref): Promise<KubeObject>;
  list(resource: ResourceType, options?: ListOptions): Promise<ObjectList<KubeObject>>;
  watch(resource: ResourceType, options: WatchOptions): Watch<KubeObject>;
  patch(resource: ResourceType, ref: Ref, patch: Patch): Promise<KubeObject>;
  delete(resource: ResourceType, ref: Ref, options?: DeleteOptions): Promise<void>;
  deleteCollection(
    resource: ResourceType,
    which: ListOptions,
    options?: DeleteOptions,
  ): Promise<void>;
}

/** Makes clients whose writes carry an origin. */
export interface ClientFactory {
  as(origin: Origin): Client;
}

/**
 * All verbs reject with an {@link ApiError} when the API does. Objects are shared: never change
 * them.
 */
export class Client {
  /** The function behind it; another client can be made of it, with a decorator in between. */
  readonly call: Call;

  constructor(call: Call) {
    this.call = call;
  }

  /** What the server serves now. Rejects when discovery fails altogether. */
  discover(): Promise<Discovery> {
    return this.#ask({ verb: 'discover' });
  }

  /**
   * Asks the API of a group of metrics, and answers the list that it sends. Undefined, at once: the process
   * measures by itself, and no other server has taken the group over.
   */
  measure(question: MetricsQuestion): Promise<unknown> | undefined {
    return this.call({ verb: 'measure', question }) as Promise<unknown> | undefined;
  }

  get metadata(): MetadataClient {
    const { call } = this;
    const bare: Call = (request) => call(extended(request, { metadataOnly: true }) as Request);
    return new Client(bare) as unknown as MetadataClient;
  }

  get<T extends KubeObject>(kind: Kind<T>, ref: Ref): Promise<T> {
    return this.#ask({ verb: 'get', kind: anyKind(kind), ref });
  }

  list<T extends KubeObject>(kind: Kind<T>, options: ListOptions = {}): Promise<ObjectList<T>> {
    return this.#ask({ verb: 'list', kind: anyKind(kind), options });
  }

  /** Throws errors in the options immediately; a compacted revision (410) makes `next()` reject. */
  watch<T extends KubeObject>(kind: Kind<T>, options: WatchOptions): Watch<T> {
    return this.call({ verb: 'watch', kind: anyKind(kind), options }) as unknown as Watch<T>;
  }

  create<T extends KubeObject>(kind: Kind<T>, object: NewObject<T>): Promise<T> {
    const { namespace } = object.metadata;
    return this.#ask({ verb: 'create', kind: anyKind(kind), namespace, body: object });
  }

  /** Replaces; metadata.resourceVersion of the object is the lock (a Conflict when stale). */
  update<T extends KubeObject>(kind: Kind<T>, object: T, options: WriteOptions = {}): Promise<T> {
    const { subresource } = options;
    const body = subresource === undefined ? object : seenThrough(kind, subresource, object);
    if (body === undefined) return Promise.reject(unknownPath());
    const ref = object.metadata;
    return this.#ask({ verb: 'update', kind: anyKind(kind), ref, subresource, body });
  }

  patch<T extends KubeObject>(
    kind: Kind<T>,
    ref: Ref,
    patch: Patch,
    { subresource }: WriteOptions = {},
  ): Promise<T> {
    return this.#ask({ verb: 'patch', kind: anyKind(kind), ref, patch, subresource });
  }

  /** What `/scale` of an object answers; its resource may be known by discovery alone. */
  getScale(kind: ResourceType, ref: Ref): Promise<Scale> {
    return this.#ask({ verb: 'get', kind, ref, subresource: 'scale' });
  }

  /**
   * Sets the replicas of an object, without reading it; the scale's `metadata.resourceVersion` is
   * the lock.
   */
  async updateScale(kind: ResourceType, scale: Scale): Promise<void> {
    const about = { kind, ref: scale.metadata, subresource: 'scale' };
    await this.#ask({ verb: 'update', ...about, body: scale, metadataOnly: true });
  }

  /**
   * Updates many objects in the same way, each only if it has the given version. Answers their new
   * versions; undefined for each that needs an ordinary update (it has changed or is deleted, or
   * the change is more than the edit).
   */
  updateMany<T extends KubeObject>(
    kind: Kind<T>,
    versions: readonly VersionRef[],
    edit: Edit,
    { subresource }: WriteOptions = {},
  ): Promise<readonly (string | undefined)[]> {
    return this.#ask({ verb: 'updatemany', kind: anyKind(kind), subresource, versions, edit });
  }

  delete<T extends KubeObject>(
    kind: Kind<T>,
    ref: Ref,
    options: DeleteOptions = {},
  ): Promise<void> {
    return this.#ask({ verb: 'delete', kind: anyKind(kind), ref, options });
  }

  /** Deletes the objects of a list one by one; objects that are deleted by then are skipped. */
  deleteCollection<T extends KubeObject>(
    kind: Kind<T>,
    which: ListOptions,
    options: DeleteOptions = {},
  ): Promise<void> {
    return this.#ask({ verb: 'deletecollection', kind: anyKind(kind), which, options });
  }

  /** POST to a subresource such as `binding` or `eviction`. */
  createSubresource<T extends KubeObject>(
    kind: Kind<T>,
    ref: Ref,
    subresource: string,
    body: unknown,
  ): Promise<void> {
    return this.#ask({ verb: 'post', kind: anyKind(kind), ref, subresource, body });
  }

  #ask<A>(request: Request): Promise<A> {
    try {
      return this.call(request) as Promise<A>;
    } catch (error) {
      return Promise.reject(error as Error);
    }
  }
}

/**
 * Returns the object in the form in which a subresource takes it; undefined when its kind has no such
 * subresource.
 */
function seenThrough<T extends KubeObject>(
  kind: Kind<T>,
  subresource: string,
  object: T,
): KubeObject | undefined {
  const found = subresourceOf(kind, subresource);
  return found && (found.view === undefined ? object : found.view(object));
}
