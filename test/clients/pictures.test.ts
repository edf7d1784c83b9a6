/** The main states of the page look as they did when somebody last looked at them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pictureOf, states } from '../../tools/pictures/states.ts';
import { root } from '../support/imports.ts';
import { describeSite } from './support/site.ts';

/** Fonts differ between machines: pictures are compared in this many cells, by their mean colours. */
const COLUMNS = 36;
const ROWS = 24;
/** Of 255, in one colour. */
const MOST_APART = 34;
/** Which part of the cells may be further apart. */
const MOST_CELLS = 0.06;

/** Runs in a page: the mean colours of the cells of a picture. */
const meansOf = `async (picture) => {
  const image = new Image();
  image.src = picture;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [${COLUMNS}, ${ROWS}];
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, ${COLUMNS}, ${ROWS});
  return [...context.getImageData(0, 0, ${COLUMNS}, ${ROWS}).data];
}`;

describeSite('the main states of the page', (on) => {
  const means = async (picture: Buffer): Promise<readonly number[]> => {
    const page = await on.browser.newPage();
    const url = `data:image/jpeg;base64,${picture.toString('base64')}`;
    const found = await page.evaluate(`(${meansOf})(${JSON.stringify(url)})`);
    await page.close();
    return found as readonly number[];
  };
  const apart = async (one: Buffer, other: Buffer): Promise<number> => {
    const [a, b] = [await means(one), await means(other)];
    const cells = Array.from({ length: COLUMNS * ROWS }, (_, cell) =>
      [0, 1, 2].some(
        (colour) => Math.abs(a[4 * cell + colour]! - b[4 * cell + colour]!) > MOST_APART,
      ),
    );
    return cells.filter(Boolean).length / cells.length;
  };
  const kept = (name: string): Buffer => readFileSync(join(root, `test/pictures/${name}.jpg`));

  it.each(states.map((state) => [state.name, state] as const))(
    '%s looks as in its picture',
    async (name, state) => {
      const now = await pictureOf(on.browser, on.site.url, state);
      expect(await apart(now, kept(name))).toBeLessThanOrEqual(MOST_CELLS);
    },
    60_000,
  );

  it('differ from one another by far more', async () => {
    expect(await apart(kept('stage'), kept('cronjobs'))).toBeGreaterThan(3 * MOST_CELLS);
  });
});
