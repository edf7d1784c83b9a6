/** The progress of a long run, on a line of the terminal that is rewritten. */
import { machineWall } from '#clock';
import { timeText } from '#record';

export interface Progress {
  /** Ms of virtual time since the start, and in total. */
  report(atMs: number, untilMs: number): void;
  /** Removes the line. */
  clear(): void;
}

/** Before the first and between two updates, wall ms: quick runs show nothing. */
const PAUSE_MS = 500;

/**
 * Shows progress on a terminal; undefined without one, or if it shows the run itself.
 */
export function progressOn(
  stream: { readonly isTTY?: boolean; write(text: string): unknown },
  isSeen: boolean,
): Progress | undefined {
  if (stream.isTTY !== true || isSeen) return undefined;
  let last = machineWall.now();
  let shown = false;
  return {
    report(atMs, untilMs) {
      const now = machineWall.now();
      if (now - last < PAUSE_MS) return;
      last = now;
      shown = true;
      const share = Math.floor((100 * atMs) / untilMs);
      stream.write(`\r\u001b[K${timeText(atMs)} of ${timeText(untilMs)}, ${share} %`);
    },
    clear() {
      if (shown) stream.write('\r\u001b[K');
    },
  };
}
