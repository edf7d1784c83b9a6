/** Upgrade requests that are answered as plain HTTP. */
import type { IncomingMessage, Server } from 'node:http';
import type { Upgrade } from './websocket.ts';

/** Headers that are about the protocol, and nothing else. */
const aboutProtocol: readonly string[] = ['connection', 'upgrade', 'http2-settings'];

/**
 * Gives the connection back to HTTP, which reads the request again without its upgrade, and then
 * all that follows. (Node detaches the connection before it calls an upgrade handler.)
 */
export function readAgain(server: Server, event: string, { req, socket, head }: Upgrade): void {
  socket.unshift(Buffer.concat([headOf(req), head]));
  server.emit(event, socket);
  // While it waited for its turn, the socket may have been paused.
  socket.resume();
}

function headOf({ method, url, httpVersion, headers, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (!aboutProtocol.includes(name.toLowerCase()))
      lines.push(`${name}: ${rawHeaders[index + 1]!}`);
  }
  if (/\bclose\b/i.test(headers.connection ?? '')) lines.push('Connection: close');
  return Buffer.from([...lines, '', ''].join('\r\n'), 'latin1');
}
