/** The page of a run: one file that opens from disk, with the engine and the run in it. */
// A digest, not randomness.
// eslint-disable-next-line no-restricted-imports
import { createHash } from 'node:crypto';

/** What `npm run build:page` makes of ui/. */
export interface PageParts {
  readonly script: string;
  readonly style: string;
  /** The script of the worker, compressed, in base64. */
  readonly engine: string;
  /** The same of the editor for YAML, which is loaded when it is shown. */
  readonly editor: string;
}

export interface RunPage {
  readonly html: string;
  /** What it may load and run: in the page itself, for those from disk, and a header where it is served. */
  readonly policy: string;
}

/** What is saved in a page, compressed. */
export interface SavedContent {
  /** A run record. */
  readonly record?: Buffer;
  /** A list of lessons with their scenarios, as JSON. */
  readonly lessons?: Buffer;
}

/** @param saved absent for a page that follows its server */
export function runPage(
  { script, style, engine, editor }: PageParts,
  title: string,
  saved: SavedContent = {},
): RunPage {
  const content = Object.entries({ run: saved.record, lessons: saved.lessons }).filter(
    (part): part is [string, Buffer] => part[1] !== undefined,
  );
  // A script ends at its end tag wherever that stands, unless a comment was opened.
  const code = script.replace(/<(?=!--|\/?script)/gi, '<\\');
  const policy = policyFor(code, style, content.length === 0);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escaped(title)} - Orrery</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<div id="page"></div>
<noscript>This page draws a run by JavaScript.</noscript>
<script type="text/plain" id="engine">${engine}</script>
<script type="text/plain" id="editor">${editor}</script>
${content.map(([id, bytes]) => `<script type="text/plain" id="${id}">${bytes.toString('base64')}</script>\n`).join('')}<script>${code}</script>
</body>
</html>
`;
  return { html, policy };
}

/** Nothing is loaded from anywhere else, and no script runs but this one and its worker. */
function policyFor(script: string, style: string, asks: boolean): string {
  return [
    "default-src 'none'",
    `script-src '${hashOf(script)}' blob:`,
    `style-src '${hashOf(style)}'`,
    'worker-src blob:',
    ...(asks ? ["connect-src 'self'"] : []),
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
