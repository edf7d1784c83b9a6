/** The claims to devices of pods that wait for a node: whether they are there, and which nodes have devices for them. */
import {
  deviceClass,
  matchesNodeSelector,
  resourceClaim,
  resourceSlice,
  type Profile,
} from '#kinds';
import { keyOf } from '#values';
import type { Node, Pod, resourceV1 } from '#types';
import {
  claimNameOf,
  hasDeviceClaims,
  ownerProblem,
  type InformerSource,
  type Lister,
} from '#runtime';
import type { Candidate } from '../pod-info.ts';
import type { Filter } from '../plugin.ts';
import type { Stock } from './allocator.ts';
import type { ClaimChoice } from './claim-choice.ts';
import { deviceId } from './pools.ts';
import { deviceOptions } from './requests.ts';
import { allocation, selectorsOf } from './late-selectors.ts';
import type { DeviceSelectors } from './selectors.ts';

type ResourceClaim = resourceV1.ResourceClaim;

export const DYNAMIC_RESOURCES = 'DynamicResources';
const notEnough = 'cannot allocate all claims';
const elsewhere = 'resourceclaim not available on the node';

/** Where claims and devices are read. */
export interface DeviceSource {
  readonly claims: Lister<ResourceClaim>;
  readonly classes: Lister<resourceV1.DeviceClass>;
  readonly slices: Lister<resourceV1.ResourceSlice>;
}

/** The claims of a pod, or what is missing. */
type ClaimsOrProblem = { readonly claims: readonly ResourceClaim[] } | { readonly problem: string };

/** Returns the devices of a cluster; undefined in releases where claims are not allocated. */
export function devicesIn(context: InformerSource, profile: Profile): Devices | undefined {
  if (!hasDeviceClaims(profile)) return undefined;
  const claims = context.informer(resourceClaim).lister;
  const classes = context.informer(deviceClass).lister;
  const slices = context.informer(resourceSlice).lister;
  return new Devices({ claims, classes, slices }, profile);
}

export class Devices {
  readonly #source: DeviceSource;
  readonly #profile: Profile;
  #selectors: DeviceSelectors | undefined;
  /** By uid of the claim: devices that are given and not written yet, and to which pod. */
  readonly #pending = new Map<string, { readonly pod: string } & Required<ClaimChoice>>();
  /** By key: what was written and the cache does not show yet. */
  readonly #written = new Map<string, ResourceClaim>();
  /** By key: pods whose claims are not all there, and that are not tried for that. */
  readonly #held = new Map<string, Pod>();

  constructor(source: DeviceSource, profile: Profile) {
    this.#source = source;
    this.#profile = profile;
  }

  /** Whether the pod has to wait for its claims before it is tried: then {@link letGo} returns it once they are there. */
  holds(pod: Pod): boolean {
    const isHeld = 'problem' in this.#claimsOf(pod);
    if (isHeld) this.#held.set(keyOf(pod), pod);
    else this.#held.delete(keyOf(pod));
    return isHeld;
  }

