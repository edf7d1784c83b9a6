import type { Change } from '#store';
import type { FaultMark, RunLog } from '../run-log.ts';
import { faultText } from './fault-text.ts';
import { describeChange, sidesOf, type Detail, type Line } from './describe-change.ts';
import type { Style } from './style.ts';

/** How the faults of races are named. */
const raceMark = 'race-';

/** More names than this are counted instead of listed. */
const NAMES_SHOWN = 3;

/**
 * Prints a run line by line: virtual time, actor, changes. Similar changes of one
 * instant are joined into a line (`create 5 Pods`).
 */
export class Timeline {
  readonly #write: (line: string) => void;
  readonly #style: Style;
  readonly #startMs: number;
  #open:
    | {
        readonly key: string;
        readonly prefix: string;
        readonly line: Line;
        readonly names: string[];
      }
    | undefined;
  /** The last strikes of a fault that are alike. */
  #struck: { readonly prefix: string; readonly text: string; times: number } | undefined;

  /** By the name of a race: it strikes nearly everything, and a line for each would hide the rest. */
  readonly #races = new Map<string, { readonly first: FaultMark; lastMs: number; times: number }>();

  constructor(options: { startMs: number; style: Style; write: (line: string) => void }) {
    this.#write = options.write;
    this.#style = options.style;
    this.#startMs = options.startMs;
  }

  /** A write of the run. */
  change(change: Change): void {
    const line = describeChange(change);
    if (line === undefined) return;
    const prefix = this.#prefix(change.time - this.#startMs, change.origin.actor);
    const key = JSON.stringify([prefix, line.verb, line.kind, line.details]);
    this.#flushStruck();
    if (this.#open?.key === key && line.verb !== 'warning' && line.verb !== 'event') {
      this.#open.names.push(line.name);
      return;
    }
    this.flush();
    this.#open = { key, prefix, line, names: [line.name] };
  }

  /** The writes of a run, and between them what faults have struck. */
  all({
    past,
    faults = [],
    faultsLeftOut,
  }: Pick<RunLog, 'past' | 'faults' | 'faultsLeftOut'>): void {
    let next = 0;
    const strikesBefore = (revision: number): void => {
      while (next < faults.length && faults[next]!.revision < revision) {
        if (next === faultsLeftOut?.after) this.#gap(faults[next]!.atMs, faultsLeftOut.count);
        this.fault(faults[next++]!);
      }
    };
    for (const change of past.changes()) {
      strikesBefore(change.revision);
      this.change(change);
    }
    strikesBefore(Infinity);
    this.end();
  }

  /** Writes what waits, and what races have struck in all. */
  end(): void {
    this.flush();
    for (const { first, lastMs, times } of this.#races.values()) {
      const { fault, effect, atMs } = first;
      const count = times === 1 ? '  (once)' : `  (${times} times from ${timeText(atMs)})`;
      const text = this.#style.warn(`${fault}: ${effect}`) + this.#style.dim(count);
      this.#write(`${this.#prefix(lastMs, 'fault')}  ${text}`);
    }
    this.#races.clear();
  }

  /** Strikes that were not kept. */
  #gap(atMs: number, count: number): void {
    this.note(atMs, 'fault', this.#style.dim(`${count} more requests were struck before this`));
  }

  /** A request that a fault has struck; strikes that are alike are counted, and those of a race in all. */
  fault({ atMs, ...mark }: FaultMark): void {
    if (mark.fault.startsWith(raceMark)) {
      const race = this.#races.get(mark.fault);
      if (race === undefined)
        this.#races.set(mark.fault, { first: { atMs, ...mark }, lastMs: atMs, times: 1 });
      else {
        race.lastMs = atMs;
        race.times += 1;
      }
      return;
    }
    const prefix = this.#prefix(atMs, 'fault');
    const text = faultText(mark);
    if (this.#struck?.prefix === prefix && this.#struck.text === text) {
      this.#struck.times += 1;
      return;
    }
    this.flush();
    this.#struck = { prefix, text, times: 1 };
  }

  /** A remark between the changes: the next step. */
  note(atMs: number, actor: string, text: string): void {
    this.flush();
    this.#write(`${this.#prefix(atMs, actor)}  ${text}`);
  }

  /** Writes the changes that wait to be joined with similar ones. */
  flush(): void {
    this.#flushStruck();
    const open = this.#open;
    if (open === undefined) return;
    this.#open = undefined;
    this.#write(
      `${open.prefix}  ${this.#verb(open.line.verb)} ${this.#subject(open)}${this.#details(open.line)}`,
    );
  }

  #flushStruck(): void {
    if (this.#struck === undefined) return;
    const { prefix, text, times } = this.#struck;
    this.#struck = undefined;
    const count = times === 1 ? '' : this.#style.dim(`  (${times} times)`);
    this.#write(`${prefix}  ${this.#style.warn(text)}${count}`);
  }

  #prefix(atMs: number, actor: string): string {
    return `${this.#style.dim(timeText(atMs).padStart(10))}  ${actor.padEnd(21)}`;
  }

  #verb(verb: Line['verb']): string {
    const { good, bad, status, act, warn } = this.#style;
    const paint = {
      ...{ create: good, delete: bad, bind: act, update: warn, status },
      ...{ warning: bad, event: warn },
    }[verb];
    return paint(verb.padEnd(7));
  }

  #subject({ line, names }: { readonly line: Line; readonly names: readonly string[] }): string {
    const { bold, dim } = this.#style;
    if (names.length === 1) return `${line.kind} ${bold(names[0]!)}`;
    const shown = names.slice(0, NAMES_SHOWN).join(' ');
    const more = names.length > NAMES_SHOWN ? ` +${names.length - NAMES_SHOWN}` : '';
    return `${bold(`${names.length} ${plural(line.kind)}`)} ${dim(`${shown}${more}`)}`;
  }

  #details({ details }: Line): string {
    return details.length === 0
      ? ''
      : `  ${details.map((detail) => this.#detail(detail)).join('  ')}`;
  }

  #detail(detail: Detail): string {
    const { text } = detail;
    const sides = sidesOf(detail);
    if (sides === undefined) return text;
    const { dim, bold } = this.#style;
    const { before, after } = sides;
    return `${text} ${before === '' ? '' : `${dim(before)}${dim('→')}`}${bold(after)}`;
  }
}

/** `PriorityClasses`, `Policies`, `Pods`. */
function plural(kind: string): string {
  if (/s$/.test(kind)) return kind === 'Endpoints' ? kind : `${kind}es`;
  return /[^aeiou]y$/.test(kind) ? `${kind.slice(0, -1)}ies` : `${kind}s`;
}

/** `m:ss.mmm`, or `h:mm:ss.mmm` from an hour on. */
export function timeText(ms: number): string {
  const rest = String(Math.floor(ms / 1000) % 60).padStart(2, '0');
  const milli = String(ms % 1000).padStart(3, '0');
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes}:${rest}.${milli}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}.${milli}`;
}
