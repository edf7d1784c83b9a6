import { expect, it } from 'vitest';
import { profileOf } from '#kinds';
import { serverReacher } from '../../../src/webhooks/node/server-reacher.ts';

const service = { namespace: 'metrics', name: 'adapter', port: 443 };
const addresses = [{ ...service, host: '127.0.0.1', hostPort: 1 }];
const profile = profileOf(34);
const target = { service, isInsecure: true };
const caller = (name: string) => ({ name, groups: [], profile });

it('keeps the clients of a caller, and forgets those of callers that are long gone', () => {
  const reach = serverReacher(addresses);
  const first = reach(target, caller('first'));
  expect(reach(target, caller('first'))).toBe(first);
  for (let at = 0; at < 1_000; at++) void reach(target, caller(`caller-${at}`));
  expect(reach(target, caller('caller-999'))).toBe(reach(target, caller('caller-999')));
  expect(reach(target, caller('first'))).not.toBe(first);
});
