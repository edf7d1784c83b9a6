/** What is seldom needed, on express: metrics, OpenAPI, and what the simulator adds. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { badRequest } from '#kinds';
import { largestBody } from './body.ts';
import { notFoundText } from './dispatch.ts';
import { metricsText, type Metered } from './metrics.ts';
import type { OpenApiHandler } from './openapi/index.ts';
import { sendJson, sendText } from './respond.ts';

/** A way to talk to whoever runs the server. JSON in, JSON out. */
export interface ExtraRoute {
  readonly method: 'GET' | 'PUT' | 'POST';
  /** Outside of `/api` and `/apis`, such as `/orrery/v1/clock`. */
  readonly path: string;
  /** Answers the body (undefined without one). @throws {ApiError} for what cannot be done */
  handle(body: unknown, query: URLSearchParams): unknown;
}

export interface RestOptions extends Metered {
  readonly routes?: readonly ExtraRoute[];
  /** Serves `/openapi/`, loaded on first use. */
  readonly openapi: () => Promise<OpenApiHandler>;
  /** Answers what goes wrong. */
  readonly fail: (req: IncomingMessage, res: ServerResponse, error: unknown) => void;
}

export interface Rest {
  handle(req: IncomingMessage, res: ServerResponse): void;
}

export function createRest(options: RestOptions): Rest {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.get('/metrics', async (_, res) => {
    const { contentType, text } = await metricsText(options);
    res.setHeader('Content-Type', contentType);
    res.end(text);
  });
  mountOpenApi(app, options.openapi);
  app.use(express.json({ limit: largestBody, strict: false, type: () => true }));
  for (const route of options.routes ?? []) mount(app, route);
  app.use((req, res) => sendText(req, res, 404, notFoundText));
  // Express tells the handler of errors by its four parameters.
  app.use((error: unknown, req: Request, res: Response, next: NextFunction) => {
    if (res.headersSent) {
      next(error);
      return;
    }
    options.fail(req, res, isBadBody(error) ? badRequest((error as Error).message) : error);
  });
  return { handle: app };
}

function mountOpenApi(app: Express, load: RestOptions['openapi']): void {
  let loaded: ReturnType<typeof load> | undefined;
  app.all('/openapi/*path', async (req, res) => {
    loaded ??= load();
    (await loaded)(req, res);
  });
}

function mount(app: Express, { method, path, handle }: ExtraRoute): void {
  const verb = method.toLowerCase() as 'get' | 'put' | 'post';
  app[verb](path, async (req, res) => {
    const { searchParams } = new URL(req.originalUrl, 'http://server');
    sendJson(req, res, 200, (await handle(req.body, searchParams)) ?? {});
  });
}

/** What express's parser says of bodies has a status of its own. */
function isBadBody(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 400;
}
