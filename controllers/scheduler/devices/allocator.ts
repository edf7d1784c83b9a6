/**
 * Finds devices for claims on a node: for each claim and each of its requests one device after the other, going back where
 * a choice does not lead to a whole solution. The first one is taken. Mirrors the allocator of v1.34.
 */
import type { Node, resourceV1 } from '#types';
import { keyOf } from '#values';
import type { Profile } from '#kinds';
import { DeviceError, NoAnswer } from './error.ts';
import { attributeOf, MatchConstraint } from './constraints.ts';
import { devicesOf, poolId, poolsFor, reaches, type Located, type Pool } from './pools.ts';
import { deviceOptions, type DeviceOption } from './requests.ts';
import type { DeviceSelectors } from './selectors.ts';
import { isTolerated } from './tolerations.ts';

type ResourceClaim = resourceV1.ResourceClaim;
type ResourceSlice = resourceV1.ResourceSlice;

/** More devices than this do not fit into a claim. */
const MOST_DEVICES = 32;

/** A device that a request gets. */
export interface Chosen extends Located {
  readonly option: DeviceOption;
}

/** What there is to allocate from. */
export interface Stock {
  readonly slices: readonly ResourceSlice[];
  readonly selectors: DeviceSelectors;
  readonly profile: Profile;
  deviceClass(name: string): resourceV1.DeviceClass | undefined;
  /** Devices that claims have, by their ids. */
  readonly taken: ReadonlySet<string>;
}

/**
 * Returns the devices for each claim; undefined where the node has not enough of them.
 * @throws {DeviceError} for a claim, class or pool that is broken
 */
export function allocate(
  claims: readonly ResourceClaim[],
  node: Node,
  stock: Stock,
): readonly (readonly Chosen[])[] | undefined {
  return new Allocation(claims, node, stock).find();
}

class Allocation {
  readonly #claims: readonly ResourceClaim[];
  readonly #node: Node;
  readonly #stock: Stock;
  readonly #pools: readonly Pool[];
  readonly #constraints: readonly (readonly MatchConstraint[])[];
  /** Devices that this search has given away, with the claims that have them. */
  readonly #holders = new Map<string, Set<number>>();
  readonly #chosen: Chosen[][];
  readonly #optionsByRequest = new Map<resourceV1.DeviceRequest, readonly DeviceOption[]>();
  /** What was found out about devices, by request. */
  readonly #selected = new Map<DeviceOption, Map<string, boolean>>();
  readonly #all = new Map<DeviceOption, readonly Located[]>();

