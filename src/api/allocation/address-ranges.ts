/** The addresses that Services may have: of the range that the server was started with, and of those that ServiceCIDRs add. */
import { bucketOf, getCondition, serviceCidr } from '#kinds';
import { parseIpv4Range, type Ipv4Range } from '#values';
import type { ServiceCIDR } from '#types';
import type { Store } from '#store';
import { NumberPool, type Holder, type Range } from './number-pool.ts';

const bucket = bucketOf(serviceCidr);

type IsUsed = ConstructorParameters<typeof NumberPool>[1];

/** A range, with its addresses but the first and the last. */
interface RangePool {
  readonly range: Ipv4Range;
  readonly pool: NumberPool;
}

/** The ranges and who has which of their addresses. */
export class AddressRanges {
  readonly #store: Store;
  readonly #cidr: string;
  readonly #isUsed: IsUsed;
  readonly #first: RangePool;
  /** Of ServiceCIDRs, by their text. */
  #others: ReadonlyMap<string, RangePool> = new Map();

  /**
   * @param start where the search for free addresses of the first range begins, as a part of it
   * @throws Error for an invalid IPv4 range
   */
  constructor(store: Store, cidr: string, isUsed: IsUsed, start: number) {
    const range = parseIpv4Range(cidr);
    if (range === undefined || range.size < 4) throw new Error(`bad range of services: ${cidr}`);
    this.#store = store;
    this.#cidr = cidr;
    this.#isUsed = isUsed;
    this.#first = partOf(range, isUsed, start);
  }

  /** Looks which ranges there are now; true where they are others than before. */
  async lookAgain(): Promise<boolean> {
    if (this.#store.isEmpty(bucket)) return false;
    const { items } = await this.#store.list(bucket);
    const ready = (items as readonly ServiceCIDR[]).filter(isReady);
    const cidrs = new Set(ready.flatMap(({ spec }) => spec.cidrs ?? []));
    const before = this.#others;
    const others = new Map<string, RangePool>();
    for (const cidr of cidrs) {
      const range = parseIpv4Range(cidr);
      if (range === undefined || cidr === this.#cidr) continue;
      others.set(cidr, before.get(cidr) ?? partOf(range, this.#isUsed, 0));
    }
    this.#others = others;
    return others.size !== before.size || [...others.keys()].some((cidr) => !before.has(cidr));
  }

  get #parts(): readonly RangePool[] {
    return [this.#first, ...this.#others.values()];
  }

  /** Whether an address is in one of the ranges, at their ends too. */
  covers(ip: number): boolean {
    return this.#parts.some(({ range }) => isIn(ip, { first: range.base, size: range.size }));
  }

  /** Whether Services may have an address. */
  contains(ip: number): boolean {
    return this.#parts.some(({ pool }) => pool.contains(ip));
  }

  /** Notes who has an address, in all ranges that hold it. */
  note(ip: number, holder: Holder): void {
    for (const { pool } of this.#parts) pool.note(ip, holder);
  }

  /** Takes an address that Services may have; false where another one has it. */
  async take(ip: number, holder: Holder): Promise<boolean> {
    const { pool } = this.#parts.find((part) => part.pool.contains(ip))!;
    return this.#noted(ip, holder, await pool.take(ip, holder));
  }

  /** Takes a free address, of the first range as long as there is one. */
  async takeNext(holder: Holder): Promise<number | undefined> {
    for (const { pool } of this.#parts) {
      const ip = await pool.takeNext(holder);
      if (ip !== undefined && this.#noted(ip, holder, true)) return ip;
    }
    return undefined;
  }

  #noted(ip: number, holder: Holder, isTaken: boolean): boolean {
    if (isTaken && this.#others.size > 0) this.note(ip, holder);
    return isTaken;
  }
}

function partOf(range: Ipv4Range, isUsed: IsUsed, start: number): RangePool {
  // Without the network address and the broadcast address.
  const usable = { first: range.base + 1, size: Math.max(1, range.size - 2) };
  const at = usable.first + Math.min(1, usable.size - 1) + Math.floor(start * (usable.size - 1));
  return { range, pool: new NumberPool(usable, isUsed, at) };
}

function isIn(number: number, { first, size }: Range): boolean {
  return number >= first && number < first + size;
}

function isReady({ metadata, status }: ServiceCIDR): boolean {
  const ready = getCondition(status.conditions, 'Ready');
  return metadata.deletionTimestamp == null && ready?.status === 'True';
}
