/** An explanation as text. */
import { pathText, type FieldChange } from '../diff.ts';
import type { Account, Stage, Term } from '#runtime';
import type { Style } from '../timeline/style.ts';
import type { FaultMark } from '../run-log.ts';
import { faultText } from '../timeline/fault-text.ts';
import type { Link } from './chain.ts';
import { tellingFirst } from './deed.ts';
import { hingeLines } from './hinges.ts';
import { same } from './path.ts';
import type { Unset } from './unset.ts';
import type { Explanation } from './explanation.ts';

/** More terms than this are cut, beginning with those that do not count. */
const MOST_TERMS = 30;
/** The same below a stage of a calculation. */
const MOST_STAGE_TERMS = 6;
/** More changes of one write than this are counted. */
const MOST_CHANGES = 4;

/** Prints a virtual time (ms). */
export type TimePrinter = (time: number) => string;

/** Returns the lines to print. */
export function whyText(explanation: Explanation, at: TimePrinter, style: Style): string[] {
  const [value, ...parts] = wholeText(explanation.value);
  const heading = `${style.bold(`${explanation.kind} ${explanation.key}`)}  ${explanation.path} =${value === '' ? '' : ` ${style.bold(value!)}`}`;
  return [
    heading,
    ...parts,
    '',
    ...setterLines(explanation, at, style),
    ...sumLines(explanation, style),
    ...hingeLines(explanation.hinges),
    ...chainLines(explanation, at, style),
  ];
}

function setterLines(explanation: Explanation, at: TimePrinter, style: Style): string[] {
  const { chain, setBefore, unset, value, webhook } = explanation;
  const [setter] = chain;
  if (setBefore !== undefined) {
    return [`Set before revision ${setBefore}, where the history that is kept begins.`, ''];
  }
  if (unset !== undefined) return unsetLines(unset, at, style);
  if (setter === undefined) return [];
  const what = value === undefined ? 'Taken away' : 'Set';
  const whose =
    webhook === undefined ? '' : `the webhook ${style.act(webhook)}, in the request of `;
  return [
    `${what} by ${whose}${byWhom(setter, at, style)}`,
    ...confirmedLines(explanation, at, style),
    '',
  ];
}

function confirmedLines(
  { confirmed, account, whenSet }: Explanation,
  at: TimePrinter,
  style: Style,
): string[] {
  if (confirmed === undefined) return [];
  const { time, by } = confirmed;
  const now =
    by === 'write'
      ? `Confirmed by ${byWhom(confirmed, at, style)}`
      : `Confirmed at ${style.dim(at(time))}, computed again over what stood then`;
  if (whenSet === undefined || same(whenSet, account)) return [now];
  const before = inOneLine(whenSet);
  return before === undefined ? [now] : [now, `When it was set: ${before}`];
}

/** `measure 95 % → ratio 1.9 → size 3`, or a few terms with their amounts; undefined for more. */
function inOneLine({ terms, stages = [] }: Account): string | undefined {
  const steps = stages
    .filter(({ value }) => value !== undefined)
    .map(({ name, value }) => `${name} ${valueText(value)}`);
  if (steps.length > 0) return steps.join(' → ');
  const counted = terms.filter(({ counts }) => counts);
  const isShort = counted.length > 0 && counted.length <= MOST_CHANGES;
  if (!isShort || counted.some(({ amount }) => amount === undefined)) return undefined;
  return counted.map(({ subject, amount }) => `${subject} ${valueText(amount)}`).join(', ');
}

function byWhom(
  { actor, time, revision }: Pick<Link, 'actor' | 'time' | 'revision'>,
  at: TimePrinter,
  style: Style,
): string {
  return `${style.act(actor)} at ${style.dim(`${at(time)}, revision ${revision}`)}`;
}

function unsetLines(unset: Unset, at: TimePrinter, style: Style): string[] {
  const { created, writes, setters, latest } = unset;
  const began =
    created === undefined
      ? `Never set in the history that is kept: ${writes === 0 ? 'it has no writes of the object' : sinceText(writes, 'in it')}.`
      : `Never set: the object was created by ${byWhom(created, at, style)}, and ${sinceText(writes, 'since')}.`;
  const who = setters.map((actor) => style.act(actor)).join(' or ');
  if (setters.length === 0) return [began, 'No controller accounts for the field.', ''];
  const waits =
    latest === undefined
      ? `${who} would set it, but has not written to the object yet.`
      : `${who} would set it; the latest write of the object was by ${byWhom(latest, at, style)}.`;
  return [began, waits, ''];
}

function sinceText(writes: number, when: string): string {
  if (writes === 0) return `nothing was written to it ${when}`;
  return writes === 1
    ? `the one write ${when} has not set it`
    : `none of the ${writes} writes ${when} has set it`;
}

export function sumLines(
  { account, exact, unset }: Pick<Explanation, 'account' | 'exact' | 'unset'>,
  style: Style,
): string[] {
  if (account === undefined) return [];
  const { rule, terms, stages, value } = account;
  const lines =
    stages === undefined ? termLines(terms, MOST_TERMS, style) : stageLines(stages, style);
  const note =
    exact === false
      ? [
          style.warn(
            '  The record does not show what the controller saw: the sum over it is not what was stored.',
          ),
        ]
      : [];
  const when =
    unset === undefined ? 'It' : exact === undefined ? 'As things stand it' : 'At that write it';
  const [first, ...parts] = wholeText(value);
  const result = [`  ${style.bold(`= ${first}`.trimEnd())}`, ...parts];
  return [`${when} ${rule}:`, ...lines, ...result, ...note, ''];
}

