/** Proxies of pods, services and nodes: v1.24's behaviour, where only what stands for one on this machine can be reached. */
import { ApiError, badRequest, quote, type KubeObject } from '#values';
import type { Endpoints, Pod, Service } from '#types';
import type { Exchange } from '../exchange/exchange.ts';
import type { SpokenPort } from '../remote/service-proxy.ts';

type Answer = (exchange: Exchange) => Promise<void>;

/** By resource: each finds its target in another way. */
const answers: ReadonlyMap<string, Answer> = new Map([
  ['pods', reachPod],
  ['services', reachService],
  ['nodes', refuseNode],
]);

/**
 * Passes a request on to what stands for a Service or a pod. Errors that v1.24 finds before it connects are answered here too. Where
 * no backend runs, that is answered with 400: clients take it as final (v1.24's 503 makes some of them retry for long).
 * @throws {ApiError}
 */
export function answerProxy(exchange: Exchange): Promise<void> {
  return answers.get(exchange.path.resource)!(exchange);
}

async function reachPod(exchange: Exchange): Promise<void> {
  const { scheme, name, port } = targetOf(exchange, 'pod');
  const { spec, status } = (await read(exchange, 'pods', name)) as Pod;
  if (!status.podIP) throw badRequest('address not allowed');
  const first = spec.containers.flatMap(({ ports = [] }) => ports)[0]?.containerPort ?? 80;
  const found = await passedTo(exchange, {
    ...{ isPod: true, namespace: exchange.path.namespace, name },
    ...{ port: port === '' ? first : Number(port), isPlain: scheme !== 'https' },
  });
  if (!found) throw badRequest('pods are simulated: nothing listens on their ports');
}

async function reachService(exchange: Exchange): Promise<void> {
  if (await passedTo(exchange, await servicePort(exchange))) return;
  throw badRequest('pods are simulated: nothing listens behind a service');
}

async function passedTo(exchange: Exchange, port: SpokenPort): Promise<boolean> {
  const { passToPort } = await import('../remote/service-proxy.ts');
  return passToPort(exchange, port);
}

/** Finds a port that has endpoints. @throws {ApiError} 404, 503 */
async function servicePort(exchange: Exchange): Promise<SpokenPort> {
  const { scheme, name, port } = targetOf(exchange, 'service');
  const spec = async (): Promise<Service['spec']> =>
    ((await read(exchange, 'services', name)) as Service).spec;
  let portName = port;
  if (/^\d+$/.test(port)) {
    const found = (await spec()).ports?.find((each) => each.port === Number(port));
    if (found === undefined) {
      throw unavailable(`no service port ${Number(port)} found for service ${quote(name)}`);
    }
    portName = found.name ?? '';
  }
  const { subsets = [] } = (await read(exchange, 'endpoints', name)) as Endpoints;
  const isReachable = subsets.some(
    ({ addresses = [], ports = [] }) =>
      addresses.length > 0 && ports.some((each) => (each.name ?? '') === portName),
  );
  if (!isReachable) {
    const requested = subsets.length === 0 ? name : exchange.path.name;
    throw unavailable(`no endpoints available for service ${quote(requested)}`);
  }
  const found = (await spec()).ports?.find((each) => (each.name ?? '') === portName);
  const { namespace } = exchange.path;
  return { namespace, name, port: found?.port ?? 0, isPlain: scheme !== 'https' };
}

async function refuseNode(exchange: Exchange): Promise<never> {
  await read(exchange, 'nodes', targetOf(exchange, 'node').name);
  throw badRequest('nodes are simulated: there is no kubelet to talk to');
}

interface Target {
  /** Empty where none is named. */
  readonly scheme: string;
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
  return { scheme: scheme!, name: name!, port: port! };
}

function read({ server, path }: Exchange, resource: string, name: string): Promise<KubeObject> {
  const { kind } = server.served.byResource('', 'v1', resource)!;
  const ref = kind.namespaced ? { namespace: path.namespace, name } : { name };
  return server.api.read({ verb: 'get', kind, ref });
}

function unavailable(message: string): ApiError {
  return new ApiError(503, 'ServiceUnavailable', message);
}
