/** Answers malformed requests as Go's server does, and ends the connection. */
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { plainText } from '../answer/respond.ts';

/** By the code of the parser's error. */
const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** @param answers to the connection's requests so far: the body of one must not be mixed with another answer */
export function answerMalformed(
  { code = '' }: NodeJS.ErrnoException,
  socket: Duplex,
  answers: readonly ServerResponse[],
): void {
  // Nothing may follow the connection's last answer; Node closes it when that answer is sent.
  if (answers.some((res) => res.writableEnded && res.getHeader('connection') === 'close')) return;
  const isAnswering = answers.some((res) => res.headersSent && !res.writableFinished);
  if (!socket.writable || isAnswering) {
    socket.destroy();
    return;
  }
  const status = statuses[code] ?? 400;
  const text = `${status} ${STATUS_CODES[status]}`;
  socket.end(`HTTP/1.1 ${text}\r\nContent-Type: ${plainText}\r\nConnection: close\r\n\r\n${text}`);
}

/** As Go's server refuses an `Expect` that it does not know: nothing is read after it, the body included. */
export function refuseExpectation(_: IncomingMessage, res: ServerResponse): void {
  res.setHeader('Connection', 'close');
  res.writeHead(417, { 'Content-Length': 0 });
  res.end();
}
