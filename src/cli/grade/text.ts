/** A report card as text. */
import type { CaseResult, Evidence, Failure, Family, Subject } from '#grade';
import type { Style } from '#record';

export interface ReportCard {
  readonly client: readonly string[];
  readonly subject: Subject;
  readonly wallMs: number;
  readonly results: readonly CaseResult[];
}

export function reportLines(
  { client, subject, wallMs, results }: ReportCard,
  families: readonly Family[],
  style: Style,
  worse?: readonly CaseResult[],
): readonly string[] {
  const writes =
    subject.writes.length === 0 ? 'writes nothing' : `writes ${subject.writes.join(', ')}`;
  return [
    `${style.bold(client.join(' '))}  ${style.dim(`reads ${subject.reads.join(', ')}; ${writes}`)}`,
    '',
    ...families.flatMap(({ name, title }) => {
      const own = results.filter(({ family }) => family === name);
      return own.length === 0
        ? []
        : [style.bold(title), ...own.flatMap((result) => resultLines(result, style)), ''];
    }),
    summaryOf(results, wallMs, style),
    ...(worse === undefined ? [] : [worseText(worse, style)]),
  ];
}

function worseText(worse: readonly CaseResult[], style: Style): string {
  if (worse.length === 0) return style.good('nothing got worse');
  return style.bad(`got worse: ${worse.map(({ number }) => number).join(', ')}`);
}

function resultLines(result: CaseResult, style: Style): readonly string[] {
  const { verdict, number, title, reason, failures, wallMs, output, source, says } = result;
  const took = style.dim(`${(wallMs / 1000).toFixed(1)} s`);
  const head = `${number.padEnd(6)}${title}`;
  if (verdict === 'pass') return [`  ${style.good('✓')} ${head}  ${took}`];
  if (verdict === 'not exercised') {
    return [`  ${style.warn('-')} ${head}  ${style.warn(`not exercised: ${reason ?? ''}`)}`];
  }
  return [
    `  ${style.bad('✗')} ${head}  ${took}`,
    ...failures.flatMap((failure) => failureLines(failure, style)),
    `      source   ${says}`,
    `               ${style.dim(source)}`,
    ...outputLines(output ?? '', style),
    '',
  ];
}

function failureLines({ rule, found, because, requests, more }: Failure, style: Style): string[] {
  return [
    `      rule     ${rule}`,
    `      found    ${style.bad(found)}`,
    `      because  ${because}`,
    ...requests.map((each) => `      ${style.dim(evidenceText(each))}`),
    ...(more > 0 ? [`      ${style.dim(`... and ${more} more`)}`] : []),
  ];
}

function evidenceText({
  atMs,
  verb,
  what,
  query,
  code,
  tookMs,
  endedBy,
  events,
}: Evidence): string {
  const at = `${(atMs / 1000).toFixed(3)} s`.padStart(10);
  const options = Object.entries(query)
    .filter(([name]) => name !== 'watch')
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const end =
    tookMs === undefined
      ? 'open'
      : `${tookMs} ms${endedBy === 'client' ? ', left by the client' : ''}`;
  const eventsText = verb === 'watch' ? `, ${events} events` : '';
  return `${at}  ${verb} ${what}${options === '' ? '' : `?${options}`}  ${code ?? 'no answer'}, ${end}${eventsText}`;
}

function outputLines(output: string, style: Style): readonly string[] {
  const lines = output.trim().split('\n').slice(-5);
  if (lines.join('') === '') return [];
  return ['      its output ends with', ...lines.map((line) => style.dim(`      | ${line}`))];
}

function summaryOf(results: readonly CaseResult[], wallMs: number, style: Style): string {
  const count = (expected: string): number =>
    results.filter(({ verdict }) => verdict === expected).length;
  const failed = count('fail');
  const paint = failed === 0 ? style.good : style.bad;
  return paint(
    `${count('pass')} passed, ${failed} failed, ${count('not exercised')} not exercised of ${results.length} cases in ${(wallMs / 1000).toFixed(1)} s`,
  );
}
