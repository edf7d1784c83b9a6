import { notFound, quote } from '#values';
import { objectKey, service as serviceKind } from '#kinds';
import type { Service, WebhookService } from '#types';
import type { Store } from '#store';
import type { ServiceAddress } from './call.ts';

/** What a webhook's reference to a Service leads to. */
export function serviceAddress(store: Store, reference: WebhookService): ServiceAddress {
  const { namespace, name, port = 443 } = reference;
  const { bucket, key } = objectKey(serviceKind, { namespace, name });
  const found = store.peek(bucket, key) as Service | undefined;
  const address = { namespace, name, port };
  if (found === undefined) {
    const { message } = notFound({ group: '', plural: 'service' }, name);
    return { ...address, unreachable: message };
  }
  const { type = 'ClusterIP', externalName = '' } = found.spec;
  if (type !== 'ExternalName') return { ...address, unreachable: obstacleTo(found, port) };
  const unreachable = `dial tcp ${externalName}:${port}: connect: connection refused`;
  return { ...address, external: externalName, unreachable };
}

/** Nothing listens behind a simulated Service. */
function obstacleTo({ metadata, spec }: Service, port: number): string {
  const { type = 'ClusterIP', clusterIP = '', ports = [] } = spec;
  if (type === 'ClusterIP' && clusterIP === 'None') {
    return 'cannot route to service with ClusterIP "None"';
  }
  if (!ports.some((each) => each.port === port)) {
    return `no service port ${port} found for service ${quote(metadata.name)}`;
  }
  return `dial tcp ${clusterIP}:${port}: connect: connection refused`;
}
