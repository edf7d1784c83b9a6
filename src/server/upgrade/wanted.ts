/** Which upgrade requests are handled as upgrades. */
import type { IncomingMessage } from 'node:http';
import { subresourceOf } from '#kinds';
import type { ServedKinds } from '../exchange/served-kinds.ts';
import { readTarget } from '../request/target.ts';

/**
 * Watches are served over WebSocket, and connections to pods are rejected in a way that their
 * clients understand. In all other requests the upgrade is optional: `curl --http2` offers `h2c` in
 * every request.
 */
export function takesUpgrade(
  { method, url, headers }: IncomingMessage,
  served: ServedKinds,
): boolean {
  const { path } = readTarget(method!, url!);
  const { group, version, resource, subresource } = path;
  const found = served.byResource(group, version, resource);
  if (found !== undefined && subresourceOf(found.kind, subresource)?.stream === 'connection') {
    return true;
  }
  return headers.upgrade?.toLowerCase() === 'websocket' && path.verb === 'watch';
}
