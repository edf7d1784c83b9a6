/** Which requests that want to go on in another protocol are taken at their word. */
import type { IncomingMessage } from 'node:http';
import { readTarget } from '../target.ts';
import { isConnection } from '../verbs/connect.ts';

/**
 * Watches are served over WebSocket, and who wants to connect to a pod is refused in a way that
 * its clients understand. All others mean what they ask for anyway: `curl --http2` offers `h2c`
 * with whatever it gets.
 */
export function takesUpgrade({ method, url, headers }: IncomingMessage): boolean {
  const { path } = readTarget(method!, url!);
  const isWebSocket = headers.upgrade?.toLowerCase() === 'websocket';
  return isConnection(path) || (isWebSocket && path.verb === 'watch');
}
