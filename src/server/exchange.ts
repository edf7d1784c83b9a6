/** A request with its answer, and what the server knows when it is handled. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiServer, RequestContext } from '#api';
import type { Millis, RandomStream, Wall, WallTimers } from '#clock';
import type { Faults } from '#faults';
import type { Outside } from '#lockstep';
import type { ApiError, FeatureGates, KubeObject, Pod } from '#kinds';
import type { AccountTokens } from './auth/account-tokens.ts';
import type { Tokens } from './auth/tokens.ts';
import type { User } from './auth/user.ts';
import type { AcceptReader, Output } from './media/accept.ts';
import type { Serializers } from './media/serializer.ts';
import type { RequestPath } from './path.ts';
import type { Query } from './query.ts';
import { patience } from './request-timeout.ts';
import type { RequestTrace } from './request-trace.ts';
import type { ServedKinds } from './served.ts';
import type { Turns } from './turns.ts';
import type { Warnings } from './warnings.ts';
import type { YamlForm } from './yaml-thread.ts';
import type { OpenWatches } from './watch/open-watches.ts';
import type { SharedBatches } from './watch/shared-batches.ts';

/** What all requests share. */
export interface Server {
  readonly api: ApiServer;
  readonly served: ServedKinds;
  readonly tokens: Tokens;
  readonly accountTokens: AccountTokens;
  /** Virtual time, for ages. */
  readonly now: () => Millis;
  /** Timeouts of the transport. */
  readonly wall: Wall;
  readonly features: FeatureGates;
  readonly serializers: Serializers;
  readonly yaml: YamlForm;
  /** Forms of answers, of answers without tables, and of streams. */
  readonly accept: AcceptReader;
  readonly acceptWithoutTable: AcceptReader;
  readonly acceptStream: AcceptReader;
  /** The same for custom resources. */
  readonly acceptCustom: AcceptReader;
  readonly acceptCustomStream: AcceptReader;
  readonly watches: OpenWatches;
  /** Awaited before a write over HTTP is handled: advances virtual time to the present. */
  readonly arrive?: () => Promise<void>;
  /** The lines that a simulated container has written. */
  readonly readLog?: (pod: Pod, container: string) => readonly string[];
  readonly batches: SharedBatches;
  readonly timers: WallTimers;
  readonly turns: Turns;
  /** Spreads events that should not happen to all clients at once. */
  readonly spread: RandomStream;
  readonly faults?: Faults;
  /** Told what clients receive and ask, so that time can wait for them. */
  readonly outside?: Outside;
  /** Called for unexpected failures. */
  readonly onDefect: (error: unknown) => void;
}

export interface Exchange {
  readonly server: Server;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly path: RequestPath;
  readonly query: Query;
  readonly user: User;
  readonly warnings: Warnings;
  /** The body, where it had to be read before. */
  readonly body?: Buffer;
  /** A get or a list is answered as it was at this revision. */
  readonly at?: number;
  /** What is noted for who looks at requests afterwards; absent: nothing. */
  readonly trace?: RequestTrace;
  /** A watch begins, and ends, with this error. */
  readonly failure?: ApiError;
}

/** The exchange that a request of express belongs to. */
export type ExchangeOf = (req: IncomingMessage) => Exchange;

/** An exchange whose answer's form is negotiated. */
export interface Negotiated extends Exchange {
  readonly output: Output;
}

/** What the API keeps with writes of this request. */
export function contextOf(
  { server: { accountTokens, timers, turns, wall }, user, path, req, query, warnings }: Exchange,
  options: { readonly dryRun: boolean; readonly fieldManager: string },
  exact?: KubeObject,
): RequestContext {
  return {
    origin: { actor: `user:${user.name}`, note: `${req.method!} ${req.url!}` },
    user,
    urlName: path.name,
    dryRun: options.dryRun,
    fieldManager: options.fieldManager,
    options: namedOptions(query),
    leftMs: patience(query, wall),
    isDecoded: true,
    warn: (text) => warnings.add(text),
    pause: (ms) => new Promise((resolve) => void timers.after(ms, resolve)),
    yieldTurn: turns.yieldTurn,
    issuer: accountTokens,
    exact,
  };
}

/** Undefined for the most common query, which is empty. */
function namedOptions(query: Query): RequestContext['options'] {
  if (query.isEmpty) return undefined;
  const named: Record<string, string> = {};
  for (const name of ['fieldManager', 'fieldValidation']) {
    const value = query.get(name);
    if (value) named[name] = value;
  }
  return named;
}
