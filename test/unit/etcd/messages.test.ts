/** The messages of etcd's API, byte by byte: the numbers of fields are those of its declarations. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  longIn,
  numberIn,
  rangeMessage,
  readRange,
  readTxn,
  readWatch,
  textIn,
  txnMessage,
  watchMessage,
} from '../../../src/etcd/driver/messages.ts';
import { Fields, Message } from '../../../src/etcd/driver/protobuf.ts';

const hex = (message: Message): string => Buffer.from(message.finish()).toString('hex');
/** Bytes of parts: numbers are bytes, texts stand for their bytes. */
const bytesOf = (...parts: readonly (number | string | Buffer)[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'number' ? Buffer.of(part) : Buffer.from(part as string))),
  );
/** A field that has a length. */
const field = (number: number, ...parts: readonly (number | string | Buffer)[]): Buffer => {
  const content = bytesOf(...parts);
  return bytesOf(number * 8 + 2, content.length, content);
};
const sent = (...parts: readonly (number | string | Buffer)[]): string =>
  bytesOf(...parts).toString('hex');

describe('a request', () => {
  it.each<[string, Message, string]>([
    ['for a key', rangeMessage({ key: 'a' }), sent(field(1, 'a'))],
    [
      'for keys',
      rangeMessage({ key: 'a', end: 'b', limit: 5, revision: 7, keysOnly: true }),
      sent(field(1, 'a'), field(2, 'b'), 0x18, 5, 0x20, 7, 0x40, 1),
    ],
    ['for values', rangeMessage({ key: 'a', keysOnly: false }), sent(field(1, 'a'))],
    [
      'for a watch',
      watchMessage('a', 'b', 9),
      sent(field(1, field(1, 'a'), field(2, 'b'), 0x18, 9, 0x20, 1)),
    ],
    ['that does nothing', txnMessage({ if: [], then: [] }), ''],
    [
      'that is bound to conditions',
      txnMessage({
        if: [
          { key: 'a', exists: true },
          { key: 'b', version: 3 },
          { key: 'c', revision: 0 },
        ],
        then: [],
      }),
      sent(
        field(1, 0x08, 1, field(3, 'a'), 0x20, 0),
        field(1, field(3, 'b'), 0x20, 3),
        field(1, 0x10, 2, field(3, 'c'), 0x30, 0),
      ),
    ],
    [
      'that writes',
      txnMessage({
        if: [],
        then: [
          { put: 'a', value: 'v', lease: 5n },
          { put: 'b', value: Uint8Array.of(9) },
          { delete: 'c' },
        ],
        else: [{ get: 'd' }],
      }),
      sent(
        field(2, field(2, field(1, 'a'), field(2, 'v'), 0x18, 5)),
        field(2, field(2, field(1, 'b'), field(2, 9))),
        field(2, field(3, field(1, 'c'))),
        field(3, field(1, field(1, 'd'))),
      ),
    ],
  ])('%s', (_, message, expected) => {
    expect(hex(message)).toBe(expected);
  });
});

const header = field(1, 0x08, 1, 0x18, 42);
/** A key with all fields, and one that the reader does not know. */
const keyValue = bytesOf(
  ...[field(1, 'key'), 0x10, 2, 0x18, 3, 0x20, 4, field(5, 'value'), 0x30, 6, 0x78, 1],
);
const known = { key: 'key', created: 2, revision: 3, version: 4, lease: 6n };
const whole = { ...known, value: Buffer.from('value') };
const empty = { key: '', created: 0, revision: 0, version: 0, value: Buffer.alloc(0), lease: 0n };

