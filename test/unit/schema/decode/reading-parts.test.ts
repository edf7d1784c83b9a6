/** Numbers and raw fields whose text matters. */
import { expect, it } from 'vitest';
import { rawJson, rawText, SpelledNumber } from '#values';
import { schemas } from '#kinds';
import { withSpelling } from '#schema';
import { rawFieldsOf, withRawTexts } from '../../../../src/schema/decode/raw-fields.ts';

const pod = schemas.of('core/v1', 'Pod');
const quota = schemas.of('core/v1', 'ResourceQuota');
const definition = schemas.of('apiextensions/v1', 'JSONSchemaProps');
const revision = schemas.of('apps/v1', 'ControllerRevision');
const one = new SpelledNumber('1.0');

it.each<[schema: typeof pod, value: unknown, read: unknown]>([
  [pod, 5, 5],
  [pod, null, null],
  [pod, 'text', 'text'],
  [pod, one, 1],
  [pod, { spec: { priority: one, odd: one } }, { spec: { priority: one, odd: 1 } }],
  [
    pod,
    { spec: { tolerations: [{ tolerationSeconds: one }, one, null] } },
    { spec: { tolerations: [{ tolerationSeconds: one }, 1, null] } },
  ],
  [pod, { metadata: { labels: { a: one } } }, { metadata: { labels: { a: one } } }],
  [pod, { odd: { deep: [one, { one }] } }, { odd: { deep: [1, { one: 1 }] } }],
  [quota, { spec: { hard: { cpu: one } } }, { spec: { hard: { cpu: one } } }],
  [definition, { default: one, maximum: one }, { default: 1, maximum: one }],
  [definition, { items: { maximum: one } }, { items: { maximum: one } }],
  [definition, { items: [{ maximum: one }] }, { items: [{ maximum: one }] }],
  [revision, { data: one, revision: one }, { data: 1, revision: one }],
])('of %# only numbers that the type has keep their spelling', (schema, value, read) => {
  expect(withSpelling(schema, value)).toEqual(read);
});

it('only what is kept raw keeps its text', () => {
  expect([pod, definition, revision].map(rawFieldsOf)).toEqual([[], [], ['data']]);
  const text = '{"data":{"b":1.0,"a":2},"revision":1}';
  const value = JSON.parse(text) as { readonly data: object };
  const read = withRawTexts(value, text, revision);
  expect(read).toEqual({ data: rawJson('{"b":1.0,"a":2}'), revision: 1 });
  expect(rawText(read.data)).toBe('{"b":1.0,"a":2}');
  expect(withRawTexts(value, text, pod)).toBe(value);
  expect(withRawTexts(null, 'null', revision)).toBeNull();
  expect(withRawTexts('x', '"x"', revision)).toBe('x');
  const list: readonly unknown[] = [];
  expect(withRawTexts(list, '[]', revision)).toBe(list);
});
