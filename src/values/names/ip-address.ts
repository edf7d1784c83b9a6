/** IP addresses and ranges as text. */

/** The bytes of an address, most significant first: 4 of IPv4 (also when mapped into IPv6), or 16. */
export type IpBytes = readonly number[];

const dot = 0x2e;
const zero = 0x30;
const nine = 0x39;

const mappedPrefix = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

/** Undefined for an invalid address. Leading zeros in IPv4 are ignored, as in v1.24. */
export function parseIp(text: string): IpBytes | undefined {
  if (!text.includes(':')) return parseIpv4(text);
  const bytes = parseIpv6(text);
  if (bytes === undefined) return undefined;
  return mappedPrefix.every((byte, index) => bytes[index] === byte) ? bytes.slice(12) : bytes;
}

/** An address as Go writes it; undefined for an invalid one. */
export function canonicalIp(text: string): string | undefined {
  const bytes = parseIp(text);
  if (bytes === undefined) return undefined;
  return bytes.length === 4 ? bytes.join('.') : new URL(`http://[${text}]`).hostname.slice(1, -1);
}

/** Whether the text is an address but not an IPv4 address. */
export function isIpv6(text: string): boolean {
  return parseIp(text)?.length === 16;
}

/** Reads digit by digit: lists of addresses are long, and splitting each would allocate many strings. */
function parseIpv4(text: string): number[] | undefined {
  const bytes: number[] = [];
  let byte = -1;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === dot) {
      if (byte < 0 || bytes.length === 3) return undefined;
      bytes.push(byte);
      byte = -1;
    } else {
      if (code < zero || code > nine) return undefined;
      byte = Math.max(0, byte) * 10 + code - zero;
      if (byte > 255) return undefined;
    }
  }
  if (byte < 0 || bytes.length !== 3) return undefined;
  bytes.push(byte);
  return bytes;
}

function parseIpv6(text: string): number[] | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map((half, index) => parseGroups(half, index === halves.length - 1));
  if (head === undefined || (halves.length === 2 && tail === undefined)) return undefined;
  if (tail === undefined) return head.length === 16 ? head : undefined;
  const missing = 16 - head.length - tail.length;
  if (missing < 2) return undefined;
  return [...head, ...new Array<number>(missing).fill(0), ...tail];
}

/** Groups between colons; the last one may be an IPv4 address. */
function parseGroups(text: string, isLast: boolean): number[] | undefined {
  if (text === '') return [];
  const bytes: number[] = [];
  const groups = text.split(':');
  for (const [index, group] of groups.entries()) {
    if (/^[0-9a-fA-F]{1,4}$/.test(group)) {
      const value = parseInt(group, 16);
      bytes.push(value >> 8, value & 0xff);
    } else {
      const ipv4 = isLast && index === groups.length - 1 ? parseIpv4(group) : undefined;
      if (ipv4 === undefined) return undefined;
      bytes.push(...ipv4);
    }
  }
  return bytes;
}

/** A range of IPv4 addresses, as numbers. */
export interface Ipv4Range {
  /** First address. */
  readonly base: number;
  readonly size: number;
}

/** The range of a text such as `10.96.0.0/12`; undefined for an invalid one. */
export function parseIpv4Range(cidr: string): Ipv4Range | undefined {
  const [address = '', bits = ''] = cidr.split('/');
  const bytes = parseIpv4(address);
  const prefix = Number(bits);
  if (bytes === undefined || !/^[0-9]{1,2}$/.test(bits) || prefix > 32) return undefined;
  const size = 2 ** (32 - prefix);
  const first = ipv4Number(bytes);
  return { base: first - (first % size), size };
}

/** The address of four bytes as a number. */
export function ipv4Number(bytes: IpBytes): number {
  return bytes.reduce((number, byte) => number * 256 + byte, 0);
}

export function formatIpv4(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
}

/** A range of addresses of either family: those that start with the same bits. */
export interface Cidr {
  readonly bytes: IpBytes;
  /** How many bits are the same. */
  readonly bits: number;
}

/** Undefined for an invalid range. */
export function parseCidr(text: string): Cidr | undefined {
  const slash = text.lastIndexOf('/');
  const bytes = slash < 0 ? undefined : parseIp(text.slice(0, slash));
  const bits = text.slice(slash + 1);
  if (bytes === undefined || !/^[0-9]{1,3}$/.test(bits)) return undefined;
  return Number(bits) <= bytes.length * 8 ? { bytes, bits: Number(bits) } : undefined;
}

/** Whether the text is a valid range of either family. */
export function isCidr(text: string): boolean {
  return parseCidr(text) !== undefined;
}

/** Whether the address is in the range. */
export function contains({ bytes, bits }: Cidr, address: IpBytes): boolean {
  if (address.length !== bytes.length) return false;
  return bytes.every((byte, index) => {
    const free = Math.min(8, Math.max(0, (index + 1) * 8 - bits));
    return byte >> free === address[index]! >> free;
  });
}

/** Whether the text is an IPv4 address that is written as one of IPv6. */
export function isMappedIp(text: string): boolean {
  return text.includes(':') && parseIp(text)?.length === 4;
}

/** The range as Go writes it: from its first address. */
export function formatCidr({ bytes, bits }: Cidr): string {
  const first = bytes.map((byte, index) => {
    const free = Math.min(8, Math.max(0, (index + 1) * 8 - bits));
    return (byte >> free) << free;
  });
  const text =
    first.length === 4
      ? first.join('.')
      : first
          .map((byte, index) => hexOf(byte) + (index % 2 === 1 && index < 15 ? ':' : ''))
          .join('');
  return `${canonicalIp(text)!}/${bits}`;
}

function hexOf(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