describe('an answer', () => {
  it('to a range has what was found', () => {
    expect(readRange(Buffer.alloc(0))).toEqual({ revision: 0, found: [], more: false });
    expect(readRange(bytesOf(header, field(2, keyValue), field(2), 0x18, 1, 0x20, 9))).toEqual({
      ...{ revision: 42, found: [whole, empty], more: true },
    });
    expect(readRange(bytesOf(0x18, 0)).more).toBe(false);
  });

  it('to a transaction has what its reads have found', () => {
    expect(readTxn(Buffer.alloc(0))).toEqual({ revision: 0, succeeded: false, found: [] });
    const range = field(3, field(1, header, field(2, keyValue)));
    const put = field(3, field(2, header));
    expect(readTxn(bytesOf(header, 0x10, 1, put, range, range, 0x20, 1))).toEqual({
      ...{ revision: 42, succeeded: true, found: [whole, whole] },
    });
    expect(readTxn(bytesOf(0x10, 0)).succeeded).toBe(false);
  });

  it('of a watch has its events', () => {
    const none = { isCreated: false, isCanceled: false, compacted: 0, reason: '', events: [] };
    expect(readWatch(header)).toEqual(none);
    expect(readWatch(bytesOf(0x18, 1))).toEqual({ ...none, isCreated: true });
    expect(readWatch(bytesOf(0x18, 0, 0x20, 0))).toEqual(none);
    expect(readWatch(bytesOf(0x20, 1, 0x28, 7, field(6, 'why')))).toEqual({
      ...{ ...none, isCanceled: true, compacted: 7, reason: 'why' },
    });
    const put = field(11, field(2, keyValue), 0x20, 1);
    const removal = field(11, 0x08, 1, field(2, keyValue));
    expect(readWatch(bytesOf(put, removal)).events).toEqual([
      { isDeletion: false, kv: whole },
      { isDeletion: true, kv: whole },
    ]);
  });

  it('is read field by field', () => {
    const bytes = bytesOf(0x08, 1, field(2, 'two'), 0x18, 3);
    expect([1, 2, 3, 4].map((number) => (number === 2 ? 0 : numberIn(bytes, number)))).toEqual([
      1, 0, 3, 0,
    ]);
    expect([longIn(bytes, 3), longIn(bytes, 4)]).toEqual([3n, 0n]);
    expect([textIn(bytes, 2), textIn(bytes, 4)]).toEqual(['two', '']);
  });
});

describe('a number', () => {
  it('comes back as it was sent', () => {
    const numbers = fc.oneof(fc.maxSafeNat(), fc.constantFrom(0, 1, 127, 128, 16_383, 16_384));
    fc.assert(
      fc.property(numbers, (number) => {
        const bytes = Buffer.from(new Message().exactNumber(15, number).finish());
        expect([numberIn(bytes, 15), longIn(bytes, 15)]).toEqual([number, BigInt(number)]);
        const fields = new Fields(bytes);
        expect([fields.next(), fields.field, fields.number(), fields.next()]).toEqual([
          ...[true, 15, number, false],
        ]);
      }),
    );
  });

  it('of 64 bits has a sign', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (long) => {
        const bytes = Buffer.from(new Message().exactNumber(16, BigInt.asUintN(64, long)).finish());
        expect(longIn(bytes, 16)).toBe(long);
      }),
    );
  });
});

describe('fields', () => {
  it('are left out where they have their default', () => {
    const message = new Message().number(1, 0).number(2, 0n).flag(3, false).flag(4, undefined);
    expect(hex(message.bytes(5, '').bytes(6, undefined).bytes(7, new Uint8Array()))).toBe('');
    expect(hex(new Message().exactNumber(1, 0))).toBe('0800');
    expect(hex(new Message().message(1, new Message()))).toBe('0a00');
  });

  it('of every type are skipped', () => {
    const others = bytesOf(0x08, 0x80, 0x80, 0x01, 0x11, 'eight by', field(3, 'x'), 0x25, 'four');
    expect(textIn(bytesOf(others, field(5, 'found')), 5)).toBe('found');
  });

  it.each<[string, Buffer, string]>([
    ['a text', bytesOf(0x0a, 3, 'ab'), 'a message of etcd is cut off'],
    ['a number', bytesOf(0x08, 0x80), 'a message of etcd is cut off'],
    ['a type', bytesOf(0x0b, 1), 'a message of etcd has a field of the unknown type 3'],
  ])('that are damaged are refused: %s', (_, bytes, message) => {
    expect(() => textIn(bytes, 9)).toThrow(message);
  });
});
