/** Clients that call the API's rules directly, in the same process and without HTTP. */
import type { ApiRequest, ApiServer, ReachServer, RequestContext } from '#api';
import { ipAddress, serviceCidr, worded } from '#kinds';
import type { Clock } from '#clock';
import type { ApiError, Origin } from '#values';
import {
  Client,
  isWrite,
  nameIn,
  type Call,
  type ClientFactory,
  type MetricsQuestion,
  type ResourceRequest,
} from '#request';
import { answerTo } from './answer-to.ts';
import { Elsewhere } from './elsewhere.ts';
import { LongInstants } from './long-instants.ts';
import { Served } from './served.ts';

export interface InProcessOptions {
  readonly api: ApiServer;
  readonly clock: Clock;
  /** Stands between each client and the API. */
  readonly between?: (call: Call, origin: Origin) => Call;
  /** Makes clients of the servers that APIServices name. */
  readonly reach?: ReachServer | undefined;
}

const kindsOfRanges: ReadonlySet<string> = new Set([serviceCidr.kind, ipAddress.kind]);

/** A request that the API answers later, for a kind that it serves. */
type HeldRequest = Exclude<ApiRequest, { verb: 'watch' }>;

/**
 * Makes clients of one API. Each call, and each watch event that has not been handled, holds the
 * clock.
 */
export class InProcessClients implements ClientFactory {
  readonly #api: ApiServer;
  readonly #clock: Clock;
  readonly #served: Served;
  readonly #elsewhere: Elsewhere | undefined;
  readonly #instants: LongInstants;
  readonly #between: NonNullable<InProcessOptions['between']>;
  #refusal: ApiError | undefined;

  constructor({ api, clock, between = (call) => call, reach }: InProcessOptions) {
    this.#api = api;
    this.#clock = clock;
    this.#between = between;
    this.#served = new Served(api.kinds);
    this.#elsewhere = reach && new Elsewhere({ api, clock, reach });
    this.#instants = new LongInstants(clock);
  }

  as(origin: Origin): Client {
    return new Client(this.#between(this.#refusing(this.#calling(origin)), origin));
  }

  /** From now on writes reject with this error, while reads are answered; undefined: writes work again. */
  refuseWrites(refusal: ApiError | undefined): void {
    this.#refusal = refusal;
  }

  #refusing(call: Call): Call {
    return (request) => {
      if (this.#refusal !== undefined && isWrite(request)) throw this.#refusal;
      return call(request);
    };
  }

  #calling(origin: Origin): Call {
    const context: RequestContext = { origin };
    const holder = holderOf(origin);
    return (request) => {
      if (request.verb === 'discover') {
        const own = this.#served.discovery;
        return this.#elsewhere?.discover(context, own) ?? Promise.resolve(own);
      }
      if (request.verb === 'measure') return this.#measure(context, request.question, holder);
      if (isNamed(request) && this.#served.find(request.kind) === undefined) {
        const answer = this.#elsewhere?.call(context, request);
        if (answer !== undefined) return answer;
      }
      const known = this.#known(request);
      const hold = `${holder} ${request.verb} ${request.kind.plural}`;
      return known.verb === 'watch'
        ? this.#api.call({ origin, hold }, known)
        : this.#answer(context, known, `${hold} ${nameIn(request)}`, request.metadataOnly);
    };
  }

  /**
   * The name of the hold says what is being done, so that the report of a loop names its
   * participants.
   */
  async #answer(
    context: RequestContext,
    request: HeldRequest,
    hold: string,
    metadataOnly?: boolean,
  ): Promise<unknown> {
    const release = this.#clock.hold(hold);
    try {
      const paused = this.#instants.pass();
      if (paused !== undefined) await paused;
      // Controllers that look at the metadata of all kinds do not need the server's own objects.
      const own = metadataOnly === true ? undefined : this.#ownBefore(request);
      if (own !== undefined) await own;
      return answerTo(request, await this.#api.call(context, request));
    } catch (error) {
      throw worded(error, this.#api.kinds.profile);
    } finally {
      release();
    }
  }

  /** Time stands still until another server has answered. */
  #measure(
    context: RequestContext,
    question: MetricsQuestion,
    holder: string,
  ): Promise<unknown> | undefined {
    const metrics = this.#api.measure(context, question);
    if (metrics === undefined) return undefined;
    const release = this.#clock.hold(`${holder} get ${question.resource}.${question.group}`);
    return metrics.finally(release);
  }

  #ownBefore(request: HeldRequest): Promise<void> | undefined {
    const { kind, verb } = request;
    // The controller of ranges follows what there is, and sees the server's own range once others ask for it.
    const isInformer = verb === 'list' && request.options.resourceVersion === '0';
    if (isInformer && kindsOfRanges.has(kind.kind)) return undefined;
    return this.#api.own.before(kind, verb === 'get' || verb === 'list');
  }

  /**
   * Requests for metadata or a scale name a resource from discovery. They get whole objects, which
   * exist anyway.
   * @throws {ApiError} 404
   */
  #known(request: ResourceRequest): ApiRequest {
    return isNamed(request)
      ? { ...request, kind: this.#served.kindOf(request.kind) }
      : (request as ApiRequest);
  }
}

/** Returns whether a request names a resource from discovery. */
function isNamed({ metadataOnly, kind }: ResourceRequest): boolean {
  return metadataOnly === true || !('schema' in kind);
}

/** Returns the requester: the reconcile, or the actor for everything outside of one. */
function holderOf({ actor, reconcile }: Origin): string {
  return reconcile === undefined ? actor : `${actor} ${reconcile.key}`;
}
