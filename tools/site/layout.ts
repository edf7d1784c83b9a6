/** The frame of a page of the site. */
import { escaped, type Passage } from './markdown.ts';
import { policyWith } from './policy.ts';
import { hrefTo, lessonOf, type Page, type Section } from './pages.ts';

export interface PageParts {
  readonly page: Page;
  readonly html: string;
  readonly passages: readonly Passage[];
  readonly sections: readonly Section[];
}

export function pageHtml({ page, html, passages, sections }: PageParts): string {
  const to = (path: string): string => escaped(hrefTo(path, page.path));
  const title = page.source === 'README.md' ? page.title : `${page.title} - Orrery`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${policyWith()}">
<title>${escaped(title)}</title>
<link rel="icon" href="${to('theme/icon.svg')}">
<link rel="stylesheet" href="${to('theme/colours.css')}">
<link rel="stylesheet" href="${to('theme/docs.css')}">
<script src="${to('theme/docs.js')}" data-root="${to('index.html').replace(/index\.html$/, '')}" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="brand" href="${to('index.html')}">Orrery</a>
<a href="${to('playground/index.html')}">Playground</a>
<a class="to-contents" href="#contents">Contents</a>
<form id="search" role="search" hidden><input type="search" aria-label="Search the docs" placeholder="Search" autocomplete="off"><div role="status"></div><ol></ol></form>
</header>
<div class="columns">
<main id="content" tabindex="-1">
${lessonLink(page)}${html}</main>
${onThisPage(passages)}
${navigation(page, sections)}
</div>
</body>
</html>
`;
}

function navigation(page: Page, sections: readonly Section[]): string {
  const lists = sections.map(({ title, pages }) => {
    const items = pages.map((each) => {
      const { title: name } = each;
      const lesson = lessonOf(each);
      // A lesson begins at once.
      const path = lesson === undefined ? each.path : lessonPath(lesson);
      const current = each.path === page.path ? ' aria-current="page"' : '';
      return `<li><a href="${escaped(hrefTo(path, page.path))}"${current}>${escaped(name)}</a></li>`;
    });
    return `<h2>${title}</h2><ul>${items.join('')}</ul>`;
  });
  return `<nav id="contents" tabindex="-1" aria-label="Contents">${lists.join('')}</nav>`;
}

/** A lesson is answered in the playground; here it says what it asks. */
function lessonLink(page: Page): string {
  const name = lessonOf(page);
  if (name === undefined) return '';
  const href = escaped(hrefTo(lessonPath(name), page.path));
  return `<p class="call"><a href="${href}">Take this lesson</a>: the run answers, on the stage. Below is what it asks.</p>\n`;
}

function lessonPath(name: string): string {
  return `playground/index.html#lesson=${name}`;
}

function onThisPage(passages: readonly Passage[]): string {
  const parts = passages.filter(({ level }) => level === 2);
  if (parts.length < 3) return '';
  const items = parts.map(({ id, heading }) => `<li><a href="#${id}">${escaped(heading)}</a></li>`);
  return `<nav class="parts" aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></nav>`;
}
