import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiServer } from '#api';
import {
  machineWall,
  Random,
  type Millis,
  type RandomStream,
  type Wall,
  type WallTimers,
} from '#clock';
import {
  methodNotSupported,
  unknownPath,
  type FeatureGates,
  type KindRegistry,
  type Pod,
} from '#kinds';
import { answerError, isDefect } from './answer-error.ts';
import { authenticate } from './auth/authenticate.ts';
import { anonymous, type User } from './auth/user.ts';
import { authorize } from './auth/authorize.ts';
import { AccountTokens } from './auth/account-tokens.ts';
import { TokenSigner } from './auth/token-signer.ts';
import { admin, type Tokens } from './auth/tokens.ts';
import { answerDocument } from './discovery/answer.ts';
import { discoveryDocuments } from './discovery/documents.ts';
import { dispatchResource } from './dispatch.ts';
import { prettyJsonText } from './encode/json.ts';
import type { Exchange, Server } from './exchange.ts';
import { checkOrigin, isLocal } from './guard.ts';
import { healthText } from './health.ts';
import { AcceptReader, jsonType } from './media/accept.ts';
import { makeSerializers } from './media/index.ts';
import type { OpenApiHandler } from './openapi/index.ts';
import { parsePath } from './path.ts';
import type { QueueFigures } from './metrics.ts';
import { noQuery, parseQuery } from './query.ts';
import { checkTimeout } from './request-timeout.ts';
import { send, sendText } from './respond.ts';
import { RequestMeter } from './request-meter.ts';
import type { ExtraRoute, Rest } from './rest.ts';
import { ServedKinds } from './served.ts';
import { readAbsolute } from './target.ts';
import { TurnMates } from './turn-mates.ts';
import type { Upgrade } from './upgrade/websocket.ts';
import { Turns } from './turns.ts';
import { version } from './version.ts';
import { Warnings } from './warnings.ts';
import { yamlAside, yamlHere } from './yaml-aside.ts';
import { OpenWatches } from './watch/open-watches.ts';
import { SharedBatches } from './watch/shared-batches.ts';

export interface ServerAppOptions {
  readonly api: ApiServer;
  readonly registry: KindRegistry;
  /** Virtual time, for ages in tables; ms. */
  readonly now: () => Millis;
  readonly features: FeatureGates;
  readonly tokens: Tokens;
  /** Signs tokens of service accounts. Default: with a key that is made when first needed. */
  readonly signer?: TokenSigner;
  /** Requests without credentials are made by `system:anonymous`. Default: they are refused. */
  readonly anonymous?: boolean;
  /** Programs on this machine may do everything without credentials. Default: they may not. */
  readonly localAdmin?: boolean;
  readonly timers: WallTimers;
  readonly wall?: Wall;
  /** Other things to serve, outside of `/api` and `/apis`. */
  readonly routes?: readonly ExtraRoute[];
  /** Awaited before a write from outside: brings virtual time to the present. */
  readonly arrive?: () => Promise<void>;
  readonly readLog?: (pod: Pod, container: string) => readonly string[];
  /** Work queues of controllers, for `/metrics`. */
  readonly queues?: () => Iterable<QueueFigures>;
  /** Is told of every answer, once it has been sent or broken off. */
  readonly onAnswer?: (answer: Answered) => void;
  /** Is told of failures that nobody foresaw: their requests are answered by 500, or broken off. */
  readonly onDefect?: (error: unknown) => void;
  /** The built file of the thread that reads and writes long YAML. Default: it is done here. */
  readonly yamlWorker?: URL;
  /** Names of this server, beside addresses and the usual ones. */
  readonly hostNames?: readonly string[];
  /** Where clients reach the server, `127.0.0.1:6443`. Asked once it listens. */
  readonly address?: () => string;
}

/** A line of the access log. */
export interface Answered {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** Wall time from the request's headers to the end of the answer. */
  readonly ms: number;
  readonly userAgent: string | undefined;
}

/** What an HTTP server needs to serve the API. */
export interface ServerApp {
  handle(req: IncomingMessage, res: ServerResponse): void;
  /** Watches over WebSocket. The socket's errors are somebody else's, its other answers written. */
  upgrade(asked: Upgrade): void;
  /** Ends all watches; resolves when they have. */
  endWatches(): Promise<void>;
}

