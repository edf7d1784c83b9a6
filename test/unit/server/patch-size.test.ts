import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OversizedJsonPatch } from '#api';
import { countObjects } from '#values';
import { readPatch } from '../../../src/server/decode/patch.ts';
import type { YamlForm } from '../../../src/server/yaml/yaml-thread.ts';

const yaml = {} as YamlForm;
const read = async (text: string): Promise<unknown> =>
  (await readPatch('json', Buffer.from(text), true, yaml)).body;

describe('operations of a JSON patch are counted before they are read', () => {
  test('as many as there are objects in the list, whatever is in them', () => {
    const element = fc.oneof(fc.constant(null), fc.dictionary(fc.string(), fc.jsonValue()));
    fc.assert(
      fc.property(fc.array(element, { minLength: 1 }), fc.nat(2), (list, indent) => {
        expect(countObjects(JSON.stringify(list, undefined, indent))).toBe(list.length);
      }),
    );
  });

  test.each(['', '{}', '[]', '[1]', '[{}, "x"]', '[{}, []]', '"[{}]"'])('not in %s', (text) => {
    expect(countObjects(text)).toBeUndefined();
  });

  test('too many are not read', async () => {
    const body = await read(`[${'{},'.repeat(10_000)}{}]`);
    expect(body).toBeInstanceOf(OversizedJsonPatch);
    expect(body).toHaveLength(10_001);
  });

  test('as many as are allowed are', async () => {
    expect(await read(`[${'{},'.repeat(9_999)}{}]`)).toEqual(Array(10_000).fill({}));
  });

  test.each([
    ["invalid character ']' looking for beginning of value", `[${'{},'.repeat(10_001)}]`],
    ['unexpected end of JSON input', `[${'{},'.repeat(10_001)}{}`],
  ])('but text that is not JSON is: %s', async (message, text) => {
    await expect(read(text)).rejects.toThrow(message);
  });
});
