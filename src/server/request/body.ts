import type { IncomingMessage } from 'node:http';
import { requestEntityTooLarge } from '#values';

/** The largest request body, in bytes. */
const largestBody = 3 * 1024 * 1024;

const empty = Buffer.alloc(0);

/**
 * Reads the body of a request. A body that is too large is rejected and the rest of it discarded.
 * @param largest in bytes
 * @throws {ApiError} 413
 */
export function readBody(req: IncomingMessage, largest = largestBody): Promise<Buffer> {
  const declared = req.headers['content-length'];
  if (declared === '0' || (declared === undefined && !('transfer-encoding' in req.headers))) {
    return Promise.resolve(empty);
  }
  const isTooLarge = declared !== undefined && Number(declared) > largest;
  // Most bodies have arrived by now: to take them out costs a third of waiting for their end.
  if (req.complete && req.readableLength > 0 && req.readableLength <= largest && !isTooLarge) {
    return Promise.resolve(req.read() as Buffer);
  }
  return new Promise((resolve, reject) => {
    let first: Buffer | undefined;
    let others: Buffer[] | undefined;
    let length = 0;
    const refuse = (): void => {
      req.removeAllListeners('data');
      req.resume();
      reject(requestEntityTooLarge(`limit is ${largest}`));
    };
    if (isTooLarge) {
      refuse();
      return;
    }
    req.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > largest) refuse();
      else if (first === undefined) first = chunk;
      else if (others === undefined) others = [first, chunk];
      else others.push(chunk);
    });
    req.on('end', () => resolve(others === undefined ? (first ?? empty) : Buffer.concat(others)));
    // Also when the client disconnects.
    req.on('error', reject);
  });
}
