/** Long texts of scenarios: keys that come twice are found without comparing each with all others, and JSON is read as JSON. */
import * as yaml from 'yaml';
import { describe, expect, test, vi } from 'vitest';
import { isMarkedSlow, parseText, plainOf } from '#scenario';

const numbered = (count: number, one: (index: number) => string, between = '\n'): string =>
  Array.from({ length: count }, (_, index) => one(index)).join(between);

/** `LINE:COLUMN message` of each problem. */
function problemsOf(text: string): readonly string[] {
  const { lines, problems } = parseText(text, 'manifest');
  return problems.map(({ offset, message }) => {
    const { line, col } = lines.linePos(offset);
    return `${line}:${col} ${message}`;
  });
}

describe('a key that its map has already', () => {
  test.each([
    ['a: 1\nb: 2\na: 3', '3:1'],
    ['a: {b: 1, c: 2, b: 3}', '1:17'],
    ['- a\n- {x: 1}\n- b: 1\n  "b": 2', '4:3'],
    ['? a\n: 1\n? a\n: 2', '3:3'],
    ['&x a: 1\n&y a: 2', '2:4'],
    ['1: a\n0x1: b', '2:1'],
    ['~: a\n: b', '2:1'],
    ['<<: {a: 1}\n<<: {b: 1}', '2:1'],
    ['{"a": 1,\n "b": [{"c": 1, "c": 2}],\n "a": 3}', '2:17'],
    ['{"a": 1,\n "\\u0061": 3}', '2:2'],
  ])('%j is found at %s', (text, place) => {
    expect(problemsOf(text)).toEqual([`${place} not valid YAML: Map keys must be unique`]);
  });

  test.each(['1: a\n"1": b', 'a: 1\nb: {a: 1}', '? [a]\n: 1\n? [a]\n: 2', '{"a": {"a": 1}}'])(
    '%j has none',
    (text) => {
      expect(problemsOf(text)).toEqual([]);
    },
  );

  // The package yaml compares 100,000 keys in minutes.
  test('is looked for among 50,000 keys in a moment', () => {
    const text = numbered(50_000, (index) => `k${index}: x`);
    expect(problemsOf(text)).toEqual([]);
    expect(problemsOf(`${text}\nk0: y`)).toEqual([
      '50001:1 not valid YAML: Map keys must be unique',
    ]);
    expect(problemsOf('k: x\n'.repeat(50_000))).toHaveLength(1);
    expect(problemsOf(`a: !!omap [${numbered(50_000, (n) => `{k${n}: 1}`, ',')}]`)).toEqual([]);
    expect(isMarkedSlow(`slow: true\n${text}`)).toBe(true);
  });
});

describe('JSON', () => {
  const texts = [
    '{}',
    ' [ ] ',
    '{"a": [1, -2.5, 1e3, true, false, null, "x\\n\\"\\\\", {"b": {}}], "": "ä\\u00e4"}\n',
    '[\n  {"__proto__": 1, "1": 2},\t"\\\\"\r\n]',
    '["a:b", " #c", "yes", "012", "2020-01-01", "${d}", "<<"]',
  ];

  test.each(texts)('%j is read as it is, without the parser of YAML', (text) => {
    const lex = vi.spyOn(yaml.Lexer.prototype, 'lex');
    for (const dialect of ['scenario', 'manifest'] as const) {
      const { roots, problems } = parseText(text, dialect);
      expect([problems, roots.map(plainOf)]).toEqual([[], [JSON.parse(text)]]);
    }
    expect(lex).not.toHaveBeenCalled();
    lex.mockRestore();
  });

  test('knows the places of its values', () => {
    const text = '{"a": [1, "two"],\n "b": {"c": null}}';
    const { lines, roots } = parseText(text, 'scenario');
    const places: string[] = [];
    const visit = (node: (typeof roots)[number]): void => {
      const { line, col } = lines.linePos(node.place.start);
      places.push(`${line}:${col} ${text.slice(node.place.start, node.place.end)}`);
      if ('items' in node) node.items.forEach(visit);
      if ('entries' in node) node.entries.forEach(({ value }) => visit(value!));
    };
    visit(roots[0]!);
    expect(places.slice(1)).toEqual([
      '1:7 [1, "two"]',
      '1:8 1',
      '1:11 "two"',
      '2:7 {"c": null}',
      '2:13 null',
    ]);
  });

  test.each([
    ['{a: 1}', { a: 1 }],
    ['{"a": 1}\n# comment', { a: 1 }],
    ['{"a": 1,}', { a: 1 }],
    ['["a" , b]', ['a', 'b']],
    ['{"a": 012}', { a: 10 }],
    ["{'a': 1}", { a: 1 }],
  ])('what only looks like it is YAML: %j', (text, value) => {
    expect(parseText(text, 'manifest').roots.map(plainOf)).toEqual([value]);
  });

  test.each(['{"a" 1}', '{"a": 1', '["a', '{"a": 1}]', '{"a": tru, 2: [}'])(
    'what is neither is refused as invalid YAML: %j',
    (text) => {
      expect(problemsOf(text).join()).toContain('not valid YAML: ');
    },
  );

  test('nested too deep is refused', () => {
    expect(problemsOf('['.repeat(300) + ']'.repeat(300)).join()).toContain('deep');
    expect(problemsOf('['.repeat(200) + ']'.repeat(200))).toEqual([]);
  });
});
