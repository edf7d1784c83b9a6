/** IP addresses, as Go reads them. */
import { isIPv6 } from 'node:net';

const ipv4 = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/;

/**
 * The bytes of an address: 4 for IPv4, also when it is mapped into IPv6, and 16 for IPv6; undefined for
 * what is no address. Numbers may have leading zeros; zones (`%eth0`) have no place here.
 */
export function parseIp(text: string): readonly number[] | undefined {
  const v4 = parseIpv4(text);
  if (v4 !== undefined) return v4;
  if (!isIPv6(text) || text.includes('%')) return undefined;
  const bytes = parseIpv6(text);
  const isMapped = bytes.slice(0, 12).every((byte, index) => byte === (index < 10 ? 0 : 255));
  return isMapped ? bytes.slice(12) : bytes;
}

function parseIpv4(text: string): readonly number[] | undefined {
  const bytes = ipv4.exec(text)?.slice(1).map(Number);
  return bytes?.every((byte) => byte <= 255) ? bytes : undefined;
}

/** For what has the form of an address. */
function parseIpv6(text: string): readonly number[] {
  const [head = '', tail] = text.split('::');
  const before = bytesOf(head);
  if (tail === undefined) return before;
  const after = bytesOf(tail);
  const zeros = Array.from({ length: 16 - before.length - after.length }, () => 0);
  return [...before, ...zeros, ...after];
}

function bytesOf(groups: string): readonly number[] {
  if (groups === '') return [];
  return groups.split(':').flatMap((group) => {
    const v4 = parseIpv4(group);
    if (v4 !== undefined) return v4;
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
}
