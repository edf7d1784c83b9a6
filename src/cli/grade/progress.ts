/** How far grading is: a line of the terminal that is rewritten. */
import type { CaseResult } from '#grade';

export interface GradeProgress {
  say(text: string): void;
  count(result: CaseResult): void;
  clear(): void;
}

/** Shows nothing where there is no terminal. */
export function progressOn(
  stream: { readonly isTTY?: boolean; write(text: string): unknown },
  cases: number,
): GradeProgress {
  const show = (text: string): void => {
    if (stream.isTTY === true) stream.write(`\r\u001b[K${text}`);
  };
  let done = 0;
  let failed = 0;
  return {
    say: show,
    count({ verdict }) {
      done += 1;
      if (verdict === 'fail') failed += 1;
      show(`${done} of ${cases} cases, ${failed} failed`);
    },
    clear: () => show(''),
  };
}
