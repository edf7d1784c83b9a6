/** Which changes of a program are tried, and which are not. */
import { describe, expect, it } from 'vitest';
import { lineOf, diffOf, mutated } from '../../../../tools/mutants/mutation.ts';
import { isProgram, mutationsOf } from '../../../../tools/mutants/sites.ts';

/** Every mutated text, with the operator that made it. */
function mutantsOf(text: string): string[] {
  return mutationsOf('a.ts', text).map((one) => `${one.operator}: ${mutated(text, one)}`);
}

describe('mutations', () => {
  it.each([
    ['const a = b < c', ['comparison: const a = b <= c']],
    ['const a = b >= c', ['comparison: const a = b > c']],
    ['const a = b !== c', ['comparison: const a = b === c']],
    ['const a = b && c', ['logic: const a = b || c']],
    ['const a = b % c', ['arithmetic: const a = b * c']],
    ['a ??= b', ['arithmetic: a = b', 'statement: ;']],
    ['const a = !b', ['negation: const a = b']],
    ['const a = -b', ['negation: const a = b']],
    ['const a = true', ['boolean: const a = false']],
    ['const a = 0', ['number: const a = 1', 'number: const a = (-1)']],
    ['const a = 7', ['number: const a = 8', 'number: const a = 6']],
    ["const a = 'b'", ["text: const a = ''"]],
    ["const a = ''", []],
    ['const a = `b${c}`', ["text: const a = ''"]],
    ['const a = Math.min(b, c)', ['method: const a = Math.max(b, c)']],
    ['const a = b.min(c)', []],
    ['const a = b.some(c)', ['method: const a = b.every(c)']],
    ['const a = b.filter(c)', ['removed call: const a = b']],
    ['const a = b.constructor(c)', []],
    ['a();', ['statement: ;']],
    ['class A extends B { constructor() { super(); } }', []],
    ['const a = b ? c : d', ['condition: const a = !(b) ? c : d']],
    ['const a = !b ? c : d', ['negation: const a = b ? c : d']],
    ['for (;;) continue;', ['jump: for (;;) break;']],
    ['for (;;) { switch (a) { case b: break; } }', ['jump: for (;;) { switch (a) { case b: ; } }']],
    ['switch (a) { case b: for (;;) break; }', ['jump: switch (a) { case b: for (;;) continue; }']],
    ['if (a) throw b;', ['early exit: ;', 'condition: if (!(a)) throw b;']],
    [
      'if (a) b; else throw c;',
      ['condition: if (!(a)) b; else throw c;', 'statement: if (a) ; else throw c;'],
    ],
    [
      'const a = b.sort((c, d) => (c < d ? -1 : 1))',
      [
        'removed call: const a = b',
        'condition: const a = b.sort((c, d) => (!(c < d) ? -1 : 1))',
        'negation: const a = b.sort((c, d) => (c < d ? 1 : 1))',
        'number: const a = b.sort((c, d) => (c < d ? -0 : 1))',
        'number: const a = b.sort((c, d) => (c < d ? -1 : 0))',
      ],
    ],
    ['for (; a++; );', ['step: for (; a--; );']],
    [
      'const a = b.sort((c) => (c ? -1 : d))',
      [
        'removed call: const a = b',
        'condition: const a = b.sort((c) => (!(c) ? -1 : d))',
        'negation: const a = b.sort((c) => (c ? 1 : d))',
        'number: const a = b.sort((c) => (c ? -0 : d))',
      ],
    ],
  ])('%s', (text, expected) => {
    expect(mutantsOf(text).sort()).toEqual([...expected].sort());
  });

  it.each([
    "type A = 'b' | 1;",
    "interface A { readonly b: 'c' }",
    "import a from 'b';",
    "export { a } from 'b';",
    "const a = { 'b': c, 1: d };",
    "let a: 'b';",
    'const a = b as 1;',
  ])('none in %s', (text) => {
    expect(mutantsOf(text)).toEqual([]);
  });

  it('know their lines', () => {
    const text = 'a;\nif (\n  b\n) return;\nc;\n';
    const exit = mutationsOf('a.ts', text).find(({ operator }) => operator === 'early exit')!;
    expect(lineOf(text, exit)).toBe(2);
    expect(diffOf(text, exit)).toBe('- if (\n-   b\n- ) return;\n+ ;');
  });

  it('show only the first lines of a long change', () => {
    const text = `if (a) {\n${'  b;\n'.repeat(9)}  return;\n}`;
    const exit = mutationsOf('a.ts', text).find(({ operator }) => operator === 'early exit')!;
    expect(diffOf(text, exit)).toBe('- if (a) {\n-   b;\n-   b;\n-   b;\n- ...\n+ ;');
  });
});

describe('a program', () => {
  it.each([
    ['const a: string = 1;', true],
    ['const a = b ?? c;', true],
    ['const a = ;', false],
  ])('%s: %s', (text, expected) => {
    expect(isProgram('a.ts', text)).toBe(expected);
  });
});
