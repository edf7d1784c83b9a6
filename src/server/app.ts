/** The API over HTTP: from a request to its handler. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Faults, Line } from '#faults';
import { answerError, isDefect } from './answer/answer-error.ts';
import type { Answered, ServerAppOptions } from './app-options.ts';
import { TokenSigner } from './auth/token-signer.ts';
import { discoveryDocuments } from './discovery/documents.ts';
import { remoteOf, withRemote } from './remote/discovery.ts';
import { dispatchResource } from './exchange/dispatch.ts';
import type { Exchange, Server } from './exchange/exchange.ts';
import { drives, strikeExchange } from './faults/strike.ts';
import { holdBack } from './connection/hold-back.ts';
import { reportAsked } from './observers/callers.ts';
import { ExchangeOpener } from './exchange/open-exchange.ts';
import type { OpenApiHandler } from './openapi/index.ts';
import { remade } from './answer/remade.ts';
import { RequestMeter } from './observers/request-meter.ts';
import type { Rest } from './routes/rest.ts';
import { seeRequest, type SeenRequest } from './observers/seen-request.ts';
import { sharedBy } from './exchange/shared-parts.ts';
import { TurnBatch } from './request/turn-batch.ts';
import { takesUpgrade } from './upgrade/wanted.ts';
import type { Upgrade } from './upgrade/websocket.ts';

/** What an HTTP server needs to serve the API. */
export interface ServerApp {
  handle(req: IncomingMessage, res: ServerResponse): void;
  /** Whether an upgrade request should be handled by `upgrade`. */
  takesUpgrade(req: IncomingMessage): boolean;
  /** Watches over WebSocket. The caller handles socket errors; earlier answers are written. */
  upgrade(request: Upgrade): void;
  /** Ends all watches; resolves when they have. */
  endWatches(): Promise<void>;
  /** What strikes connections. Default: nothing. */
  readonly line?: Line | undefined;
}

export function createServerApp(options: ServerAppOptions): ServerApp {
  const signer = options.signer ?? new TokenSigner();
  return appOfRelease({ ...options, signer });
}

/** Returns the app of the release that the API has: another one when that changes, as a new server would be. */
function appOfRelease(options: ServedOptions): ServerApp {
  const app = remade(
    () => options.api.kinds.profile,
    () => new App(options),
  );
  return {
    handle: (req, res) => app().handle(req, res),
    takesUpgrade: (req) => app().takesUpgrade(req),
    upgrade: (request) => app().upgrade(request),
    endWatches: () => app().endWatches(),
    line: options.faults,
  };
}

type ServedOptions = ServerAppOptions & { readonly signer: TokenSigner };

class App {
  readonly #options: ServedOptions;
  readonly #server: Server;
  readonly #requests = new RequestMeter();
  readonly #opener: ExchangeOpener;
  readonly #arrived: TurnBatch<Exchange>;
  /** By path. */
  readonly #discovery: () => ReadonlyMap<string, object>;
  #rest: Promise<Rest> | undefined;

  constructor(options: ServedOptions) {
    this.#options = options;
    this.#server = sharedBy(options, options.signer);
    this.#opener = new ExchangeOpener(this.#server, options);
    const { served } = this.#server;
    this.#discovery = remade(
      () => served.all,
      () => discoveryDocuments(served, this.#address),
    );
    this.#arrived = new TurnBatch(options.timers, (exchange) => this.#dispatch(exchange));
  }

  handle(req: IncomingMessage, res: ServerResponse): void {
    const { awaitDurable } = this.#options;
    if (awaitDurable !== undefined) holdBack(res, awaitDurable);
    this.#take(req, res, (exchange) => this.#pass(exchange));
  }

