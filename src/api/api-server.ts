import {
  serviceAccount,
  unknownPath,
  type authenticationV1,
  type Kind,
  type KubeObject,
  type NewObject,
  type Scale,
} from '#kinds';
import { create } from './create.ts';
import { remove, removeCollection } from './delete.ts';
import { get, list } from './read.ts';
import type {
  Deletion,
  DeleteOptions,
  Endpoint,
  ListOptions,
  ObjectList,
  ObjectRef,
  Patch,
  RequestContext,
  VersionRef,
  WatchOptions,
  Written,
  Selection,
} from './request.ts';
import { targetOf, type Resource } from './resource.ts';
import { Backend, type ApiOptions } from './backend.ts';
import {
  accountUser,
  requestToken,
  review,
  type AccountToken,
  type Asker,
  type TokenIssuer,
  type User,
} from './reviews/index.ts';
import { posts } from './subresources/index.ts';
import { getScale, patchScale, updateScale } from './subresources/scale.ts';
import { beat, nodeHeartbeat, renewal } from './heartbeats.ts';
import { restore, type Restored } from './restore.ts';
import { patch, update } from './update.ts';
import { ApiWatch } from './watch.ts';

/**
 * The API: one set of rules for every read and write, whoever makes it. Reading a wire format and
 * knowing who calls are not its business. Objects handed in and out are values that others share.
 *
 * All methods throw {@link ApiError}s with the texts of v1.24 for what is refused.
 */
export class ApiServer {
  readonly #backend: Backend;

  constructor(options: ApiOptions) {
    this.#backend = new Backend(options);
  }

  /** The revision of the latest write: what has happened up to now. */
  revision(): number {
    return this.#backend.store.revision();
  }

