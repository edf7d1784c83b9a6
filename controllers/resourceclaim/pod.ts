/** Claims of a pod: those that are made from templates, and those that it uses without the scheduler. */
import { isPodTerminal, pod as podKind, resourceClaim, type Profile } from '#kinds';
import { keyOf, omitFields } from '#values';
import type { OwnerReference, Pod, resourceV1 } from '#types';
import {
  claimNameOf,
  controllerReference,
  isReservedFor,
  messageOf,
  ownerProblem,
  reservedFor,
  type Client,
  type Lister,
  type PodResourceClaim,
  type ReconcileTools,
} from '#runtime';

type ResourceClaim = resourceV1.ResourceClaim;
type Template = resourceV1.ResourceClaimTemplate;

/** By which claims that are made are found again. */
const ANNOTATION = 'resource.kubernetes.io/pod-claim-name';
/** A name of 63 characters, without a hyphen and five random ones. */
const LONGEST_BASE = 57;

/** Returns whether the pod may still run. */
export function needsClaims(pod: Pod, isDeleted: boolean): boolean {
  if (isDeleted || isPodTerminal(pod)) return false;
  return pod.metadata.deletionTimestamp == null || Boolean(pod.spec.nodeName);
}

/** Returns whether a claim of the pod is to be made, or to be reserved. */
export function needsWork(pod: Pod, claims: Lister<ResourceClaim>): boolean {
  if (pod.metadata.deletionTimestamp != null) return false;
  for (const podClaim of pod.spec.resourceClaims ?? []) {
    const named = claimNameOf(pod, podClaim);
    if (named === 'none') return false;
    if ('problem' in named) return true;
    const claim = claims.get(pod.metadata.namespace, named.name);
    if (claim === undefined) return podClaim.resourceClaimTemplateName != null;
    if (named.isMade && ownerProblem(claim, pod) !== undefined) return false;
    if (pod.spec.nodeName && isToBeReserved(claim, pod)) return true;
  }
  return false;
}

function isToBeReserved(claim: ResourceClaim, pod: Pod): boolean {
  return claim.status.allocation != null && !isReservedFor(claim, pod);
}

export interface PodClaimsOptions {
  readonly claims: Lister<ResourceClaim>;
  readonly templates: Lister<Template>;
  readonly profile: Profile;
  /** The claims whose controller is the pod of a uid. */
  ownedBy(uid: string): readonly ResourceClaim[];
}

/** Makes claims, and knows those that its cache does not show yet. */
export class PodClaims {
  readonly #options: PodClaimsOptions;
  /** By uid of the pod. */
  readonly #ownClaims = new Map<string, readonly ResourceClaim[]>();

  constructor(options: PodClaimsOptions) {
    this.#options = options;
  }

  forget(uid: string): void {
    this.#ownClaims.delete(uid);
  }

  /** @throws {Error} when a claim cannot be made; what writes threw */
  async sync(pod: Pod, { client, events }: ReconcileTools): Promise<void> {
    const names = new Map<string, string>();
    for (const podClaim of pod.spec.resourceClaims ?? []) {
      try {
        const name = await this.#provide(pod, podClaim, client);
        if (name !== undefined) names.set(podClaim.name, name);
      } catch (error) {
        const text = `PodResourceClaim ${podClaim.name}: ${messageOf(error)}`;
        events.event(pod, 'Warning', 'FailedResourceClaimCreation', text);
        throw new Error(`pod ${keyOf(pod)}, ${text}`, { cause: error });
      }
    }
    if (names.size > 0) await report(pod, names, client);
    if (pod.spec.nodeName) await this.#reserve(pod, client);
  }

