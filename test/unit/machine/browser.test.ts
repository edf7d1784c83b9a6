/** What a browser lacks, written ourselves, against what Node has. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { md5 as ours } from '../../../src/machine/browser/md5.ts';
import { turn } from '../../../src/machine/browser/turn.ts';
import { md5 } from '#machine';

describe('in a browser', () => {
  it('MD5 is that of Node', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 300 });
    fc.assert(
      fc.property(texts, (text) => {
        expect(ours(text)).toBe(md5(text));
      }),
    );
    // Around the ends of blocks.
    for (let length = 50; length < 130; length++) {
      expect(ours('x'.repeat(length))).toBe(md5('x'.repeat(length)));
    }
  });

  it('a turn comes after all microtasks', async () => {
    const seen: string[] = [];
    const over = turn().then(() => seen.push('turn'));
    let chain = Promise.resolve();
    for (let i = 0; i < 1000; i++) chain = chain.then(() => undefined);
    void chain.then(() => seen.push('microtasks'));
    await over;
    expect(seen).toEqual(['microtasks', 'turn']);
  });
});
