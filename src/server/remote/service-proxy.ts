/** Requests that the API passes on to what stands for a Service, or a pod, on this machine. */
import type { AddressedPort } from '#kinds';
import { ApiError } from '#values';
import type { Exchange } from '../exchange/exchange.ts';
import { forwarded, passedHeaders, sendBack, urlOf } from './pass-on.ts';

/** A port, and how it is spoken to. */
export interface SpokenPort extends AddressedPort {
  readonly isPlain: boolean;
}

/**
 * Passes a request on, and its answer back, whoever the certificate of the other is for. Resolves with whether an address
 * stands for the port.
 * @throws {ApiError} 503 where it does not answer
 */
export async function passToPort(
  exchange: Exchange,
  { isPlain, ...service }: SpokenPort,
): Promise<boolean> {
  const { req, res } = exchange;
  const [, root = '', rest, query = ''] =
    /^([^?]*?\/(?:services|pods)\/[^/?]+\/proxy)(\/[^?]*)?(\?.*)?$/.exec(urlOf(req)) ?? [];
  if (rest === undefined && (req.method === 'GET' || req.method === 'HEAD')) {
    res.writeHead(301, { location: `${root}/${query}` }).end();
    return true;
  }
  const reply = forwarded(exchange, {
    ...{ service, isPlain, isInsecure: true },
    path: `${rest ?? '/'}${query}`,
    headers: passedHeaders(req),
  });
  if (reply === undefined) return false;
  try {
    const { headers, ...answered } = await reply;
    await sendBack(res, {
      ...answered,
      headers: { ...headers, ...placed(root, headers.location) },
    });
  } catch (error) {
    if (!res.headersSent) {
      const why = `error trying to reach service: ${(error as Error).message}`;
      throw new ApiError(503, 'ServiceUnavailable', why);
    }
    res.destroy();
  }
  return true;
}

/** Returns where a redirect within the other server leads, as its client sees it. */
function placed(root: string, location: unknown): { readonly location?: string } {
  return typeof location === 'string' && /^\/(?!\/)/.test(location)
    ? { location: root + location }
    : {};
}
