/** Where probes stand, so that one reports whenever the code at its place runs. */
import { expect, it } from 'vitest';
import { probed } from '../../../../tools/mutants/probes.ts';

/** The text with a probe, written P7, for the place that ^ marks. */
function probedAt(marked: string): string {
  const at = marked.indexOf('^');
  const { text, unprobed } = probed('a.ts', marked.replace('^', ''), [{ at, id: 7 }]);
  return unprobed.length > 0 ? 'none' : text.replaceAll('globalThis.__reached?.(7)', 'P7');
}

it.each([
  ['function a() { b(); c(^d); }', 'function a() { b(); P7;c(d); }'],
  ['function a() { if (b) return ^c; }', 'function a() { if (b) {P7;return c;} }'],
  ['function a() { if (^b) return c; }', 'function a() { P7;if (b) return c; }'],
  ['function a() { for (;;) b(^c); }', 'function a() { for (;;) {P7;b(c);} }'],
  ['function a() { if (b) c; else if (^d) e; }', 'function a() { if (b) c; else {P7;if (d) e;} }'],
  ['switch (a) { case 1: b(^c); }', 'switch (a) { case 1: P7;b(c); }'],
  ['const a = (b) => b + ^1;', 'const a = (b) => (P7,b + 1);'],
  ['const a = () => () => ({ b: ^1 });', 'const a = () => () => (P7,({ b: 1 }));'],
  ['function a(b = ^1) {}', 'function a(b = (P7,1)) {}'],
  ['class A { b = ^1; }', 'class A { b = (P7,1); }'],
  ['const a = ^1;', 'none'],
  ['const a = { b: [^1] };', 'none'],
])('%s', (marked, expected) => {
  expect(probedAt(marked)).toBe(expected);
});

it('reports several places of one statement at once', () => {
  const text = 'function a() { b(1, 2); }';
  const places = [17, 20].map((at, index) => ({ at, id: index }));
  expect(probed('a.ts', text, places).text).toBe(
    'function a() { globalThis.__reached?.(0),globalThis.__reached?.(1);b(1, 2); }',
  );
});
