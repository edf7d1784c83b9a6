import { badRequest } from '#values';
import type { Pod } from '#types';
import type { Exchange } from '../exchange/exchange.ts';
import { plainText, send } from '../answer/respond.ts';
import type { Route } from '../request/route.ts';
import { readLogOptions } from './log-options.ts';
import { refOf } from './read.ts';

/** GET pods/log: what the simulated container has written. */
export async function log(exchange: Exchange, route: Route): Promise<void> {
  const { req, res, server, query, path } = exchange;
  // The answer is plain text, but its client has to accept what errors are written in.
  server.acceptLog.read(req.headers.accept);
  const { tailLines, limitBytes } = readLogOptions(query, path.name);
  const pod = await readPod(exchange, route);
  const container = containerOf(pod, query.get('container'));
  if (!pod.spec.nodeName) {
    res.writeHead(204).end();
    return;
  }
  const lines = server.readLog?.(pod, container) ?? [];
  const shown = tailLines === undefined ? lines : lines.slice(lines.length - tailLines);
  const text = shown.map((line) => `${line}\n`).join('');
  send(req, res, 200, plainText, Buffer.from(text).subarray(0, limitBytes));
}

/** Returns the pod of the subresource. @throws {ApiError} */
export async function readPod(exchange: Exchange, { served: { kind } }: Route): Promise<Pod> {
  return (await exchange.server.api.read({ verb: 'get', kind, ref: refOf(exchange) })) as Pod;
}

/** Returns the container: the only one by default. @throws {ApiError} 400 */
export function containerOf({ metadata, spec }: Pod, desired: string | undefined): string {
  const { containers, initContainers = [], ephemeralContainers = [] } = spec;
  const all = [...initContainers, ...containers, ...ephemeralContainers];
  const names = all.map(({ name }) => name);
  if (!desired) {
    if (containers.length === 1) return containers[0]!.name;
    throw badRequest(
      `a container name must be specified for pod ${metadata.name}, choose one of: [${names.join(' ')}]`,
    );
  }
  if (names.includes(desired)) return desired;
  throw badRequest(`container ${desired} is not valid for pod ${metadata.name}`);
}