  /** `resourceVersion`: not older than that. */
  async get<T extends KubeObject>(
    kind: Kind<T>,
    ref: ObjectRef,
    resourceVersion?: string,
  ): Promise<T> {
    const target = targetOf(this.#backend.resource(kind), ref);
    return served(target.resource, await get(this.#backend, target, resourceVersion));
  }

  async list<T extends KubeObject>(
    kind: Kind<T>,
    options: ListOptions = {},
  ): Promise<ObjectList<T>> {
    const resource = this.#backend.resource(kind);
    return servedList(resource, await list(this.#backend, resource, options));
  }

  /** Options are looked at here and now; that history is gone (410) is said by `next()`. */
  watch<T extends KubeObject>(kind: Kind<T>, options: WatchOptions = {}): ApiWatch<T> {
    return new ApiWatch<T>(this.#backend, this.#backend.resource(kind), options);
  }

  /** `namespace` is that of the request, for kinds with namespaces; the object's own may be absent. */
  async create<T extends KubeObject>(
    context: RequestContext,
    kind: Kind<T>,
    object: NewObject<T>,
    namespace: string | undefined = object.metadata?.namespace,
  ): Promise<T> {
    const resource = this.#backend.resource(kind);
    return served(resource, await create(this.#backend, context, resource, namespace, object));
  }

  async update<T extends KubeObject>(
    context: RequestContext,
    kind: Kind<T>,
    ref: ObjectRef,
    object: T,
    endpoint: Endpoint = 'main',
  ): Promise<Written<T>> {
    const target = targetOf(this.#backend.resource(kind), ref);
    checkEndpoint(kind, endpoint);
    const { object: stored, created } = await update(
      this.#backend,
      context,
      target,
      object,
      endpoint,
    );
    return { object: served(target.resource, stored), created };
  }

  async patch<T extends KubeObject>(
    context: RequestContext,
    kind: Kind<T>,
    ref: ObjectRef,
    change: Patch,
    endpoint: Endpoint = 'main',
  ): Promise<Written<T>> {
    const target = targetOf(this.#backend.resource(kind), ref);
    checkEndpoint(kind, endpoint);
    const { object, created } = await patch(this.#backend, context, target, change, endpoint);
    return { object: served(target.resource, object), created };
  }

  /** Fills an empty store with the objects of another cluster; see {@link restore}. */
  restore(context: RequestContext, objects: readonly Restored[]): Promise<void> {
    return restore(this.#backend, context, objects);
  }

  /** Renews many leases at once; see {@link beat}. */
  renew(
    context: RequestContext,
    leases: readonly VersionRef[],
    renewTime: string,
  ): Promise<readonly (string | undefined)[]> {
    return beat(this.#backend, context, renewal, leases, renewTime);
  }

  /** Posts the statuses of many nodes as they are, with fresh heartbeats; see {@link beat}. */
  heartbeat(
    context: RequestContext,
    nodes: readonly VersionRef[],
    time: string,
  ): Promise<readonly (string | undefined)[]> {
    return beat(this.#backend, context, nodeHeartbeat, nodes, time);
  }

  /** How many replicas an object wants and has: `/scale`. */
  async getScale<T extends KubeObject>(kind: Kind<T>, ref: ObjectRef): Promise<Scale> {
    return getScale(this.#backend, targetOf(this.#backend.resource(kind), ref));
  }

  /** Writes the number of replicas and nothing else. Answers the object itself; see `scaleOf`. */
  async updateScale<T extends KubeObject>(
    context: RequestContext,
    kind: Kind<T>,
    ref: ObjectRef,
    scale: Scale,
  ): Promise<T> {
    const target = targetOf(this.#backend.resource(kind), ref);
    return (await updateScale(this.#backend, context, target, scale)) as T;
  }

  /** A patch of the object's Scale. Answers the object itself. */
  async patchScale<T extends KubeObject>(
    context: RequestContext,
    kind: Kind<T>,
    ref: ObjectRef,
    change: Patch,
  ): Promise<T> {
    const target = targetOf(this.#backend.resource(kind), ref);
    return (await patchScale(this.#backend, context, target, change)) as T;
  }

  async delete<T extends KubeObject>(
    context: RequestContext,
    kind: Kind<T>,
    ref: ObjectRef,
    options: DeleteOptions = {},
  ): Promise<Deletion<T>> {
    const target = targetOf(this.#backend.resource(kind), ref);
    const deletion = await remove(this.#backend, context, target, options);
    return { ...deletion, object: served(target.resource, deletion.object) };
  }

  /** Refuses selectors that a list would refuse. @throws {ApiError} 400 */
  checkSelection(kind: Kind, selection: Selection): void {
    this.#backend.selections.filterOf(kind, selection);
  }

  /** Deletes what a list finds; answers the list as it was before. */
  async deleteCollection<T extends KubeObject>(
    context: RequestContext,
    kind: Kind<T>,
    which: ListOptions = {},
    options: DeleteOptions = {},
  ): Promise<ObjectList<T>> {
    const resource = this.#backend.resource(kind);
    const found = await removeCollection(this.#backend, context, resource, which, options);
    return servedList(resource, found);
  }

  /** POST to a subresource, such as `binding`. Undefined when the answer is a plain success. */
  async createSubresource<T extends KubeObject>(
    context: RequestContext,
    kind: Kind<T>,
    ref: ObjectRef,
    subresource: string,
    body: unknown,
  ): Promise<KubeObject | undefined> {
    const target = targetOf(this.#backend.resource(kind), ref);
    const post = posts[`${target.resource.bucket}/${subresource}`];
    if (post === undefined) throw unknownPath();
    return post(this.#backend, context, target, body);
  }

  /**
   * POST of a question, of one of the {@link reviewKinds}: answers it with its status, and keeps
   * nothing.
   */
  review(
    context: RequestContext,
    kind: Kind,
    question: Partial<KubeObject>,
    asker: Asker,
    namespace?: string,
  ): KubeObject {
    return review(this.#backend, context, kind, namespace, question, asker);
  }

  /** The account that a token was made for; undefined when it, or what the token ends with, is gone. */
  accountUser(token: AccountToken): User | undefined {
    return accountUser(this.#backend, token);
  }

  /** POST to a service account's `token`: the question with a token in its status. */
  async requestToken(
    context: RequestContext,
    account: ObjectRef,
    question: Partial<authenticationV1.TokenRequest>,
    issuer: TokenIssuer,
  ): Promise<authenticationV1.TokenRequest> {
    const target = targetOf(this.#backend.resource(serviceAccount), account);
    return requestToken(this.#backend, context, target, question, issuer);
  }
}

/** In the form that the caller asked in. */
function served<T extends KubeObject>(resource: Resource, stored: KubeObject): T {
  return resource.fromStorage(stored) as T;
}

function servedList<T extends KubeObject>(resource: Resource, found: ObjectList): ObjectList<T> {
  if (resource.kind.storage === undefined) return found as ObjectList<T>;
  return { ...found, items: found.items.map((object) => served<T>(resource, object)) };
}

function checkEndpoint<T extends KubeObject>(kind: Kind<T>, endpoint: Endpoint): void {
  if (endpoint !== 'main' && !kind.subresources.includes(endpoint)) throw unknownPath();
}