function termLines(terms: readonly Term[], most: number, style: Style): string[] {
  const shown = terms.length <= most ? terms : terms.toSorted(countingFirst).slice(0, most);
  const width = Math.max(0, ...shown.map(({ subject }) => subject.length));
  const lines = shown.map(({ subject, amount, counts, because }) => {
    const mark = counts ? style.good('+') : style.dim('-');
    const number = amount === undefined ? '' : `${style.bold(valueText(amount))}  `;
    return `  ${mark} ${subject.padEnd(width)}  ${number}${counts ? because : style.dim(because)}`;
  });
  const left = terms.length - shown.length;
  return left === 0 ? lines : [...lines, style.dim(`    and ${left} more`)];
}

/** Stages by number, with their names and values in columns, and below each a few of its terms. */
function stageLines(stages: readonly Stage[], style: Style): string[] {
  const names = Math.max(...stages.map(({ name }) => name.length));
  const values = Math.max(...stages.map(({ value }) => stageValue(value).length));
  const digits = String(stages.length).length;
  return stages.flatMap((stage, index) => {
    const { name, of, value, because, decides, terms = [] } = stage;
    const heading =
      of === undefined || of === stages[index - 1]?.of ? [] : [`  ${style.dim(`${of}:`)}`];
    const number = `${index + 1}`.padStart(digits);
    const columns = `${name.padEnd(names)}  ${style.bold(stageValue(value).padEnd(values))}`;
    const end = decides === true ? ` ${style.act('(changed the result)')}` : '';
    const line = `  ${style.dim(number)} ${columns}  ${because}${end}`;
    const below = termLines(terms, MOST_STAGE_TERMS, style).map(
      (each) => `  ${' '.repeat(digits)}${each}`,
    );
    return [...heading, line, ...below];
  });
}

function stageValue(value: unknown): string {
  return value === undefined ? '' : valueText(value);
}

function countingFirst(a: { counts: boolean }, b: { counts: boolean }): number {
  return Number(b.counts) - Number(a.counts);
}

export function chainLines(
  { chain }: Pick<Explanation, 'chain'>,
  at: TimePrinter,
  style: Style,
): string[] {
  if (chain.length === 0) return [];
  return ['What led to it:', ...chain.flatMap((link) => linkLines(link, at, style))];
}

/** One link of a causal chain. */
export function linkLines(link: Link, printTime: TimePrinter, style: Style): string[] {
  const { time, revision, actor, verb, kind, key, changes, because, faults = [] } = link;
  const at = style.dim(`${printTime(time).padStart(12)}  rev ${String(revision).padEnd(5)}`);
  const what = verb === 'updated' ? changesText(changes) : '';
  const word = {
    created: style.good('created'),
    updated: 'updated',
    deleted: style.bad('deleted'),
  }[verb];
  return [
    `${at} ${style.act(actor)} ${word} ${kind} ${style.bold(key)}${what}`,
    ...strikeLines(faults, style),
    `${' '.repeat(24)}${style.dim(`because: ${because}`)}`,
  ];
}

/** Returns what faults did on the way, each kind once. */
function strikeLines(faults: readonly FaultMark[], style: Style): string[] {
  const times = new Map<string, number>();
  for (const mark of faults) {
    const text = faultText(mark);
    times.set(text, (times.get(text) ?? 0) + 1);
  }
  return [...times].map(([text, count]) => {
    const counted = count === 1 ? '' : ` (${count} times)`;
    return `${' '.repeat(24)}${style.warn(`fault ${text}${counted}`)}`;
  });
}

/** Fields that only repeat the changes of others. */
const SILENT = /(Time|Times|observedGeneration|metadata\.generation|\.message)$/;

function changesText(changes: readonly FieldChange[]): string {
  const shownChanges = tellingFirst(changes).filter(({ path }) => !SILENT.test(pathText(path)));
  const shown = shownChanges
    .slice(0, MOST_CHANGES)
    .map(({ path, from, to }) => `${pathText(path)} ${valueText(from)}→${valueText(to)}`);
  const more =
    shownChanges.length > MOST_CHANGES ? ` and ${shownChanges.length - MOST_CHANGES} more` : '';
  return shown.length === 0 ? '' : `: ${shown.join(', ')}${more}`;
}

/** Returns a value whole: what has many parts, with a line for each. */
function wholeText(value: unknown): readonly string[] {
  const text = value === undefined ? 'none' : plainText(value);
  if (text.length <= ONE_LINE || typeof value !== 'object' || value === null) return [text];
  const parts = Array.isArray(value)
    ? value.map((item) => `    - ${plainText(item)}`)
    : Object.entries(value).map(([name, part]) => `    ${name}: ${plainText(part)}`);
  return ['', ...parts];
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What one of many values in a line may take. */
const ONE_LINE = 100;

function valueText(value: unknown): string {
  if (value === undefined) return 'none';
  const text = plainText(value);
  return text.length <= ONE_LINE ? text : `${text.slice(0, 97)}...`;
}
