/** Which requests that want to go on in another protocol are taken at their word. */
import type { IncomingMessage } from 'node:http';
import { subresourceOf } from '#kinds';
import type { ServedKinds } from '../served.ts';
import { readTarget } from '../target.ts';

/**
 * Watches are served over WebSocket, and who wants to connect to a pod is refused in a way that
 * its clients understand. All others mean what they ask for anyway: `curl --http2` offers `h2c`
 * with whatever it gets.
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