export function createServerApp(options: ServerAppOptions): ServerApp {
  return new App(options);
}

class App implements ServerApp {
  readonly #options: ServerAppOptions;
  readonly #server: Server;
  readonly #requests = new RequestMeter();
  readonly #signer: TokenSigner;
  readonly #hostNames: readonly string[];
  readonly #auditIds: RandomStream;
  readonly #arrived: TurnMates<Exchange>;
  /** Made when first asked for. */
  #documents: ReadonlyMap<string, object> | undefined;
  #rest: Promise<Rest> | undefined;

  constructor(options: ServerAppOptions) {
    const { api, registry, now, features, tokens, timers, arrive, readLog } = options;
    const yaml = options.yamlWorker === undefined ? yamlHere : yamlAside(options.yamlWorker);
    const served = new ServedKinds(registry);
    const serializers = makeSerializers(
      (apiVersion, kind) => served.byKind(apiVersion, kind)?.kind.schema,
      yaml,
    );
    const { mediaTypes } = serializers;
    const streams = mediaTypes.filter((type) => type !== 'application/yaml');
    this.#options = options;
    this.#signer = options.signer ?? new TokenSigner();
    this.#arrived = new TurnMates(timers, (exchange) => this.#dispatch(exchange));
    this.#hostNames = options.hostNames ?? [];
    const wall = options.wall ?? machineWall;
    this.#auditIds = new Random(wall.now()).stream('server/audit ids');
    this.#server = {
      api,
      served,
      tokens,
      accountTokens: new AccountTokens({
        signer: this.#signer,
        userOf: (token) => api.accountUser(token),
        now,
      }),
      now,
      wall,
      timers,
      turns: new Turns(wall, timers),
      features,
      serializers,
      yaml,
      accept: new AcceptReader(mediaTypes),
      acceptUntabled: new AcceptReader(mediaTypes, { tables: false }),
      acceptStream: new AcceptReader(streams, { suffix: ';stream=watch' }),
      watches: new OpenWatches(),
      batches: new SharedBatches(timers),
      spread: new Random(0).stream('server/spread'),
      onDefect: options.onDefect ?? (() => undefined),
      arrive,
      readLog,
    };
  }

  handle(req: IncomingMessage, res: ServerResponse): void {
    if (this.#options.onAnswer !== undefined) this.#log(req, res, this.#options.onAnswer);
    try {
      const exchange = this.#open(req, res);
      if (exchange.path.isResource) {
        this.#requests.measure(exchange);
        this.#arrived.add(exchange);
      } else {
        this.#dispatchPath(exchange);
      }
    } catch (error) {
      this.#fail(req, res, error);
    }
  }

  upgrade(asked: Upgrade): void {
    const { req, socket } = asked;
    const { timers, onDefect } = this.#server;
    import('./upgrade/websocket.ts')
      .then(({ upgrade }) =>
        upgrade(asked, {
          timers,
          onDefect,
          open: (res) => this.#open(req, res),
          fail: (res, error) => this.#fail(req, res, error),
        }),
      )
      .catch((error: unknown) => {
        onDefect(error);
        socket.destroy();
      });
  }

  endWatches(): Promise<void> {
    return this.#server.watches.endAll();
  }

  #fail(req: IncomingMessage, res: ServerResponse, error: unknown): void {
    const { onDefect } = this.#server;
    if (isDefect(error, req)) onDefect(error);
    answerError(this.#server, req, res, error).catch((failure: unknown) => {
      onDefect(failure);
      res.destroy();
    });
  }

  #log(req: IncomingMessage, res: ServerResponse, tell: (answer: Answered) => void): void {
    const { wall } = this.#server;
    const began = wall.now();
    res.on('close', () => {
      const { method = '', url = '', headers } = req;
      const ms = wall.now() - began;
      tell({ method, url, status: res.statusCode, ms, userAgent: headers['user-agent'] });
    });
  }

  #dispatch(exchange: Exchange): void {
    const { req, res } = exchange;
    dispatchResource(exchange).catch((error: unknown) => this.#fail(req, res, error));
  }

  /** Finds out who asks for what, and whether they may. @throws {ApiError} */
  #open(req: IncomingMessage, res: ServerResponse): Exchange {
    // Whatever becomes of the request, its answer can be found by this.
    res.setHeader('Audit-Id', req.headers['audit-id'] || this.#auditIds.uuid());
    const named = readAbsolute(req.url!);
    if (named !== undefined) req.url = named.url;
    const { headers } = req;
    checkOrigin(named === undefined ? headers : { ...headers, ...named }, this.#hostNames);
    const url = req.url!;
    const question = url.indexOf('?');
    const query = question < 0 ? noQuery : parseQuery(url.slice(question + 1));
    const path = parsePath(
      req.method!,
      unescapePath(question < 0 ? url : url.slice(0, question)),
      query.flag('watch'),
    );
    checkTimeout(path, query);
    const { tokens, accountTokens } = this.#server;
    const stranger = this.#strangerOf(req);
    const user = authenticate(req.headers, { tokens, accountTokens, stranger });
    authorize(user, path);
    const warnings = new Warnings(res);
    return { server: this.#server, req, res, path, query, user, warnings };
  }

  /** Who makes a request without credentials. */
  #strangerOf(req: IncomingMessage): User | undefined {
    if (this.#options.localAdmin === true && isLocal(req)) return admin;
    return this.#options.anonymous === true ? anonymous : undefined;
  }

  /** Everything that is not about objects. @throws {ApiError} */
  #dispatchPath(exchange: Exchange): void {
    const { req, res, query } = exchange;
    const { path } = exchange.path;
    const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    if (plain.startsWith('/api') && this.#discovery().has(plain)) {
      checkReads(req);
      answerDocument(exchange, this.#discovery(), plain).catch((error: unknown) =>
        this.#fail(req, res, error),
      );
      return;
    }
    const health = healthText(path, query);
    if (health !== undefined) {
      sendText(req, res, 200, health);
    } else if (plain === '/version') {
      checkReads(req);
      send(req, res, 200, jsonType, Buffer.from(prettyJsonText(version)));
    } else if (this.#isOfKnownGroup(plain)) {
      throw unknownPath();
    } else {
      this.#passOn(req, res);
    }
  }

  #discovery(): ReadonlyMap<string, object> {
    this.#documents ??= discoveryDocuments(this.#server.served, this.#address);
    return this.#documents;
  }

  get #address(): string {
    return this.#options.address?.() ?? '127.0.0.1:6443';
  }

  /** A version that a group has not is told otherwise than a group that nobody knows. */
  #isOfKnownGroup(path: string): boolean {
    const [, root, group = ''] = path.split('/');
    return root === 'api' || (root === 'apis' && this.#server.served.hasGroup(group));
  }

  /** To what is seldom needed and loaded then. */
  #passOn(req: IncomingMessage, res: ServerResponse): void {
    this.#rest ??= import('./rest.ts').then(({ createRest }) =>
      createRest({
        ...this.#options,
        watches: this.#server.watches,
        requests: this.#requests,
        stored: this.#options.registry.stored.filter(({ readOnly }) => readOnly !== true),
        signer: this.#signer,
        serverAddress: this.#address,
        fail: (...failed) => this.#fail(...failed),
        openapi: () => this.#loadOpenApi(),
      }),
    );
    this.#rest
      .then((rest) => rest.handle(req, res))
      .catch((error: unknown) => this.#fail(req, res, error));
  }

  async #loadOpenApi(): Promise<OpenApiHandler> {
    const { OpenApiDocuments, openApiHandler } = await import('./openapi/index.ts');
    const { served, features } = this.#server;
    const documents = new OpenApiDocuments({
      discovery: this.#discovery(),
      validatesFields: features.enabled('ServerSideFieldValidation'),
      kinds: served.all.map(({ kind }) => kind),
    });
    return openApiHandler(documents);
  }
}

function checkReads({ method }: IncomingMessage): void {
  if (method !== 'GET') throw methodNotSupported();
}

function unescapePath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
