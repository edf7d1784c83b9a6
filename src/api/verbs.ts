/** What the API does for each verb of a request. All reject with {@link ApiError}s. */
import { subresourceOf, withCode, type Kind } from '#kinds';
import { unknownPath, type KubeObject } from '#values';
import type { ObjectList, Requests } from '#request';
import type { Backend } from './backend.ts';
import type { Deletion, RequestContext, Written } from './context.ts';
import { create } from './create.ts';
import { remove, removeCollection } from './delete.ts';
import { get, list } from './read.ts';
import { endpointOf, isStoredAsServed, targetOf, type Resource, type Target } from './resource.ts';
import { answers, isReview, type ReviewContext } from './reviews/index.ts';
import { handlers, type SubresourceHandler } from './subresources/index.ts';
import { patch } from './patch-object.ts';
import { update } from './update.ts';
import { updateMany } from './update-many.ts';
import { ApiWatch } from './watch.ts';

/** The API's answer to each verb: more than clients get (see `answerTo`). */
export interface Outcomes {
  get: Promise<KubeObject>;
  list: Promise<ObjectList>;
  /** Options are checked at once; compacted history (410) is reported by `next()`. */
  watch: ApiWatch;
  create: Promise<KubeObject>;
  update: Promise<Written>;
  patch: Promise<Written>;
  updatemany: Promise<readonly (string | undefined)[]>;
  delete: Promise<Deletion>;
  /** The list as it was before. */
  deletecollection: Promise<ObjectList>;
  /** Undefined when the answer is a plain success. */
  post: Promise<KubeObject | undefined>;
}

/** The requests that the API answers, for kinds that it serves. */
export type ApiRequests = Pick<Requests<Kind>, keyof Outcomes>;
export type ApiRequest = ApiRequests[keyof Outcomes];

export type Handler<R extends ApiRequest> = (
  backend: Backend,
  context: RequestContext,
  request: R,
) => Outcomes[R['verb']];

export const verbs: { readonly [V in keyof Outcomes]: Handler<ApiRequests[V]> } = {
  async get(backend, _, { kind, ref, subresource, resourceVersion, at }) {
    const target = targetOf(backend.resource(kind), ref);
    const handler = handlerOf(target, subresource);
    if (handler?.get !== undefined) return await handler.get(backend, target, resourceVersion);
    return target.resource.fromStorage(await get(backend, target, resourceVersion, at));
  },

  async list(backend, _, { kind, options }) {
    const resource = backend.resource(kind);
    return servedList(resource, await list(backend, resource, options));
  },

  watch(backend, { hold }, { kind, options, gate, onPresented }) {
    return new ApiWatch(backend, backend.resource(kind), options, {
      ...{ hold, gate, onPresented },
    });
  },

  async create(backend, context, { kind, namespace, body }) {
    if (isReview(kind)) {
      const question = body as Partial<KubeObject>;
      return withCode(answers, ({ review }) =>
        review(backend, context, kind, namespace, question, ownReview(backend)),
      );
    }
    const resource = backend.resource(kind);
    return resource.fromStorage(await create(backend, context, resource, namespace, body));
  },

  async update(backend, context, { kind, ref, subresource, body }) {
    const target = targetOf(backend.resource(kind), ref);
    const handler = handlerOf(target, subresource);
    if (handler?.update !== undefined) {
      return { object: await handler.update(backend, context, target, body), created: false };
    }
    const endpoint = endpointOf(target.resource, subresource);
    return served(target, await update(backend, context, target, body, endpoint));
  },

  async patch(backend, context, { kind, ref, subresource, patch: change }) {
    const target = targetOf(backend.resource(kind), ref);
    const handler = handlerOf(target, subresource);
    if (handler?.patch !== undefined) {
      return { object: await handler.patch(backend, context, target, change), created: false };
    }
    const endpoint = endpointOf(target.resource, subresource);
    return served(target, await patch(backend, context, target, change, endpoint));
  },

  updatemany(backend, context, { kind, subresource, versions, edit }) {
    const resource = backend.resource(kind);
    const endpoint = endpointOf(resource, subresource);
    return updateMany(backend, context, resource, endpoint, versions, edit);
  },

  async delete(backend, context, { kind, ref, options }) {
    const target = targetOf(backend.resource(kind), ref);
    const deletion = await remove(backend, context, target, options);
    return { ...deletion, object: target.resource.fromStorage(deletion.object) };
  },

  async deletecollection(backend, context, { kind, which, options }) {
    const resource = backend.resource(kind);
    return servedList(resource, await removeCollection(backend, context, resource, which, options));
  },

  async post(backend, context, { kind, ref, subresource, body }) {
    const target = targetOf(backend.resource(kind), ref);
    const handler = handlerOf(target, subresource);
    if (handler?.post === undefined) throw unknownPath();
    return handler.post(backend, context, target, body);
  },
};

/** For reviews that the control plane asks for itself. */
function ownReview({ authorizer }: Backend): ReviewContext {
  const user = { name: 'system:kube-controller-manager', groups: ['system:masters'] };
  return { user, authorizer, authenticator: { ownAudiences: [], find: () => undefined } };
}

/** In the form of the caller's kind. */
function served({ resource }: Target, { object, created }: Written): Written {
  return { object: resource.fromStorage(object), created };
}

function servedList(resource: Resource, found: ObjectList): ObjectList {
  if (isStoredAsServed(resource)) return found;
  return { ...found, items: found.items.map((object) => resource.fromStorage(object)) };
}

/**
 * Undefined for a subresource that is a plain part. @throws {ApiError} 404 for one that the kind
 * does not have
 */
function handlerOf(
  { resource: { kind } }: Target,
  subresource: string | undefined,
): SubresourceHandler | undefined {
  if (subresource === undefined) return undefined;
  if (subresourceOf(kind, subresource) === undefined) throw unknownPath();
  return handlers[subresource];
}
