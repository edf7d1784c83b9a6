/** What a long command does now, on a line of the terminal that is rewritten. */

/** Returns what shows it; without a terminal it shows nothing. */
export function phasesOn(stream: { readonly isTTY?: boolean; write(text: string): unknown }): {
  show(text: string): void;
  clear(): void;
} {
  const write = (text: string): void => {
    if (stream.isTTY === true) stream.write(`\r\u001b[K${text}`);
  };
  return { show: write, clear: () => write('') };
}
