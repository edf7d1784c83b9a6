/** The words of the project: docs/glossary.md lists those that its prose does not use. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesWithoutVerbs, withoutVerb } from './support/doc-comments.ts';
import { root } from './support/imports.ts';

/** What is looked at: prose, and code with its comments, messages and names. */
const places = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs',
  'scenarios',
  'cases',
  'src',
  'controllers',
  'tools',
  'bench',
  'test',
];
const texts = /\.(?:md|ts|js|yaml)$/;

/** Plain English that looks like one of the words. */
const harmless = [
  /there\s+(?:is|are)\s+no\s/giu,
  /(?:is|are)\s+no\s+(?:longer|more|less|fewer|later|older)\s/giu,
];

/** Exact texts that may stay: those of Kubernetes itself. */
const allowed: readonly { readonly file: string; readonly text: string }[] = [];

const words = wordsOf(readFileSync(join(root, 'docs/glossary.md'), 'utf8'));
const files = places
  .flatMap(filesIn)
  .filter(
    (file) => texts.test(file) && file !== 'docs/glossary.md' && file !== 'test/prose.test.ts',
  );

describe('prose', () => {
  it.each(files)('%s says it plainly', (file) => {
    let text = readFileSync(join(root, file), 'utf8');
    for (const each of allowed) if (each.file === file) text = text.replaceAll(each.text, '');
    expect(findings(text)).toEqual([]);
  });
});

describe('a word that we do not use', () => {
  it.each([
    ['// Nobody reads it.', ['1: Nobody']],
    ['const crew = 1;', ['1: crew']],
    ['the `Crew`', ['1: Crew']],
    ['/**\n * One that goes\n * on.\n */', ['2: goes on']],
    ["throw new Error(`no: 'x' is no name`)", ['1: is no name']],
    ['# Told\n# of it, anew', ['1: Told of', '2: anew']],
  ])('is found: %s', (text, expected) => {
    expect(findings(text)).toEqual(expected);
  });

  it.each([
    'There is no such object, and it is no longer there.',
    'a deadline, the deadline, the screw, renewed, Landau',
    'it ongoes; goes only',
  ])('is not found where it is not: %s', (text) => {
    expect(findings(text)).toEqual([]);
  });

  it('comes from the table of the glossary', () => {
    expect(words.length).toBeGreaterThan(15);
  });
});

describe('the doc comment of a function', () => {
  it('begins with a verb, except in files of a list that only shrinks', () => {
    const path = join(root, 'test/support/doc-comments-left.json');
    const left = JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, number>>;
    const more = [...filesWithoutVerbs()].filter(([file, count]) => count > (left[file] ?? 0));
    expect(more).toEqual([]);
  });

  it.each([
    ['/** Returns it. */\nexport function a() {}', []],
    ['/** {@link a} in parts. */\nfunction* b() {}', []],
    ['/**\n * @throws {Error}\n */\nfunction c() {}', []],
    ['/** The list. */\nexport async function d() {}', ['d']],
    ['/**\n * Its names.\n */\nfunction e() {}', ['e']],
  ])('is found where it does not: %j', (text, expected) => {
    expect(withoutVerb(text)).toEqual(expected);
  });
});

/** The words in the first column of the glossary's last table, as patterns. */
function wordsOf(glossary: string): RegExp[] {
  const [, table] = glossary.split('## Words that we do not use');
  const cells = [...table!.matchAll(/^\| ([^|]*)\|/gmu)].map(([, cell]) => cell!);
  const phrases = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/gu)]);
  return phrases.map(([, phrase]) => {
    const parts = phrase!.split(' ').map((word) => (word === 'X' ? String.raw`\w+` : word));
    // Without the flag u: it would take ten times as long.
    return new RegExp(String.raw`\b${parts.join(String.raw`\s+`)}\b`, 'gi');
  });
}

/** The words in a text, each with its line, in their order. */
function findings(text: string): string[] {
  let prose = text.replace(/^[ \t]*(?:\/\/|\*|#)/gmu, (mark) => ' '.repeat(mark.length));
  for (const pattern of harmless) {
    prose = prose.replace(pattern, (found) => found.replaceAll(/\S/gu, '-'));
  }
  const found = words.flatMap((word) => [...prose.matchAll(word)]);
  return found
    .sort((a, b) => a.index - b.index)
    .map((match) => {
      const line = prose.slice(0, match.index).split('\n').length;
      return `${line}: ${match[0].replaceAll(/\s+/gu, ' ')}`;
    });
}

/** The files of a place, seen from the root: of a folder all of them, or the file itself. */
function filesIn(place: string): string[] {
  const path = join(root, place);
  if (/\.\w+$/u.test(place)) return [place];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}
