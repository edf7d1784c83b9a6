/**
 * The order of ports and subsets: by the digest of a dump in the style of Go. It means nothing, but
 * is what v1.24 writes, so that objects look the same here as there.
 */
// A digest, no chance: the same text always gives the same bytes.
// eslint-disable-next-line no-restricted-imports
import { createHash } from 'node:crypto';
import type { EndpointAddress, EndpointPort, EndpointSubset } from '#kinds';

/** Sorted by the digests of the dumps; the digests are taken only where there is something to sort. */
export function byDigest<T>(values: readonly T[], dump: (value: T) => string): readonly T[] {
  if (values.length < 2) return values;
  return values
    .map((value) => ({ value, digest: digestOf(dump(value)) }))
    .sort((a, b) => (a.digest < b.digest ? -1 : a.digest > b.digest ? 1 : 0))
    .map(({ value }) => value);
}

/** MD5 in hexadecimal, which sorts like the bytes. */
export function digestOf(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

export function dumpPort(port: EndpointPort): string {
  return `(v1.EndpointPort)${portFields(port)}`;
}

export function dumpSubset({ addresses, notReadyAddresses, ports }: EndpointSubset): string {
  return (
    `(v1.EndpointSubset){Addresses:${list('EndpointAddress', addresses, addressFields)} ` +
    `NotReadyAddresses:${list('EndpointAddress', notReadyAddresses, addressFields)} ` +
    `Ports:${list('EndpointPort', ports, portFields)}}`
  );
}

function list<T>(
  type: string,
  values: readonly T[] | undefined,
  show: (value: T) => string,
): string {
  const shown = values === undefined ? '<nil>' : `[${values.map(show).join(' ')}]`;
  return `([]v1.${type})${shown}`;
}

function portFields({ name = '', port, protocol, appProtocol }: EndpointPort): string {
  return (
    `{Name:(string)${name} Port:(int32)${port} Protocol:(v1.Protocol)${protocol ?? ''} ` +
    `AppProtocol:${pointer(appProtocol)}}`
  );
}

function addressFields({ ip, hostname = '', nodeName, targetRef }: EndpointAddress): string {
  return (
    `{IP:(string)${ip} Hostname:(string)${hostname} NodeName:${pointer(nodeName)} ` +
    `TargetRef:(*v1.ObjectReference)${referenceFields(targetRef)}}`
  );
}

function referenceFields(reference: EndpointAddress['targetRef']): string {
  if (reference === undefined) return '<nil>';
  const { kind = '', namespace = '', name = '', uid = '' } = reference;
  const { apiVersion = '', resourceVersion = '', fieldPath = '' } = reference;
  return (
    `{Kind:(string)${kind} Namespace:(string)${namespace} Name:(string)${name} ` +
    `UID:(types.UID)${uid} APIVersion:(string)${apiVersion} ` +
    `ResourceVersion:(string)${resourceVersion} FieldPath:(string)${fieldPath}}`
  );
}

function pointer(text: string | undefined): string {
  return `(*string)${text ?? '<nil>'}`;
}
