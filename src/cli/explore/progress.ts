/** How far exploring is: a line of the terminal that is rewritten. */
import type { Progress } from '#grade';

export interface ExploreProgress {
  show(progress: Progress): void;
  clear(): void;
}

/** Shows nothing where there is no terminal. */
export function progressOn(stream: {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}): ExploreProgress {
  const show = (text: string): void => {
    if (stream.isTTY === true) stream.write(`\r\u001b[K${text}`);
  };
  show('two runs that nothing disturbs');
  return {
    show({ played, plans, failed, isShrinking }) {
      const what = isShrinking ? ', making failing plans smaller' : '';
      show(`${played} of ${plans} plans, ${failed} failed${what}`);
    },
    clear: () => show(''),
  };
}
