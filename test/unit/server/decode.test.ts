/** What is read of the bodies of patches and deletions, and of the server's own requests. */
import { defaultProfile } from '#kinds';
import { Readable } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { readDeleteOptions } from '../../../src/server/decode/delete-options.ts';
import { readOrder } from '../../../src/server/decode/order.ts';
import { readPatch } from '../../../src/server/decode/patch.ts';
import type { Serializer } from '../../../src/server/media/serializer.ts';
import { noQuery } from '../../../src/server/request/query.ts';
import { yamlHere } from '../../../src/server/yaml/yaml-thread.ts';

describe('a patch', () => {
  // Merge and JSON patches keep the notation of numbers; strategic ones are made of typed values.
  it.each([
    ['merge', '{"a":1}', undefined],
    ['merge', '{"a":1.0}', true],
    ['merge', '{"a":1e3}', true],
    ['merge', '{"a":12345678901234567890}', true],
    ['merge', '{"a":"1.0"}', undefined],
    ['json', '[{"op":"add","path":"/a","value":1.50}]', true],
    ['json', '[{"op":"add","path":"/a","value":1}]', undefined],
    ['strategic', '{"a":1.0}', undefined],
  ] as const)('%s %s: numbers as they are written: %s', async (type, text, isSpelled) => {
    const patch = await readPatch(type, Buffer.from(text), false, yamlHere);
    expect(patch.type).toBe(type);
    expect(patch.isSpelled).toBe(isSpelled);
  });
});

describe('the options of a deletion', () => {
  const serializer = {
    read: (bytes: Buffer) => ({ value: JSON.parse(bytes.toString()) as unknown }),
  } as unknown as Serializer;
  const read = (body: object) =>
    readDeleteOptions(Buffer.from(JSON.stringify(body)), noQuery, serializer, defaultProfile);

  it.each([
    {},
    { kind: 'DeleteOptions' },
    { apiVersion: 'v1' },
    { kind: 'DeleteOptions', apiVersion: 'v1' },
    { kind: 'DeleteOptions', apiVersion: 'foo/v9' },
  ])('are read from %j', async (type) => {
    const { options } = await read({ ...type, gracePeriodSeconds: 7 });
    expect(options).toMatchObject({ gracePeriodSeconds: 7 });
  });

  it.each([
    [{ kind: 'Pod' }, 'meta.k8s.io/v1'],
    [{ kind: 'Pod', apiVersion: 'v2' }, 'v2'],
  ])('are not %j', async (type, version) => {
    const message = `no kind "Pod" is registered for version "${version}" in scheme "pkg/runtime/scheme.go:100"`;
    await expect(read(type)).rejects.toMatchObject({ status: { code: 500, message } });
  });
});

describe("a request of the simulator's own", () => {
  const order = (text: string, given: object): Promise<unknown> => {
    const headers = { ...given, 'content-length': String(text.length) };
    const body = Readable.from([Buffer.from(text)]);
    return readOrder(Object.assign(body, { headers }) as unknown as IncomingMessage);
  };

  it.each([
    {},
    { 'content-type': 'application/json; charset=UTF-8', 'content-encoding': 'identity' },
    { 'content-type': 'application/json;charset="utf8"' },
  ])('is read with %j', async (headers) => {
    expect(await order('{"a":1}', headers)).toEqual({ a: 1 });
  });

  it.each<[object, string, number, string]>([
    [{ 'content-type': 'text/x; charset=latin1' }, '{}', 415, 'charset "latin1": send UTF-8'],
    [{ 'content-encoding': 'gzip' }, '{}', 415, 'encoding "gzip": send the body as it is'],
    [{}, '{', 400, 'the body is not JSON'],
    [{}, ' '.repeat(64 * 1024 + 1), 413, ''],
  ])('with %j is refused: %.20s', async (headers, text, code, message) => {
    await expect(order(text, headers)).rejects.toMatchObject({
      status: { code, message: expect.stringContaining(message) as string },
    });
  });
});
