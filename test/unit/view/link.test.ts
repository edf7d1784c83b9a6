/** The page in an address: short enough to be sent, and read back as it was written. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLesson } from '#lesson';
import { readLink, writeLink, type LinkState } from '../../../ui/page/link.ts';
import { root } from '../../support/imports.ts';

/** Longer ones are cut off by some programs that people send links with. */
const MOST_CHARACTERS = 8000;

const lessons = readdirSync(join(root, 'lessons'))
  .filter((file) => file !== 'README.md')
  .map((file) =>
    readLesson(file.slice(0, -'.md'.length), readFileSync(join(root, 'lessons', file), 'utf8')),
  );

describe('a link', () => {
  it.each(lessons.map((lesson) => [lesson.name, lesson] as const))(
    'has the lesson %s with its seed and all predictions',
    async (name, { questions }) => {
      const longest = ({ answers }: { readonly answers: readonly string[] }): string =>
        [...answers].sort((a, b) => b.length - a.length)[0]!;
      const link = { lesson: name, seed: 999_999_999_999_999, predictions: questions.map(longest) };
      const fragment = await writeLink(link);
      expect(fragment.length).toBeLessThan(MOST_CHARACTERS);
      expect(await readLink(`#${fragment}`)).toEqual(link);
    },
  );

  it.each<[string, LinkState]>([
    ['a scenario of the library', { library: 'daemonset/surge', seed: 0, atMs: 1500 }],
    ['a text', { scenario: { name: 'mine', text: 'steps: []\n# ä ✓ 🛰 &=#%+\n' } }],
    ['a question', { view: 'charts', selected: { kind: 'Pod', key: 'default/a' }, asked: 'phase' }],
    [
      'what is in focus, in another page',
      { library: 'hpa/bounds', focus: { kind: 'Deployment', key: 'default/web' }, embed: true },
    ],
    ['answers like code', { lesson: 'x', predictions: ['a&said=b', '<b>', ''] }],
  ])('has %s', async (_, link) => {
    expect(await readLink(await writeLink(link))).toEqual({ predictions: [], ...link });
  });

  it('has the largest scenario of the library, changed', async () => {
    const texts = readdirSync(join(root, 'scenarios'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.yaml'))
      .map((file) => readFileSync(join(root, 'scenarios', file), 'utf8'))
      .sort((a, b) => b.length - a.length);
    const scenario = { name: 'mine', text: `${texts[0]}# changed\n` };
    expect((await writeLink({ scenario, seed: 1 })).length).toBeLessThan(MOST_CHARACTERS);
  });

  it.each([
    'text=%%%',
    'text=AAAA',
    'seed=-1',
    'at=x',
    'view=none',
    'object=Pod',
    'focus=Pod',
    '&&=',
  ])('that says %j is read without it', async (fragment) => {
    expect(await readLink(fragment)).toEqual({ predictions: [] });
  });
});
