import type { ServerResponse } from 'node:http';
import { cryptography } from '#machine';
import { answerValue } from '../answer/answer.ts';
import { negotiated, type Exchange } from '../exchange/exchange.ts';
import { jsonBytes } from '../encode/json.ts';
import { send } from '../answer/respond.ts';
import {
  aggregatedDocument,
  aggregatedType,
  aggregatedVersion,
  aggregatedVersions,
} from './aggregated.ts';

/**
 * Answers the document of a path, in the form that the client accepts.
 * @throws {ApiError} 406
 */
export async function answerDocument(
  exchange: Exchange,
  documents: ReadonlyMap<string, object>,
  path: string,
): Promise<void> {
  const { req, server } = exchange;
  const { profile } = server;
  const version = aggregatedVersion(req.headers.accept, aggregatedVersions(profile));
  const { zero = [] } = profile.schemas.of('meta/v1', 'ObjectMeta');
  const isCustom = (groupVersion: string, resource: string): boolean => {
    const [group, apiVersion] = groupVersion.split('/');
    return server.served.byResource(group!, apiVersion!, resource)?.kind.custom !== undefined;
  };
  const whole =
    version && aggregatedDocument(documents, path, version, Object.fromEntries(zero), isCustom);
  if (whole !== undefined) {
    answerAggregated(exchange, aggregatedType(version!), jsonBytes(whole));
    return;
  }
  const reader = isOfGroups(path) ? server.acceptGroups : server.acceptDocument;
  await answerValue(negotiated(exchange, reader), 200, documents.get(path)!);
}

/** Tells whether a document is of all groups or of one: those are answered whatever the method is. */
export function isOfGroups(path: string): boolean {
  return /^\/apis(?:\/[^/]+)?$/.test(path);
}

/** Clients keep the document, and ask whether it is still the same. */
function answerAggregated({ req, res }: Exchange, mediaType: string, bytes: Buffer): void {
  const etag = `"${Buffer.from(cryptography().sha256(bytes)).toString('hex').toUpperCase()}"`;
  res.setHeader('Etag', etag);
  res.setHeader('Vary', 'Accept');
  if (req.headers['if-none-match'] === etag) answerUnchanged(res);
  else send(req, res, 200, mediaType, bytes, cacheControl);
}

/** Programs between the client and the server may keep the answer, too. */
const cacheControl = 'public';

function answerUnchanged(res: ServerResponse): void {
  res.setHeader('Cache-Control', cacheControl);
  res.writeHead(304).end();
}
