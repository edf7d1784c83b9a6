/** exec, attach and port-forward: there is nothing behind a simulated pod to connect to. */
import { badRequest, methodNotSupported, type Pod } from '#kinds';
import type { Exchange } from '../exchange.ts';
import type { RequestPath } from '../path.ts';
import { containerOf } from './log.ts';
import { refOf } from './read.ts';

const reasons: ReadonlyMap<string, string> = new Map([
  ['attach', 'containers are simulated: there is no process to attach to'],
  ['exec', 'containers are simulated: there is nothing to run a command in'],
  ['portforward', 'pods are simulated: nothing listens on their ports'],
]);

export function isConnection({ group, resource, subresource }: RequestPath): boolean {
  return group === '' && resource === 'pods' && reasons.has(subresource);
}

/**
 * Refuses with 400, as v1.24 does for pods that no node runs yet. Clients take that for the end and
 * show why, also when they have asked to go on in another protocol; on 5xx some of them try for ever.
 * @throws {ApiError}
 */
export async function refuseConnection(exchange: Exchange): Promise<never> {
  const { req, server, query, path } = exchange;
  if (req.method !== 'GET' && req.method !== 'POST') throw methodNotSupported();
  const kind = server.served.byResource('', 'v1', 'pods')!.kind;
  const pod = (await server.api.read({ verb: 'get', kind, ref: refOf(exchange) })) as Pod;
  if (path.subresource !== 'portforward') containerOf(pod, query.get('container'));
  if (!pod.spec.nodeName) throw badRequest(`pod ${path.name} does not have a host assigned`);
  throw badRequest(reasons.get(path.subresource)!);
}
