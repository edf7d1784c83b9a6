import { expect, test } from 'vitest';
import { parseYaml } from '../../../src/server/decode/yaml.ts';

test.each([
  ['{"a":1}{"b":2}', { a: 1 }],
  ['{"a":1}]', { a: 1 }],
  ['[1] [2]', [1]],
  ['{"a":1}, 2', { a: 1 }],
  ['{a: {b: [1]}} # comment\nb: 2', { a: { b: [1] } }],
  ['# comment\n--- !!map\n{"a":1}\nfoo', { a: 1 }],
  ['{"a":1}{"b":', { a: 1 }],
  ['{"a":1}\n---\nb: 1', { a: 1 }],
  ['{"a":1}\n...\n', { a: 1 }],
  ['a: {b: 1}\nc: [1]\n', { a: { b: 1 }, c: [1] }],
  ['- {b: 1}\n- [1]\n', [{ b: 1 }, [1]]],
])('what stands behind a flow collection is not read: %j', async (text, value) => {
  expect((await parseYaml(text)).value).toEqual(value);
});

test.each(['{"a":1', '- {a: 1}\n}', '"a": 1\n}'])(
  'other texts are read whole: %j',
  async (text) => {
    await expect(parseYaml(text)).rejects.toThrow('yaml: ');
  },
);

test.each([
  ['a: [', 1],
  ['a: 1\nb: [', 2],
  ['a: 1\n\n\nb: {', 4],
])('an error at the end of %j is in its last line with text, %d', async (text, line) => {
  for (const end of ['', '\n', '\n\n', '\n\n\n']) {
    await expect(parseYaml(`${text}${end}`)).rejects.toThrow(`yaml: line ${line}: `);
  }
});
