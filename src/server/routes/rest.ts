/** Everything but resources, on express: health, version, discovery, OpenAPI, metrics, and the simulator's routes. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import express, {
  Router,
  type Express,
  type NextFunction,
  type Request,
  type Response,
} from 'express';
import { badRequest, notAcceptable } from '#values';
import type { Caller } from '#lockstep';
import { Answer } from '../answer/answer-head.ts';
import { readOrder } from '../decode/order.ts';
import { notFoundText } from '../exchange/dispatch.ts';
import { metricsPages, type Metered } from '../observers/metrics.ts';
import type { User } from '../auth/user.ts';
import type { TokenSigner } from '../auth/token-signer.ts';
import type { OpenApiHandler } from '../openapi/index.ts';
import { mountDiscovery, type Discovery } from '../discovery/mount.ts';
import { prettyJsonText } from '../encode/json.ts';
import type { Exchange, ExchangeOf } from '../exchange/exchange.ts';
import { mountHealth } from './health.ts';
import { mountIndex } from './index-page.ts';
import { jsonType } from '../media/accept.ts';
import { callerOf } from '../observers/callers.ts';
import { readsOnly } from './reads-only.ts';
import { send, sendJson, sendText } from '../answer/respond.ts';
import { searchParamsOf } from '../request/target.ts';
import { versionOf } from './version.ts';
import { mountZPages } from './zpages.ts';

/** A route for whoever operates the server. JSON in, JSON out. */
export interface ExtraRoute {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Outside of `/api` and `/apis`, such as `/orrery/v1/clock`; a part `:name` stands for any. */
  readonly path: string;
  /** The largest body, in bytes. Default: 64 KiB. */
  readonly largestBody?: number;
  /** @throws {ApiError} for what cannot be done */
  handle(order: Order): unknown;
}

/** Loads routes, at the first request for a path that is none of the server's own. */
export type LoadRoutes = () => Promise<readonly ExtraRoute[]>;

/** A request of an {@link ExtraRoute}. */
export interface Order {
  /** Undefined without one. */
  readonly body: unknown;
  readonly query: URLSearchParams;
  /** The parts of the path that have names. */
  readonly params: Readonly<Record<string, string>>;
  readonly user: User;
  /** The program, as those know it who wait for programs. */
  readonly caller: Caller;
  readonly userAgent: string | undefined;
  /** Aborts when the client has disconnected, and the answer is not needed any more. */
  readonly gone: AbortSignal;
}

export interface RestOptions extends Metered, Discovery {
  readonly routes?: LoadRoutes;
  readonly signer: TokenSigner;
  /** Whom tokens of service accounts name as their issuer. */
  readonly issuer: string;
  /** Virtual time, ms. */
  readonly now: () => number;
  /** See `ServerAppOptions`. */
  readonly storeProblem?: () => string | undefined;
  /** Where clients reach the server, `127.0.0.1:6443`. */
  readonly serverAddress: string;
  /** Awaited within long work, so that others are answered. */
  readonly yieldTurn: () => Promise<void> | undefined;
  /** Serves `/openapi/`, loaded on first use. */
  readonly openapi: () => Promise<OpenApiHandler>;
  /** Answers errors. */
  readonly fail: (req: IncomingMessage, res: ServerResponse, error: unknown) => void;
}

export interface Rest {
  handle(exchange: Exchange): void;
}

export function createRest(options: RestOptions): Rest {
  const exchanges = new WeakMap<IncomingMessage, Exchange>();
  const exchangeOf: ExchangeOf = (req) => exchanges.get(req)!;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  const { api, storeProblem } = options;
  mountHealth(app, exchangeOf, { hasRoles: api.hasRoles, storeProblem });
  mountIndex(app, api, exchangeOf);
  mountDiscovery(app, options, exchangeOf);
  mountZPages(app, exchangeOf, api.kinds.profile, options.now);
  app
    .route('/version')
    .all(readsOnly, (req, res) =>
      send(req, res, 200, jsonType, Buffer.from(prettyJsonText(versionOf(api.kinds.profile)))),
    );
  const metrics = metricsPages(options, options.yieldTurn);
  app.get('/metrics', async (_, res) => {
    const { contentType, text } = await metrics();
    res.setHeader('Content-Type', contentType);
    res.end(text);
  });
  mountOpenApi(app, options.openapi);
  mountOpenId(app, options);
  if (options.routes !== undefined) mountRoutes(app, options.routes, exchangeOf);
  app.use((req, res) => sendText(req, res, 404, notFoundText));
  // Express recognizes an error handler by its four parameters.
  app.use((error: unknown, req: Request, res: Response, next: NextFunction) => {
    if (res.headersSent) {
      next(error);
      return;
    }
    options.fail(req, res, isBadPath(error) ? badRequest((error as Error).message) : error);
  });
  return {
    handle(exchange) {
      exchanges.set(exchange.req, exchange);
      if (exchange.res instanceof Answer) exchange.res.setNamed();
      app(withPlainPath(exchange), exchange.res);
    },
  };
}

