/** exec, attach and port-forward: a simulated pod has nothing to connect to. */
import { badRequest } from '#values';
import type { Pod } from '#types';
import type { Exchange } from '../exchange/exchange.ts';
import type { Route } from '../request/route.ts';
import { containerOf, readPod } from './log.ts';

type Refusal = (exchange: Exchange, route: Route) => Promise<never>;

/**
 * Rejects with 400, as v1.24 does for pods that are not on a node yet. Clients take that as final and
 * show the reason, also for an upgrade; on 5xx some of them retry forever.
 * @throws {ApiError}
 */
export function refusePorts(why: string): Refusal {
  return async (exchange, route) => refuse(await readPod(exchange, route), why);
}

/** {@link refusePorts} for a container, which has to exist. */
export function refuseContainer(why: string): Refusal {
  return async (exchange, route) => {
    const pod = await readPod(exchange, route);
    containerOf(pod, exchange.query.get('container'));
    refuse(pod, why);
  };
}

function refuse({ metadata, spec }: Pod, why: string): never {
  if (!spec.nodeName) throw badRequest(`pod ${metadata.name} does not have a host assigned`);
  throw badRequest(why);
}
