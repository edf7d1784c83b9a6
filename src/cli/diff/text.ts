/** The comparison of two runs as text. */
import { reconcilers } from '#controllers';
import {
  chainOf,
  describeChange,
  detailText,
  linkLines,
  pathText,
  timeText,
  type CheckDifference,
  type Comparison,
  type EndDifference,
  type RunLog,
  type Style,
  type WriteDifference,
} from '#record';
import type { Change } from '#store';

/** More writes of one side, or more objects at the end, than this are counted. */
const MOST_SHOWN = 8;

export interface ComparisonInput {
  readonly comparison: Comparison;
  readonly left: RunLog;
  readonly right: RunLog;
  /** The names of the runs. */
  readonly sides: { readonly left: string; readonly right: string };
}

/** Returns the lines to print. */
export function comparisonText(input: ComparisonInput, style: Style): string[] {
  const { comparison, sides } = input;
  const { first, writes, end, checks } = comparison;
  const heading = [`${style.bad('<')} ${sides.left}`, `${style.good('>')} ${sides.right}`, ''];
  if (first === undefined) {
    return [...heading, style.good('They did the same.'), ...checkLines(checks, input, style)];
  }
  const { atMs, onlyLeft, onlyRight } = first;
  return [
    ...heading,
    `${style.bold(`They part at ${timeText(atMs)}`)}`,
    ...sideLines(onlyLeft, style.bad('<'), style),
    ...sideLines(onlyRight, style.good('>'), style),
    ...first.apart.slice(0, MOST_SHOWN).map((each) => apartLine(each, style)),
    '',
    ...causeLines(input, style),
    ...endLines(end, style),
    style.dim(`${writes.left} writes only in <, ${writes.right} only in >`),
    ...checkLines(checks, input, style),
  ];
}

/** Returns how many checks held on each side, and those that came out differently. */
function checkLines(
  checks: readonly CheckDifference[],
  { left, right }: ComparisonInput,
  style: Style,
): string[] {
  const held = ({ checks }: RunLog): string =>
    `${checks.filter(({ passed }) => passed).length} of ${checks.length}`;
  if (left.checks.length + right.checks.length === 0) return [];
  return [
    '',
    style.bold(`Checks that held: ${held(left)} in <, ${held(right)} in >`),
    ...checks.flatMap(({ line, summary, left, right }) => [
      `  line ${line}: ${summary}`,
      `    ${style.bad('<')} ${outcomeText(left, style)}`,
      `    ${style.good('>')} ${outcomeText(right, style)}`,
    ]),
  ];
}

function outcomeText(outcome: CheckDifference['left'], style: Style): string {
  if (outcome === undefined) return style.dim('not there');
  return outcome.passed ? style.good('✓ held') : `${style.bad('✗ failed')} ${outcome.actual}`;
}

function sideLines(changes: readonly Change[], mark: string, style: Style): string[] {
  if (changes.length === 0) return [`  ${mark} ${style.dim('nothing of its own')}`];
  const lines = changes
    .slice(0, MOST_SHOWN)
    .map((change) => `  ${mark} ${changeText(change, style)}`);
  const more = changes.length - lines.length;
  return more > 0 ? [...lines, style.dim(`    and ${more} more`)] : lines;
}

function changeText(change: Change, style: Style): string {
  const { origin, value, key, type } = change;
  const words = (describeChange(change)?.details ?? []).map(detailText);
  return `${style.act(origin.actor)} ${type} ${value.kind} ${style.bold(key)}  ${words.join('  ')}`.trimEnd();
}

/** How many fields of a write that differ are shown. */
const MOST_FIELDS = 4;

/** Returns what of a write that both runs made differs. */
function apartLine({ kind, key, changes }: WriteDifference, style: Style): string {
  const shown = changes
    .slice(0, MOST_FIELDS)
    .map(
      ({ path, from, to }) => `${pathText(path)} ${valueText(from)} in <, ${valueText(to)} in >`,
    );
  const more = changes.length - shown.length;
  return `  ${style.bold(`${kind} ${key}`)}: ${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

function valueText(value: unknown): string {
  return value === undefined ? 'none' : JSON.stringify(value);
}

/** The causes of the first write that the other run does not have. */
function causeLines({ comparison, left, right }: ComparisonInput, style: Style): string[] {
  const { onlyLeft, onlyRight } = comparison.first!;
  const [log, change] = onlyRight[0] === undefined ? [left, onlyLeft[0]!] : [right, onlyRight[0]];
  const links = chainOf(change, log.past, reconcilers, log.faults);
  return [
    `What led to ${onlyRight[0] === undefined ? '<' : '>'} there:`,
    ...links.flatMap((link) => linkLines(link, (time) => timeText(time - log.head.startMs), style)),
    '',
  ];
}

function endLines(end: readonly EndDifference[], style: Style): string[] {
  if (end.length === 0) return ['They end the same.', ''];
  const lines = end.slice(0, MOST_SHOWN).map((difference) => endLine(difference, style));
  const more = end.length - lines.length;
  return [
    'They end differently:',
    ...lines,
    ...(more > 0 ? [style.dim(`    and ${more} more objects`)] : []),
    '',
  ];
}

function endLine({ kind, key, in: where, changes }: EndDifference, style: Style): string {
  const name = `${kind} ${style.bold(key)}`;
  if (where === 'left') return `  ${style.bad('<')} ${name}`;
  if (where === 'right') return `  ${style.good('>')} ${name}`;
  const shown = changes
    .filter(({ path }) => !/Time(stamp)?$/.test(String(path.at(-1))))
    .slice(0, 4)
    .map(({ path, from, to }) => `${pathText(path)} ${text(from)}→${text(to)}`);
  return `  ${style.warn('~')} ${name}  ${shown.join('  ')}`;
}

function text(value: unknown): string {
  if (value === undefined) return 'none';
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  return shown.length <= 60 ? shown : `${shown.slice(0, 57)}...`;
}
