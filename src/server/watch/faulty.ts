import { FaultyWatch } from '#faults';
import type { WatchGate } from '#request';
import { targetOf } from '../faults/fault-request.ts';
import { shownWith } from '../faults/shown-by-another-version.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Watched } from './session.ts';

/** A watch that faults can strike while it is open. */
export function faultyWatch(exchange: Exchange, open: (gate?: WatchGate) => Watched): Watched {
  const { faults } = exchange.server;
  if (faults === undefined) return open();
  const target = targetOf(exchange, exchange.path.name);
  return new FaultyWatch({ open, target, faults, breaks: true, merge: shownWith });
}
