/** Paths under `/api` and `/apis` that are not resources. */
import type { IncomingMessage } from 'node:http';
import type { Express, RequestHandler } from 'express';
import { unknownPath } from '#kinds';
import type { ExchangeOf } from '../exchange.ts';
import { readsOnly } from '../reads-only.ts';
import { answerDocument } from './answer.ts';

export interface Discovery {
  /** By path, without a slash at the end. */
  readonly documents: () => ReadonlyMap<string, object>;
  readonly hasGroup: (group: string) => boolean;
}

const paths = ['/api', '/api/:version', '/apis', '/apis/:group', '/apis/:group/:version'];

export function mountDiscovery(
  app: Express,
  { documents, hasGroup }: Discovery,
  exchangeOf: ExchangeOf,
): void {
  const pathOf = (req: IncomingMessage): string => exchangeOf(req).path.path.replace(/\/$/, '');
  const isThere: RequestHandler = (req, _, next) =>
    next(documents().has(pathOf(req)) ? undefined : 'route');
  app.all(paths, isThere, readsOnly, (req) =>
    answerDocument(exchangeOf(req), documents(), pathOf(req)),
  );
  app.use('/api', () => {
    throw unknownPath();
  });
  // An unknown version of a group is rejected by the group, an unknown group by the server.
  app.use('/apis/:group', (req, _, next) => {
    if (hasGroup(req.params.group)) throw unknownPath();
    next();
  });
}
