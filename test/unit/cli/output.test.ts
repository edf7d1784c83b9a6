/** What goes to terminals: our colours, and nothing else that they obey. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forTerminal } from '../../../src/cli/output.ts';
import { makeStyle, widthOf } from '../../../src/cli/style.ts';

describe('text for people', () => {
  it.each([
    ['a colour', 'a\u001b[31mb', 'a\\x1b[31mb'],
    ['a link', '\u001b]8;;http://x\u0007y', '\\x1b]8;;http://x\\x07y'],
    ['a line written over', 'good\rbad', 'good\\rbad'],
    ['C1', '\u009b2J\u0085', '\\x9b2J\\x85'],
    ['NUL, backspace and DEL', '\0\b\u007f', '\\x00\\b\\x7f'],
    ['lines and tabs', 'a\n\tb', 'a\n\tb'],
    ['other languages', 'Zürich 東京 🚀', 'Zürich 東京 🚀'],
  ])('shows what somebody wrote: %s', (_, text, shown) => {
    expect(forTerminal(text)).toBe(shown);
  });

  it('has the colours of ours, around what somebody wrote', () => {
    const { bad, bold } = makeStyle(true);
    expect(forTerminal(bad(`a ${bold('\u001b[2J')} b`))).toBe(
      '\u001b[31ma \u001b[1m\\x1b[2J\u001b[22m b\u001b[39m',
    );
    expect(widthOf(bad('abc'))).toBe(3);
  });

  it('has no control character but in codes of colours, whatever is in it', () => {
    const { good, dim } = makeStyle(true);
    const any = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(any, any, (a, b) => {
        const rest = forTerminal(`${good(a)}${dim(b)}${a}`).replace(/\u001b\[\d+m/g, '');
        expect(rest).not.toMatch(/[\0-\x08\v-\x1f\x7f-\x9f]/);
      }),
    );
  });
});
