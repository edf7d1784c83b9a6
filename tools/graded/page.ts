/** The page of grades: pure, from report cards in JSON. */
import { notes } from './notes.ts';

interface CaseResult {
  readonly number: string;
  readonly title: string;
  readonly verdict: 'pass' | 'fail' | 'not exercised';
  readonly failures: readonly { readonly rule: string; readonly found: string }[];
}

/** What `orrery grade -o json` prints, as far as the page needs it. */
export interface Card {
  readonly results: readonly CaseResult[];
}

export interface Graded {
  readonly name: string;
  readonly version: string;
  readonly isOwn: boolean;
  readonly card: Card;
}

export function page(all: readonly Graded[], suite: string): string {
  const rows = all.map(({ name, version, card: { results } }) => {
    const count = (wanted: string): number =>
      results.filter(({ verdict }) => verdict === wanted).length;
    return `| ${name} | ${version} | ${count('pass')} | ${count('fail')} | ${count('not exercised')} |`;
  });
  return `${head(suite)}
| Client | Version | Passed | Failed | Not exercised |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

## What failed

${all.map(failuresOf).join('\n')}
## Followed up by hand

${notes.map((each) => `- ${each}`).join('\n')}
`;
}

function head(suite: string): string {
  return `# Grades

What [the report card](reference/grade.md) found about small programs that use a client library as its own examples do
(\`examples/graded\`), in the cases of the ${suite} suite. A program is graded once, on one machine; a case that fails says what
was seen, and not whose mistake it is: the program, the library or a rule that is too strict. \`npm run graded\` writes this page.
`;
}

function failuresOf({ name, version, card: { results } }: Graded): string {
  const failed = results.filter(({ verdict }) => verdict === 'fail');
  const lines = failed.map(({ number, title, failures }) => {
    const seen = failures.map(({ rule, found }) => `expected ${rule}; found ${found}`);
    return `- ${number} ${title}: ${plain(seen.join('. '))}`;
  });
  const list = lines.length === 0 ? 'Nothing.' : lines.join('\n');
  // Clients that are graded in several versions have theirs in the name.
  const heading = name.endsWith(version) ? name : `${name} ${version}`;
  return `### ${heading}\n\n${list}\n`;
}

/** Braces and stars are marks in Markdown. */
function plain(text: string): string {
  return text.replace(/[<>*_{}|]/g, (mark) => `\\${mark}`);
}