/** Routes match the unescaped path, as permissions do. They begin with a slash, also where the path is empty. */
function withPlainPath({ req, path: { path } }: Exchange): IncomingMessage {
  const url = req.url!;
  if (path !== '' && (url === path || url.startsWith(`${path}?`))) return req;
  const query = url.indexOf('?');
  const escaped = encodeURI(path || '/').replace(/[?#]/g, encodeURIComponent);
  return Object.assign(req, {
    originalUrl: url,
    url: query < 0 ? escaped : escaped + url.slice(query),
  });
}

function mountOpenApi(app: Express, load: RestOptions['openapi']): void {
  let loaded: ReturnType<typeof load> | undefined;
  app.route('/openapi/*path').all(async (req, res) => {
    loaded ??= load();
    const answer = await loaded;
    await answer(req, res);
  });
}

/** Other programs verify tokens of service accounts with these, without a request to the API. */
const jwksPath = '/openid/v1/jwks';
const jwksType = 'application/jwk-set+json';
const configurationPath = '/.well-known/openid-configuration';

function mountOpenId(app: Express, { api, signer, issuer, serverAddress }: RestOptions): void {
  const answer = (res: Response, contentType: string, body: object): void => {
    res.setHeader('Content-Type', contentType);
    res.setHeader('Cache-Control', 'public, max-age=3600');
    res.end(JSON.stringify(body));
  };
  app.get(configurationPath, (req, res) =>
    answer(res, 'application/json', {
      issuer,
      jwks_uri: `${req.protocol}://${serverAddress}${jwksPath}`,
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [signer.algorithm],
    }),
  );
  app.get(jwksPath, ({ headers: { accept = '*/*' } }, res) => {
    const types = accept.split(',').map((clause) => clause.split(';', 1)[0]!.trim());
    if (!types.includes('*/*') && !types.includes(jwksType)) {
      const namesTypes = api.kinds.profile.enabled('RepresentationsInNotAcceptable');
      throw notAcceptable(namesTypes ? [jwksType] : undefined);
    }
    answer(res, jwksType, { keys: signer.publicKeys });
  });
}

function mountRoutes(app: Express, load: LoadRoutes, exchangeOf: ExchangeOf): void {
  let loaded: Promise<Router> | undefined;
  app.use(async (req, res, next) => {
    loaded ??= load().then((routes) => {
      const router = Router({ caseSensitive: true });
      for (const route of routes) mount(router, route, exchangeOf);
      return router;
    });
    const router = await loaded;
    router(req, res, next);
  });
}

function mount(router: Router, route: ExtraRoute, exchangeOf: ExchangeOf): void {
  const { method, path, largestBody, handle } = route;
  const verb = method.toLowerCase() as 'get' | 'put' | 'post' | 'delete';
  router[verb](path, async (req, res) => {
    const gone = new AbortController();
    res.on('close', () => gone.abort(badRequest('the client is gone')));
    const order = {
      body: await readOrder(req, largestBody),
      query: searchParamsOf(req.originalUrl),
      params: req.params as Readonly<Record<string, string>>,
      user: exchangeOf(req).user,
      caller: callerOf(exchangeOf(req)),
      userAgent: req.headers['user-agent'],
      gone: gone.signal,
    };
    sendJson(req, res, 200, (await handle(order)) ?? {});
  });
}

/** Express' errors about paths have a status of their own. */
function isBadPath(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 400;
}
