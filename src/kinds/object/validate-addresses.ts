/** Checks of IP addresses. */
import { invalid, show, type FieldErrors, parseIp, type IpBytes } from '#values';

/** Any address of either family. */
export function validateIp(errors: FieldErrors, text: string, field: string): void {
  if (parseIp(text) !== undefined) return;
  const why = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
  errors.push(invalid(field, show(text), why));
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