  /** Returns the name of a claim that is new for the pod; undefined where nothing is to be written. */
  async #provide(
    pod: Pod,
    podClaim: PodResourceClaim,
    client: Client,
  ): Promise<string | undefined> {
    const named = claimNameOf(pod, podClaim);
    if (named === 'none') return undefined;
    if ('name' in named) {
      const claim = this.#options.claims.get(pod.metadata.namespace, named.name);
      const isOwn = claim !== undefined && ownerProblem(claim, pod) === undefined;
      if (!named.isMade || isOwn) return undefined;
    }
    const { resourceClaimTemplateName: templateName } = podClaim;
    if (templateName == null) throw new Error(`checking for claim before creating it`);
    const { uid } = pod.metadata;
    const known = [...this.#options.ownedBy(uid), ...(this.#ownClaims.get(uid) ?? [])];
    const found = known.find(
      ({ metadata }) => metadata.annotations?.[ANNOTATION] === podClaim.name,
    );
    return (found ?? (await this.#make(pod, podClaim.name, templateName, client))).metadata.name;
  }

  async #make(
    pod: Pod,
    claimName: string,
    templateName: string,
    client: Client,
  ): Promise<ResourceClaim> {
    const { namespace, name, uid } = pod.metadata;
    const template = this.#options.templates.get(namespace, templateName);
    if (template === undefined) {
      const missing = `resourceclaimtemplate.resource.k8s.io ${JSON.stringify(templateName)} not found`;
      throw new Error(`resource claim template ${JSON.stringify(templateName)}: ${missing}`);
    }
    const refusal = refusalOf(template, this.#options.profile);
    if (refusal !== undefined) throw new Error(refusal);
    const { metadata, spec } = template.spec;
    const claim = await client.create(resourceClaim, {
      metadata: {
        namespace: namespace!,
        generateName: baseName(name, claimName),
        ...(metadata?.labels && { labels: metadata.labels }),
        annotations: { ...metadata?.annotations, [ANNOTATION]: claimName },
        ownerReferences: [this.#referenceTo(pod)],
      },
      spec,
    });
    this.#ownClaims.set(uid, [...(this.#ownClaims.get(uid) ?? []), claim]);
    return claim;
  }

  #referenceTo(pod: Pod): OwnerReference {
    const reference = controllerReference(podKind, pod);
    const blocks = this.#options.profile.enabled('MadeClaimsBlockPods');
    return blocks ? reference : omitFields(reference, ['blockOwnerDeletion']);
  }

  /** For a pod that did not get its node from the scheduler. */
  async #reserve(pod: Pod, client: Client): Promise<void> {
    for (const podClaim of pod.spec.resourceClaims ?? []) {
      const named = claimNameOf(pod, podClaim);
      if (named === 'none') continue;
      if ('problem' in named) throw new Error(named.problem);
      const claim = this.#options.claims.get(pod.metadata.namespace, named.name);
      if (claim === undefined) return;
      const problem = named.isMade ? ownerProblem(claim, pod) : undefined;
      if (problem !== undefined) throw new Error(problem);
      if (!isToBeReserved(claim, pod)) continue;
      await client.update(resourceClaim, reservedFor(claim, pod), { subresource: 'status' });
    }
  }
}

/** Returns why a release makes no claims of a template. */
function refusalOf({ spec }: Template, profile: Profile): string | undefined {
  const { requests = [] } = spec.spec.devices ?? {};
  if (!profile.enabled('DRAAdminAccess') && requests.some(({ exactly }) => exactly?.adminAccess))
    return 'admin access is requested, but the feature is disabled';
  const hasLists = requests.some(({ firstAvailable = [] }) => firstAvailable.length > 0);
  if (hasLists && !profile.enabled('DRAPrioritizedList'))
    return 'template includes a prioritized list of subrequests, but the feature is disabled';
  return undefined;
}

/** Returns the names with hyphens, of those that are too long parts of both in proportion. */
function baseName(pod: string, claim: string): string {
  const whole = `${pod}-${claim}-`;
  if (whole.length <= LONGEST_BASE) return whole;
  const part = (name: string): string =>
    name.slice(0, Math.trunc((name.length * LONGEST_BASE) / whole.length));
  return `${part(pod)}-${part(claim)}`;
}

/** Writes the names of claims that were made for the pod, beside those that are there. */
async function report(
  { metadata, status }: Pod,
  names: ReadonlyMap<string, string>,
  client: Client,
): Promise<void> {
  const { namespace, name } = metadata;
  const before = (status.resourceClaimStatuses ?? []).filter((each) => !names.has(each.name));
  const result = Array.from(names, ([claim, resourceClaimName]) => ({
    name: claim,
    resourceClaimName,
  }));
  const resourceClaimStatuses = [...before, ...result];
  const body = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace, name },
    status: { resourceClaimStatuses },
  };
  const patch = { type: 'apply', body, force: true, manager: 'ResourceClaimController' } as const;
  await client.patch(podKind, { namespace, name }, patch, { subresource: 'status' });
}
