/** Findings as text for people. */
import { minorOf } from '#kinds';
import type { Style } from '#record';
import { counted } from '../counted.ts';
import type { Finding, Findings } from './finding.ts';

/** More objects than this are counted. */
const MOST_OBJECTS = 5;

/** What was found, and on which way. */
export interface Report extends Findings {
  readonly from: string;
  readonly to: string;
}

/** Returns the lines to print: what breaks first. */
export function reportLines({ from, to, findings, leftOut }: Report, style: Style): string[] {
  const broken = findings.filter(({ breaks }) => breaks);
  const changed = findings.filter(({ breaks }) => !breaks);
  return [
    ...[...broken, ...changed].flatMap((finding) => findingLines(finding, style)),
    ...leftOut.map(({ name, why }) => style.dim(`- ${name}  left out, ${why}`)),
    summaryLine(broken.length, changed.length, `from ${from} to ${to}`, style),
  ];
}

function findingLines(finding: Finding, style: Style): string[] {
  const { what, breaks, field, message, why = [] } = finding;
  const mark = breaks ? style.bad('✗') : what === 'warned' ? style.warn('!') : style.dim('~');
  const where = placeText(finding);
  const head = [
    `${mark} ${breaks ? style.bad(what) : what}`,
    style.bold(objectsText(finding)),
    field,
    sinceText(finding),
    where === undefined ? undefined : style.dim(where),
  ];
  return [
    head.filter((part) => part !== undefined && part !== '').join('  '),
    ...message.split('\n').map((line) => `    ${line}`),
    ...why.map((line) => style.dim(`    | ${line}`)),
    '',
  ];
}

/** Returns from when on it is so: `since 1.25`, or between which releases it comes. */
export function sinceText({ since, after }: Pick<Finding, 'since' | 'after'>): string {
  const isNext = after === undefined || minorOf(after) === minorOf(since) - 1;
  return isNext ? `since ${since}` : `between ${after} and ${since}`;
}

/** Returns the objects of a finding, the first ones by name. */
export function objectsText({ objects }: Pick<Finding, 'objects'>): string {
  const more = objects.length - MOST_OBJECTS;
  const shown = objects.slice(0, MOST_OBJECTS).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** Returns where it is written: `app.yaml:12`. */
export function placeText({ file, line }: Pick<Finding, 'file' | 'line'>): string | undefined {
  return file === undefined
    ? undefined
    : line === undefined || line === 0
      ? file
      : `${file}:${line}`;
}

function summaryLine(broken: number, changed: number, way: string, style: Style): string {
  if (broken + changed === 0) return style.good(`Nothing changes ${way}.`);
  const text = `${broken} broken, ${counted(changed, 'change')} ${way}`;
  return broken > 0 ? style.bad(text) : style.good(text);
}
