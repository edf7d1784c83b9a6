/** A request with its answer, and what the server knows when it is handled. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiServer, RequestContext } from '#api';
import type { Millis, RandomStream, Wall, WallTimers } from '#clock';
import type { Faults } from '#faults';
import type { Outside } from '#lockstep';
import type { ApiError, KubeObject } from '#values';
import type { LostFields, Profile } from '#kinds';
import type { Pod } from '#types';
import type { AccountTokens } from '../auth/account-tokens.ts';
import type { Tokens } from '../auth/tokens.ts';
import type { User } from '../auth/user.ts';
import type { AcceptReader, Output } from '../media/accept.ts';
import type { Serializers } from '../media/serializer.ts';
import type { RequestPath } from '../request/path.ts';
import type { Query } from '../request/query.ts';
import { patience } from '../request/request-timeout.ts';
import type { RequestTrace } from '../observers/request-trace.ts';
import { warningsFor } from '../media/yaml-errors.ts';
import type { ServedKinds } from './served-kinds.ts';
import type { Turns } from '../request/turns.ts';
import type { Warnings } from '../answer/warnings.ts';
import type { YamlForm } from '../yaml/yaml-thread.ts';
import type { OpenWatches } from '../watch/open-watches.ts';
import type { SharedBatches } from '../watch/shared-batches.ts';

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
  readonly profile: Profile;
  readonly serializers: Serializers;
  readonly yaml: YamlForm;
  /** Forms of answers, of logs, of answers without tables, and of streams. */
  readonly accept: AcceptReader;
  readonly acceptList: AcceptReader;
  /** Of the documents that list resources. */
  readonly acceptDocument: AcceptReader;
  /** Of the lists of groups and versions. */
  readonly acceptGroups: AcceptReader;
  readonly acceptLog: AcceptReader;
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
  readonly lost: LostFields | undefined;
}

/**
 * One for a request, made of its head and completed on its way: to copy it at each stage costs a
 * tenth of a GET.
 */
export class Exchange {
  readonly server: Server;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly path: RequestPath;
  readonly query: Query;
  readonly user: User;
  readonly warnings: Warnings;
  /** The body, where it had to be read before. */
  body: Buffer | undefined;
  /** A get or a list is answered as it was at this revision. */
  at: number | undefined;
  /** What is noted for who looks at requests afterwards; undefined: nothing. */
  trace: RequestTrace | undefined;
  /** A watch begins, and ends, with this error. */
  failure: ApiError | undefined;
  /** The form of the answer, once it is negotiated. */
  output: Output | undefined;

  constructor({ server, req, res, path, query, user, warnings }: ExchangeHead) {
    this.server = server;
    this.req = req;
    this.res = res;
    this.path = path;
    this.query = query;
    this.user = user;
    this.warnings = warnings;
    this.body = undefined;
    this.at = undefined;
    this.trace = undefined;
    this.failure = undefined;
    this.output = undefined;
  }
}

/** What the head of a request says. */
export type ExchangeHead = Pick<
  Exchange,
  'server' | 'req' | 'res' | 'path' | 'query' | 'user' | 'warnings'
>;

/** The exchange that a request of express belongs to. */
export type ExchangeOf = (req: IncomingMessage) => Exchange;

/** An exchange whose answer's form is negotiated. */
export interface Negotiated extends Exchange {
  output: Output;
}

/** Negotiates the form of the answer. @throws {ApiError} 406 */
export function negotiated(exchange: Exchange, reader: AcceptReader): Negotiated {
  exchange.output = reader.read(exchange.req.headers.accept);
  return exchange as Negotiated;
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
    warn: (text) => warningsFor(text).forEach((one) => warnings.add(one)),
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
