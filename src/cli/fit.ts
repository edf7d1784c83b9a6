/** Text that fits the width of a terminal: lines are broken between words, and continue under their last column. */
import { unpaintedIndex, widthOf } from './style.ts';

/** A stream that may be a terminal. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Narrower terminals break lines themselves. */
const FEWEST_COLUMNS = 24;

/** The part of a line that indentation may take. */
const MOST_INDENT = 0.5;

/** Returns the columns of a terminal; undefined for files, pipes and what does not say. */
export function columnsOf({ isTTY, columns = 0 }: Screen): number | undefined {
  return isTTY === true && columns >= FEWEST_COLUMNS ? columns : undefined;
}

/**
 * Returns the text with lines of at most `columns`. A word is broken only where it is longer than a
 * line itself.
 *
 * @param mostRows of one line; what is longer ends with an ellipsis
 */
export function fitted(text: string, columns: number, mostRows = Infinity): string {
  return text
    .split('\n')
    .map((line) => (widthOf(line) <= columns ? line : rowsOf(line, columns, mostRows).join('\n')))
    .join('\n');
}

function rowsOf(line: string, columns: number, mostRows: number): readonly string[] {
  const indent = ' '.repeat(hangOf(line, columns));
  const rows: string[] = [];
  let row = '';
  for (const [part, gap = '', word = ''] of line.matchAll(/( *)([^ ]*)/g)) {
    if (part === '') continue;
    const isFirst = row.trim() === '';
    if (isFirst || widthOf(row + part) <= columns) row += part;
    else {
      rows.push(row);
      row = word === '' ? '' : indent + word;
    }
    // Indentation and spaces at the end of a row are not worth one.
    if (word === '' && widthOf(row) > columns) row = row.slice(0, row.length - gap.length);
    while (widthOf(row) > columns) {
      const at = breakIn(row, columns, indent.length);
      rows.push(row.slice(0, at));
      row = indent + row.slice(at);
    }
  }
  if (row.trim() !== '') rows.push(row);
  return rows.length <= mostRows ? rows : cut(rows.slice(0, mostRows), columns);
}

/** Where the last column begins that leaves room for text; else a little more than its own indentation. */
function hangOf(line: string, columns: number): number {
  const most = columns * MOST_INDENT;
  const starts = [...line.matchAll(/(?<=\S) {2,}(?=\S)/g)]
    .map(({ index, 0: gap }) => widthOf(line.slice(0, index)) + gap.length)
    .filter((start) => start <= most);
  const own = /^ */.exec(line)![0].length;
  return starts.at(-1) ?? (own === 0 ? 0 : Math.min(own + 2, Math.floor(most)));
}

/** Where to break a word that is longer than a row: after a punctuation mark if one is near its end. */
function breakIn(row: string, columns: number, indent: number): number {
  const whole = unpaintedIndex(row, columns);
  const near = /^.*[,;/.:=&?\])}-](?!$)/.exec(row.slice(0, whole))?.[0].length ?? 0;
  return near > indent + (whole - indent) / 2 ? near : whole;
}

function cut(rows: readonly string[], columns: number): readonly string[] {
  const last = rows.at(-1)!;
  const line = widthOf(last) < columns ? last : last.slice(0, unpaintedIndex(last, columns - 1));
  return [...rows.slice(0, -1), `${line}…`];
}
