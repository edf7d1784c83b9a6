/** What each type of field is in bytes and in JSON, both ways, in a message made up for it. */
import { describe, expect, it } from 'vitest';
import type { ScalarName, Schema, StructSchema, UnionSchema } from '#schema';
import { Messages, type Field, type Message } from '../../../../src/server/protobuf/message.ts';
import { MessageReader } from '../../../../src/server/protobuf/read.ts';
import { PartsWriter } from '../../../../src/server/protobuf/write-parts.ts';
import { MessageWriter } from '../../../../src/server/protobuf/write.ts';
import { runToEnd } from '#values';

const messages = new Messages();
const scalar = (name: ScalarName): Schema => ({ type: 'scalar', scalar: name });
const list = (items: Schema): Schema => ({
  ...{ type: 'list', items, listType: 'atomic', keys: [], patchMerge: false },
});
const map = (values: Schema): Schema => ({ type: 'map', values, atomic: false });

function struct(name: string, fields: Readonly<Record<string, Schema>>): StructSchema {
  const known = Object.entries(fields).map(
    ([field, schema]) => [field, { name: field, schema, required: false }] as const,
  );
  const made: StructSchema = {
    ...{ type: 'struct', name, definition: name, atomic: false, fields: new Map(known) },
  };
  messages.add(made, Object.keys(fields));
  return made;
}

const pair = struct('Pair', { a: scalar('string'), b: scalar('int32') });
const { fields } = struct('Either', { allows: scalar('boolean'), pair });
const union: UnionSchema = { type: 'union', fields, name: 'Either', definition: 'Either' };
messages.add(union as unknown as StructSchema, ['allows', 'pair']);

function messageOf(entries: Message['entries']): Message {
  const byNumber = new Map(entries.map((entry) => [entry.number, entry]));
  return { name: 'Test', entries, byNumber };
}

/** A message with one field, `value`. */
function one(schema: Schema, more: Partial<Field> = {}): Message {
  return messageOf([
    { number: 1, name: 'value', schema, keepsZero: false, form: 'plain', ...more },
  ]);
}

function read(message: Message, hex: string): unknown {
  return new MessageReader(messages, Buffer.from(hex.replaceAll(' ', ''), 'hex')).whole(message);
}

function written(message: Message, value: object): string {
  const writer = new MessageWriter(messages);
  writer.message(message, value as Record<string, unknown>);
  return Buffer.from(writer.finish()).toString('hex');
}

const [text, int, zero] = [scalar('string'), scalar('int32'), { keepsZero: true }];

