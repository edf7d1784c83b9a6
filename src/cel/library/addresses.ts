/** IP addresses and ranges of them. */
import { canonicalIp, contains, parseCidr, parseIp, type Cidr, type IpBytes } from '#values';
import type { Perform } from '../perform.ts';
import { CelError, noOverload, type Value } from '../values.ts';
import { Opaque } from './opaque.ts';

type IpTest = (bytes: IpBytes) => boolean;

const isIpv4 = (bytes: IpBytes): boolean => bytes.length === 4;
const isUnspecified: IpTest = (bytes) => bytes.every((byte) => byte === 0);
const isLoopback: IpTest = (bytes) =>
  isIpv4(bytes) ? bytes[0] === 127 : bytes.every((byte, index) => byte === (index === 15 ? 1 : 0));
const isMulticast: IpTest = (bytes) => (isIpv4(bytes) ? bytes[0]! >> 4 === 14 : bytes[0] === 0xff);
const isLocalMulticast: IpTest = (bytes) =>
  isIpv4(bytes)
    ? bytes[0] === 224 && bytes[1] === 0 && bytes[2] === 0
    : bytes[0] === 0xff && (bytes[1]! & 0x0f) === 2;
const isLocalUnicast: IpTest = (bytes) =>
  isIpv4(bytes)
    ? bytes[0] === 169 && bytes[1] === 254
    : bytes[0] === 0xfe && (bytes[1]! & 0xc0) === 0x80;
const isGlobalUnicast: IpTest = (bytes) =>
  !(isIpv4(bytes) && bytes.every((byte) => byte === 255)) &&
  ![isUnspecified, isLoopback, isMulticast, isLocalUnicast].some((test) => test(bytes));

export const addressFunctions: readonly (readonly [string, Perform])[] = [
  ['ip', ([input]) => ipOf(input)],
  ['isIP', ([text]) => isReadable(text, readIp)],
  ['ip.isCanonical', ([text]) => withIp(ipOf(text), (_, { text: shown }) => shown === text)],
  ['family', ([ip]) => withIp(ip, (bytes) => (isIpv4(bytes) ? 4n : 6n))],
  ['isUnspecified', ([ip]) => withIp(ip, isUnspecified)],
  ['isLoopback', ([ip]) => withIp(ip, isLoopback)],
  ['isLinkLocalMulticast', ([ip]) => withIp(ip, isLocalMulticast)],
  ['isLinkLocalUnicast', ([ip]) => withIp(ip, isLocalUnicast)],
  ['isGlobalUnicast', ([ip]) => withIp(ip, isGlobalUnicast)],
  ['cidr', ([text]) => (typeof text === 'string' ? readCidr(text) : noOverload)],
  ['isCIDR', ([text]) => isReadable(text, readCidr)],
  [
    'containsIP',
    ([range, ip]) =>
      withCidr(range, (cidr) =>
        withIp(typeof ip === 'string' ? readIp(ip) : ip, (bytes) => contains(cidr, bytes)),
      ),
  ],
  [
    'containsCIDR',
    ([range, other]) =>
      withCidr(range, (cidr) =>
        withCidr(
          typeof other === 'string' ? readCidr(other) : other,
          ({ bytes, bits }) => bits >= cidr.bits && contains(cidr, bytes),
        ),
      ),
  ],
  ['masked', ([range]) => withCidr(range, ({ bytes, bits }) => cidrOf(masked(bytes, bits), bits))],
  ['prefixLength', ([range]) => withCidr(range, ({ bits }) => BigInt(bits))],
];

function isReadable(text: Value | undefined, read: (text: string) => Value): Value {
  return typeof text === 'string' ? !(read(text) instanceof CelError) : noOverload;
}

/** The address of a text, or the one that a range begins with. */
function ipOf(input: Value | undefined): Value {
  if (typeof input === 'string') return readIp(input);
  return withCidr(input, ({ bytes }) => new Opaque('ip', bytes, textOf(bytes)));
}

function readIp(text: string): Value {
  const bytes = /^0\d|\.0\d/.test(text) ? undefined : parseIp(text);
  if (text.includes('%')) {
    return new CelError(`IP address ${JSON.stringify(text)} with zone value is not allowed`);
  }
  if (bytes === undefined) {
    const why = `ParseAddr(${JSON.stringify(text)}): unable to parse IP`;
    return new CelError(
      `IP Address ${JSON.stringify(text)} parse error during conversion from string: ${why}`,
    );
  }
  if (isIpv4(bytes) && text.includes(':')) return mapped(text);
  return new Opaque('ip', bytes, textOf(bytes));
}

function mapped(text: string): CelError {
  return new CelError(`IPv4-mapped IPv6 address ${JSON.stringify(text)} is not allowed`);
}

function readCidr(text: string): Value {
  const isOdd = /^0\d|\.0\d|\/0\d/.test(text);
  const range = isOdd ? undefined : parseCidr(text);
  if (range === undefined) {
    const why = `netip.ParsePrefix(${JSON.stringify(text)}): no '/'`;
    return new CelError(`network address parse error during conversion from string: ${why}`);
  }
  if (isIpv4(range.bytes) && text.includes(':')) return mapped(text);
  return cidrOf(range.bytes, range.bits);
}

function cidrOf(bytes: IpBytes, bits: number): Value {
  return new Opaque('cidr', { bytes, bits }, `${textOf(bytes)}/${bits}`);
}

function textOf(bytes: IpBytes): string {
  if (isIpv4(bytes)) return bytes.join('.');
  const groups = Array.from({ length: 8 }, (_, index) =>
    ((bytes[2 * index]! << 8) | bytes[2 * index + 1]!).toString(16),
  );
  return canonicalIp(groups.join(':'))!;
}

function masked(bytes: IpBytes, bits: number): IpBytes {
  return bytes.map((byte, index) => {
    const free = Math.min(8, Math.max(0, (index + 1) * 8 - bits));
    return (byte >> free) << free;
  });
}

function withIp(input: Value | undefined, compute: (bytes: IpBytes, ip: Opaque) => Value): Value {
  if (input instanceof CelError) return input;
  if (!(input instanceof Opaque) || input.kind !== 'ip') return noOverload;
  return compute(input.held as IpBytes, input);
}

function withCidr(input: Value | undefined, compute: (range: Cidr) => Value): Value {
  if (input instanceof CelError) return input;
  if (!(input instanceof Opaque) || input.kind !== 'cidr') return noOverload;
  return compute(input.held as Cidr);
}
