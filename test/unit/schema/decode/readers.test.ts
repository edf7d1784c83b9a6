/** How values are read that v1.24 converts from maps: after strategic merge patches and applies. */
import { describe, expect, test } from 'vitest';
import { configMap, deployment, horizontalPodAutoscaler } from '#kinds';
import { conform, mapReader } from '#schema';

const read = (object: object, schema = deployment.schema): unknown =>
  conform(schema, object, { reader: mapReader });

describe('integers wrap around as in Go', () => {
  test.each([
    [2 ** 31 - 1, 2 ** 31 - 1],
    [2 ** 31, -(2 ** 31)],
    [-(2 ** 31) - 1, 2 ** 31 - 1],
    [2 ** 32 + 7, 7],
    [1e300, 0],
  ])('int32 %d', (replicas, wrapped) => {
    expect(read({ spec: { replicas } })).toMatchObject({ spec: { replicas: wrapped } });
  });

  test.each([
    [2 ** 62, 2 ** 62],
    [2 ** 63, -(2 ** 63)],
    [1e300, -(2 ** 63)],
  ])('int64 %d', (seconds, wrapped) => {
    const metadata = { deletionGracePeriodSeconds: seconds };
    expect(read({ metadata })).toMatchObject({ metadata: { deletionGracePeriodSeconds: wrapped } });
  });
});

test('bytes are text in base64, or a list of numbers', () => {
  expect(read({ binaryData: { a: [104, 105, 256] } }, configMap.schema)).toMatchObject({
    binaryData: { a: 'aGkA' },
  });
});

describe('type errors have the text of Go', () => {
  const container = (parts: object) => ({
    spec: { template: { spec: { containers: [{ name: 'a', ...parts }] } } },
  });
  test.each([
    ['a number for text', container({ image: 1 }), 'cannot convert int64 to string'],
    [
      'a number for text of a type',
      container({ imagePullPolicy: 1 }),
      'cannot convert int64 to v1.PullPolicy',
    ],
    ['a fraction for text', container({ image: 1.5 }), 'unrecognized type: string'],
    ['a list for text', container({ image: [] }), 'unrecognized type: string'],
    ['text for a boolean', container({ tty: 'true' }), 'unrecognized type: bool'],
    ['text for a number', { spec: { replicas: '1' } }, 'unrecognized type: int32'],
    ['a fraction for a number', { spec: { replicas: 1.5 } }, 'cannot convert float64 to int32'],
    ['text for a struct', { spec: 'a' }, 'cannot restore struct from: string'],
    ['a list for a struct', { spec: [] }, 'cannot restore struct from: slice'],
    ['a number for a map', { metadata: { labels: 1 } }, 'cannot restore map from int64'],
    ['a map for a list', { metadata: { finalizers: {} } }, 'cannot restore slice from map'],
    [
      'a boolean for a time',
      { metadata: { creationTimestamp: true } },
      'json: cannot unmarshal bool into Go value of type string',
    ],
  ])('%s', (_, object, message) => {
    expect(() => read(object)).toThrow(message);
  });

  test('bytes', () => {
    const of = (a: unknown) => () => read({ binaryData: { a } }, configMap.schema);
    expect(of('a*')).toThrow('error decoding from json: illegal base64 data at input byte 1');
    expect(of(7)).toThrow('cannot restore slice from int64');
    expect(of(['a'])).toThrow('unrecognized type: uint8');
  });

  test('quantities', () => {
    const target = { type: 'Value', value: 'x' };
    const metrics = [{ type: 'External', external: { metric: { name: 'a' }, target } }];
    expect(() => read({ spec: { metrics } }, horizontalPodAutoscaler.schema)).toThrow(
      /^quantities must match/,
    );
  });
});
