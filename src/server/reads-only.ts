import type { IncomingMessage } from 'node:http';
import { methodNotSupported } from '#kinds';

/** For routes of express that answer nothing but GET. @throws {ApiError} 405 */
export function readsOnly({ method }: IncomingMessage, _: unknown, next: () => void): void {
  if (method !== 'GET') throw methodNotSupported();
  next();
}
