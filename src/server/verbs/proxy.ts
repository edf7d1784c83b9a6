/** Proxies of pods, services and nodes: v1.24's behaviour where nothing can be reached. */
import { ApiError, badRequest, quote, type KubeObject } from '#values';
import type { Endpoints, Pod, Service } from '#types';
import type { Exchange } from '../exchange/exchange.ts';

type Refusal = (exchange: Exchange) => Promise<Error>;

/** By resource: each finds its target in another way. */
const refusals: ReadonlyMap<string, Refusal> = new Map([
  ['pods', refusePod],
  ['services', refuseService],
  ['nodes', refuseNode],
]);

/**
 * Errors that v1.24 finds before it connects are answered here too. No backend runs, which is
 * answered with 400: clients take that as final (v1.24's 503 makes some of them retry for long).
 * @throws {ApiError}
 */
export async function refuseProxy(exchange: Exchange): Promise<never> {
  throw await refusals.get(exchange.path.resource)!(exchange);
}

async function refusePod(exchange: Exchange): Promise<Error> {
  const { name } = targetOf(exchange, 'pod');
  const { status } = (await read(exchange, 'pods', name)) as Pod;
  if (!status.podIP) return badRequest('address not allowed');
  return badRequest('pods are simulated: nothing listens on their ports');
}

async function refuseService(exchange: Exchange): Promise<Error> {
  const { name, port } = targetOf(exchange, 'service');
  let portName = port;
  if (/^\d+$/.test(port)) {
    const { spec } = (await read(exchange, 'services', name)) as Service;
    const found = spec.ports?.find((each) => each.port === Number(port));
    if (found === undefined) {
      return unavailable(`no service port ${Number(port)} found for service ${quote(name)}`);
    }
    portName = found.name ?? '';
  }
  const { subsets = [] } = (await read(exchange, 'endpoints', name)) as Endpoints;
  const isReachable = subsets.some(
    ({ addresses = [], ports = [] }) =>
      addresses.length > 0 && ports.some((each) => (each.name ?? '') === portName),
  );
  if (isReachable) return badRequest('pods are simulated: nothing listens behind a service');
  const asked = subsets.length === 0 ? name : exchange.path.name;
  return unavailable(`no endpoints available for service ${quote(asked)}`);
}

async function refuseNode(exchange: Exchange): Promise<Error> {
  await read(exchange, 'nodes', targetOf(exchange, 'node').name);
  return badRequest('nodes are simulated: there is no kubelet to talk to');
}

interface Target {
  readonly name: string;
  /** Empty where none is named. */
  readonly port: string;
}

/** `NAME`, `NAME:PORT` or `SCHEME:NAME:PORT`. @throws {ApiError} 400 */
function targetOf({ path }: Exchange, what: string): Target {
  const parts = path.name.split(':');
  const [scheme, name, port] =
    parts.length === 3 ? parts : ['', parts[0], parts.length === 2 ? parts[1] : ''];
  const isValid = parts.length <= 3 && name !== '' && ['', 'http', 'https'].includes(scheme!);
  if (!isValid) throw badRequest(`invalid ${what} request ${quote(path.name)}`);
  return { name: name!, port: port! };
}

function read({ server, path }: Exchange, resource: string, name: string): Promise<KubeObject> {
  const { kind } = server.served.byResource('', 'v1', resource)!;
  const ref = kind.namespaced ? { namespace: path.namespace, name } : { name };
  return server.api.read({ verb: 'get', kind, ref });
}

function unavailable(message: string): ApiError {
  return new ApiError(503, 'ServiceUnavailable', message);
}
