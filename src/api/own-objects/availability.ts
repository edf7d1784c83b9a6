/** Whether the service behind an APIService could answer, in the words of v1.24. */
import { endpoints, service, type Kind } from '#kinds';
import { isNotFound, type KubeObject } from '#values';
import type { apiregistrationV1, Endpoints, Service, ServicePort } from '#types';
import { anyKind } from '#request';
import type { KeptApi } from './keeper.ts';
import { remoteTarget } from './remote.ts';

export interface Availability {
  readonly status: 'False' | 'True';
  readonly reason: string;
  readonly message: string;
}

interface Address {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
  /** In messages. */
  readonly at: string;
}

export async function availabilityOf(
  api: KeptApi,
  object: apiregistrationV1.APIService,
): Promise<Availability> {
  const { service: target } = remoteTarget(object);
  const { namespace, name } = target;
  const at = `service/${name} in "${namespace}"`;
  const found = await readIfThere(api, service, { namespace, name });
  if (found === undefined) return not('ServiceNotFound', `${at} is not present`);
  const { type = 'ClusterIP', ports = [] } = found.spec;
  const address = { ...target, at };
  const missing = type === 'ClusterIP' ? await missingBehind(api, address, ports) : undefined;
  return checkDiscovery(api, object, missing);
}

/** What a Service of the cluster lacks that could answer; undefined: nothing. */
async function missingBehind(
  api: KeptApi,
  { namespace, name, port, at }: Address,
  ports: readonly ServicePort[],
): Promise<Availability | undefined> {
  const listening = ports.find((each) => each.port === port);
  if (listening === undefined) {
    return not('ServicePortError', `${at} is not listening on port ${port}`);
  }
  const behind = await readIfThere(api, endpoints, { namespace, name });
  if (behind === undefined) return not('EndpointsNotFound', `cannot find endpoints for ${at}`);
  if (hasAddress(behind, listening)) return undefined;
  const what = `addresses with port name ${JSON.stringify(listening.name ?? '')}`;
  return not('MissingEndpoints', `endpoints for ${at} have no ${what}`);
}

/** How long v1.24 waits for the other server. */
const patienceMs = 5000;

/** Asks the other server itself. Its address stands for endpoints too. */
async function checkDiscovery(
  api: KeptApi,
  object: apiregistrationV1.APIService,
  missing: Availability | undefined,
): Promise<Availability> {
  const target = remoteTarget(object);
  const { namespace, name, port } = target.service;
  const path = `/apis/${object.spec.group}/${object.spec.version}`;
  const url = `https://${name}.${namespace}.svc:${port}${path}`;
  const failed = (why: string): Availability =>
    not('FailedDiscoveryCheck', `failing or missing response from ${url}: ${why}`);
  const reply = api.callRemote({ ...target, ...probe, path });
  if (reply === undefined) return missing ?? failed('no address stands for the Service');
  try {
    const { status, body } = await reply;
    for await (const chunk of body) void chunk;
    if (status < 200 || status >= 300) return failed(`bad status from ${url}: ${status}`);
    return { status: 'True', reason: 'Passed', message: 'all checks passed' };
  } catch (error) {
    return failed((error as Error).message);
  }
}

const probe = {
  method: 'GET',
  headers: {
    accept: 'application/json',
    'x-remote-user': 'system:kube-aggregator',
    'x-remote-group': 'system:masters',
  },
  timeoutMs: patienceMs,
} as const;

function not(reason: string, message: string): Availability {
  return { status: 'False', reason, message };
}

async function readIfThere<T extends Endpoints | Service>(
  api: KeptApi,
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
