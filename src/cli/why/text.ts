/** An explanation for people. */
import { pathText, type Explanation, type FieldChange, type Link } from '#record';
import type { Style } from '../style.ts';

/** More terms than this are cut: those that count not, first. */
const MOST_TERMS = 30;
/** More changes of one write than this are counted. */
const MOST_CHANGES = 4;

/** Prints a virtual time (ms). */
export type TimePrinter = (time: number) => string;

/** The lines to print. */
export function whyText(told: Explanation, at: TimePrinter, style: Style): string[] {
  const heading = `${style.bold(`${told.kind} ${told.key}`)}  ${told.path} = ${style.bold(valueText(told.value))}`;
  return [
    heading,
    '',
    ...setterLines(told, at, style),
    ...sumLines(told, style),
    ...chainLines(told, at, style),
  ];
}

function setterLines({ chain, setBefore }: Explanation, at: TimePrinter, style: Style): string[] {
  const [setter] = chain;
  if (setBefore !== undefined) {
    return [`Set before revision ${setBefore}, where the history that is kept begins.`, ''];
  }
  if (setter === undefined) return ['Nobody has set it yet.'];
  const when = style.dim(`${at(setter.time)}, revision ${setter.revision}`);
  return [`Set by ${style.act(setter.actor)} at ${when}`, ''];
}

function sumLines({ account, exact }: Explanation, style: Style): string[] {
  if (account === undefined) return [];
  const { rule, terms, value } = account;
  const shown =
    terms.length <= MOST_TERMS ? terms : terms.toSorted(countingFirst).slice(0, MOST_TERMS);
  const width = Math.max(0, ...shown.map(({ subject }) => subject.length));
  const lines = shown.map(({ subject, amount, counts, because }) => {
    const mark = counts ? style.good('+') : style.dim('-');
    const number = amount === undefined ? '' : `${style.bold(valueText(amount))}  `;
    return `  ${mark} ${subject.padEnd(width)}  ${number}${counts ? because : style.dim(because)}`;
  });
  if (shown.length < terms.length)
    lines.push(style.dim(`    and ${terms.length - shown.length} more`));
  const note =
    exact === false
      ? [
          style.warn(
            '  The record does not show what the controller saw: the sum over it is not what was stored.',
          ),
        ]
      : [];
  return [`It ${rule}:`, ...lines, `  ${style.bold(`= ${valueText(value)}`)}`, ...note, ''];
}

function countingFirst(a: { counts: boolean }, b: { counts: boolean }): number {
  return Number(b.counts) - Number(a.counts);
}

function chainLines({ chain }: Explanation, at: TimePrinter, style: Style): string[] {
  if (chain.length === 0) return [];
  return ['What led to it:', ...chain.flatMap((link) => linkLines(link, at, style))];
}

/** One link of a causal chain. */
export function linkLines(link: Link, printTime: TimePrinter, style: Style): string[] {
  const { time, revision, actor, verb, kind, key, changes, because } = link;
  const at = style.dim(`${printTime(time).padStart(12)}  rev ${String(revision).padEnd(5)}`);
  const what = verb === 'updated' ? changesText(changes) : '';
  const word = {
    created: style.good('created'),
    updated: 'updated',
    deleted: style.bad('deleted'),
  }[verb];
  return [
    `${at} ${style.act(actor)} ${word} ${kind} ${style.bold(key)}${what}`,
    `${' '.repeat(24)}${style.dim(`because: ${because}`)}`,
  ];
}

/** Fields that change with others, which say more. */
const SILENT = /(Time|Times|observedGeneration|metadata\.generation|\.message)$/;

function changesText(changes: readonly FieldChange[]): string {
  const news = changes.filter(({ path }) => !SILENT.test(pathText(path)));
  const shown = news
    .slice(0, MOST_CHANGES)
    .map(({ path, from, to }) => `${pathText(path)} ${valueText(from)}→${valueText(to)}`);
  const more = news.length > MOST_CHANGES ? ` and ${news.length - MOST_CHANGES} more` : '';
  return shown.length === 0 ? '' : `: ${shown.join(', ')}${more}`;
}

function valueText(value: unknown): string {
  if (value === undefined) return 'none';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= 100 ? text : `${text.slice(0, 97)}...`;
}
