/** Requests of the torture, and what makes them. */
import type { FuzzRequest } from '../../test/support/fuzz/request.ts';

export interface Hostile {
  readonly name: string;
  /** What is asked, in order; the earlier ones prepare. */
  requests(): Iterable<FuzzRequest>;
}

export function one(name: string, request: () => FuzzRequest): Hostile {
  return {
    name,
    *requests() {
      yield request();
    },
  };
}

export function post(target: string, value: object): FuzzRequest {
  return text('POST', target, 'application/json', JSON.stringify(value));
}

export function patch(target: string, type: string, value: object): FuzzRequest {
  return text('PATCH', target, `application/${type}+json`, JSON.stringify(value));
}

export function text(method: string, target: string, type: string, body: string): FuzzRequest {
  const headers = [
    ['Authorization', 'Bearer admintoken'],
    ['Content-Type', type],
  ] as const;
  return { method, target, headers, body: Buffer.from(body) };
}

/** Keys with numbers, all of one value. */
export function numbered(
  count: number,
  value: string,
  prefix = '',
): Readonly<Record<string, string>> {
  const keys = Array.from({ length: count }, (_, i) => [`${prefix}k${i}`, value] as const);
  return Object.fromEntries(keys);
}
