/** Lines that fit a terminal. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf, fitted } from '../../../src/cli/fit.ts';
import { onScreen } from '../../../src/cli/output.ts';
import { makeStyle, widthOf } from '../../../src/cli/style.ts';

describe('a text on a terminal', () => {
  it('breaks between words, and continues under the last column that leaves room', () => {
    const line = '  0:12.000  scenario      A new image. Two pods at a time are replaced.';
    expect(fitted(line, 56).split('\n')).toEqual([
      '  0:12.000  scenario      A new image. Two pods at a',
      '                          time are replaced.',
    ]);
  });

  it('breaks no word that fits a line, and loses none', () => {
    const word = fc.string({
      unit: fc.constantFrom('a', 'b', ',', ':', '→'),
      minLength: 1,
      maxLength: 20,
    });
    const gap = fc.constantFrom(' ', '  ', '     ');
    const text = fc.array(fc.tuple(word, gap), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(text, fc.integer({ min: 40, max: 90 }), (parts, columns) => {
        const rows = fitted(parts.flat().join('').trimEnd(), columns).split('\n');
        for (const row of rows) expect(row.length).toBeLessThanOrEqual(columns);
        const words = rows.flatMap((row) => row.split(' ')).filter((each) => each !== '');
        expect(words).toEqual(parts.map(([each]) => each));
      }),
    );
  });

  it('breaks a longer word after a punctuation mark', () => {
    const value = `{"desiredNumberScheduled":4,"numberMisscheduled":1,"numberReady":4}`;
    expect(fitted(value, 30).split('\n')).toEqual([
      '{"desiredNumberScheduled":4,',
      '"numberMisscheduled":1,',
      '"numberReady":4}',
    ]);
  });

  it('counts no colours', () => {
    const { bold, good } = makeStyle(true);
    const line = `${bold('one')} ${good('two')} ${bold('three')} four five`;
    expect(fitted(line, 30)).toBe(line);
    for (const row of fitted(line, 24).split('\n')) expect(widthOf(row)).toBeLessThanOrEqual(24);
  });

  it('ends with an ellipsis where it may take no more rows', () => {
    const rows = fitted('word '.repeat(40).trim(), 30, 2).split('\n');
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatch(/word…$/);
  });

  it('stays as it is in files and pipes', () => {
    const line = 'word '.repeat(40);
    expect(onScreen(line, { columns: 30 })).toBe(line);
    expect(onScreen(line, { isTTY: true })).toBe(line);
    expect(columnsOf({ isTTY: true, columns: 10 })).toBeUndefined();
    expect(onScreen(line, { isTTY: true, columns: 30 })).not.toBe(line);
  });
});
