/** Paths under `/api` and `/apis` that are not resources. */
import type { IncomingMessage } from 'node:http';
import type { Express, RequestHandler } from 'express';
import { unknownPath } from '#kinds';
import type { ExchangeOf } from '../exchange.ts';
import { refuseWrites } from '../reads-only.ts';
import { sendText } from '../respond.ts';
import { answerDocument } from './answer.ts';
import { unavailableText } from './remote.ts';

export interface Discovery {
  /** By path, without a slash at the end. */
  readonly documents: () => Promise<ReadonlyMap<string, object>>;
  readonly hasGroup: (group: string) => boolean;
  /** Whether another server should answer for a version. */
  readonly isRemote: (version: {
    readonly group: string;
    readonly version: string;
  }) => Promise<boolean>;
}

const paths = ['/api', '/api/:version', '/apis', '/apis/:group', '/apis/:group/:version'];

export function mountDiscovery(
  app: Express,
  { documents, hasGroup, isRemote }: Discovery,
  exchangeOf: ExchangeOf,
): void {
  const pathOf = (req: IncomingMessage): string => exchangeOf(req).path.path.replace(/\/$/, '');
  const answer: RequestHandler = async (req, _, next) => {
    const known = await documents();
    const path = pathOf(req);
    if (!known.has(path)) return next('route');
    refuseWrites(req);
    await answerDocument(exchangeOf(req), known, path);
  };
  app.all(paths, answer);
  app.use('/api', () => {
    throw unknownPath();
  });
  // An unknown version of a group is rejected by the group, an unknown group by the server.
  app.use('/apis/:group/:version', async (req, res, next) => {
    if (await isRemote(req.params)) sendText(req, res, 503, unavailableText);
    else next();
  });
  app.use('/apis/:group', (req, _, next) => {
    if (hasGroup(req.params.group)) throw unknownPath();
    next();
  });
}
