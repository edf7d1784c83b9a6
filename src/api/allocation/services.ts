/** What services get from the cluster's ranges. */
import {
  defaultServiceIpRange,
  ipsOfService,
  needsClusterIp,
  noClusterIp,
  nodePortRange,
  pairClusterIp,
  planFamilies,
  portsOfService,
} from '#kinds';
import {
  formatIpv4,
  internalError,
  invalidObject,
  ipv4Number,
  keyOf,
  parseIp,
  showStrings,
  type Release,
} from '#values';
import type { Service, ServiceSpec } from '#types';
import { TakenError, type Store } from '#store';
import { AddressRanges } from './address-ranges.ts';
import { NumberPool, type Holder } from './number-pool.ts';
import { refuse } from './refuse.ts';
import { allocatePorts, checkNodePorts } from './service-ports.ts';

const bucket = 'services';

/** How a new service is checked. */
export interface Asking {
  /** The name that the client gave it, if any. */
  readonly givenName?: string;
  /** It is stored once it is valid, unlike in a dry run. */
  readonly isKept: boolean;
}

/** How a service gets its numbers. */
export interface Taking {
  /** As it is stored; undefined for a new one. */
  readonly old: Service | undefined;
  /** Nothing is stored, and so no address is looked for. */
  readonly isDry?: boolean;
}

/**
 * Allocates addresses and node ports, each to one service only. It does not see services that
 * bypass this API after its first use, unless the store is shared.
 */
export class ServiceAllocator {
  readonly #store: Store;
  readonly #rules: Release;
  readonly #cidr: string;
  readonly #ips: AddressRanges;
  readonly #ports: NumberPool;
  #loaded: Promise<void> | undefined;

  /**
   * @param rules of the release
   * @param start where the searches for free numbers begin, as a part of their ranges
   * @throws Error for an invalid IPv4 range
   */
  constructor(store: Store, rules: Release, cidr: string = defaultServiceIpRange, start = 0) {
    this.#store = store;
    this.#rules = rules;
    this.#cidr = cidr;
    this.#ips = new AddressRanges(store, cidr, this.#usesIp.bind(this), start);
    const { first, size } = nodePortRange;
    const at = first + Math.floor(start * size);
    this.#ports = new NumberPool(nodePortRange, this.#usesPort.bind(this), at);
  }

