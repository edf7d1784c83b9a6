/** The parameters that bindings give policies. */
import { apiVersionOf, bucketOf, type Kind } from '#kinds';
import { selectorOf, type KubeObject } from '#values';
import type { ParamKind, ParamRef } from '#types';
import type { AdmissionAccess } from '../access.ts';

/** Why there are none that can be used. */
export class NoParams extends Error {}

/** The kind of parameters; undefined for one that is not served. */
export function kindOfParams(
  { apiVersion, kind }: ParamKind,
  { webhooks }: AdmissionAccess,
): Kind | undefined {
  return webhooks.kinds.all.find((each) => each.kind === kind && apiVersionOf(each) === apiVersion);
}

/**
 * The parameters, with each of which the policy is evaluated.
 *
 * @param namespace of the request
 * @throws {NoParams}
 */
export function paramsOf(
  kind: Kind,
  ref: ParamRef,
  namespace: string | undefined,
  access: AdmissionAccess,
): readonly KubeObject[] {
  if (!kind.namespaced && ref.namespace) {
    throw new NoParams('paramRef.namespace must not be provided for a cluster-scoped `paramKind`');
  }
  const place = kind.namespaced ? ref.namespace || namespace : undefined;
  if (kind.namespaced && !place) {
    throw new NoParams(
      'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
    );
  }
  const found = stored(kind, ref, place, access);
  if (found.length === 0 && ref.parameterNotFoundAction === 'Deny') {
    const why = 'no params found for policy binding with `Deny` parameterNotFoundAction';
    throw new NoParams(why);
  }
  return found.map((object) => shown(kind, object, access));
}

function stored(
  kind: Kind,
  { name, selector }: ParamRef,
  namespace: string | undefined,
  { store }: AdmissionAccess,
): readonly KubeObject[] {
  const bucket = bucketOf(kind);
  if (name) {
    const object = store.peek(bucket, namespace === undefined ? name : `${namespace}/${name}`);
    return object === undefined ? [] : [object];
  }
  const desired = selectorOf(selector);
  const { past } = store;
  return past
    .list(bucket, past.revision)
    .filter(
      ({ metadata }) =>
        (namespace === undefined || metadata.namespace === namespace) &&
        desired.matches(metadata.labels),
    );
}

function shown(kind: Kind, object: KubeObject, { webhooks }: AdmissionAccess): KubeObject {
  if (kind.custom !== undefined) return kind.custom.read(object);
  return webhooks.resource(kind).fromStorage(object);
}
