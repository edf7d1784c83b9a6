/** The names that a certificate is valid for: host names and addresses. */
import { isIPv4 } from 'node:net';
import { der } from '#values';

const { bytesOf, sequence } = der;

const dnsName = 0x82;
const ipAddress = 0x87;

/** @param names each once; zones of addresses (`fe80::1%eth0`) are left out */
export function alternativeNames(names: readonly string[]): Uint8Array {
  return sequence(...names.map(alternativeName));
}

/** Only IPv6 addresses have colons; node's own check would cost milliseconds at the start. */
function alternativeName(name: string): Uint8Array {
  if (isIPv4(name)) return bytesOf(ipAddress, bytesOfIPv4(name));
  if (name.includes(':')) return bytesOf(ipAddress, bytesOfIPv6(name));
  return bytesOf(dnsName, Buffer.from(name));
}

function bytesOfIPv4(address: string): Buffer {
  return Buffer.from(address.split('.').map(Number));
}

/** 16 bytes; `::` stands for as many zero groups as are missing, and IPv4 may end it. */
function bytesOfIPv6(address: string): Buffer {
  const [withoutZone = ''] = address.split('%');
  const [head = '', tail = ''] = withoutZone.split('::');
  const [front, back] = [groupBytes(head), groupBytes(tail)];
  return Buffer.concat([front, Buffer.alloc(16 - front.length - back.length), back]);
}

/** Two bytes a group, four for an IPv4 address. */
function groupBytes(groups: string): Buffer {
  if (groups === '') return Buffer.alloc(0);
  return Buffer.concat(
    groups
      .split(':')
      .map((group) =>
        group.includes('.') ? bytesOfIPv4(group) : Buffer.from(group.padStart(4, '0'), 'hex'),
      ),
  );
}
