/** Whether virtual time may move past an instant at which programs outside have been sent something. */
import type { ClientState } from './client.ts';

/**
 * Reads prolong the wait for a program, but no further than this many quiet times after it was last
 * told something or wrote something: a program that polls never falls quiet.
 */
const mostByReads = 5;

/** 0: go. Infinity: wait until something happens. Else: look again after that many wall ms. */
export function waitFor(client: ClientState, now: number, quiet: number): number {
  if (client.watches.size === 0) return 0;
  for (const { resource, sent, done, isBusy, isExpected } of client.watches) {
    if (isBusy || isExpected) return Infinity;
    const reached = client.barriers.get(resource);
    if (reached !== undefined && Math.max(reached, done) < sent) return Infinity;
  }
  const { stirred, read, inFlight, barriers } = client;
  if (inFlight > 0 && (stirred !== undefined || barriers.size > 0)) return Infinity;
  if (stirred === undefined) return 0;
  const last = Math.max(stirred, Math.min(read, stirred + mostByReads * quiet));
  return Math.max(0, last + quiet - now);
}

/** Returns the longest wait of those clients, and for whom. */
export function decide(
  clients: Iterable<ClientState>,
  now: number,
  quiet: number,
): { readonly ms: number; readonly waiting: readonly ClientState[] } {
  const waiting: ClientState[] = [];
  let ms = 0;
  for (const client of clients) {
    const wait = waitFor(client, now, quiet);
    if (wait > 0) waiting.push(client);
    ms = Math.max(ms, wait);
  }
  return { ms, waiting };
}
