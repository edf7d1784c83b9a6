import type { ApiRequest, ApiServer, RequestContext } from '#api';
import { Client, isWrite } from '#request';
import { answerTo } from './answer-to.ts';

/**
 * Returns a client of the API in the same process that does not hold the clock: for callers that
 * already do.
 */
export function directClient(api: ApiServer, context: RequestContext): Client {
  return new Client((expected) => {
    const request = expected as ApiRequest;
    const outcome = api.call(context, request);
    if (!isWrite(request)) return outcome;
    return (outcome as Promise<unknown>).then((answer) => answerTo(request, answer));
  });
}
