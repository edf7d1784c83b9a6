/** How the pages of the site are made of Markdown. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { frontHtml } from '../../../tools/site/front.ts';
import { siteUrl } from '../../../tools/site/url.ts';
import { Links } from '../../../tools/site/links.ts';
import { render } from '../../../tools/site/markdown.ts';
import { hrefTo, type Page } from '../../../tools/site/pages.ts';
import { search, type SearchEntry } from '../../../ui/docs/search.ts';
import { root } from '../../support/imports.ts';

const page = (source: string): Page => {
  const path = source.replace(/\.md$/, '.html');
  return { source, path, title: source, text: '' };
};
const readme: Page = { ...page('README.md'), path: 'readme.html' };
const kit = page('docs/reference/kit.md');

describe('a link of a page', () => {
  it.each([
    ['README.md', 'docs/reference/kit.md', 'docs/reference/kit.html'],
    ['README.md', 'docs/reference/kit.md#time', 'docs/reference/kit.html#time'],
    ['docs/reference/kit.md', '../../README.md', '../../readme.html'],
    ['docs/reference/kit.md', 'kit.md#time', 'kit.html#time'],
    ['docs/reference/kit.md', '#time', '#time'],
    ['docs/reference/kit.md', 'https://example.com/x.md', 'https://example.com/x.md'],
    [
      'docs/reference/kit.md',
      '../../scenarios/daemonset/surge.yaml',
      '../../playground/index.html#run=daemonset/surge',
    ],
    [
      'docs/reference/kit.md',
      '../../scenarios/daemonset/surge.yaml#at=60000',
      '../../playground/index.html#run=daemonset/surge&at=60000',
    ],
    ['README.md', 'LICENSE', 'LICENSE'],
  ])('of %s to %s leads to %s', (source, target, expected) => {
    const links = new Links(root, [readme, kit]);
    expect(links.resolve(target, source === 'README.md' ? readme : kit)).toBe(expected);
    expect(links.broken).toEqual([]);
  });

  it.each(['nowhere.md', 'src/kinds', 'scenarios/daemonset/none.yaml'])(
    'to %s is reported',
    (to) => {
      const links = new Links(root, [readme]);
      links.resolve(to, readme);
      expect(links.broken).toEqual([`README.md: ${to}`]);
    },
  );

  it('makes another file part of the site', () => {
    const links = new Links(root, [readme]);
    links.resolve('docs/pictures/page.png', readme);
    expect([...links.files]).toEqual(['docs/pictures/page.png']);
  });

  it('is relative, so the site works under any path', () => {
    expect(hrefTo('index.html', 'docs/reference/kit.html')).toBe('../../index.html');
    expect(hrefTo('docs/kit.html#a', 'docs/kit.html')).toBe('kit.html#a');
  });
});

describe('the first page', () => {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  const html = frontHtml({ readme: text, lessons: 14, hrefOf: (target) => `to/${target}` });

  it('shows a run that moves, and leads to lessons, to the server and to scenarios', () => {
    expect(html).toContain('src="playground/index.html#run=daemonset/rolling-update&amp;embed"');
    for (const to of ['#lesson=rolling-update', 'serve.html', 'a-first-scenario.html']) {
      expect(html).toContain(`${to}"><b>`);
    }
    expect(html).toContain('14 lessons.');
  });

  it("has the tables of README, with README's links led", () => {
    expect(html).toMatch(/<th>Orrery<\/th>\n<th>kwok<\/th>\n<th>envtest<\/th>/);
    expect(html).toContain('<td>controller-runtime</td>');
    expect(html).toContain('href="to/docs/clients.md"');
    expect(() => frontHtml({ readme: '# X', lessons: 1, hrefOf: String })).toThrow(
      'README.md has no section "Beside the other ways"',
    );
  });

  it('has the address of its preview picture, where it is known', () => {
    const image = (url?: string): string | undefined =>
      /og:image" content="([^"]*)"/.exec(
        frontHtml({ readme: text, lessons: 14, hrefOf: (target) => target, url }),
      )?.[1];
    expect(image()).toBe('docs/pictures/card.png');
    const url = siteUrl('https://example.com/orrery');
    expect(image(url)).toBe('https://example.com/orrery/docs/pictures/card.png');
    for (const bad of ['orrery', 'ftp://example.com/', 'https://example.com/?a=b']) {
      expect(() => siteUrl(bad)).toThrow('--url: expected an address');
    }
  });

  it('says what it is to those that show a preview of it', () => {
    for (const name of ['og:title', 'og:description', 'og:image', 'description']) {
      expect(html).toMatch(new RegExp(`<meta (?:name|property)="${name}" content="[^"]{5,}"`));
    }
  });
});

describe('Markdown', () => {
  const same = (target: string): string => target;

  it('gets the places that GitHub gives its headings', () => {
    const { passages } = render('# A `b` c?\n\n## x_y: Z\n\n## x_y: Z\n', same);
    expect(passages.map(({ id }) => id)).toEqual(['a-b-c', 'x_y-z', 'x_y-z-1']);
  });

  it('is searched by the text below each heading', () => {
    const text = '# One\n\nA *word*.\n\n```sh\nnpm test\n```\n\n## Two\n\n| a |\n| - |\n| b |\n';
    expect(render(text, same).passages.map((each) => each.text)).toEqual([
      'A word. npm test',
      'a b',
    ]);
  });

  it('colours YAML, and leaves what looks like HTML a text', () => {
    const { html } = render('```yaml\na: <b>\n```\n\n    <i>\n', same);
    expect(html).toContain('<span class="tok-propertyName tok-definition">a</span>');
    expect(html).toContain('&lt;b&gt;');
    expect(html).toContain('<pre tabindex="0"><code>&lt;i&gt;');
  });

  it('has its links led', () => {
    const { html } = render('[a](x.md) ![b](y.png)', (target) => `to/${target}`);
    expect(html).toContain('href="to/x.md"');
    expect(html).toContain('src="to/y.png"');
  });
});

describe('search', () => {
  const entry = (heading: string, text: string, title = 'Page'): SearchEntry => ({
    ...{ path: `${heading}.html`, title, heading, text },
  });
  const entries = [
    entry('Windows', 'About other things.'),
    entry('Scaling', `${'Before. '.repeat(40)}The stabilisation window is 300 s.`),
    entry('Stabilisation', 'A window.'),
    entry('Nothing', 'restabilisation'),
  ];

  it.each([
    ['window', ['Windows', 'Scaling', 'Stabilisation']],
    ['stabilisation', ['Stabilisation', 'Scaling', 'Nothing']],
    ['STABIL  window', ['Stabilisation', 'Scaling']],
    ['absent', []],
    ['window absent', []],
    [' ', []],
  ])('for %j finds %j', (query, expected) => {
    expect(search(entries, query).map(({ entry: { heading } }) => heading)).toEqual(expected);
  });

  it('finds guides before the generated pages of the package', () => {
    const api = {
      ...entry('ReadsWindow', 'A type.', 'ReadsWindow'),
      path: 'docs/reference/api/window.html',
    };
    const guide = entry('How long?', 'The window is 300 s.', 'The window');
    expect(search([api, guide], 'window').map(({ entry: { path } }) => path)).toEqual([
      guide.path,
      api.path,
    ]);
  });

  it('shows what stands around the word', () => {
    const [first] = search(entries, 'stabilisation window 300');
    expect(first!.excerpt).toMatch(/^….*The stabilisation window is 300 s\.$/);
    expect(first!.excerpt.length).toBeLessThan(200);
  });
});
