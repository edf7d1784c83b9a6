import { answerValue } from '../answer/answer.ts';
import { negotiated, type Exchange } from '../exchange/exchange.ts';
import { jsonBytes } from '../encode/json.ts';
import { send } from '../answer/respond.ts';
import { aggregatedDocument, aggregatedType, aggregatedVersion } from './aggregated.ts';

/**
 * Answers the document of a path, in the form that the client accepts.
 * @throws {ApiError} 406
 */
export async function answerDocument(
  exchange: Exchange,
  documents: ReadonlyMap<string, object>,
  path: string,
): Promise<void> {
  const { req, res, server } = exchange;
  const version = aggregatedVersion(req.headers.accept);
  const whole = version && aggregatedDocument(documents, path, version);
  if (whole !== undefined) {
    send(req, res, 200, aggregatedType(version!), jsonBytes(whole));
    return;
  }
  await answerValue(negotiated(exchange, server.accept), 200, documents.get(path)!);
}