  /**
   * Rejects a new service with an invalid request for an address or port: v1.24 allocates before it
   * checks the rest.
   *
   * @throws {ApiError} 422
   */
  async checkAsked(service: Service, { givenName = '', isKept }: Asking): Promise<Service> {
    const { metadata, spec } = service;
    const { namespace = '' } = metadata;
    const { errors } = planFamilies(spec, this.#rules);
    if (errors.length > 0) throw invalidObject('', 'Service', givenName, errors);
    const holder = { key: `${namespace}/${givenName}`, isOpen: true };
    try {
      // v1.24 begins with the address; but only these ranges are the same in most clusters.
      checkNodePorts(this.#ports, holder, spec);
      await this.#checkIp(holder, spec);
      const isNamed = metadata.name !== '' || !this.#hasRanges;
      if (!isNamed && isKept) await this.#refuseNameless(holder, spec);
      return service;
    } finally {
      holder.isOpen = false;
    }
  }

  /** @throws {ApiError} 422 for an address that is asked for and cannot be had */
  async #checkIp(holder: Holder, spec: ServiceSpec): Promise<void> {
    const { clusterIPs = [] } = spec;
    if (!needsClusterIp(spec) || clusterIPs[0] === undefined || clusterIPs[0] === noClusterIp)
      return;
    await this.#catchUp();
    await this.#takeIp(holder, clusterIPs);
  }

  /** An address is an object, which names the service that has it. @throws {ApiError} 422 */
  async #refuseNameless(holder: Holder, spec: ServiceSpec): Promise<void> {
    const { clusterIPs: [first] = [] } = spec;
    if (!needsClusterIp(spec) || first === noClusterIp) return;
    const ip = first ?? (await this.#nextIp(holder));
    const what = first === undefined ? 'IP' : `IP ${ip}`;
    const why = `IPAddress.networking.k8s.io "${ip}" is invalid: spec.parentRef.name: Required value`;
    refuse(
      holder,
      'spec.clusterIPs',
      showStrings([first ?? '']),
      `failed to allocate ${what}: ${why}`,
    );
  }

  /**
   * Stores a service with its numbers, which are reserved for it once `store` is called.
   * @throws {ApiError} when the requested ones are not available, before `store` is called
   */
  async storing<R>(
    service: Service,
    { old, isDry = false }: Taking,
    store: (allocated: Service) => Promise<R>,
  ): Promise<R> {
    if (old !== undefined && service.spec === old.spec) return store(service);
    /** Has what other servers have taken, until their services are seen. */
    const others = { key: '', isOpen: true };
    try {
      for (;;) {
        const stored = await this.#tryStoring(service, { old, isDry }, store);
        if (!(stored instanceof TakenError)) return stored;
        for (const ip of stored.taken.ips) this.#ips.note(ip, others);
        for (const port of stored.taken.ports) this.#ports.note(port, others);
      }
    } finally {
      others.isOpen = false;
    }
  }

  async #tryStoring<R>(
    service: Service,
    { old, isDry }: Taking,
    store: (allocated: Service) => Promise<R>,
  ): Promise<R | TakenError> {
    await this.#catchUp();
    const holder = { key: keyOf(service), isOpen: true };
    try {
      const addressed = await this.#allocateIp(holder, service.spec, old?.spec, isDry);
      const spec = await allocatePorts(this.#ports, holder, addressed, old?.spec);
      return await store(spec === service.spec ? service : { ...service, spec });
    } catch (error) {
      if (error instanceof TakenError) return error;
      throw error;
    } finally {
      // From now on the store shows whether the service has it.
      holder.isOpen = false;
    }
  }

  /** A service that has an address keeps it. */
  async #allocateIp(
    holder: Holder,
    spec: ServiceSpec,
    old: ServiceSpec | undefined,
    isDry = false,
  ): Promise<ServiceSpec> {
    const { clusterIPs = [] } = spec;
    const hadIp = old !== undefined && needsClusterIp(old);
    // One of a type that needs no address may be given one by an update; v1.24 adds the list when it is read.
    if (!needsClusterIp(spec)) return pairClusterIp(spec);
    if (hadIp || clusterIPs[0] === noClusterIp) return spec;
    // A dry run looks for none, and shows the first of the range.
    const next = async (): Promise<string> =>
      isDry ? this.#cidr.split('/')[0]! : this.#nextIp(holder);
    const ip = clusterIPs[0] ?? (await next());
    if (clusterIPs[0] !== undefined) await this.#takeIp(holder, clusterIPs);
    return { ...spec, clusterIP: ip, clusterIPs: [ip] };
  }

  async #nextIp(holder: Holder): Promise<string> {
    const number = await this.#ips.takeNext(holder);
    if (number === undefined) throw internalError('failed to allocate a serviceIP: range is full');
    return formatIpv4(number);
  }

  /** @throws {ApiError} 422 */
  async #takeIp(holder: Holder, clusterIPs: readonly string[]): Promise<void> {
    const ip = clusterIPs[0]!;
    const number = ipv4Number(parseIp(ip)!);
    if (this.#ips.contains(number) && (await this.#ips.take(number, holder))) return;
    const why = this.#ips.contains(number)
      ? 'provided IP is already allocated'
      : this.#hasRanges && !this.#ips.covers(number)
        ? 'the provided network does not match the current range'
        : `the provided IP (${ip}) is not in the valid range. The range of valid IPs is ${this.#cidr}`;
    const shown = showStrings(clusterIPs);
    refuse(holder, 'spec.clusterIPs', shown, `failed to allocate IP ${ip}: ${why}`);
  }

  /** Whether there are objects that say which addresses there are, and who has them. */
  get #hasRanges(): boolean {
    return this.#rules.enabled('MultiCIDRServiceAllocator');
  }

  /** What other servers have given away since is only in the store. */
  async #catchUp(): Promise<void> {
    const fresh = this.#store.fresh();
    if (this.#hasRanges && (await this.#ips.lookAgain())) this.#loaded = undefined;
    await (fresh === undefined ? (this.#loaded ??= this.#load()) : fresh.then(() => this.#load()));
  }

  async #load(): Promise<void> {
    const { items } = await this.#store.list(bucket);
    for (const service of items as readonly Service[]) {
      const holder = { key: keyOf(service), isOpen: false };
      for (const ip of ipsOfService(service)) this.#ips.note(ip, holder);
      for (const port of portsOfService(service)) this.#ports.note(port, holder);
    }
  }

  async #usesIp(ip: number, key: string): Promise<boolean> {
    return ipsOfService(await this.#stored(key)).includes(ip);
  }

  async #usesPort(port: number, key: string): Promise<boolean> {
    return portsOfService(await this.#stored(key)).includes(port);
  }

  async #stored(key: string): Promise<Service | undefined> {
    return (await this.#store.get(bucket, key)) as Service | undefined;
  }
}
