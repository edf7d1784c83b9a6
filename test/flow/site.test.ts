/** The site as it is published: every link in it leads somewhere, under any path. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../support/imports.ts';

const site = join(root, 'dist/site');

interface SitePage {
  readonly links: readonly string[];
  readonly ids: ReadonlySet<string>;
  readonly text: string;
}

let pages: ReadonlyMap<string, SitePage>;

beforeAll(() => {
  if (!existsSync(site)) throw new Error(`${site} is missing: run "npm run build:site" first`);
  const files = readdirSync(site, { recursive: true, encoding: 'utf8' });
  pages = new Map(
    files
      .filter((file) => file.endsWith('.html'))
      .map((file) => [file.replaceAll('\\', '/'), pageOf(readFileSync(join(site, file), 'utf8'))]),
  );
});

function pageOf(text: string): SitePage {
  const all = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found]) => found!);
  return {
    text,
    links: all(/<[^>]* (?:href|src)="([^"]*)"/g).map((link) => link.replaceAll('&amp;', '&')),
    ids: new Set(all(/<[^>]* id="([^"]*)"/g)),
  };
}

/** Why a link of a page leads nowhere; undefined when it leads somewhere. */
function faultOf(link: string, page: string): string | undefined {
  if (/^(?:https?|data):/.test(link)) return undefined;
  if (link.startsWith('/')) return 'works under no other path';
  const [path = '', fragment] = link.split('#');
  const file = path === '' ? page : posix.join(posix.dirname(page), path);
  if (!existsSync(join(site, file))) return 'no such file';
  if (fragment === undefined) return undefined;
  if (file !== 'playground/index.html') {
    return pages.get(file)?.ids.has(decodeURIComponent(fragment)) ? undefined : 'no such place';
  }
  const { run, lesson } = Object.fromEntries(new URLSearchParams(fragment));
  const source = run === undefined ? `lessons/${lesson}.md` : `scenarios/${run}.yaml`;
  return existsSync(join(root, source)) ? undefined : `no ${source}`;
}

function faultsIn(page: string, links: readonly string[]): string[] {
  return links.flatMap((link) => {
    const fault = faultOf(link, page);
    return fault === undefined ? [] : [`${page}: ${link}: ${fault}`];
  });
}

describe('the site', () => {
  it('has no link that leads nowhere', () => {
    expect([...pages].flatMap(([page, { links }]) => faultsIn(page, links))).toEqual([]);
    expect([...pages.values()].flatMap(({ links }) => links).length).toBeGreaterThan(1000);
  });

  it('would show one', () => {
    const broken = ['nowhere.html', '#nowhere', '/index.html', 'docs/clients.html#nowhere'];
    const scripts = ['playground/index.html#run=no/such', 'playground/index.html#lesson=none'];
    const right = ['docs/clients.html', 'playground/index.html#lesson=hpa', 'https://example.com'];
    const found = faultsIn('index.html', [...broken, ...scripts, ...right]);
    expect(found).toHaveLength(broken.length + scripts.length);
  });

  it('can be reached as a whole from its first page', () => {
    const reached = new Set(['index.html']);
    for (const page of reached) {
      for (const link of pages.get(page)?.links ?? []) {
        const [path = ''] = link.split('#');
        if (path.endsWith('.html')) reached.add(posix.join(posix.dirname(page), path));
      }
    }
    expect([...pages.keys()].filter((page) => !reached.has(page))).toEqual([]);
  });

  it('has each page once in its contents', () => {
    const [, contents] = /<nav id="contents"(.*?)<\/nav>/s.exec(pages.get('readme.html')!.text)!;
    const links = pageOf(contents!).links;
    expect([...links].sort()).toEqual([...new Set(links)].sort());
    // All but the first page and the playground.
    expect(links).toHaveLength(pages.size - 2);
  });

  it('begins a lesson from its contents, and says no answer on its page', () => {
    const { text } = pages.get('lessons/rolling-update.html')!;
    const [, contents] = /<nav id="contents"(.*?)<\/nav>/s.exec(text)!;
    expect(contents).toContain('"../playground/index.html#lesson=rolling-update"');
    expect(contents).not.toContain('rolling-update.html');
    expect(text).toContain('How many new pods has the controller made at 21 s?');
    expect(text).not.toMatch(/One pod is the surge|Other:|Value:|Moment:/);
    expect(readFileSync(join(site, 'theme/search.json'), 'utf8')).not.toContain(
      'One pod is the surge',
    );
  });

  it('has all docs, all lessons, and one title on each page', () => {
    const sources = ['docs', 'lessons'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.md'))
        .map(
          (file) =>
            `${folder}/${file.replace('README.md', 'index.md').slice(0, -'.md'.length)}.html`,
        ),
    );
    expect(sources.filter((source) => !pages.has(source))).toEqual([]);
    const titles = [...pages].map(([page, { text }]) => [page, text.match(/<h1/g)?.length]);
    expect(
      titles.filter(([page, count]) => page !== 'playground/index.html' && count !== 1),
    ).toEqual([]);
  });

  it('is kept whole for times without a network', () => {
    const worker = readFileSync(join(site, 'offline.js'), 'utf8');
    expect([...pages.keys()].filter((page) => !worker.includes(`"${page}"`))).toEqual([]);
    expect(worker).toContain('"./playground/"');
    const [, list] = /^const files = (.*);$/m.exec(worker)!;
    const files = JSON.parse(list!) as string[];
    expect(files).toHaveLength(new Set(files).size);
  });

  it('loads no more of the engine at first than a reader waits for', () => {
    const assets = join(site, 'playground/assets');
    const seen = new Set(readdirSync(assets).filter((file) => /^worker-.*\.js$/.test(file)));
    // A set visits what is added while it is walked. Imports on first use are calls.
    for (const file of seen) {
      const text = readFileSync(join(assets, file), 'utf8');
      for (const [, name] of text.matchAll(/(?:from|import)"\.\/([^"]+)"/g)) seen.add(name!);
    }
    expect(seen.size).toBeGreaterThan(1);
    const sizes = [...seen].map(
      (file) => gzipSync(readFileSync(join(assets, file)), { level: 9 }).length,
    );
    // 480 kB are the aim: whoever adds more loads something later.
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(485_000);
  });
});
