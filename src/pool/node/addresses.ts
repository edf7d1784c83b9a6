/**
 * Addresses of nodes and pods, handed out in order. Nodes get one of 172.18.0.0/15 unless they
 * have one; their pods come from `spec.podCIDR`, or else from a block of 1,024 out of
 * 10.128.0.0/9, and where there are more than 8,192 nodes at once, out of 240.0.0.0/4. What is in
 * use is learned from objects, so that a restarted pool over an existing cluster assigns no address
 * twice.
 */
import type { Node } from '#types';

/** An IPv4 address as a number. */
type Address = number;

const FIRST_NODE: Address = parseAddress('172.18.0.2')!;
const FIRST_BLOCK: Address = parseAddress('10.128.0.0')!;
const FIRST_FURTHER_BLOCK: Address = parseAddress('240.0.0.0')!;
const BLOCK_SIZE = 1024;
/** How many blocks there are before the further ones. */
const BLOCKS = 8192;
/** Up to 172.19.255.254. */
const MAX_NODES = 2 ** 17 - 3;

/** A node's part in it. */
export interface NodeNetwork {
  /** The node's own address. */
  readonly hostIP: string;
  /** First of the addresses of its pods; the first and the last one stay free. */
  readonly base: Address;
  readonly size: number;
  /** Offset of the pod address handed out last. */
  cursor: number;
}

export class Addresses {
  /** Indexes of nodes in use, by node name, and the other way round. */
  readonly #indexes = new Map<string, number>();
  readonly #first = new Turns(0, BLOCKS);
  readonly #further = new Turns(BLOCKS, MAX_NODES);
  readonly #pods = new AddressSet();

  /**
   * Records a node that may already have an address of ours. Call it for all before {@link
   * networkOf}.
   */
  noteNode(node: Node): void {
    const address = parseAddress(internalIP(node) ?? '');
    if (address === undefined) return;
    const index = address - FIRST_NODE;
    if (index < 0 || index >= MAX_NODES || this.#turnsOf(index).taken.has(index)) return;
    this.#assign(node.metadata.name, index);
  }

  /** Throws when there are more than 131,069 nodes. */
  networkOf(node: Node): NodeNetwork {
    const index = this.#indexes.get(node.metadata.name) ?? this.#freeIndex(node.metadata.name);
    const cidr = parseCidr(node.spec.podCIDR);
    return {
      hostIP: internalIP(node) ?? formatAddress(FIRST_NODE + index),
      base: cidr?.base ?? blockAt(index),
      size: cidr?.size ?? BLOCK_SIZE,
      cursor: 0,
    };
  }

  /** A node is deleted. Its index is reused only once all others have been used. */
  forgetNode(name: string): void {
    const index = this.#indexes.get(name);
    if (index === undefined) return;
    this.#indexes.delete(name);
    this.#turnsOf(index).taken.delete(index);
  }

  /** A new address for a pod. Throws when the node has none left. */
  takePodIP(network: NodeNetwork): string {
    const usable = network.size - 2;
    for (let tries = 0; tries < usable; tries++) {
      network.cursor = (network.cursor % usable) + 1;
      const address = network.base + network.cursor;
      if (this.#pods.add(address)) return formatAddress(address);
    }
    throw new Error(`no address is left for pods of the node with address ${network.hostIP}`);
  }

  /** Records a pod that has an address. */
  notePodIP(ip: string): void {
    const address = parseAddress(ip);
    if (address !== undefined) this.#pods.add(address);
  }

  /** The pod with that address is deleted or has ended. */
  releasePodIP(ip: string): void {
    const address = parseAddress(ip);
    if (address !== undefined) this.#pods.delete(address);
  }

  #freeIndex(name: string): number {
    const index = this.#first.next() ?? this.#further.next();
    if (index !== undefined) return this.#assign(name, index);
    throw new Error(`no address is left for node ${name}: ${MAX_NODES} nodes have one`);
  }

  #assign(name: string, index: number): number {
    this.#indexes.set(name, index);
    this.#turnsOf(index).taken.add(index);
    return index;
  }

  #turnsOf(index: number): Turns {
    return index < BLOCKS ? this.#first : this.#further;
  }
}

/** Indexes of a range in turn, except those that are taken. */
class Turns {
  readonly taken = new Set<number>();
  readonly #start: number;
  readonly #end: number;
  #next: number;

  constructor(start: number, end: number) {
    this.#start = start;
    this.#end = end;
    this.#next = start;
  }

  /** Undefined when all are taken. */
  next(): number | undefined {
    if (this.taken.size === this.#end - this.#start) return undefined;
    for (;;) {
      const index = this.#next;
      this.#next = index + 1 < this.#end ? index + 1 : this.#start;
      if (!this.taken.has(index)) return index;
    }
  }
}

function blockAt(index: number): Address {
  return index < BLOCKS
    ? FIRST_BLOCK + index * BLOCK_SIZE
    : FIRST_FURTHER_BLOCK + (index - BLOCKS) * BLOCK_SIZE;
}

/** A set of addresses: one bit each, in pages of 1,024. */
class AddressSet {
  readonly #pages = new Map<number, Uint32Array>();

  /** False when it was in the set. */
  add(address: Address): boolean {
    const number = Math.floor(address / 1024);
    let page = this.#pages.get(number);
    if (page === undefined) this.#pages.set(number, (page = new Uint32Array(32)));
    const word = (address % 1024) >>> 5;
    const bit = 1 << (address & 31);
    if ((page[word]! & bit) !== 0) return false;
    page[word]! |= bit;
    return true;
  }

  delete(address: Address): void {
    const page = this.#pages.get(Math.floor(address / 1024));
    if (page !== undefined) page[(address % 1024) >>> 5]! &= ~(1 << (address & 31));
  }
}

function internalIP(node: Node): string | undefined {
  return node.status.addresses?.find(({ type }) => type === 'InternalIP')?.address;
}

function formatAddress(address: Address): string {
  return `${address >>> 24}.${(address >>> 16) & 255}.${(address >>> 8) & 255}.${address & 255}`;
}

function parseAddress(text: string): Address | undefined {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (match === null) return undefined;
  let address = 0;
  for (let part = 1; part <= 4; part++) address = address * 256 + Number(match[part]);
  return address;
}

/** IPv4 with room for at least one pod; anything else counts as not given. */
function parseCidr(text: string | undefined): { base: Address; size: number } | undefined {
  const [ip = '', bits = ''] = (text ?? '').split('/');
  const address = parseAddress(ip);
  const size = 2 ** (32 - Number(bits));
  if (address === undefined || bits === '' || !(size >= 4 && size <= 2 ** 24)) return undefined;
  return { base: address - (address % size), size };
}
