import { expect, it } from 'vitest';
import { identify, UnidentifiableError } from '../../../../src/schema/decode/identify.ts';

it.each<[value: unknown, apiVersion: string, kind: string]>([
  [null, '', ''],
  [{}, '', ''],
  [{ apiVersion: null, kind: null }, '', ''],
  [{ apiVersion: 'v1', kind: 'Pod' }, 'v1', 'Pod'],
  [{ apiVersion: 'apps/v1' }, 'apps/v1', ''],
  [{ kind: 'Pod' }, '', 'Pod'],
])('%j is one of %j %j', (value, apiVersion, kind) => {
  expect(identify(value)).toEqual({ apiVersion, kind });
});

const json = "couldn't get version/kind; json parse error: json: cannot unmarshal";
const struct =
  'Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

it.each<[value: unknown, why: string]>([
  [[], `${json} array into ${struct}`],
  ['Pod', `${json} string into ${struct}`],
  [1, `${json} number into ${struct}`],
  [true, `${json} bool into ${struct}`],
  [{ apiVersion: 1 }, `${json} number into Go struct field .apiVersion of type string`],
  [{ kind: {}, apiVersion: '' }, `${json} object into Go struct field .kind of type string`],
  [{ apiVersion: 'a/b/c' }, 'unexpected GroupVersion string: a/b/c'],
])('%j cannot be identified', (value, why) => {
  expect(() => identify(value)).toThrow(new UnidentifiableError(why));
  expect(new UnidentifiableError(why).name).toBe('UnidentifiableError');
});
