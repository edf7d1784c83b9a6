/** Objects of custom kinds: their unknown fields are reported in the order of their names. */
import { expect, it } from 'vitest';
import { customKinds } from '#custom';
import { decodeAs, decodingAs, defaultProfile } from '#kinds';
import { runToEnd } from '#values';
import { widgets } from '../../../support/custom.ts';

const kind = customKinds(
  widgets({ type: 'object', properties: { list: { type: 'array', items: { type: 'object' } } } }),
  defaultProfile,
)[0]!;

const ways: readonly [string, (...args: Parameters<typeof decodeAs>) => unknown][] = [
  ['at once', decodeAs],
  ['in parts', (...args) => runToEnd(decodingAs(...args))],
];

it.each(ways)('sorts unknown fields: %s', (_, decode) => {
  const list = Array.from({ length: 20 }, (_each, index) => (index === 10 ? { odd: 1 } : {}));
  const value = {
    ...{ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w' } },
    spec: { list, b: 1, a: 2 },
  };
  const found: string[] = [];
  const onUnknown = (path: string): void => void found.push(path);
  expect(decode(kind, value, { onUnknown })).toMatchObject({ spec: { list: Array(20).fill({}) } });
  expect(found).toEqual(['spec.a', 'spec.b', 'spec.list[10].odd']);
});
