import { parseTime, type KubeObject } from '#values';
import { node, pod, resourceOf, secret, serviceAccount, type Profile } from '#kinds';
import type { Backend } from '../backend.ts';
import { accountGroups, accountUserName, type User } from '../authorization/index.ts';
import type { AccountToken, NamedObject } from './access.ts';

/** How long after the request for its deletion an object still keeps its tokens valid, ms. */
const grace = 60_000;

/**
 * The user that authorizers see for a token of a service account. Undefined when the account, or
 * the object that the token is bound to, is deleted or replaced by another one of its name.
 */
export function accountUser(backend: Backend, token: AccountToken): User | undefined {
  const { namespace, account } = token;
  const isThere = (bucket: string, named: NamedObject | undefined): boolean =>
    named === undefined || isAlive(backend, bucket, `${namespace}/${named.name}`, named);
  const isOnNode =
    token.node === undefined ||
    token.pod !== undefined ||
    isAlive(backend, resourceOf(node), token.node.name, token.node);
  const isKnown =
    isThere(resourceOf(serviceAccount), account) &&
    isThere(resourceOf(pod), token.pod) &&
    isThere(resourceOf(secret), token.secret) &&
    isOnNode;
  return isKnown ? userOf(token, backend.strategy.profile) : undefined;
}

function userOf(token: AccountToken, profile: Profile): User {
  const { namespace, account } = token;
  const user = {
    name: accountUserName({ namespace, name: account.name }),
    uid: account.uid,
    groups: accountGroups(namespace),
  };
  const extra = extraOf(token, profile);
  return Object.keys(extra).length === 0 ? user : { ...user, extra };
}

function extraOf(
  { pod: bound, node: host, id }: AccountToken,
  profile: Profile,
): Readonly<Record<string, readonly string[]>> {
  const isNodeSaid = bound === undefined || profile.enabled('ServiceAccountTokenPodNodeInfo');
  return {
    ...(id !== undefined &&
      profile.enabled('ServiceAccountTokenJTI') && {
        [`${prefix}/credential-id`]: [`JTI=${id}`],
      }),
    ...(host &&
      isNodeSaid && {
        [`${prefix}/node-name`]: [host.name],
        ...(host.uid && { [`${prefix}/node-uid`]: [host.uid] }),
      }),
    ...(bound && {
      [`${prefix}/pod-name`]: [bound.name],
      [`${prefix}/pod-uid`]: [bound.uid],
    }),
  };
}

const prefix = 'authentication.kubernetes.io';

function isAlive(
  { store, clock }: Backend,
  bucket: string,
  key: string,
  { uid }: NamedObject,
): boolean {
  const found = store.peek(bucket, key);
  return found !== undefined && found.metadata.uid === uid && !isLongDeleting(found, clock.now());
}

function isLongDeleting({ metadata }: KubeObject, now: number): boolean {
  const { deletionTimestamp } = metadata;
  return deletionTimestamp !== undefined && parseTime(deletionTimestamp) < now - grace;
}
