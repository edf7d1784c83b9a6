/** Which ranges hold addresses and other ranges. Pure. */
import { parseIp, type IpBytes } from '#values';
import type { ServiceCIDR } from '#types';

interface Range {
  readonly address: IpBytes;
  readonly bits: number;
}

/** Returns whether one of its ranges holds an address. */
export function holdsAddress({ spec }: ServiceCIDR, address: string): boolean {
  const bytes = parseIp(address);
  const isIn = ({ address: base, bits }: Range): boolean =>
    bytes !== undefined && isSamePrefix(base, bytes, bits);
  return rangesOf(spec.cidrs).some(isIn);
}

/** Returns whether one of its ranges holds all of that one. */
export function holdsRange({ spec }: ServiceCIDR, cidr: string): boolean {
  const [inner] = rangesOf([cidr]);
  return rangesOf(spec.cidrs).some(
    ({ address, bits }) =>
      inner !== undefined && inner.bits >= bits && isSamePrefix(address, inner.address, bits),
  );
}

/** Returns whether some of their ranges have addresses in common. */
export function overlap(a: ServiceCIDR, b: ServiceCIDR): boolean {
  const isIn = (outer: ServiceCIDR, { spec }: ServiceCIDR): boolean =>
    (spec.cidrs ?? []).some((cidr) => holdsRange(outer, cidr));
  return isIn(a, b) || isIn(b, a);
}

function rangesOf(cidrs: readonly string[] = []): readonly Range[] {
  return cidrs.flatMap((cidr) => {
    const [text = '', bits] = cidr.split('/');
    const address = parseIp(text);
    return address === undefined ? [] : [{ address, bits: Number(bits) }];
  });
}

function isSamePrefix(a: IpBytes, b: IpBytes, bits: number): boolean {
  if (a.length !== b.length) return false;
  return a.every((byte, index) => {
    const prefixBits = Math.min(8, Math.max(0, bits - index * 8));
    return byte >> (8 - prefixBits) === b[index]! >> (8 - prefixBits);
  });
}
