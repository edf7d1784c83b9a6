/** Aligned columns of plain or coloured text. */
import { widthOf } from './style.ts';

/** Lays out rows under a header; numbers are right-aligned. Returns lines without line ends. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = header.map((title, i) =>
    Math.max(title.length, ...rows.map((row) => widthOf(row[i] ?? ''))),
  );
  const numeric = header.map(
    (_, i) => rows.length > 0 && rows.every((row) => /^\d*$/.test(row[i] ?? '')),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (numeric[i] ? pad(cell, widths[i]!) + cell : cell + pad(cell, widths[i]!)))
      .join('  ')
      .trimEnd();
  return [line(header), ...rows.map(line)];
}

function pad(cell: string, to: number): string {
  return ' '.repeat(Math.max(0, to - widthOf(cell)));
}
