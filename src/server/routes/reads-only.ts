import type { IncomingMessage } from 'node:http';
import { methodNotSupported } from '#values';

/** For express routes that support only GET. @throws {ApiError} 405 */
export function readsOnly(req: IncomingMessage, _: unknown, next: () => void): void {
  refuseWrites(req);
  next();
}

/** @throws {ApiError} 405 */
export function refuseWrites({ method }: IncomingMessage): void {
  if (method !== 'GET') throw methodNotSupported();
}