  /** Follows a request, and passes it on unless it is refused or something strikes it. */
  #take(req: IncomingMessage, res: ServerResponse, pass: (exchange: Exchange) => void): void {
    if (this.#options.onAnswer !== undefined) this.#log(req, res, this.#options.onAnswer);
    if (this.#options.onRequest !== undefined) this.#show(req, res, this.#options.onRequest);
    const exchange = this.#open(req, res);
    if (exchange === undefined) return;
    try {
      exchange.trace = this.#options.requests?.follow(exchange);
      this.#options.meter?.count(exchange);
      if (exchange.path.isResource) {
        this.#requests.measure(exchange);
        if (this.#server.outside !== undefined) reportAsked(exchange, this.#server.outside);
      }
      const { faults } = this.#server;
      if (faults === undefined || faults.isQuiet || drives(req.url!)) pass(exchange);
      else this.#strike(exchange, faults, pass);
    } catch (error) {
      this.#fail(req, res, error);
    }
  }

  /** Undefined for a request that is refused: it is answered. */
  #open(req: IncomingMessage, res: ServerResponse): Exchange | undefined {
    try {
      return this.#opener.open(req, res);
    } catch (error) {
      this.#options.requests?.refuse(req, res);
      this.#fail(req, res, error);
      return undefined;
    }
  }

  takesUpgrade(req: IncomingMessage): boolean {
    return takesUpgrade(req, this.#server.served);
  }

  upgrade(request: Upgrade): void {
    const { req, socket } = request;
    const { timers, onDefect } = this.#server;
    const { awaitDurable } = this.#options;
    const failed = (error: unknown): void => {
      onDefect(error);
      socket.destroy();
    };
    import('./upgrade/websocket.ts')
      .then(({ detachedResponse, upgrade }) => {
        const fail = (res: ServerResponse, error: unknown): void => this.#fail(req, res, error);
        this.#take(req, detachedResponse(req, socket, timers), (exchange) => {
          upgrade(request, exchange, { awaitDurable, onDefect, fail }).catch(failed);
        });
      })
      .catch(failed);
  }

  endWatches(): Promise<void> {
    return this.#server.watches.endAll();
  }

  #strike(exchange: Exchange, faults: Faults, pass: (unharmed: Exchange) => void): void {
    const { req, res } = exchange;
    strikeExchange(exchange, faults, pass).catch((error: unknown) => this.#fail(req, res, error));
  }

  #pass(exchange: Exchange): void {
    if (exchange.path.isResource) this.#arrived.add(exchange);
    else this.#passOn(exchange);
  }

  #fail(req: IncomingMessage, res: ServerResponse, error: unknown): void {
    const { onDefect } = this.#server;
    if (isDefect(error, req)) onDefect(error);
    answerError(this.#server, req, res, error).catch((failure: unknown) => {
      onDefect(failure);
      res.destroy();
    });
  }

  #show(req: IncomingMessage, res: ServerResponse, see: (request: SeenRequest) => void): void {
    const { wall, now, serializers } = this.#server;
    see(seeRequest(req, res, { wall: () => wall.now(), now: now(), serializers }));
  }

  #log(req: IncomingMessage, res: ServerResponse, report: (answer: Answered) => void): void {
    const { wall } = this.#server;
    const began = wall.now();
    res.on('close', () => {
      const { method = '', url = '', headers } = req;
      const ms = wall.now() - began;
      report({ method, url, status: res.statusCode, ms, userAgent: headers['user-agent'] });
    });
  }

  #dispatch(exchange: Exchange): void {
    const { req, res } = exchange;
    dispatchResource(exchange).catch((error: unknown) => this.#fail(req, res, error));
  }

  get #address(): string {
    return this.#options.address?.() ?? '127.0.0.1:6443';
  }

  /** Everything other than objects: loaded at its first request. */
  #passOn(exchange: Exchange): void {
    const { api, turns } = this.#server;
    this.#rest ??= import('./routes/rest.ts').then(({ createRest }) =>
      createRest({
        ...this.#options,
        watches: this.#server.watches,
        requests: this.#requests,
        serverAddress: this.#address,
        issuer: this.#server.accountTokens.issuer,
        fail: (...failed) => this.#fail(...failed),
        documents: async (at) =>
          withRemote(api, at === undefined ? this.#discovery() : await this.#discoveryAt(at)),
        remoteOf: (version) => remoteOf(api, version),
        hasGroup: (group) => this.#server.served.hasGroup(group),
        yieldTurn: turns.yieldTurn,
        openapi: () => this.#loadOpenApi(),
      }),
    );
    this.#rest
      .then((rest) => rest.handle(exchange))
      .catch((error: unknown) => this.#fail(exchange.req, exchange.res, error));
  }

  async #discoveryAt(revision: number): Promise<ReadonlyMap<string, object>> {
    const { servedAt } = await import('./discovery/served-at.ts');
    return discoveryDocuments(await servedAt(this.#server.api, revision), this.#address);
  }

  async #loadOpenApi(): Promise<OpenApiHandler> {
    const { OpenApiDocuments, openApiHandler } = await import('./openapi/index.ts');
    const { RemoteDescriptions } = await import('./remote/descriptions.ts');
    const { api, served, profile, turns } = this.#server;
    const documents = remade(this.#discovery, (discovery) => {
      const kinds = served.all.map(({ kind }) => kind);
      return new OpenApiDocuments({ discovery, profile, kinds });
    });
    return openApiHandler(documents, new RemoteDescriptions(api), turns.yieldTurn);
  }
}
