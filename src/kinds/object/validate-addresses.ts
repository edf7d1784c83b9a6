/** Checks of IP addresses. */
import {
  canonicalIp,
  formatCidr,
  invalid,
  isMappedIp,
  isSince,
  parseCidr,
  parseIp,
  show,
  type Cidr,
  type FieldErrors,
  type IpBytes,
} from '#values';

const notAnIp = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';

/**
 * Any address of either family, in one of its usual forms.
 *
 * @param old addresses that are stored, which may stay what they are
 */
export function validateIp(
  errors: FieldErrors,
  text: string,
  field: string,
  old: readonly string[] = [],
): void {
  const isStrict = isSince(errors, 'StrictIPCIDRValidation');
  const bytes = parseIp(text);
  if (bytes !== undefined && (!isStrict || old.includes(text))) return;
  const fault = bytes === undefined ? notAnIp : ambiguityOfIp(text);
  if (fault !== undefined) errors.push(invalid(field, show(text), fault));
}

/** Any address of either family, in the one form in which programs write it. */
export function validateCanonicalIp(errors: FieldErrors, text: string, field: string): void {
  const fault = faultOfIp(text);
  if (fault !== undefined) errors.push(invalid(field, show(text), fault));
}

/** Any range of either family, in one of its usual forms. */
export function validateCidr(
  errors: FieldErrors,
  text: string,
  field: string,
  old: readonly string[] = [],
): void {
  const isStrict = isSince(errors, 'StrictIPCIDRValidation');
  const cidr = parseCidr(text);
  if (cidr !== undefined && (!isStrict || old.includes(text))) return;
  const fault = cidr === undefined ? notACidr : ambiguityOfCidr(text, cidr);
  if (fault !== undefined) errors.push(invalid(field, show(text), fault));
}

export function validateIpOfFamily(
  errors: FieldErrors,
  text: string,
  family: 'IPv4' | 'IPv6',
  field: string,
): void {
  const bytes = parseIp(text);
  if (bytes?.length === (family === 'IPv4' ? 4 : 16)) return;
  errors.push(invalid(field, show(text), `must be a valid ${family} address`));
}

/** An address that does not mean the host itself or its link. */
export function validateOrdinaryIp(errors: FieldErrors, text: string, field: string): void {
  const bytes = parseIp(text);
  if (bytes === undefined) {
    errors.push(invalid(field, show(text), 'must be a valid IP address'));
    return;
  }
  if (bytes.every((byte) => byte === 0)) {
    errors.push(invalid(field, show(text), `may not be unspecified (${text})`));
  }
  if (isLoopback(bytes)) {
    errors.push(
      invalid(field, show(text), 'may not be in the loopback range (127.0.0.0/8, ::1/128)'),
    );
  }
  if (isLinkLocal(bytes)) {
    const why = 'may not be in the link-local range (169.254.0.0/16, fe80::/10)';
    errors.push(invalid(field, show(text), why));
  }
  if (isLinkLocalMulticast(bytes)) {
    const why = 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)';
    errors.push(invalid(field, show(text), why));
  }
}

function isLoopback(bytes: IpBytes): boolean {
  if (bytes.length === 4) return bytes[0] === 127;
  return bytes[15] === 1 && bytes.slice(0, 15).every((byte) => byte === 0);
}

function isLinkLocal(bytes: IpBytes): boolean {
  if (bytes.length === 4) return bytes[0] === 169 && bytes[1] === 254;
  return bytes[0] === 0xfe && (bytes[1]! & 0xc0) === 0x80;
}

function isLinkLocalMulticast(bytes: IpBytes): boolean {
  if (bytes.length === 4) return bytes[0] === 224 && bytes[1] === 0 && bytes[2] === 0;
  return bytes[0] === 0xff && (bytes[1]! & 0x0f) === 0x02;
}

/** What is wrong with what is not a range of addresses. */
export const notACidr = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';
const zeros = /(^|[.:])0\d+\.|\.0\d+$/;

/** What is wrong with an address that has to be written as programs write it; undefined: nothing. */
export function faultOfIp(text: string): string | undefined {
  const canonical = canonicalIp(text);
  if (canonical === undefined) return notAnIp;
  const ambiguity = ambiguityOfIp(text);
  if (ambiguity !== undefined) return ambiguity;
  return text === canonical ? undefined : `must be in canonical form (${show(canonical)})`;
}

/** Why programs may read an address differently. */
export function ambiguityOfIp(text: string): string | undefined {
  if (zeros.test(text)) return 'must not have leading 0s';
  return isMappedIp(text) ? 'must not be an IPv4-mapped IPv6 address' : undefined;
}

/** Returns what is wrong with an address of an interface, which has the length of its prefix; undefined: nothing. */
export function faultOfInterfaceAddress(text: string): string | undefined {
  const [address = '', bits] = text.split('/');
  if (parseCidr(text) === undefined)
    return 'must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)';
  const canonical = `${canonicalIp(address)}/${Number(bits)}`;
  return text === canonical ? undefined : `must be in canonical form (${show(canonical)})`;
}

/** The same for a range of addresses. */
export function faultOfCidr(text: string): string | undefined {
  const cidr = parseCidr(text);
  if (cidr === undefined) return notACidr;
  const ambiguity = ambiguityOfCidr(text, cidr);
  if (ambiguity !== undefined) return ambiguity;
  const canonical = formatCidr(cidr);
  return text === canonical ? undefined : `must be in canonical form (${show(canonical)})`;
}

function ambiguityOfCidr(text: string, cidr: Cidr): string | undefined {
  const fault = oddityOfCidr(text);
  if (fault !== undefined || startsRange(cidr)) return fault;
  return 'must not have bits set beyond the prefix length';
}

/** What is odd about how a range is written. */
export function oddityOfCidr(text: string): string | undefined {
  const [address = '', bits = ''] = text.split('/');
  if (zeros.test(address) || /^0\d/.test(bits)) {
    return 'must not have leading 0s in IP or prefix length';
  }
  return isMappedIp(address) ? 'must not have an IPv4-mapped IPv6 address' : undefined;
}

/** Whether the address that a range is written with is its first one. */
export function startsRange(cidr: Cidr): boolean {
  return addressOf(cidr) === formatCidr(cidr).split('/')[0];
}

/** The address that a range is written with. */
export function addressOf({ bytes }: Cidr): string {
  return formatCidr({ bytes, bits: bytes.length * 8 }).split('/')[0]!;
}
