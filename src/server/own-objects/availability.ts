/** Whether the service behind an APIService could answer, in the words of v1.24. */
import type { ApiServer } from '#api';
import { endpoints, isNotFound, service, type apiregistrationV1, type Kind } from '#kinds';
import type { Endpoints, KubeObject, Service } from '#kinds';
import { anyKind } from '#request';

export interface Availability {
  readonly status: 'False' | 'True';
  readonly reason: string;
  readonly message: string;
}

export async function availabilityOf(
  api: ApiServer,
  { namespace = '', name = '', port = 443 }: apiregistrationV1.ServiceReference,
): Promise<Availability> {
  const at = `service/${name} in "${namespace}"`;
  const found = await readIfThere(api, service, { namespace, name });
  if (found === undefined) return not('ServiceNotFound', `${at} is not present`);
  const { type = 'ClusterIP', ports = [] } = found.spec;
  const listening = ports.find((each) => each.port === port);
  if (type === 'ClusterIP' && listening === undefined) {
    return not('ServicePortError', `${at} is not listening on port ${port}`);
  }
  const behind = await readIfThere(api, endpoints, { namespace, name });
  if (behind === undefined) return not('EndpointsNotFound', `cannot find endpoints for ${at}`);
  if (!hasAddress(behind, listening)) {
    const what = `addresses with port name ${JSON.stringify(listening?.name ?? '')}`;
    return not('MissingEndpoints', `endpoints for ${at} have no ${what}`);
  }
  const why = 'this server does not pass requests on to other API servers';
  return not('FailedDiscoveryCheck', `${at} is not asked: ${why}`);
}

function not(reason: string, message: string): Availability {
  return { status: 'False', reason, message };
}

async function readIfThere<T extends Endpoints | Service>(
  api: ApiServer,
  kind: Kind<T>,
  ref: { readonly namespace: string; readonly name: string },
): Promise<T | undefined> {
  try {
    const found: KubeObject = await api.read({ verb: 'get', kind: anyKind(kind), ref });
    return found as unknown as T;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

function hasAddress(
  { subsets = [] }: Endpoints,
  port: { readonly name?: string } | undefined,
): boolean {
  return subsets.some(
    ({ addresses = [], ports = [] }) =>
      addresses.length > 0 && ports.some(({ name = '' }) => name === (port?.name ?? '')),
  );
}
