/** The pages of the site: Markdown files of the repository, where each stands, and in which order. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { readLesson, readOrder, withoutAnswers } from '#lesson';

export interface Page {
  /** In the repository: `docs/guide/a-first-scenario.md`. */
  readonly source: string;
  /** On the site: `docs/guide/a-first-scenario.html`. */
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

export interface Section {
  readonly title: string;
  readonly pages: readonly Page[];
}

/** A folder stands for the pages in it that nothing before it names. */
const contents: readonly (readonly [title: string, sources: readonly string[]])[] = [
  ['Begin', ['README.md', 'docs/guide', 'scenarios/README.md', 'examples/README.md']],
  ['Lessons', ['lessons/README.md', 'lessons']],
  [
    'Look up',
    [
      'docs/reference/commands.md',
      'docs/reference/scenario-language.md',
      'docs/reference/page.md',
      'docs/reference/serve.md',
      'docs/reference/kit.md',
      'docs/reference',
    ],
  ],
  ['Status fields', ['docs/reference/status/README.md', 'docs/reference/status']],
  ['The package', ['docs/reference/api']],
  ['Inside', ['docs/architecture.md', 'docs/glossary.md', 'docs', 'docs/decisions']],
  ['The project', ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md']],
];

/** @throws {Error} for a page without a title */
export function sectionsIn(root: string): readonly Section[] {
  const seen = new Set<string>();
  return contents.map(([title, named]) => {
    const sources = named.flatMap((each) =>
      each.endsWith('.md') ? [each] : markdownIn(root, each),
    );
    const own = [...new Set(sources)].filter((source) => !seen.has(source));
    for (const source of own) seen.add(source);
    return { title, pages: own.map((source) => pageOf(root, source)) };
  });
}

/** Those of the API are in folders of folders. */
function markdownIn(root: string, folder: string): readonly string[] {
  if (folder === 'lessons') return lessonsIn(root);
  return readdirSync(join(root, folder), { recursive: folder.endsWith('api'), encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.md'))
    .sort();
}

/** In the order in which they are best taken. */
function lessonsIn(root: string): readonly string[] {
  const order = readOrder(readFileSync(join(root, 'lessons/README.md'), 'utf8'));
  return order.flatMap(({ names }) => names.map((name) => `lessons/${name}.md`));
}

/** The lesson that a page is about; undefined for other pages. */
export function lessonOf({ source }: Pick<Page, 'source'>): string | undefined {
  return /^lessons\/([\w-]+)\.md$/.exec(source.replace('README.md', ''))?.[1];
}

function pageOf(root: string, source: string): Page {
  const written = readFileSync(join(root, source), 'utf8');
  const lesson = lessonOf({ source });
  const text = lesson === undefined ? written : withoutAnswers(readLesson(lesson, written));
  const title = /^# (.+)$/m.exec(text)?.[1];
  if (title === undefined)
    throw new Error(`${source} has no title: its first line must be "# TITLE"`);
  const path = pathOf(source);
  return { source, path, title, text };
}

/** README is a page beside the first one. */
function pathOf(source: string): string {
  if (source === 'README.md') return 'readme.html';
  return source.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html');
}

/** From a page of the site to another place of it. */
export function hrefTo(path: string, from: string): string {
  const [file = '', fragment] = path.split('#');
  const relative = posix.relative(dirname(from), file) || posix.basename(file);
  return fragment === undefined ? relative : `${relative}#${fragment}`;
}
