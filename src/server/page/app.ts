/** The page over HTTP, on express: its text, and the orders that it gives. */
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { bearerToken } from '../auth/shown-tokens.ts';
import { isSame } from '../auth/secret.ts';
import { refusalOf } from './guard.ts';
import type { LivePage, ServedPage } from './page.ts';

export function pageApp({ document, live }: ServedPage): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((req, res, next) => {
    res.set({
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
    });
    const refusal = refusalOf(req.headers);
    if (refusal === undefined) next();
    else say(res, refusal.status, refusal.text);
  });
  const result = once(document);
  app.get('/', async (_, res) => {
    const { html, policy } = await result();
    // No other page shows this one within itself.
    res.set('Content-Security-Policy', `${policy}; frame-ancestors 'none'`);
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    res.end(html);
  });
  if (live !== undefined) mountOrders(app, live);
  app.use((_, res) => say(res, 404, 'not found\n'));
  app.use((error: Error, _: Request, res: Response, next: NextFunction) => {
    if (res.headersSent) next(error);
    else say(res, 500, `${error.message}\n`);
  });
  return app;
}

/** What cannot be made is tried again when it is asked for next. */
function once<T>(make: () => T | Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return async () => {
    result ??= Promise.resolve(make());
    try {
      return await result;
    } catch (error) {
      result = undefined;
      throw error;
    }
  };
}

function mountOrders(app: Express, { orders, key, order }: LivePage): void {
  for (const [name, path] of Object.entries(orders)) {
    app.post(`/live/${name}`, (req: Request, res: Response) => {
      if (!hasKey(req.headers.authorization, key)) say(res, 401, 'expected the key of the page\n');
      // Forms of other pages can send anything but this type.
      else if (req.headers['content-type'] !== 'application/json')
        say(res, 415, 'expected application/json\n');
      else order(path, req, res);
    });
  }
}

/** With the page's name behind it, as programs name themselves. */
function hasKey(authorization: string | undefined, key: string): boolean {
  const [token = ''] = bearerToken(authorization)?.split('~') ?? [];
  return isSame(token, key);
}

function say(res: Response, status: number, text: string): void {
  res.status(status).setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.end(text);
}
