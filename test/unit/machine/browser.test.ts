/** What a browser lacks, written ourselves, against what Node has. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { md5 as ownMd5 } from '../../../src/machine/browser/md5.ts';
import { sha256 as ownSha256 } from '../../../src/machine/browser/sha256.ts';
import { turn } from '../../../src/machine/browser/turn.ts';
import { md5, sha256 } from '#machine';

describe('in a browser', () => {
  it.each([
    ['MD5', ownMd5, md5],
    ['SHA-256', ownSha256, sha256],
  ])('%s is that of Node', (_, ours, theirs) => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 300 });
    fc.assert(
      fc.property(texts, (text) => {
        expect(ours(text)).toBe(theirs(text));
      }),
    );
    // Around the ends of blocks.
    for (let length = 50; length < 130; length++) {
      expect(ours('x'.repeat(length))).toBe(theirs('x'.repeat(length)));
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
