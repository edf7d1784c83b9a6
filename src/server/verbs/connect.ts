/** exec, attach and port-forward: there is nothing behind a simulated pod to connect to. */
import { badRequest, type Pod } from '#kinds';
import type { Exchange } from '../exchange.ts';
import type { Route } from '../route.ts';
import { containerOf, readPod } from './log.ts';

type Refusal = (exchange: Exchange, route: Route) => Promise<never>;

/**
 * Refuses with 400, as v1.24 does for pods that no node runs yet. Clients take that for the end and
 * show why, also when they have asked to go on in another protocol; on 5xx some of them try for ever.
 * @throws {ApiError}
 */
export function refusePorts(why: string): Refusal {
  return async (exchange, route) => refuse(await readPod(exchange, route), why);
}

/** {@link refusePorts} where a container is asked for, which has to be there. */
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
