import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyJsonPatch,
  decodeJsonPatch,
  jsonPatcher,
} from '../../../../src/api/patch/json-patch.ts';
import { profileOf } from '#kinds';
import { ApiError, type KubeObject } from '#values';
import { deepFreeze, node } from './objects.ts';

type Fields = Record<string, unknown>;

const fields = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 6 });

/** The pointers to all fields and elements of a document. */
function pointersIn(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) => {
    const pointer = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return [pointer, ...pointersIn(part, pointer)];
  });
}

const withPointer = fields
  .filter((document) => Object.keys(document).length > 0)
  .chain((document) => fc.tuple(fc.constant(document), fc.constantFrom(...pointersIn(document))));

const run = (document: Fields, ...operations: Fields[]) =>
  applyJsonPatch(deepFreeze(document), operations) as Fields;

describe('JSON patch', () => {
  test('finds by test what replace wrote', () => {
    fc.assert(
      fc.property(withPointer, fc.jsonValue(), ([document, path], value) => {
        run(document, { op: 'replace', path, value }, { op: 'test', path, value });
      }),
    );
  });

  test('takes back by remove what add put in', () => {
    fc.assert(
      fc.property(withPointer, fc.jsonValue(), ([document, path], value) => {
        const parent = path.slice(0, path.lastIndexOf('/'));
        const place = `${parent}/0-new`;
        const isList = /\/[0-9]+$/.test(path);
        fc.pre(!isList && !pointersIn(document).includes(place));
        const there = run(document, { op: 'add', path: place, value });
        expect(there).not.toEqual(document);
        expect(run(there, { op: 'remove', path: place })).toEqual(document);
      }),
    );
  });

  test('copies and removes as it moves', () => {
    fc.assert(
      fc.property(withPointer, ([document, from]) => {
        const path = '/the new place';
        const moved = run(document, { op: 'move', from, path });
        const copied = run(document, { op: 'copy', from, path }, { op: 'remove', path: from });
        expect(copied).toEqual(moved);
      }),
    );
  });

  test('answers the very document when nothing changes', () => {
    const document = { a: { b: [1, { c: 2 }] }, n: null };
    const same = run(
      document,
      { op: 'test', path: '/a/b/1', value: { c: 2 } },
      { op: 'replace', path: '/a/b', value: [1, { c: 2 }] },
      { op: 'add', path: '/a/b/1/c', value: 2 },
      { op: 'copy', from: '/a', path: '/a' },
    );
    expect(same).toBe(document);
    expect(applyJsonPatch(document, [])).toBe(document);
  });

  test('shares what stays', () => {
    const document = { a: { b: 1 }, list: [{ x: 1 }, { y: 1 }] };
    const patched = run(document, { op: 'add', path: '/list/1/y', value: 2 });
    expect(patched).toEqual({ a: { b: 1 }, list: [{ x: 1 }, { y: 2 }] });
    expect(patched['a']).toBe(document.a);
    expect((patched['list'] as unknown[])[0]).toBe(document.list[0]);
  });

  test.each([
    ['[1.0]', '1.0', [1]],
    ['[1]', '1', [1]],
  ])('compares numbers as they are written: %s', (value, tested, expected) => {
    const patch = decodeJsonPatch(
      `[{"op":"add","path":"/z","value":${value}},{"op":"test","path":"/z/0","value":${tested}}]`,
    );
    expect(applyJsonPatch({}, patch)).toEqual({ z: expected });
  });

  test('counts negative indexes from the end', () => {
    const document = { list: [1, 2, 3] };
    expect(run(document, { op: 'replace', path: '/list/-1', value: 9 })).toEqual({
      list: [1, 2, 9],
    });
  });

  test.each([
    ['9223372036854775807', 'Unable to access invalid index: 9223372036854775807: invalid index'],
    ['9223372036854775808', 'strconv.Atoi: parsing "9223372036854775808": value out of range'],
    ['\t', 'strconv.Atoi: parsing "\\t": invalid syntax'],
  ])('refuses %j as an index', (index, why) => {
    const path = `/list/${index}`;
    expect(() => run({ list: [1] }, { op: 'remove', path })).toThrow(
      `error in remove for path: '${path}': ${why}`,
    );
  });

  const notAString = 'json: cannot unmarshal number into Go value of type string';
  test.each<[Fields, string]>([
    [{ op: 'add', path: 1 }, 'add operation failed to decode path: missing value'],
    [{ op: 'remove', path: 1 }, 'remove operation failed to decode path: missing value'],
    [{ op: 'replace', path: 1 }, `replace operation failed to decode path: ${notAString}`],
    [{ op: 'test', path: 1 }, `test operation failed to decode path: ${notAString}`],
    [{ op: 'move', from: 1 }, `move operation failed to decode from: ${notAString}`],
    [{ op: 'move', from: '/a', path: 1 }, `move operation failed to decode path: ${notAString}`],
    [{ op: 'copy', from: 1 }, `copy operation failed to decode from: ${notAString}`],
    [{ op: 'copy', from: '/a', path: 1 }, 'copy operation failed to decode path: missing value'],
    [
      { op: 'test', path: null },
      'test operation failed to decode path: operation missing path field: missing value',
    ],
  ])('complains of %j', (operation, message) => {
    expect(() => run({ a: 1 }, operation)).toThrow(new Error(message));
  });

  test('replaces the whole document by a list or an object only', () => {
    expect(run({ a: 1 }, { op: 'replace', path: '', value: { b: 2 } })).toEqual({ b: 2 });
    expect(run({ a: 1 }, { op: 'replace', path: '', value: 3 })).toEqual({ a: 1 });
  });

  test.each(['add', 'remove'])('does not %s the whole document', (op) => {
    const message = `${op} operation does not apply: doc is missing path: "": missing value`;
    expect(() => run({ a: 1 }, { op, path: '', value: {} })).toThrow(new Error(message));
  });

  test('does not reach behind an object', () => {
    const add = { op: 'add', path: '/__proto__/polluted', value: true };
    expect(() => run({}, add)).toThrow('doc is missing path');
    const patched = run({}, { op: 'add', path: '/__proto__', value: { polluted: true } });
    expect(Object.keys(patched)).toEqual(['__proto__']);
    expect(Object.hasOwn({}, 'polluted')).toBe(false);
  });
});

