/** Finds passages of the docs by words. */

/** A passage: of a page with a title, below a heading. */
export interface SearchEntry {
  /** From the root of the site. */
  readonly path: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

export interface Found {
  readonly entry: SearchEntry;
  /** What stands around the first of the words. */
  readonly excerpt: string;
}

const MOST_FOUND = 12;
const AROUND = 60;

/** The passages that have all of the words, the best first. */
export function search(entries: readonly SearchEntry[], query: string): readonly Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, words) * trustIn(entry) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, MOST_FOUND)
    .map(({ entry }) => ({ entry, excerpt: excerptOf(entry.text, words) }));
}

/** 0 when a word is missing. A word in a heading counts more, and most where it begins there. */
function rankOf({ title, heading, text }: SearchEntry, words: readonly string[]): number {
  const [inTitle, inHeading, inText] = [title, heading, text].map((each) => each.toLowerCase());
  let rank = 0;
  for (const word of words) {
    const own = weight(inHeading!, word, 10) + weight(inTitle!, word, 4) + weight(inText!, word, 1);
    if (own === 0) return 0;
    rank += own;
  }
  return rank;
}

/** Guides come before the generated pages of the package, which name every type and member. */
function trustIn({ path }: SearchEntry): number {
  return path.startsWith('docs/reference/api/') ? 0.1 : 1;
}

function weight(text: string, word: string, most: number): number {
  const at = text.indexOf(word);
  if (at < 0) return 0;
  const isBeginning = at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!);
  return isBeginning ? most : most / 2;
}

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const at = Math.max(0, ...words.slice(0, 1).map((word) => lower.indexOf(word)));
  const from = Math.max(0, at - AROUND);
  const to = Math.min(text.length, at + 2 * AROUND);
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
}
