/** Failures as annotations, in the form that GitHub's workflows read. */
import type { CaseResult } from '#grade';

/** Returns a line for each case that failed. */
export function annotations(results: readonly CaseResult[]): string {
  return results
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ number, title, failures, source }) => {
      const texts = failures.map(({ rule, found }) => `expected ${rule}, found ${found}`);
      const message = [...texts, source].join('\n');
      return `::error title=${property(`${number} ${title}`)}::${data(message)}\n`;
    })
    .join('');
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Colons and commas end properties. */
function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
