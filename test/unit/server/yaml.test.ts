import { expect, test } from 'vitest';
import { YamlSyntaxError } from '../../../src/server/decode/yaml.ts';
import { yamlHere, type ParsedYaml } from '../../../src/server/yaml/yaml-thread.ts';

const parseYaml = (text: string): Promise<ParsedYaml> => yamlHere.read(text);

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

const numbered = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join('');

test.each([
  ['a: &x {b: 1}\nc: *x', { a: { b: 1 }, c: { b: 1 } }],
  ['a: &x 1\nb: &x 2\nc: *x', { a: 1, b: 2, c: 2 }],
  ['&k a: 1\nb: *k', { a: 1, b: 'a' }],
  ['a: &x {b: 1, c: 2}\nd: {<<: *x, b: 3}', { a: { b: 1, c: 2 }, d: { b: 3, c: 2 } }],
  // v1.24's decoder sets what is merged where it stands.
  ['a: &x {b: 1}\nd: {b: 3, <<: *x}', { a: { b: 1 }, d: { b: 1 } }],
  ['a: {<<: [{b: 1}, {b: 2, c: 3}]}', { a: { b: 1, c: 3 } }],
  ['a: {"<<": {b: 1}}', { a: { '<<': { b: 1 } } }],
  ['a: !!set {b, c}', { a: { b: null, c: null } }],
  ['a: !!omap [{b: 1}, {b: 2}]', { a: [{ b: 1 }, { b: 2 }] }],
  ['a: !!binary aGk=', { a: 'hi' }],
  ['__proto__: {a: 1}\n1: b\nyes: c', JSON.parse('{"__proto__":{"a":1},"1":"b","true":"c"}')],
])('%j means %j', async (text, value) => {
  expect((await parseYaml(text)).value).toEqual(value);
});

test.each([
  ['a: *x', "yaml: unknown anchor 'x' referenced"],
  ['a: &x [*x]', "yaml: anchor 'x' value contains itself"],
  ['a: {<<: 1}', 'yaml: map merge requires map or sequence of maps as the value'],
  ['{a: 1}: b', 'invalid map key'],
])('%j is refused, as it means nothing: %s', async (text, message) => {
  await expect(parseYaml(text)).rejects.toThrow(message);
});

test('reads more than 100 aliases of one value', async () => {
  const { value } = await parseYaml(`a: &x 1\nb: [${'*x,'.repeat(1000)}]`);
  expect(value).toEqual({ a: 1, b: Array.from({ length: 1000 }, () => 1) });
});

test('refuses a text that is nearly all aliases of aliases, by the measure of v1.24', async () => {
  const lists = numbered(8, (n) => `a${n + 1}: &a${n + 1} [${`*a${n},`.repeat(9)}]\n`);
  const bomb = `a0: &a0 [${'x,'.repeat(9)}]\n${lists}`;
  await expect(parseYaml(bomb)).rejects.toThrow('yaml: document contains excessive aliasing');
  const long = `a: &x ${'x'.repeat(1_000_000)}\nb: [${'*x,'.repeat(40)}]`;
  await expect(parseYaml(long)).rejects.toThrow('yaml: document contains excessive aliasing');
});

test('looks up an alias without going through the other ones', async () => {
  const { value } = await parseYaml(`[${numbered(40_000, (n) => `&a${n} x${n},*a${n},`)}]`);
  expect((value as readonly string[]).slice(-2)).toEqual(['x39999', 'x39999']);
});

test.each([
  ['a: "', '\\\n', '"'],
  ['[', ',', ']'],
  ['a: [', '}', ''],
  ['', ']', ''],
])('reads %j no further than to the first of 100,000 errors, %j', async (start, wrong, end) => {
  const few = await parseYaml(`${start}${wrong.repeat(3)}${end}`).catch((error: Error) => error);
  expect(few).toBeInstanceOf(Error);
  await expect(parseYaml(`${start}${wrong.repeat(100_000)}${end}`)).rejects.toEqual(few);
});

test('answers 413 for more than half a million keys and values', async () => {
  await expect(parseYaml(`[${'1,'.repeat(300_000)}]`)).rejects.toMatchObject({
    code: 413,
    message: 'Request entity too large: limit is 600000 keys, values and marks of YAML',
  });
});