  constructor(claims: readonly ResourceClaim[], node: Node, stock: Stock) {
    this.#claims = claims;
    this.#node = node;
    this.#stock = stock;
    this.#pools = poolsFor(node, stock.slices);
    this.#chosen = claims.map(() => []);
    this.#constraints = claims.map((claim) =>
      (claim.spec.devices?.constraints ?? []).map((each, at) => {
        if (each.matchAttribute != null) return new MatchConstraint(each);
        throw new DeviceError(
          `claim ${keyOf(claim)}, constraint #${at}: empty constraint (unsupported constraint type?)`,
        );
      }),
    );
  }

  find(): readonly (readonly Chosen[])[] | undefined {
    return this.#claim(0) ? this.#chosen : undefined;
  }

  #claim(at: number): boolean {
    const claim = this.#claims[at];
    return claim === undefined || this.#request(at, 0);
  }

  #request(claim: number, at: number): boolean {
    const request = this.#claims[claim]!.spec.devices?.requests?.[at];
    if (request === undefined) return this.#claim(claim + 1);
    let ways = this.#optionsByRequest.get(request);
    if (ways === undefined) this.#optionsByRequest.set(request, (ways = deviceOptions(request)));
    return ways.some((desired) => {
      const count = this.#countOf(desired, claim);
      if (count === 0 || this.#chosen[claim]!.length + count > MOST_DEVICES) return false;
      return this.#devices(desired, claim, at, count);
    });
  }

  /** Gives the request this many more devices, then looks at the next request. */
  #devices(desired: DeviceOption, claim: number, request: number, left: number): boolean {
    if (left === 0) return this.#request(claim, request + 1);
    const all = this.#all.get(desired);
    const candidates = all === undefined ? this.#candidates(desired, claim) : [all.at(-left)!];
    for (const located of candidates) {
      const undo = this.#give(located, desired, claim, all !== undefined);
      if (undo === undefined) continue;
      if (this.#devices(desired, claim, request, left - 1)) return true;
      undo();
    }
    return false;
  }

  *#candidates(desired: DeviceOption, claim: number): Iterable<Located> {
    for (const pool of this.#pools) {
      if (pool.twice !== undefined) {
        throw new DeviceError(`pool ${pool.name} is invalid: duplicate device name ${pool.twice}`);
      }
      for (const located of devicesOf(pool)) {
        if (!this.#isTaken(located, desired, claim) && this.#isSelected(located, desired, claim)) {
          yield located;
        }
      }
    }
  }

  /** How many devices a request asks for. */
  #countOf(desired: DeviceOption, claim: number): number {
    if (!desired.isAll) return desired.count;
    const all = this.#pools.flatMap((pool) => {
      const name = poolId(pool.driver, pool.name);
      const asks = `claim ${keyOf(this.#claims[claim]!)}, request ${desired.name}: asks for all devices`;
      if (pool.isIncomplete) {
        throw new DeviceError(`${asks}, but resource pool ${name} is currently being updated`);
      }
      if (pool.twice !== undefined) {
        throw new DeviceError(`${asks}, but resource pool ${name} is currently invalid`);
      }
      return devicesOf(pool).filter((located) => this.#isSelected(located, desired, claim));
    });
    this.#all.set(desired, all);
    return all.length;
  }

  /** Who administers devices gets those that are taken, too. */
  #isTaken({ id }: Located, { isAdmin }: DeviceOption, claim: number): boolean {
    const holders = this.#holders.get(id);
    if (isAdmin) return holders?.has(claim) === true;
    return this.#stock.taken.has(id) || (holders !== undefined && holders.size > 0);
  }

  /** Returns how to take the device back; undefined where it cannot be given. */
  #give(
    located: Located,
    desired: DeviceOption,
    claim: number,
    isRequired: boolean,
  ): (() => void) | undefined {
    const { id, device } = located;
    if (this.#isTaken(located, desired, claim)) return undefined;
    const { profile } = this.#stock;
    if (profile.enabled('DRADeviceTaints') && !isTolerated(device, desired.tolerations)) {
      return undefined;
    }
    const constraints = this.#constraints[claim]!.filter((each) => each.concerns(desired));
    const failed = constraints.some((each) => !each.admits(attributeOf(located, each.attribute)));
    if (failed && isRequired) {
      const which = `claim ${keyOf(this.#claims[claim]!)}, request ${desired.name}`;
      throw new DeviceError(
        `${which}: cannot add device ${id} because a claim constraint would not be satisfied`,
      );
    }
    if (failed) return undefined;
    for (const each of constraints) each.add(attributeOf(located, each.attribute)!);
    const holders = this.#holders.get(id) ?? new Set();
    this.#holders.set(id, holders.add(claim));
    this.#chosen[claim]!.push({ ...located, option: desired });
    return () => {
      for (const each of constraints) each.remove();
      holders.delete(claim);
      this.#chosen[claim]!.pop();
    };
  }

  #isSelected(located: Located, desired: DeviceOption, claim: number): boolean {
    const known = this.#selected.get(desired) ?? new Map<string, boolean>();
    this.#selected.set(desired, known);
    let found = known.get(located.id);
    if (found === undefined) known.set(located.id, (found = this.#select(located, desired, claim)));
    return found;
  }

  #select({ id, device, slice, driver }: Located, desired: DeviceOption, claim: number): boolean {
    // What such devices need beyond being chosen is not looked at.
    if ((device.bindingConditions ?? []).length > 0) return false;
    if ((device.consumesCounters ?? []).length > 0) return false;
    const { selectors, deviceClass, profile } = this.#stock;
    const named = deviceClass(desired.deviceClassName);
    if (named === undefined) return false;
    const ofClass = named.spec.selectors ?? [];
    const fits = (input: typeof ofClass, whose: string): boolean =>
      input.every(({ cel }, at) => {
        try {
          return cel == null || selectors.selects(cel.expression, driver, device);
        } catch (error) {
          if (!(error instanceof DeviceError)) throw error;
          const isNamed = error instanceof NoAnswer && profile.enabled('DeviceErrorsInFull');
          const where = isNamed ? ` on device ${id}` : '';
          const text = `${whose}: selector #${at}${where}: ${error.message}`;
          throw new DeviceError(text, { cause: error });
        }
      });
    return (
      fits(ofClass, `class ${named.metadata.name}`) &&
      fits(desired.selectors, `claim ${keyOf(this.#claims[claim]!)}`) &&
      reaches(slice, device, this.#node)
    );
  }
}
