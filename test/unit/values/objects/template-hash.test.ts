import { describe, expect, it } from 'vitest';
import {
  fnv1a32,
  revisionData,
  safeEncode,
  serializeTemplate,
  templateHash,
} from '../../../../src/values/objects/template-hash.ts';

describe('hashing', () => {
  it('starts from the offset basis and takes bytes of UTF-8', () => {
    expect(fnv1a32('')).toBe(0x811c9dc5);
    expect(fnv1a32('a')).toBe(0xe40c292c);
    expect(fnv1a32('foobar')).toBe(0xbf9cf968);
    expect(fnv1a32('ü')).not.toBe(fnv1a32('\u00c3\u00bc'));
  });

  it('tells collision counts apart, none from zero too', () => {
    const hashes = [undefined, 0, 1, 2, 256].map((count) => templateHash('template', count));
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(templateHash('template')).toBe(safeEncode(String(fnv1a32('template'))));
  });
});

describe('serialized templates', () => {
  it('do not depend on the order of keys, nor on what is absent', () => {
    const one = { spec: { b: 1, a: [{ y: 'q', x: null }] }, metadata: { creationTimestamp: null } };
    const other = { metadata: {}, spec: { a: [{ y: 'q' }], b: 1, c: undefined } };
    expect(serializeTemplate(one)).toBe(serializeTemplate(other));
    expect(serializeTemplate(one)).toBe('{"metadata":{},"spec":{"a":[{"y":"q"}],"b":1}}');
  });

  it('do depend on values and the order of lists', () => {
    expect(serializeTemplate({ a: [1, 2] })).not.toBe(serializeTemplate({ a: [2, 1] }));
    expect(serializeTemplate({ a: '1' })).not.toBe(serializeTemplate({ a: 1 }));
  });
});

describe('revision data', () => {
  it('sorts keys as text, numbers included', () => {
    expect(revisionData({ metadata: { labels: { 9: 'x', 10: 'y' } } })).toBe(
      '{"spec":{"template":{"$patch":"replace","metadata":{"labels":{"10":"y","9":"x"}}}}}',
    );
  });

  it('escapes as Go does', () => {
    const data = revisionData({ text: '<&>\b\f\n\\b\u2028"' });
    const escaped = String.raw`\u003c\u0026\u003e\u0008\u000c\n\\b\u2028\"`;
    expect(data).toBe(`{"spec":{"template":{"$patch":"replace","text":"${escaped}"}}}`);
    expect(JSON.parse(data)).toEqual({
      spec: { template: { $patch: 'replace', text: '<&>\b\f\n\\b\u2028"' } },
    });
  });
});
