/** What can be asked about an object, as text. */
import type { Style, WorthAsking } from '#record';

/**
 * Returns a line for each field: its value, and the command that asks why.
 * @param options of the command, each after a blank
 */
export function worthText(
  object: string,
  worth: readonly WorthAsking[],
  options: string,
  style: Style,
): readonly string[] {
  if (worth.length === 0) {
    return [
      `${object} has no status yet; any field can be asked: orrery why ${object} spec${options}`,
    ];
  }
  const names = Math.max(...worth.map(({ field }) => field.length));
  const values = Math.max(...worth.map(({ value }) => textOf(value).length));
  return [
    `What can be asked about ${style.bold(object)}:`,
    ...worth.map(({ field, value }) => {
      const columns = `${field.padEnd(names)}  ${style.bold(textOf(value).padEnd(values))}`;
      return `  ${columns}  ${style.dim(`orrery why ${object} ${field}${options}`)}`;
    }),
  ];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
