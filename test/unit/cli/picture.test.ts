/** `orrery picture` as its users see it. */
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../../../src/cli/picture/picture.ts';
import { UsageError } from '../../../src/cli/usage-error.ts';
import { captured } from '../../support/captured.ts';
import { root } from '../../support/imports.ts';

const out = captured('picture');

// As a build does.
beforeAll(() => {
  const file = join(root, 'dist/colours.css');
  mkdirSync(join(root, 'dist'), { recursive: true });
  if (!existsSync(file)) copyFileSync(join(root, 'ui/theme/colours.css'), file);
});

describe('a picture', () => {
  it('is printed, or saved: the same bytes', async () => {
    expect(await picture('nodes/cordon', undefined, {})).toBe(0);
    expect(out.printed).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" .*<\/svg>\n$/s);
    const file = join(out.folder, 'run.svg');
    await picture('nodes/cordon', file, {});
    expect(readFileSync(file, 'utf8')).toBe(out.printed);
  });

  it('stands still at the moment that is asked for', async () => {
    const delays = async (still: string): Promise<number> => {
      const file = join(out.folder, 'still.svg');
      await picture('nodes/cordon', file, { still });
      return Number(/animation-delay:-([\d.]+)s/.exec(readFileSync(file, 'utf8'))![1]);
    };
    expect(await delays('0s')).toBe(0);
    expect(await delays('20s')).toBeGreaterThan(await delays('5s'));
  });

  it.each<[what: string, call: () => Promise<number>, message: string]>([
    ['of nothing', () => picture('none.yaml', undefined, {}), 'none.yaml: there is no such file'],
    [
      'in a folder that is not there',
      () => picture('nodes/cordon', join(out.folder, 'a/b.svg'), {}),
      'cannot save the picture in ',
    ],
    [
      'at no moment',
      () => picture('nodes/cordon', undefined, { still: 'soon' }),
      'cannot read the time "soon"',
    ],
  ])('%s is refused', async (_, call, message) => {
    await expect(call()).rejects.toThrow(message);
  });

  it('of a run that is too large is refused, with another way', async () => {
    const file = out.file('large.yaml', 'cluster: { nodes: 100 }\nsteps: []\nuntil: 1s\n');
    await expect(picture(file, undefined, {})).rejects.toThrow(UsageError);
    await expect(picture(file, undefined, {})).rejects.toThrow('this run has 100; see orrery open');
  });
});
