/** Whether a process has something to do, as Linux says it. Elsewhere it is not known. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Whether {@link isWorking} knows. */
export const canSeeWork = existsSync('/proc/self/stat');

/** Whether a thread of the process, or of one that it has started, computes or waits for a processor. */
export function isWorking(pid: number): boolean {
  for (const thread of entriesOf(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${thread}`;
    // `PID (NAME) STATE ...`; the name may have parentheses.
    const stat = textOf(`${folder}/stat`);
    if (/^[RD]/.test(stat.slice(stat.lastIndexOf(')') + 2))) return true;
    const children = textOf(`${folder}/children`)
      .split(' ')
      .filter((each) => each !== '');
    if (children.some((child) => isWorking(Number(child)))) return true;
  }
  return false;
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
