/** Large answers: in slices, as if they were written in one go. */
import { type IncomingMessage, type ServerResponse, get } from 'node:http';
import { createGunzip } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { runToEnd } from '#values';
import type { Schema, StructSchema } from '#schema';
import { prettySlices, listSlices, writingJson } from '../../../src/server/encode/json-slices.ts';
import { jsonText, prettyJsonText } from '../../../src/server/encode/json.ts';
import { Sizes } from '../../../src/server/encode/sizes.ts';
import { sendInSlices } from '../../../src/server/answer/respond.ts';
import { Messages, type Message } from '../../../src/server/protobuf/message.ts';
import { PartsWriter } from '../../../src/server/protobuf/write-parts.ts';
import { MessageWriter } from '../../../src/server/protobuf/write.ts';
import { handled } from '../../support/ask.ts';

/** As many values as are not written in one go. */
const many = 12_000;
const numbers = Array.from({ length: many }, (_, index) => index);
const fields = Object.fromEntries(numbers.map((each) => [`f${each}`, each]));
const [text, largeText] = ['<a\n"b">', 'x'.repeat(16 * many)];

const values: readonly (readonly [string, object])[] = [
  ['a small value', { a: [1, { b: text }], c: null }],
  ['a long list', numbers],
  ['many fields', fields],
  ['a long list within', { a: 1, b: { c: numbers, d: 2 }, e: [3] }],
  ['long texts', { a: largeText, b: text, c: [largeText, 1, largeText] }],
  ['large values one after the other', { a: numbers, b: numbers }],
  ['fields that are undefined', { a: undefined, b: numbers, c: undefined }],
  ['a field of any name', JSON.parse(`{"__proto__":1,"b":[${numbers.join()}]}`) as object],
  ['objects in a list', numbers.map((each) => ({ a: each }))],
];

describe('JSON', () => {
  it.each(values)('of %s is the same in slices', (_, value) => {
    const slices = [...prettySlices(value)];
    const found = Buffer.concat(slices.filter((slice) => slice !== undefined));
    expect(String(found) === `${prettyJsonText(value)}\n`).toBe(true);
    expect(runToEnd(writingJson(value, new Sizes())) === jsonText(value)).toBe(true);
    const isLarge = new Sizes().isLarge(value);
    expect(slices.includes(undefined)).toBe(isLarge);
    expect([...writingJson(value, new Sizes())].length > 0).toBe(isLarge);
  });

  it.each([true, false])('of a list is the same in slices, pretty: %s', (pretty) => {
    const items = values.slice(0, 5).map(([, value]) => ({ of: value }));
    const head = { kind: 'List', metadata: { a: 'b' } };
    const shape = (item: object) => ({ shown: item });
    const listing = { head, field: 'items', items: items as never, shape } as const;
    const slices = [...listSlices(listing, pretty)].filter((slice) => slice !== undefined);
    const whole = { ...head, items: items.map(shape) };
    const expected = pretty ? prettyJsonText(whole) : jsonText(whole);
    expect(String(Buffer.concat(slices)) === `${expected}\n`).toBe(true);
  });
});

describe('what is written in one go', () => {
  const sizes = new Sizes();
  it.each([
    [9_998, false],
    [9_999, true],
  ])('is a list of %s: %s', (length, isLarge) => {
    // The list counts too, and each of its elements twice: itself, and its comma.
    const half = Array.from({ length: Math.floor(length / 2) }, () => 1);
    expect(sizes.isLarge(length % 2 === 0 ? half : [...half, 1])).toBe(isLarge);
  });

  it.each([
    ['x'.repeat(16 * 9_998), false],
    ['x'.repeat(16 * 9_999), true],
    [1, false],
    [null, false],
  ])('is a text of some length: %#', (value, isLarge) => {
    expect(sizes.isLarge(value)).toBe(isLarge);
  });

  it('are runs of small values', () => {
    const [small, large] = [numbers.slice(0, 10), [...numbers]];
    const runs = [...sizes.runsOf([small, small, large, large, small], (each) => each)];
    expect(runs).toEqual([{ small: [small, small] }, { large }, { large }, { small: [small] }]);
    const medium = numbers.slice(0, 3000);
    expect([...sizes.runsOf([medium, medium, medium], (each) => each)]).toEqual([
      { small: [medium, medium] },
      { small: [medium] },
    ]);
  });
});