describe('a value', () => {
  it.each<[name: string, Message, hex: string, value: unknown]>([
    ['a text', one(text), '0a 02 c3bc', 'ü'],
    ['no text that is kept', one(text, zero), '0a 00', ''],
    ['yes', one(scalar('boolean')), '08 01', true],
    ['no, which is kept', one(scalar('boolean'), zero), '08 00', false],
    ['a number', one(int), '08 7f', 127],
    ['a negative number', one(int), '08 ffffffffffffffffff01', -1],
    ['zero, which is kept', one(int, zero), '08 00', 0],
    ['a long number', one(scalar('int64')), '08 80a094a58d1d', 1_000_000_000_000],
    ['a fraction', one(scalar('double')), '09 000000000000f83f', 1.5],
    ['bytes', one(scalar('bytes')), '0a 02 00ff', 'AP8='],
    ['a quantity', one(scalar('Quantity')), '0a 04 0a 02 3530', '50'],
    ['JSON', one(scalar('JSON')), '0a 09 0a 07 7b2261223a317d', { a: 1 }],
    ['a time', one(scalar('Time')), '0a 04 08 01 10 00', '1970-01-01T00:00:01Z'],
    [
      'a time with microseconds',
      one(scalar('MicroTime')),
      ...['0a 06 08 01 10 90a10f', '1970-01-01T00:00:01.000250Z'],
    ],
    ['a number of either type', one(scalar('IntOrString')), '0a 06 08 00 10 50 1a 00', 80],
    ['a text of either type', one(scalar('IntOrString')), '0a 07 08 01 10 00 1a 01 78', 'x'],
    ['a list', one(list(text)), '0a 01 61 0a 00', ['a', '']],
    ['a list of numbers', one(list(int)), '08 01 08 02', [1, 2]],
    ['a wrapped list', one(list(text), { form: 'wrapped' }), '0a 06 0a 01 61 0a 01 62', ['a', 'b']],
    ['a duration', one(text, { form: 'duration' }), '0a 06 08 8094ebdc03', '1s'],
    ['a struct', one(pair), '0a 05 0a 01 78 10 07', { a: 'x', b: 7 }],
    ['an empty struct', one(pair), '0a 00', {}],
    ['a map', one(map(text)), '0a 06 0a 01 61 12 01 62 0a 05 0a 01 63 12 00', { a: 'b', c: '' }],
    [
      'a map of lists',
      one(map(list(text))),
      ...['0a 0b 0a 01 61 12 06 0a 01 78 0a 01 79', { a: ['x', 'y'] }],
    ],
    ['a map of structs', one(map(pair)), '0a 07 0a 01 61 12 02 10 01', { a: { b: 1 } }],
    ['a union of a struct', one(union), '0a 06 08 01 12 02 10 07', { b: 7 }],
    ['a union of a boolean', one(union), '0a 02 08 01', true],
  ] as [string, Message, string, unknown][])('%s', (_, message, hex, value) => {
    expect(read(message, hex)).toEqual({ value });
    expect(written(message, { value })).toBe(hex.replaceAll(' ', ''));
    expect(Buffer.concat(runToEnd(new PartsWriter(messages).message(message, { value })))).toEqual(
      Buffer.from(hex.replaceAll(' ', ''), 'hex'),
    );
  });

  it.each<[name: string, Message, hex: string, value: object]>([
    ['no text', one(text), '0a 00', {}],
    ['no', one(scalar('boolean')), '08 00', {}],
    ['zero', one(int), '08 00', {}],
    ['no time', one(scalar('Time')), '0a 00', {}],
    ['no quantity', one(scalar('Quantity'), zero), '0a 00', { value: '' }],
    ['no JSON', one(scalar('any')), '0a 00', {}],
    ['empty JSON', one(scalar('any')), '0a 02 0a 00', {}],
    ['no JSON in a list', one(list(scalar('any'))), '0a 00', { value: [null] }],
    ['no duration', one(text, { form: 'duration' }), '0a 00', { value: '0s' }],
    ['a union of nothing', one(union, zero), '0a 00', { value: false }],
    ['the last of several', one(text), '0a 01 61 0a 01 62', { value: 'b' }],
    ['an entry without a value', one(map(text)), '0a 03 0a 01 61', { value: { a: '' } }],
    ['an entry without a struct', one(map(pair)), '0a 03 0a 01 61', { value: { a: {} } }],
    [
      'an entry with no JSON',
      one(map(scalar('any'))),
      '0a 05 0a 01 61 12 00',
      { value: { a: null } },
    ],
    ['an entry named so', one(map(text)), `0a 0b 0a 09 ${hexOf('__proto__')}`, { value: null }],
    ['numbers that are not known', one(text), '10 07 1a 01 78 21 0000000000000000 2d 00000000', {}],
    [
      'numbers that are not known, inside',
      one(scalar('Quantity')),
      ...['0a 08 10 07 1a 01 78 0a 01 35', { value: '5' }],
    ],
    [
      'a time of more fields',
      one(scalar('Time')),
      '0a 04 08 01 18 05',
      { value: '1970-01-01T00:00:01Z' },
    ],
    ['either type of more fields', one(scalar('IntOrString')), '0a 04 10 05 20 05', { value: 5 }],
    [
      'a wrapped list of more',
      one(list(text), { form: 'wrapped' }),
      '0a 05 10 01 0a 01 61',
      { value: ['a'] },
    ],
    ['an entry of more', one(map(text)), '0a 05 18 01 0a 01 61', { value: { a: '' } }],
  ] as [string, Message, string, object][])('read: %s', (name, message, hex, value) => {
    const found = read(message, hex) as { value?: unknown };
    if (name === 'an entry named so') {
      expect(Object.keys(found.value as object)).toEqual(['__proto__']);
    } else expect(found).toEqual(value);
  });

  it.each<[name: string, Message, hex: string, message: string]>([
    ['a text that is a number', one(text), '08 01', 'proto: wrong wireType = 0 for field Value'],
    ['a number that is a text', one(int), '0a 00', 'proto: wrong wireType = 2 for field Value'],
    [
      'a fraction that is a number',
      one(scalar('double')),
      '08 00',
      'wrong wireType = 0 for field V',
    ],
    ['a list of numbers in one', one(list(int)), '0a 01 01', 'wrong wireType = 2 for field Value'],
    ['a cut text', one(text), '0a 02 61', 'unexpected EOF'],
    ['a cut number', one(int), '08 80', 'unexpected EOF'],
    ['a cut struct', one(pair), '0a 05 0a 01', 'unexpected EOF'],
    ['a text that ends behind its struct', one(pair), '0a 02 0a 01 61', 'unexpected EOF'],
    ['a text that ends behind its entry', one(map(text)), '0a 02 0a 01 61', 'unexpected EOF'],
    ['field 0', one(text), '00 01', 'proto: Test: illegal tag 0 (wire type 0)'],
    ['field 0 in a struct', one(pair), '0a 02 00 01', 'proto: Pair: illegal tag 0 (wire type 0)'],
    [
      'field 0 elsewhere',
      one(map(text)),
      '0a 02 02 00',
      'proto: Unknown: illegal tag 0 (wire type 2)',
    ],
    ['a wire type that is none', one(text), '17', 'proto: illegal wireType 7'],
    ['maps of maps', one(map(map(text))), '0a 05 0a 01 61 12 00', 'proto: maps of maps'],
    ['JSON that is none', one(scalar('JSON')), '0a 03 0a 01 7b', 'JSON'],
  ])('not read: %s', (_, message, hex, error) => {
    expect(() => read(message, hex)).toThrow(error);
    try {
      read(message, hex);
    } catch (thrown) {
      expect((thrown as Error).name).toBe('MalformedMessage');
    }
  });
});

function hexOf(word: string): string {
  return Buffer.from(word).toString('hex');
}

describe('a nested message whose fields JSON shows among the others', () => {
  const inline = messageOf([
    { number: 1, name: 'x', schema: text, keepsZero: false, form: 'plain' },
  ]);
  const message = messageOf([
    { number: 2, inline },
    { number: 3, name: 'y', schema: int, keepsZero: false, form: 'plain' },
  ]);

  it('is read and written', () => {
    expect(read(message, '12 03 0a 01 61 18 05')).toEqual({ x: 'a', y: 5 });
    expect(written(message, { x: 'a', y: 5 })).toBe('12030a01611805');
    expect(written(message, { x: null })).toBe('1200');
  });

  it('must be a message', () => {
    expect(() => read(message, '10 01')).toThrow('proto: wrong wireType = 0 for field Test');
  });
});

it('has only fields that its type has', () => {
  expect(() => messages.add(pair, ['a', 'c'])).toThrow('Pair has no c');
});
