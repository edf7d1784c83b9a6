/** Paths under `/api` and `/apis` that are not resources. */
import type { IncomingMessage } from 'node:http';
import type { Express, RequestHandler } from 'express';
import { unknownPath } from '#values';
import type { apiregistrationV1 } from '#types';
import type { ExchangeOf } from '../exchange/exchange.ts';
import { refuseWrites } from '../routes/reads-only.ts';
import { answerDocument, isOfGroups } from './answer.ts';

export interface Discovery {
  /** By path, without a slash at the end. @param at the revision at which they were so; absent: the latest */
  readonly documents: (at?: number) => Promise<ReadonlyMap<string, object>>;
  readonly hasGroup: (group: string) => boolean;
  /** What names the server that answers for a version, if it is another one. */
  readonly remoteOf: (version: {
    readonly group: string;
    readonly version: string;
  }) => Promise<apiregistrationV1.APIService | undefined>;
}

const paths = ['/api', '/api/:version', '/apis', '/apis/:group', '/apis/:group/:version'];

export function mountDiscovery(
  app: Express,
  { documents, hasGroup, remoteOf }: Discovery,
  exchangeOf: ExchangeOf,
): void {
  const pathOf = (req: IncomingMessage): string => exchangeOf(req).path.path.replace(/\/$/, '');
  const answer: RequestHandler = async (req, _, next) => {
    const known = await documents(exchangeOf(req).at);
    const path = pathOf(req);
    if (!known.has(path)) return next('route');
    if (!isOfGroups(path)) refuseWrites(req);
    await answerDocument(exchangeOf(req), known, path);
  };
  app.route(paths).all(answer);
  app.use('/api', () => {
    throw unknownPath();
  });
  // An unknown version of a group is rejected by the group, an unknown group by the server.
  app.use('/apis/:group/:version', async (req, _, next) => {
    const remote = await remoteOf(req.params);
    if (remote === undefined) return next();
    const { passOn } = await import('../remote/pass-on.ts');
    await passOn(exchangeOf(req), remote);
  });
  app.use('/apis/:group', (req, _, next) => {
    if (hasGroup(req.params.group)) throw unknownPath();
    next();
  });
}
