import { apiVersionOf, node, pod, secret, tokenRequest } from '#kinds';
import {
  badRequest,
  conflict,
  formatTime,
  invalid,
  invalidObject,
  notFound,
  show,
  unknownPath,
  type KubeObject,
  type ResourceName,
} from '#values';
import type { authenticationV1, ObjectMeta, Pod } from '#types';
import { admitAction } from '../admission/action.ts';
import type { Backend } from '../backend.ts';
import { withEntries } from '../managed-fields/index.ts';
import type { RequestContext } from '../context.ts';
import type { Target } from '../resource.ts';
import type { AccountToken, TokenIssuer } from './access.ts';

type BoundObjectReference = authenticationV1.BoundObjectReference;
type TokenRequest = authenticationV1.TokenRequest;

/** Seconds. */
const defaultExpiration = 3600;
const shortestExpiration = 600;
const longestExpiration = 2 ** 32;
/** The expiration that the plugin ServiceAccount requests, and the one that such a token gets: a year. */
const mountedExpiration = 3607;
const extendedExpiration = 365 * 24 * 3600;

/**
 * A token for a service account, with which it can make requests: the request with a token in its
 * status. @throws {ApiError} 404 also without a token issuer
 */
export async function requestToken(
  backend: Backend,
  context: RequestContext,
  target: Target,
  body: unknown,
): Promise<TokenRequest> {
  const { issuer } = context;
  if (issuer === undefined) throw unknownPath();
  const { resource, namespace, name } = target;
  const sent = whole(body as Partial<TokenRequest>);
  const desired = (await admitAction(backend, context, target, 'token', sent)) as TokenRequest;
  checkPlace(desired.metadata, target);
  const account = await backend.store.get(resource.bucket, target.key);
  if (account === undefined) throw notFound(resource.kind, name);
  if (backend.strategy.profile.enabled('TokenRequestServiceAccountUIDValidation')) {
    checkAccount(desired.metadata.uid, account);
  }
  const spec = completed(desired.spec, issuer.ownAudiences);
  checkExpiration(spec.expirationSeconds);
  const bound = await findBound(backend, target, spec.boundObjectRef);
  const now = backend.clock.now();
  const token = issuer.issue({
    namespace: namespace!,
    account: { name, uid: account.metadata.uid },
    ...bound,
    ...(backend.strategy.profile.enabled('ServiceAccountTokenJTI') && { id: backend.uids.uuid() }),
    audiences: spec.audiences,
    issued: now,
    ...lifetimeOf(spec, now, bound.pod !== undefined && isForApi(spec, issuer)),
  });
  const creationTimestamp = formatTime(now);
  const uid = backend.strategy.profile.enabled('TokensNameTheirAccount')
    ? desired.metadata.uid || account.metadata.uid
    : desired.metadata.uid;
  const metadata: ObjectMeta = { ...desired.metadata, name, namespace, uid, creationTimestamp };
  const expirationTimestamp = formatTime(now + spec.expirationSeconds * 1000);
  const status = { token, expirationTimestamp };
  const answer = { ...desired, metadata, spec, status } as TokenRequest;
  return withEntries(answer, ownersOf(backend, context, desired));
}

function whole(question: Partial<TokenRequest>): TokenRequest {
  const identity = { apiVersion: apiVersionOf(tokenRequest), kind: tokenRequest.kind };
  return { metadata: {}, spec: {}, ...question, ...identity } as TokenRequest;
}

/** The spec in the answer: without absent fields. */
function completed(spec: TokenRequest['spec'], ownAudiences: readonly string[]) {
  const { audiences, expirationSeconds, boundObjectRef } = spec;
  return {
    audiences: audiences?.length > 0 ? audiences : ownAudiences,
    expirationSeconds: expirationSeconds ?? defaultExpiration,
    boundObjectRef: boundObjectRef ?? null,
  };
}

/**
 * Mounted tokens live longer, for clients that read them only once; a warning tells when they
 * should expire.
 */
