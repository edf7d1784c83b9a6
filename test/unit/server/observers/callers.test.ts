/** How the server distinguishes the programs that call it, and what it calls them. */
import { expect, it } from 'vitest';
import { callerOf } from '../../../../src/server/observers/callers.ts';

type Headers = Parameters<typeof callerOf>[0]['req']['headers'];

const callerWith = (headers: Headers) =>
  callerOf({ req: { headers }, user: { name: 'jane', groups: [] } } as unknown as Parameters<
    typeof callerOf
  >[0]);

it.each<[Headers, string, string]>([
  [{}, 'user jane', 'jane'],
  [{ authorization: 'Bearer abc' }, 'token abc', 'jane'],
  [{ 'user-agent': 'kubectl/v1.24.17 (linux/amd64)' }, 'user jane', 'jane (kubectl/v1.24.17)'],
  [
    { authorization: 'Bearer abc', 'user-agent': 'operator/1 leader-election' },
    'token abc',
    'jane (operator/1)',
  ],
])('%j: %s, %s', (headers, key, name) => {
  expect(callerWith(headers)).toEqual({ key, name });
});
