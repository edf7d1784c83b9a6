/** Subresources that do not answer an object: logs, and connections to what is behind objects. */
import type { Exchange } from '../exchange/exchange.ts';
import type { Route } from '../request/route.ts';
import { admitConnection } from './admit-connection.ts';
import { refuseContainer, refusePorts } from './connect.ts';
import { log } from './log.ts';
import { answerProxy } from './proxy.ts';

type StreamHandler = (exchange: Exchange, route: Route) => Promise<void>;

/** By name, for all kinds that declare a subresource of that name as a stream. */
const streams: Readonly<Record<string, StreamHandler>> = {
  attach: refuseContainer('containers are simulated: there is no process to attach to'),
  exec: refuseContainer('containers are simulated: there is nothing to run a command in'),
  log,
  portforward: refusePorts('pods are simulated: nothing listens on their ports'),
  proxy: answerProxy,
};

/** Answers a request for a stream: admission judges connections before anything else is looked at. */
export async function answerStream(exchange: Exchange, route: Route): Promise<void> {
  if (route.subresource!.options !== undefined) await admitConnection(exchange, route);
  await streams[exchange.path.subresource]!(exchange, route);
}
