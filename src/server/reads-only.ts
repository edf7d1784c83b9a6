import type { IncomingMessage } from 'node:http';
import { methodNotSupported } from '#kinds';

/** For express routes that support only GET. @throws {ApiError} 405 */
export function readsOnly({ method }: IncomingMessage, _: unknown, next: () => void): void {
  if (method !== 'GET') throw methodNotSupported();
  next();
}