describe('protobuf', () => {
  const messages = new Messages();
  const scalar = (name: 'string' | 'int32'): Schema => ({ type: 'scalar', scalar: name });
  const listOf = (items: Schema): Schema => ({
    ...{ type: 'list', items, listType: 'atomic', keys: [], patchMerge: false },
  });
  const struct = (name: string, parts: Readonly<Record<string, Schema>>): StructSchema => {
    const all = Object.entries(parts).map(
      ([field, schema]) => [field, { name: field, schema, required: false }] as const,
    );
    const made: StructSchema = {
      ...{ type: 'struct', name, definition: name, atomic: false, fields: new Map(all) },
    };
    messages.add(made, Object.keys(parts));
    return made;
  };
  const listed = struct('Listed', { all: listOf(scalar('int32')), name: scalar('string') });
  const either = struct('Either', { allows: { type: 'scalar', scalar: 'boolean' }, listed });
  const { fields: forms } = either;
  const union: Schema = { type: 'union', fields: forms, name: 'Either', definition: 'Either' };
  messages.add(union as unknown as StructSchema, ['allows', 'listed']);
  const large = { all: numbers, name: 'n' };

  it.each<[string, Schema, unknown, object?]>([
    ['a list', listOf(scalar('int32')), numbers],
    ['a list of large values', listOf(listed), [large, { name: 'small' }, large]],
    ['a struct', listed, large],
    ['a union', union, large],
    ['a text', scalar('string'), largeText],
    ['a map', { type: 'map', values: scalar('int32'), atomic: false }, fields],
    [
      'a map of large values',
      { type: 'map', values: listed, atomic: false },
      { b: large, a: large },
    ],
    ['a wrapped list', listOf(scalar('int32')), numbers, { form: 'wrapped' }],
  ])('of %s is the same in parts', (_, schema, value, more = {}) => {
    const field = { number: 1, name: 'value', schema, keepsZero: false, form: 'plain' as const };
    const other = { ...field, number: 2, name: 'other', schema: scalar('string') };
    const inner = { name: 'Inner', entries: [{ ...field, ...more }, other], byNumber: new Map() };
    const outer = {
      name: 'Outer',
      entries: [{ number: 3, inline: inner }, other],
      byNumber: new Map(),
    };
    for (const message of [inner, outer] as Message[]) {
      const object = { value, other: 'o', none: null };
      const writer = new MessageWriter(messages);
      writer.message(message, object);
      const parts = runToEnd(new PartsWriter(messages).message(message, object));
      expect(Buffer.concat(parts).equals(writer.finish())).toBe(true);
    }
  });
});

describe('an answer in slices', () => {
  const slice = Buffer.alloc(300 * 1024, 'a');
  async function sent(
    slices: Iterable<Buffer | undefined>,
    encoding: string,
  ): Promise<{ res: IncomingMessage; bytes: Buffer; turns: number }> {
    let turns = 0;
    const server = await handled((req, res: ServerResponse) => {
      const yieldTurn = () => Promise.resolve(void turns++);
      const answer = { status: 201, mediaType: 'x/y', slices, yieldTurn };
      sendInSlices(req, res, answer).catch(() => undefined);
    });
    const headers = { 'accept-encoding': encoding };
    const found = new Promise<{ res: IncomingMessage; bytes: Buffer }>((resolve, reject) => {
      get({ port: server.port, host: '127.0.0.1', headers, agent: false }, (res) => {
        const isPacked = res.headers['content-encoding'] === 'gzip';
        const plain = isPacked ? res.pipe(createGunzip()) : res;
        const chunks: Buffer[] = [];
        res.on('error', reject);
        plain.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
        plain.on('end', () => resolve({ res, bytes: Buffer.concat(chunks) }));
      }).on('error', reject);
    });
    try {
      return { ...(await found), turns };
    } finally {
      await server.close();
    }
  }

  type Text = string | undefined;
  type Row = [string, readonly (Buffer | undefined)[], string, Text, Text];
  it.each<Row>([
    ['small, whole', [Buffer.from('ab'), undefined, Buffer.from('c')], '', '3', undefined],
    ['larger than 1 MiB', [slice, undefined, slice, slice, slice, slice], '', undefined, undefined],
    ['larger, compressed', [slice, slice, slice, slice, slice], 'gzip', undefined, 'gzip'],
  ])('%s', async (_, slices, accepted, length, encoding) => {
    const { res, bytes, turns } = await sent([...slices], accepted);
    const whole = Buffer.concat(slices.filter((each) => each !== undefined));
    expect([res.statusCode, bytes.equals(whole), turns]).toEqual([201, true, slices.length]);
    const { headers } = res;
    expect(headers).toMatchObject({ 'content-type': 'x/y', 'cache-control': 'no-cache, private' });
    expect([headers['content-length'], headers['content-encoding'], headers.vary]).toEqual([
      ...[length, encoding, encoding && 'Accept-Encoding'],
    ]);
  });

  it('that cannot be finished breaks off', async () => {
    const failing = function* (): Generator<Buffer> {
      for (let each = 0; each < 5; each++) yield slice;
      throw new Error('oops');
    };
    await expect(sent(failing(), '')).rejects.toThrow('aborted');
  });
});
