/**
 * Makes the pages of the site of the Markdown files of the repository, around the playground that is there
 * already.
 *
 *     npm run build:site -- [--url https://example.com/orrery/]
 *
 * With the address at which it will be, other sites can show a preview of it.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { SearchEntry } from '../../ui/docs/search.ts';
import { frontHtml } from './front.ts';
import { siteUrl } from './url.ts';
import { pageHtml } from './layout.ts';
import { Links } from './links.ts';
import { render, type Passage } from './markdown.ts';
import { lessonOf, sectionsIn, type Page } from './pages.ts';

const { values } = parseArgs({ options: { url: { type: 'string' } } });
const root = process.cwd();
const site = join(root, 'dist/site');

const sections = sectionsIn(root);
const pages = sections.flatMap((section) => section.pages);
const links = new Links(root, pages);
const index: SearchEntry[] = [];
for (const page of pages) {
  const { html, passages } = render(page.text, (target) => links.resolve(target, page));
  put(page.path, pageHtml({ page, html, passages, sections }));
  index.push(...passages.map((passage) => entryOf(page, passage)));
}
const front: Page = { source: 'README.md', path: 'index.html', title: 'Orrery', text: '' };
put(
  front.path,
  frontHtml({
    readme: pages.find(({ source }) => source === front.source)!.text,
    lessons: pages.filter((page) => lessonOf(page) !== undefined).length,
    hrefOf: (target) => links.resolve(target, front),
    url: values.url === undefined ? undefined : siteUrl(values.url),
  }),
);
links.files.add('docs/pictures/card.png');
if (links.broken.length > 0) {
  throw new Error(`links that lead nowhere on the site:\n${links.broken.join('\n')}`);
}
for (const file of links.files) copy(join(root, file), file);
for (const name of ['colours.css', 'docs.css', 'front.css', 'icon.svg'])
  copy(join(root, 'ui/theme', name), `theme/${name}`);
put('theme/search.json', JSON.stringify(index));
putOfflineWorker();

function entryOf({ path, title }: Page, { id, heading, level, text }: Passage): SearchEntry {
  return { path: level === 1 ? path : `${path}#${id}`, title, heading, text };
}

/** The worker that keeps the site for times without a network has to know what there is. */
function putOfflineWorker(): void {
  const files = readdirSync(site, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && !entry.name.endsWith('.txt') && entry.name !== 'offline.js',
    )
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(site.length + 1)
        .replaceAll('\\', '/'),
    );
  // Hosts serve the page of a folder under its name.
  const folders = files.filter((file) => /(?:^|\/)index\.html$/.test(file));
  const addresses = [
    ...files,
    ...folders.map((file) => `./${file.slice(0, -'index.html'.length)}`),
  ];
  const worker = readFileSync(join(root, 'ui/offline.js'), 'utf8');
  put('offline.js', worker.replace("['FILES']", JSON.stringify(addresses.sort())));
}

function put(path: string, text: string): void {
  mkdirSync(dirname(join(site, path)), { recursive: true });
  writeFileSync(join(site, path), text);
}

function copy(from: string, path: string): void {
  mkdirSync(dirname(join(site, path)), { recursive: true });
  copyFileSync(from, join(site, path));
}
