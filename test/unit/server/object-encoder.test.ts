import { describe, expect, it } from 'vitest';
import { runToEnd } from '#values';
import type { KubeObject } from '#values';
import { KeptTexts } from '../../../src/server/encode/kept-texts.ts';
import { ObjectEncoder } from '../../../src/server/encode/object-encoder.ts';

const written = (encoder: ObjectEncoder, object: KubeObject): Buffer =>
  runToEnd(encoder.writing(object));

const fieldsV1 = { 'f:spec': { 'f:nodeName': {} } };
const entry = { manager: 'm', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1' };

function makePod(name: string, metadata: object = {}, rest: object = {}): KubeObject {
  return { spec: { nodeName: '<n>' }, metadata: { name, ...metadata }, ...rest } as never;
}

const objects: readonly (readonly [string, KubeObject])[] = [
  [
    'with nothing but owners',
    { spec: {}, metadata: { managedFields: [{ ...entry, fieldsV1 }] } } as never,
  ],
  ['plain', makePod('plain')],
  ['with owners', makePod('a', { managedFields: [{ ...entry, fieldsV1 }], uid: 'u' })],
  ['whose owners are the same', makePod('b', { managedFields: [{ ...entry, fieldsV1 }] })],
  ['with an entry that says nothing', makePod('c', { managedFields: [{}] })],
  ['with emptied owners', makePod('d', { managedFields: [] })],
  ['with characters of HTML', makePod('e', { annotations: { a: '<&>\u2028' } }, { data: '>' })],
  ['that says its kind', makePod('f', {}, { kind: 'Pod', apiVersion: 'v1' })],
];

describe('the JSON of an object', () => {
  const encoder = new ObjectEncoder('v1', 'Pod');

  it.each(objects)('%s', (_, object) => {
    const text = encoder.whole(object).toString();
    expect(JSON.parse(text)).toEqual(encoder.value(object));
    expect(text).toMatch(/^\{"kind":"Pod","apiVersion":"v1","metadata":\{[^<>&\u2028]*\n$/);
    expect(written(new ObjectEncoder('v1', 'Pod'), object).toString()).toBe(text);
  });
});

describe('the JSON of a version of an object', () => {
  it('is its own, whatever others share with it', () => {
    const encoder = new ObjectEncoder('v1', 'Pod');
    const spec = { nodeName: '<n>', containers: [{ name: 'main' }] };
    for (const [turn, phase] of ['Pending', 'Running', 'Running', 'Failed'].entries()) {
      const version = makePod('a', { labels: { turn } }, { spec, status: { phase } });
      const text = runToEnd(encoder.writing(version, false)).toString();
      expect(text).toBe(new ObjectEncoder('v1', 'Pod').whole(version).toString());
    }
  });

  it('is kept for parts of bounded length', () => {
    const texts = new KeptTexts();
    const parts = Array.from({ length: 200 }, () => ({}));
    for (const part of parts) texts.keep(part, 'x'.repeat(10_000));
    const kept = parts.filter((part) => texts.of(part) !== undefined);
    expect(kept.length).toBeLessThan(120);
    expect(kept).toContain(parts.at(-1));
    texts.keep(spacious, 'x'.repeat(40_000));
    expect(texts.of(spacious)).toBeUndefined();
  });
});

const spacious = {};

describe('the JSON of a large object', () => {
  const fields = (size: number): object =>
    Object.fromEntries(Array.from({ length: size }, (_, index) => [`f:"${index}"`, {}]));
  const large = (size: number): KubeObject =>
    makePod(
      'large',
      {
        labels: { ...fields(size), __proto__: null, gone: undefined },
        managedFields: [
          { ...entry, fieldsV1: { 'f:data': fields(size) } },
          ...Array.from({ length: size / 10 }, () => ({ ...entry, fieldsV1 })),
        ],
      },
      {
        spec: {
          containers: Array.from({ length: size }, () => ({ name: '<c>', args: [1, [], {}] })),
        },
      },
    );

  it('is the same, with the more pauses the larger it is', () => {
    const pausesOf = (size: number): number => {
      const [object, encoder] = [large(size), new ObjectEncoder('v1', 'Pod')];
      const work = encoder.writing(object);
      for (let pauses = 0; ; pauses++) {
        const { done, value } = work.next();
        if (done !== true) continue;
        const text = JSON.stringify(encoder.value(object)).replaceAll('<', '\\u003c');
        expect(value.toString()).toBe(`${text.replaceAll('>', '\\u003e')}\n`);
        return pauses;
      }
    };
    expect(pausesOf(20)).toBeLessThan(5);
    const some = pausesOf(10_000);
    expect(some).toBeGreaterThan(12);
    expect(pausesOf(20_000)).toBeGreaterThan(some + 10);
  });
});

it('pauses before each field of an object, so that many of them do not add up', () => {
  const pausesOf = (fields: number): number => {
    const rest = Object.fromEntries(Array.from({ length: fields }, (_, index) => [`f${index}`, 1]));
    return [...new ObjectEncoder('v1', 'Pod').writing(makePod('x', {}, rest))].length;
  };
  expect(pausesOf(40)).toBe(pausesOf(0) + 40);
});

it('writes raw JSON as Go writes its maps, where nothing is known of its text', () => {
  const data = { z: ['a && b'], 10: 1, 9: 2 };
  const revision = { ...makePod('r'), data };
  const text = new ObjectEncoder('apps/v1', 'ControllerRevision', { raw: ['data'] }).whole(
    revision,
  );
  const written = '"data":{"10":1,"9":2,"z":["a \\u0026\\u0026 b"]}';
  expect(text.toString()).toContain(written);
});

describe('what has just been written', () => {
  it('is encoded once for its writer and those who read it', () => {
    const encoder = new ObjectEncoder('v1', 'Pod');
    const object = makePod('x');
    const bytes = written(encoder, object);
    expect(written(encoder, object)).toBe(bytes);
    expect(encoder.whole(object)).toBe(bytes);
  });

  it('is not kept when much else is written, unless somebody has read it', () => {
    const encoder = new ObjectEncoder('v1', 'Pod');
    const [unread, read] = [makePod('unread'), makePod('read')];
    const [first, second] = [written(encoder, unread), encoder.whole(read)];
    for (let n = 0; n < 200; n++) written(encoder, makePod(`other-${n}`));
    expect(written(encoder, unread)).not.toBe(first);
    expect(written(encoder, unread)).toEqual(first);
    expect(encoder.whole(read)).toBe(second);
    expect(written(encoder, read)).toBe(second);
  });
});