function lifetimeOf(
  { expirationSeconds }: ReturnType<typeof completed>,
  now: number,
  isMounted: boolean,
): Pick<AccountToken, 'expires' | 'warnAfter'> {
  const expires = now + expirationSeconds * 1000;
  return isMounted && expirationSeconds === mountedExpiration
    ? { expires: now + extendedExpiration * 1000, warnAfter: expires }
    : { expires };
}

function isForApi(
  { audiences }: ReturnType<typeof completed>,
  { ownAudiences }: TokenIssuer,
): boolean {
  return audiences.every((each) => ownAudiences.includes(each));
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

/** @throws {ApiError} 409 for an account that has been replaced since */
function checkAccount(uid: string | undefined, { metadata }: KubeObject): void {
  if (!uid || uid === metadata.uid) return;
  const why = `the UID in the token request (${uid}) does not match the UID of the service account`;
  const resource = { group: tokenRequest.group, plural: tokenRequest.kind };
  throw conflict(resource, metadata.name, `${why} (${metadata.uid})`);
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

/** The object that the token is bound to: it must exist. @throws {ApiError} */
async function findBound(
  backend: Backend,
  { namespace, name }: Target,
  desired: BoundObjectReference | null,
): Promise<Pick<AccountToken, 'pod' | 'secret' | 'node'>> {
  if (desired === null) return {};
  const { apiVersion = '', kind = '' } = desired;
  const isPod = kind === 'Pod';
  const isNode = kind === 'Node' && backend.strategy.profile.enabled('NodesInTokens');
  // Its version does not count.
  const isOfCore = !apiVersion.includes('/');
  if (!isOfCore || !(isPod || isNode || kind === 'Secret')) {
    const group = isOfCore ? `/${apiVersion}` : apiVersion;
    throw badRequest(`cannot bind token to object of type ${group}, Kind=${kind}`);
  }
  if (isNode && !backend.strategy.profile.enabled('ServiceAccountTokenNodeBinding')) {
    const gate = '"ServiceAccountTokenNodeBinding" feature-gate';
    throw badRequest(`cannot bind token to a Node object as the ${gate} is disabled`);
  }
  const resource: ResourceName = isNode ? node : isPod ? pod : secret;
  const key = isNode ? (desired.name ?? '') : `${namespace!}/${desired.name ?? ''}`;
  const found = await backend.store.get(resource.plural, key);
  if (found === undefined) throw notFound(resource, desired.name ?? '');
  if (isPod && (found as Pod).spec.serviceAccountName !== name) {
    const why = 'to pod running with different serviceaccount name.';
    throw badRequest(`cannot bind token for serviceaccount ${JSON.stringify(name)} ${why}`);
  }
  if (desired.uid && desired.uid !== found.metadata.uid) {
    const why = `the UID in the bound object reference (${desired.uid}) does not match the UID in record`;
    const gone = 'The object might have been deleted and then recreated';
    throw conflict({ group: '', plural: kind }, found.metadata.name, `${why}. ${gone}`);
  }
  const bound = { name: found.metadata.name, uid: found.metadata.uid };
  if (isNode) return { node: bound };
  return isPod ? { pod: bound, ...(await hostOf(backend, found as Pod)) } : { secret: bound };
}

/** Finds the node of a pod, in releases that say it. */
async function hostOf(backend: Backend, { spec }: Pod): Promise<Pick<AccountToken, 'node'>> {
  const { nodeName } = spec;
  if (!nodeName || !backend.strategy.profile.enabled('ServiceAccountTokenPodNodeInfo')) return {};
  const found = await backend.store.get(node.plural, nodeName);
  return { node: { name: nodeName, uid: found?.metadata.uid ?? '' } };
}

function ownersOf(backend: Backend, context: RequestContext, desired: TokenRequest) {
  const { spec } = desired;
  const expirationSeconds = spec.expirationSeconds ?? defaultExpiration;
  const filled = { ...desired, spec: { ...spec, expirationSeconds } };
  const entries = backend.managedFields.created(context, backend.form(tokenRequest), filled);
  return entries.map((entry) => ({ ...entry, subresource: 'token' }));
}
