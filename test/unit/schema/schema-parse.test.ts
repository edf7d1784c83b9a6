import { describe, expect, it } from 'vitest';
import { parseFields, scanTypes } from '../../../src/schema/parse.ts';

/** The fields of the only type of a text. */
function fieldsOf(text: string, minor = 28) {
  const types = scanTypes(text, 'test');
  expect(types).toHaveLength(1);
  return parseFields(types[0]!, minor);
}

describe('types', () => {
  it('are found by the lines they begin on', () => {
    const types = scanTypes(
      `
// Not Atype { a: string }
kind Pod { spec: PodSpec }
atomic Selector {
  Upper: string
}
kind atomic Both {}
`,
      'test',
    );
    expect(types.map(({ name, kind, atomic }) => [name, kind, atomic])).toEqual([
      ['Pod', true, undefined],
      ['Selector', false, 0],
      ['Both', true, 0],
    ]);
    expect(types.map((type) => parseFields(type, 24).map(({ name }) => name))).toEqual([
      ['spec'],
      ['Upper'],
      [],
    ]);
  });

  it('are none in an empty text', () => {
    expect(scanTypes('\n// nothing yet\n', 'test')).toEqual([]);
  });
});

describe('fields', () => {
  const text = { form: 'name', name: 'string' };
  it.each([
    ['a: string', { name: 'a', required: false, type: text, options: {} }],
    ['a!: string', { name: 'a', required: true, type: text, options: { written: true } }],
    ['a: string = TCP', { default: 'TCP' }],
    ['a: string(TCP|my-own.1)', { type: { ...text, enum: ['TCP', 'my-own.1'] } }],
    ['a: [string]', { type: { form: 'list', items: text } }],
    ['a: {[string]}', { type: { form: 'map', values: { form: 'list', items: text } } }],
    ['a: {string} atomic', { options: { atomic: true } }],
    ['a: [string] merge', { options: { merge: true } }],
    ['a: [B] merge=k retainKeys', { options: { merge: true, mergeKey: 'k', retainKeys: true } }],
    ['a: [B] merge=k map=k,l', { options: { merge: true, mergeKey: 'k', map: ['k', 'l'] } }],
    ['a: [string] set', { options: { set: true } }],
    ['a: B replace', { options: { replace: true } }],
    ['// Says\n  // why.\n  a: string', { facts: { description: 'Says why.' } }],
    ["a: string('s/mime'|any)", { type: { ...text, enum: ['s/mime', 'any'] } }],
    ['a: [string] atomic@1.28-', { options: { atomic: true } }],
    ['a: [string] atomic@1.29-', { options: {} }],
    ['a: [string] set@-1.27,1.29-', { options: {} }],
    ['a: string(A|B@1.29-|C@1.27-1.28)', { type: { ...text, enum: ['A', 'C'] } }],
    ['a: string(A)@1.29-', { type: text }],
    ['a!: string required@-1.27', { required: true }],
    ['a: string written required@-1.27', { required: false, options: { written: true } }],
    ['a: string required@1.28-', { required: true, options: {} }],
    ['a: string = TCP @1.29-', { type: text }],
    ['a: B until=1.27\n a: C since=1.28', { type: { form: 'name', name: 'C' } }],
    ['a: string #7', { facts: { number: [7] } }],
    ['a: B #2.11 atomic', { facts: { number: [2, 11] }, options: { atomic: true } }],
    ['a: [string] #4 wrapped', { facts: { number: [4], form: 'wrapped' } }],
    ['a: string #3 duration', { facts: { number: [3], form: 'duration' } }],
    [
      'a: *int32 #12 since=1.28 until=1.33 gate=Some >=0',
      { facts: { number: [12], since: 28, until: 33, gate: 'Some', minimum: 0 } },
    ],
    ['a: int32 1..65535', { facts: { minimum: 1, maximum: 65535 } }],
    ['a: string max=64 immutable', { facts: { maxLength: 64, immutable: true } }],
    ['a: *IntOrString default=25%', { facts: { fill: '25%' } }],
    ['a: *string gate=Some off=Default', { facts: { gate: 'Some', off: 'Default' } }],
    ['a: *B ungated', { facts: { ungated: true } }],
  ])('%s', (field, expected) => {
    expect(fieldsOf(`A {\n  ${field}\n}`)).toEqual([expect.objectContaining(expected)]);
  });

  it('end at a newline, a semicolon or the brace', () => {
    const names = fieldsOf('A { a: string; b: [string] merge\n\n  c: {string};\n  d: string }').map(
      ({ name }) => name,
    );
    expect(names).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('errors say where', () => {
  it.each([
    ['A {\n  a string\n}', "test, line 2, in A: expected ':', found 'string'"],
    ['A {\n  a: string b\n}', "test, line 2, in A: unknown option 'b'"],
    ['A {\n\n  a: [string\n}', "test, line 3, in A: expected ']', found the end of the line"],
    ['A {\n  a: string = \n}', 'test, line 2, in A: expected a default, found the end of the line'],
    ['A {\n  a: string\n', 'test, line 3, in A: expected a field name, found the end'],
    ['A { a: string, b: string }', "test, line 1, in A: unexpected ','"],
    ['A {\n  a: %\n}', "test, line 2, in A: unexpected '%'"],
    ['A {}\n}', "test, line 2, in A: unexpected '}'"],
    ['A {\n  a: string // b\n}', 'test, line 2, in A: a comment stands in a line of its own'],
    [
      'A {\n  a: string since=1\n}',
      "test, line 2, in A: expected a release such as 1.28, found '1'",
    ],
    ['A {\n  a: int32 >=b\n}', "test, line 2, in A: expected a number, found 'b'"],
    ['A {\n  a: [B] max=\n}', 'test, line 2, in A: expected a number, found the end of the line'],
    ['A a: string', "test, line 1, in A: expected '{', found 'a'"],
  ])('%j', (text, message) => {
    expect(() => fieldsOf(text)).toThrow(new Error(message));
  });

  it('for what stands before the first type', () => {
    expect(() => scanTypes('  A {}\nB {}', 'test')).toThrow("test: no type begins with 'A {}'");
  });
});
