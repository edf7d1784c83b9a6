/** How many of the files are done, on a line of the terminal that is rewritten. */
import { machineWall } from '#clock';

/** Quick tests show nothing before this many wall ms. */
const PAUSE_MS = 1000;

/** Shows progress on a terminal; undefined without one. */
export function countOn(stream: {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}): { report(done: number, of: number): void; clear(): void } | undefined {
  if (stream.isTTY !== true) return undefined;
  const began = machineWall.now();
  let isShown = false;
  return {
    report(done, of) {
      if (machineWall.now() - began < PAUSE_MS) return;
      isShown = true;
      stream.write(`\r\u001b[K${done} scenarios of ${of} files are done`);
    },
    clear() {
      if (isShown) stream.write('\r\u001b[K');
    },
  };
}
