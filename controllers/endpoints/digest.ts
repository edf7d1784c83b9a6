/**
 * Ports and subsets as Go dumps them: v1.24 orders them by the digest of that, and so do we, that
 * objects look the same here as there.
 */
import type { EndpointAddress, EndpointPort, EndpointSubset } from '#types';

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