  /** Returns the pods that have waited for their claims, and need no longer. */
  letGo(): readonly Pod[] {
    return [...this.#held.values()].filter((pod) => !this.holds(pod));
  }

  /** A pod that does not wait for a node any more. */
  drop(key: string): void {
    this.#held.delete(key);
  }

  /** Returns why no node can have the pod, whichever it is; undefined for a pod without such a problem. */
  problem(pod: Pod): string | undefined {
    const found = this.#claimsOf(pod);
    if ('problem' in found) return found.problem;
    for (const claim of found.claims) {
      if (claim.status.allocation != null) continue;
      if (this.#pending.has(claim.metadata.uid)) {
        return `resource claim ${keyOf(claim)} is in the process of being allocated`;
      }
      for (const { name, deviceClassName } of (claim.spec.devices?.requests ?? []).flatMap(
        deviceOptions,
      )) {
        if (this.#source.classes.getByKey(deviceClassName) === undefined) {
          return `request ${name}: device class ${deviceClassName} does not exist`;
        }
      }
    }
    return undefined;
  }

  /** Undefined for a pod without claims. */
  filter({ pod }: Candidate): Filter | undefined {
    const found = this.#claimsOf(pod);
    if ('problem' in found || found.claims.length === 0) return undefined;
    const wanting = found.claims.filter(({ status }) => status.allocation == null);
    const stock = wanting.length === 0 ? undefined : this.#stock();
    return {
      name: DYNAMIC_RESOURCES,
      unresolvable: true,
      reasons: (_, { node }) => {
        if (stock !== undefined && allocation().allocate(wanting, node, stock) === undefined) {
          return [notEnough];
        }
        return found.claims.every((claim) => isReachable(claim, node)) ? undefined : [elsewhere];
      },
    };
  }

  /** Returns what the claims of a pod have on a node that its filter admits; undefined for a pod without claims. */
  choose(pod: Pod, node: Node): readonly ClaimChoice[] | undefined {
    const found = this.#claimsOf(pod);
    if ('problem' in found || found.claims.length === 0) return undefined;
    const wanting = found.claims.filter(({ status }) => status.allocation == null);
    const stock = this.#stock();
    const { allocate, resultOf } = allocation();
    const chosen = allocate(wanting, node, stock) ?? [];
    return found.claims.map((claim) => {
      const at = wanting.indexOf(claim);
      return at < 0 ? { claim } : { claim, allocation: resultOf(claim, chosen[at]!, stock) };
    });
  }

  /** Counts devices as given before anything else knows. */
  assume({ metadata }: Pod, choices: readonly ClaimChoice[]): void {
    for (const { claim, allocation } of choices) {
      if (allocation === undefined) continue;
      this.#pending.set(claim.metadata.uid, { pod: metadata.uid, claim, allocation });
    }
  }

  /** What was given to the pod is written, or free again. */
  forget(pod: string): void {
    for (const [uid, pending] of this.#pending) if (pending.pod === pod) this.#pending.delete(uid);
  }

  /** Remembers what was written until the cache shows it. */
  noteWritten(claim: ResourceClaim): void {
    this.#written.set(keyOf(claim), claim);
  }

  /** The cache shows a claim, or shows it no more. */
  noteSeen(claim: ResourceClaim, isDeleted = false): void {
    const written = this.#written.get(keyOf(claim));
    if (written === undefined) return;
    if (isDeleted || versionOf(claim) >= versionOf(written)) this.#written.delete(keyOf(claim));
  }

  #claimsOf(pod: Pod): ClaimsOrProblem {
    const claims: ResourceClaim[] = [];
    for (const podClaim of pod.spec.resourceClaims ?? []) {
      const named = claimNameOf(pod, podClaim);
      if (named === 'none') continue;
      if ('problem' in named) return named;
      const claim = this.#claim(`${pod.metadata.namespace}/${named.name}`);
      if (claim === undefined) {
        const shown = JSON.stringify(named.name);
        return { problem: `resourceclaim.resource.k8s.io ${shown} not found` };
      }
      if (claim.metadata.deletionTimestamp != null) {
        return { problem: `resourceclaim ${JSON.stringify(named.name)} is being deleted` };
      }
      const problem = named.isMade ? ownerProblem(claim, pod) : undefined;
      if (problem !== undefined) return { problem };
      claims.push(claim);
    }
    return { claims };
  }

  #claim(key: string): ResourceClaim | undefined {
    const claim = this.#source.claims.getByKey(key);
    return claim === undefined ? undefined : (this.#written.get(key) ?? claim);
  }

  #stock(): Stock {
    const { classes, slices } = this.#source;
    return {
      slices: slices.list(),
      selectors: (this.#selectors ??= selectorsOf(this.#profile)),
      profile: this.#profile,
      taken: this.#taken(),
      deviceClass: (name) => classes.getByKey(name),
    };
  }

  /** Devices that claims have, but for those that only administer them. */
  #taken(): ReadonlySet<string> {
    const taken = new Set<string>();
    const add = (allocation: resourceV1.AllocationResult | undefined): void => {
      for (const { driver, pool, device, adminAccess } of allocation?.devices?.results ?? []) {
        if (adminAccess !== true) taken.add(deviceId(driver, pool, device));
      }
    };
    for (const claim of this.#source.claims.list()) {
      add((this.#written.get(keyOf(claim)) ?? claim).status.allocation);
    }
    for (const { allocation } of this.#pending.values()) add(allocation);
    return taken;
  }
}

function isReachable({ status }: ResourceClaim, node: Node): boolean {
  const selector = status.allocation?.nodeSelector;
  return selector == null || matchesNodeSelector(selector, node);
}

function versionOf({ metadata }: ResourceClaim): number {
  return Number(metadata.resourceVersion);
}
