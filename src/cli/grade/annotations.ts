/** Failures as annotations, in the form that GitHub's workflows read. */
import type { CaseResult } from '#grade';
import { annotation } from '../annotation.ts';

/** Returns a line for each case that failed. */
export function annotations(results: readonly CaseResult[]): string {
  return results
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ number, title, failures, source }) => {
      const texts = failures.map(({ rule, found }) => `expected ${rule}, found ${found}`);
      return annotation('error', { title: `${number} ${title}` }, [...texts, source].join('\n'));
    })
    .join('');
}