describe('the API', () => {
  const refusal = (body: unknown): ApiError => {
    try {
      jsonPatcher(node, body);
    } catch (error) {
      if (error instanceof ApiError) return error;
    }
    throw new Error('this should have been refused');
  };

  test('rejects what is not a patch with 400', () => {
    const { code, message } = refusal({ op: 'add' });
    expect(code).toBe(400);
    expect(message).toBe('json: cannot unmarshal object into Go value of type jsonpatch.Patch');
  });

  test('says nothing about an operation that fails, with 422', () => {
    expect(refusal([{ op: 'test', path: '/kind', value: 'Pod' }]).status).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'the server rejected our request due to an error in our request',
      reason: 'Invalid',
      details: {},
      code: 422,
    });
  });

  test('refuses more than 10000 operations with 413', () => {
    const operation = { op: 'test', path: '/kind', value: 'Node' };
    const patch = (count: number) => Array.from({ length: count }, () => operation);
    expect(jsonPatcher(node, patch(10_000))).toBe(node);
    const { code, message } = refusal(patch(10_001));
    expect(code).toBe(413);
    expect(message).toBe(
      'Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001',
    );
  });

  test('refuses a list as the outcome with 422', () => {
    const { code, message } = refusal([{ op: 'replace', path: '', value: [1] }]);
    expect(code).toBe(422);
    expect(message).toMatch(/^ "" is invalid: patch: Invalid value: "\[1\]": couldn't get/);
  });

  test.each([3, 'a', true, null])('refuses %j as the outcome from v1.35 on', (value) => {
    const patch = [{ op: 'replace', path: '', value }];
    const at = (minor: number) => jsonPatcher(node, patch, undefined, profileOf(minor));
    expect(at(34)).toBe(node);
    expect(() => at(35)).toThrow('the server rejected our request due to an error in our request');
  });

  test('takes null for a patch without operations', () => {
    expect(jsonPatcher(node, null)).toBe(node satisfies KubeObject);
  });
});
