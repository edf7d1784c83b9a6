/** Numbers over time as CSV. Pure. */
import { type StageNumber, valueAt } from '#view';

/** A row for each moment at which one of the numbers changes; times in seconds since the start. */
export function csvOf(numbers: readonly StageNumber[]): string {
  const times = new Set(numbers.flatMap(({ points }) => points.map(({ atMs }) => atMs)));
  const rows = [...times]
    .sort((a, b) => a - b)
    .map((atMs) => [atMs / 1000, ...numbers.map(({ points }) => valueAt(points, atMs) ?? '')]);
  const head = ['seconds', ...numbers.map(({ field }) => field)];
  return [head, ...rows].map((row) => row.map(cell).join(',')).join('\n') + '\n';
}

function cell(value: string | number): string {
  const text = String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
