/** Values that count by their text. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compactJson,
  elementTexts,
  fieldTexts,
  objectJson,
  rawJson,
  rawText,
  revisionData,
} from '#values';

const text = '{ "b": 1.0, "10": "a <& b",\n"9": "x  y" }';

describe('raw JSON', () => {
  it('is the value to those who read it, and the text to those who write it', () => {
    expect(rawJson(text)).toEqual({ b: 1, 10: 'a <& b', 9: 'x  y' });
    expect(rawText(rawJson(text))).toBe(text);
    expect(compactJson(rawJson(text))).toBe('{"b":1.0,"10":"a \\u003c\\u0026 b","9":"x  y"}');
  });

  it('is written again when it is changed', () => {
    expect(rawText({ ...(rawJson('{"b": 1.0}') as object), c: '&' })).toBe('{"b":1,"c":"\\u0026"}');
  });

  it('without its text is what Go makes of a map, as the controllers of v1.24 write it', () => {
    const value = { b: { 9: 1e3, 10: '<&>' }, a: [1e21, null] };
    const go = '{"a":[1e+21,null],"b":{"10":"\\u003c\\u0026\\u003e","9":1000}}';
    expect([rawText(value), compactJson(value)]).toEqual([go, go]);
    const data = revisionData({ metadata: { labels: { 10: 'a', 9: 'b' } } });
    expect(rawText(JSON.parse(data))).toBe(data);
  });

  it('goes into an object as it is, and what is undefined does not', () => {
    const object = { kind: 'ControllerRevision', none: undefined, data: rawJson('{"b": 1.0}') };
    expect(objectJson(object)).toBe('{"kind":"ControllerRevision","data":{"b":1.0}}');
    expect(objectJson({ a: 'x' })).toBe('{"a":"x"}');
  });

  it('of a revision is what v1.24 compares with', () => {
    const template = { spec: { containers: [{ command: ['sh', '-c', 'a && b'] }] } };
    const data = revisionData(template);
    expect(data).toContain('a \\u0026\\u0026 b');
    expect(rawText(rawJson(data))).toBe(data);
    expect(objectJson({ data: rawJson(data) })).toBe(`{"data":${data}}`);
  });
});

describe('the texts of fields', () => {
  it.each([
    ['{"data": { "a":[1,{"data":2}] } , "x":"}"}', '{ "a":[1,{"data":2}] }'],
    ['{"x":{"data":1},"y":[",","data"],"data":1.0}', '1.0'],
    ['{"data":1,"data":"a,\\"b"}', '"a,\\"b"'],
    ['{"x":1}', undefined],
    ['{}', undefined],
    ['{"":[1,2],"data":3}', '3'],
    ['{"x":[{"data":1}],"data":[ 1 , 2 ]}', '[ 1 , 2 ]'],
  ])('%s', (json, wanted) => {
    expect(fieldTexts(json, ['data']).get('data')).toBe(wanted);
  });

  it.each([
    ['[]', []],
    ['[ ]', []],
    ['[ {"a":[1,2]}, "x,]", 1.0 ,[2],null]', ['{"a":[1,2]}', '"x,]"', '1.0', '[2]', 'null']],
  ])('and of elements: %s', (json, wanted) => {
    expect(elementTexts(json)).toEqual(wanted);
  });

  const json = fc.jsonValue().map((value) => JSON.stringify(value, undefined, 1));

  it('hold what stands there', () => {
    fc.assert(
      fc.property(fc.array(json), (texts) => {
        expect(elementTexts(`[${texts.join(' , ')}]`)).toEqual(texts);
        const fields = texts.map((text, index) => `"${index}" : ${text}`);
        const names = texts.map((_, index) => String(index));
        const found = fieldTexts(`{ ${fields.join(',')} }`, names);
        expect([...found.values()]).toEqual(texts);
      }),
    );
  });
});
