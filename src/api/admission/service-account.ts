import { forbiddenObject, serverError } from '#values';
import { resourceOf, serviceAccount as accountKind } from '#kinds';
import type { Pod, ServiceAccount } from '#types';
import type { AdmissionAccess } from './access.ts';
import { handlesPods, type AdmissionPlugin, type AdmissionRequest } from './plugin.ts';
import {
  projectsToken,
  refersToSecrets,
  unlistedEphemeralSecret,
  unlistedSecret,
} from './secret-references.ts';
import { withTokenVolume } from './token-volume.ts';

const bucket = resourceOf(accountKind);

/** The account of pods that name none. A controller creates it in every namespace. */
const defaultAccount = 'default';
/** How often, and after which pauses, it is looked up before it counts as missing. */
const attempts = 10;
const pauseMs = 100;

/** Marks the mirror pods in which kubelets show their static pods. */
const mirror = 'kubernetes.io/config.mirror';
const onlyListed = 'kubernetes.io/enforce-mountable-secrets';
/** As Go parses a bool. */
const trueTexts: readonly string[] = ['1', 't', 'T', 'TRUE', 'true', 'True'];

/**
 * ServiceAccount: a new pod uses an existing account, mounts a token of it unless the pod or the
 * account opts out, and pulls its images with the account's secrets.
 */
export const serviceAccount: AdmissionPlugin = {
  name: 'ServiceAccount',
  handles: (kind, operation, subresource) =>
    handlesNew(kind, operation, subresource) ||
    (isOfAdded({ subresource }) && operation === 'UPDATE'),

  async mutate(object, _old, request, access) {
    const pod = object as Pod;
    if (isOfAdded(request)) return pod;
    if (isMirror(pod)) {
      checkMirror(pod, request);
      return pod;
    }
    const named = withName(pod);
    const account = await accountOf(named, request, access);
    const mounted = automounts(named, account) ? withTokenVolume(named, access.suffix) : named;
    const complete = withPullSecrets(mounted, account);
    checkSecrets(complete, account, request);
    return complete;
  },

  async validate(object, _old, request, access) {
    const pod = object as Pod;
    if (isOfAdded(request)) checkAdded(pod, await accountOf(pod, request, access));
    else if (isMirror(pod)) checkMirror(pod, request);
    else checkSecrets(pod, await accountOf(pod, request, access), request);
  },
};

const handlesNew = handlesPods('CREATE');

function isOfAdded({ subresource }: Pick<AdmissionRequest, 'subresource'>): boolean {
  return subresource === 'ephemeralcontainers';
}

function withName(pod: Pod): Pod {
  if (pod.spec.serviceAccountName) return pod;
  const [serviceAccountName, old] = [defaultAccount, { serviceAccount: defaultAccount }];
  return { ...pod, spec: { ...pod.spec, serviceAccountName, ...old } };
}

/** The default account may be about to be created: callers that can wait for it do. */
async function accountOf(
  { spec: { serviceAccountName: name = '' } }: Pod,
  request: AdmissionRequest,
  { store }: AdmissionAccess,
): Promise<ServiceAccount> {
  const { namespace = '', context } = request;
  const isAwaited = name === defaultAccount && context.pause !== undefined;
  for (let attempt = 1; ; attempt++) {
    const found = await store.get(bucket, `${namespace}/${name}`);
    if (found !== undefined) return found as ServiceAccount;
    if (!isAwaited || attempt === attempts) break;
    await context.pause!(pauseMs);
  }
  const why = `error looking up service account ${namespace}/${name}`;
  throw refuse(request, `${why}: serviceaccount ${JSON.stringify(name)} not found`);
}

function automounts({ spec }: Pod, account: ServiceAccount): boolean {
  return spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true;
}

function withPullSecrets(pod: Pod, { imagePullSecrets = [] }: ServiceAccount): Pod {
  const present = pod.spec.imagePullSecrets ?? [];
  if (present.length > 0 || imagePullSecrets.length === 0) return pod;
  const copied = imagePullSecrets.map(({ name }) => ({ name }));
  return { ...pod, spec: { ...pod.spec, imagePullSecrets: copied } };
}

function checkSecrets(pod: Pod, account: ServiceAccount, request: AdmissionRequest): void {
  const why = isStrict(account) ? unlistedSecret(pod, account) : undefined;
  if (why !== undefined) throw refuse(request, why);
}

/**
 * Containers that are added to a pod refer to no other secrets than it might (CVE-2023-2728). What
 * v1.24 answers is a bare 500.
 */
function checkAdded(pod: Pod, account: ServiceAccount): void {
  const why = isStrict(account) ? unlistedEphemeralSecret(pod, account) : undefined;
  if (why !== undefined) throw serverError(why);
}

/** Whether pods of the account may use no other secrets than it lists. */
function isStrict({ metadata }: ServiceAccount): boolean {
  return trueTexts.includes(metadata.annotations?.[onlyListed] ?? '');
}

function isMirror({ metadata }: Pod): boolean {
  return metadata.annotations?.[mirror] !== undefined;
}

/** A mirror pod may not refer to objects of the API. */
function checkMirror(pod: Pod, request: AdmissionRequest): void {
  const { serviceAccountName, volumes = [] } = pod.spec;
  if (serviceAccountName) throw refuse(request, 'a mirror pod may not reference service accounts');
  if (refersToSecrets(pod)) throw refuse(request, 'a mirror pod may not reference secrets');
  if (volumes.some(projectsToken)) {
    const what = 'ServiceAccountToken volume projections';
    throw refuse(request, `a mirror pod may not use ${what}`);
  }
}

function refuse({ kind, name }: AdmissionRequest, why: string): Error {
  return forbiddenObject(kind, name, why);
}
