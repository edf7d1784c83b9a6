import { expect, test } from 'vitest';
import { parseYaml, YamlSyntaxError } from '../../../src/server/decode/yaml.ts';

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
  ['a: 1\na: 2', ['line 2: key "a" already set in map']],
  [
    '- a: 1\n  b: {c: 1, c: 2}\n  a: 3',
    ['line 3: key "a" already set in map', 'line 2: key "c" already set in map'],
  ],
  ['a: 1\nb: 1', []],
])('keys that come twice in %j are %j', async (text, duplicates) => {
  const found = (await parseYaml(text)).duplicates;
  expect([...found].sort()).toEqual([...duplicates].sort());
});

test.each([
  ['a: b: c', 'mapping values are not allowed in this context'],
  ['a: [1', "did not find expected ',' or ']'"],
  ['a: {b', "did not find expected ',' or '}'"],
  ['a: "b', 'found unexpected end of stream'],
  ['a:\n\t- b', 'found character that cannot start any token'],
  ['a: @b', 'found character that cannot start any token'],
  ['a: 1\n]', 'did not find expected node content'],
  ['a\nb: 1\nc', "could not find expected ':'"],
  ['a: &x &y b', 'did not find expected key'],
])('%j is refused: %s', async (text, message) => {
  await expect(parseYaml(text)).rejects.toThrow(message);
});

test.each([
  ['a: b: c', 'mapping values are not allowed in this context'],
  ['a: 1\nb: c: d', 'line 2: mapping values are not allowed in this context'],
  ['a: @b', 'found character that cannot start any token'],
  ['a:\n\tb: 1', 'line 2: found character that cannot start any token'],
  ['"abc', 'found unexpected end of stream'],
  ['a: "\\z"', 'found unknown escape character'],
  ['a: }', 'did not find expected node content'],
  ['{"a" 1}', "did not find expected ',' or '}'"],
  ['a: [1\nb: 2', "line 1: did not find expected ',' or ']'"],
  ['{a: 1', "line 1: did not find expected ',' or '}'"],
  ['{', 'line 1: did not find expected node content'],
  ['a: 1\nb: {', 'line 2: did not find expected node content'],
  ['[1,', 'line 1: did not find expected node content'],
  ['a: 1\nb: *x', "unknown anchor 'x' referenced"],
])('%j is refused with the line, if it is not the first: %s', async (text, message) => {
  await expect(parseYaml(text)).rejects.toThrow(new YamlSyntaxError(`yaml: ${message}`));
});

test.each([
  ['a: [', 1],
  ['a: 1\nb: [', 2],
  ['a: 1\n\n\nb: {', 4],
])('an error at the end of %j is in its last line with text, %d', async (text, line) => {
  for (const end of ['', '\n', '\n\n', '\n\n\n']) {
    await expect(parseYaml(`${text}${end}`)).rejects.toThrow(`yaml: line ${line}: `);
  }
});
