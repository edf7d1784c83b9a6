import {
  apiVersionOf,
  badRequest,
  conflict,
  conform,
  formatTime,
  invalid,
  invalidObject,
  notFound,
  pod,
  resourceOf,
  secret,
  show,
  type authenticationV1,
  type Kind,
  type KubeObject,
  type ObjectMeta,
  type Pod,
} from '#kinds';
import type { Backend } from '../backend.ts';
import { withEntries } from '../managed-fields/index.ts';
import type { RequestContext } from '../request.ts';
import type { Target } from '../resource.ts';
import { tokenRequest } from './kinds.ts';
import type { Bound, TokenClaims } from './service-account-tokens.ts';
import { apiAudience } from './token-review.ts';

type BoundObjectReference = authenticationV1.BoundObjectReference;
type TokenRequest = authenticationV1.TokenRequest;

/** Seconds. */
const defaultExpiration = 3600;
const shortestExpiration = 600;
const longestExpiration = 2 ** 32;

/** A token for a service account. @throws {ApiError} */
export async function requestToken(
  backend: Backend,
  context: RequestContext,
  target: Target,
  body: unknown,
): Promise<KubeObject> {
  const { resource, namespace, name } = target;
  const chain = backend.admission.chain(resource.kind, 'CREATE', 'token');
  await backend.admission.permit(chain, { kind: resource.kind, namespace, name, context });
  const wanted = readRequest(body);
  checkPlace(wanted.metadata, target);
  const account = await backend.store.get(resource.bucket, target.key);
  if (account === undefined) throw notFound(resource.kind, name);
  const spec = completed(wanted.spec);
  checkExpiration(spec.expirationSeconds);
  const bound = await findBound(backend, target, spec.boundObjectRef ?? undefined);
  const now = Math.floor(backend.clock.now() / 1000);
  const expires = now + spec.expirationSeconds;
  const token = backend.serviceAccountTokens.issue({
    aud: spec.audiences,
    exp: expires,
    iat: now,
    iss: apiAudience,
    nbf: now,
    sub: `system:serviceaccount:${namespace!}:${name}`,
    'kubernetes.io': {
      namespace: namespace!,
      serviceaccount: { name, uid: account.metadata.uid },
      ...bound,
    },
  });
  const metadata = {
    ...wanted.metadata,
    name,
    namespace,
    creationTimestamp: formatTime(backend.clock.now()),
  };
  const status = { token, expirationTimestamp: formatTime(expires * 1000) };
  const made = { ...wanted, metadata, spec, status } as unknown as TokenRequest;
  return withEntries(made, ownersOf(backend, context, wanted));
}

/** @throws {ApiError} 400 */
function readRequest(body: unknown): TokenRequest {
  const expected = { apiVersion: apiVersionOf(tokenRequest), kind: tokenRequest.kind };
  try {
    const { metadata, spec } = conform(tokenRequest.schema, body ?? {}) as Partial<TokenRequest>;
    return { ...expected, metadata: metadata ?? {}, spec: spec ?? {} } as TokenRequest;
  } catch (error) {
    const why = (error as Error).message;
    throw badRequest(`TokenRequest in version "v1" cannot be handled as a TokenRequest: ${why}`);
  }
}

/** As it is answered: nothing is left out. */
function completed(spec: TokenRequest['spec']) {
  const { audiences = [], expirationSeconds = defaultExpiration, boundObjectRef = null } = spec;
  return {
    audiences: audiences.length > 0 ? audiences : [apiAudience],
    expirationSeconds,
    boundObjectRef,
  };
}

function checkPlace(metadata: Partial<ObjectMeta>, { namespace, name }: Target): void {
  if (metadata.name && metadata.name !== name) {
    const why = 'must match the service account name if specified';
    refuse(name, 'metadata.name', show(metadata.name), why);
  }
  if (metadata.namespace && metadata.namespace !== namespace) {
    const why = 'must match the service account namespace if specified';
    refuse(name, 'metadata.namespace', show(metadata.namespace), why);
  }
}

function checkExpiration(seconds: number): void {
  const shown = String(seconds);
  if (seconds < shortestExpiration) {
    const why = 'may not specify a duration less than 10 minutes';
    refuse('', 'spec.expirationSeconds', shown, why);
  }
  if (seconds > longestExpiration) {
    const why = 'may not specify a duration larger than 2^32 seconds';
    refuse('', 'spec.expirationSeconds', shown, why);
  }
}

function refuse(name: string, field: string, shown: string, why: string): never {
  throw invalidObject(tokenRequest.group, tokenRequest.kind, name, [invalid(field, shown, why)]);
}

/** The pod or secret with which the token ends. @throws {ApiError} */
async function findBound(
  backend: Backend,
  { namespace, name }: Target,
  wanted: BoundObjectReference | undefined,
): Promise<Pick<TokenClaims['kubernetes.io'], 'pod' | 'secret'>> {
  if (wanted === undefined) return {};
  const { apiVersion = '', kind = '', uid } = wanted;
  const find = async (of: Kind): Promise<KubeObject> => {
    const key = `${namespace!}/${wanted.name ?? ''}`;
    const found = await backend.store.get(resourceOf(of), key);
    if (found === undefined) throw notFound(of, wanted.name ?? '');
    return found;
  };
  const check = ({ metadata }: KubeObject): Bound => {
    if (!uid || uid === metadata.uid) return { name: metadata.name, uid: metadata.uid };
    const why = `the UID in the bound object reference (${uid}) does not match the UID in record`;
    const gone = 'The object might have been deleted and then recreated';
    throw conflict({ group: '', plural: kind }, metadata.name, `${why}. ${gone}`);
  };
  if (apiVersion === 'v1' && kind === 'Secret')
    return { secret: check(await find(secret as never)) };
  if (apiVersion !== 'v1' || kind !== 'Pod') {
    const group = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`;
    throw badRequest(`cannot bind token to object of type ${group}, Kind=${kind}`);
  }
  const found = (await find(pod as never)) as Pod;
  if (found.spec.serviceAccountName !== name) {
    const shown = JSON.stringify(name);
    throw badRequest(
      `cannot bind token for serviceaccount ${shown} to pod running with different serviceaccount name.`,
    );
  }
  return { pod: check(found) };
}

function ownersOf(backend: Backend, context: RequestContext, wanted: TokenRequest) {
  const entries = backend.managedFields.created(context, backend.resource(tokenRequest), wanted);
  return entries.map((entry) => ({ ...entry, subresource: 'token' }));
}
