/** The rows of the timeline: writes, steps, checks, warnings and faults in their order. Pure. */
import { isNotedEvent } from '#record';
import type { Summary, Write } from '#view';

export interface Row {
  readonly atMs: number;
  readonly kind: 'write' | 'step' | 'held' | 'failed' | 'warning' | 'fault';
  readonly who: string;
  readonly what: string;
  /** Of writes. */
  readonly write?: Write;
}

/** How a row is marked in its lane: what it is, or what a write did. */
export type Mark = Exclude<Row['kind'], 'write'> | 'create' | 'update' | 'status' | 'delete';

export function markOf({ kind, write }: Row): Mark {
  if (kind !== 'write') return kind;
  const verb = write!.verb;
  return verb === 'create' || verb === 'delete' || verb === 'status' ? verb : 'update';
}

export const marksInWords: Readonly<Record<Mark, string>> = {
  create: 'created',
  update: 'updated',
  status: 'status written',
  delete: 'deleted',
  step: 'step',
  held: 'check held',
  failed: 'check failed',
  warning: 'warning',
  fault: 'fault',
};

/** Within an instant steps come first, then writes in order, then what was seen of them. */
const ranks = { step: 0, write: 1, fault: 2, warning: 3, held: 4, failed: 4 };

export function rowsOf(summary: Summary): readonly Row[] {
  const { writes, steps, checks, events, faults, lastsMs } = summary;
  const rows: Row[] = [
    ...writes.map((write) => new WriteRow(write)),
    ...steps
      .filter(({ note, summary: text, isCheck }) => note !== undefined || (!isCheck && text !== ''))
      .map(({ atMs, note, summary: text, isCheck }): Row => ({
        atMs,
        kind: 'step',
        who: 'scenario',
        what: [note, isCheck ? '' : text].filter((part) => part).join(' — '),
      })),
    ...checks.map(({ passed, decidedAtMs, summary: text, actual }): Row => ({
      atMs: decidedAtMs ?? lastsMs,
      kind: passed ? 'held' : 'failed',
      who: 'check',
      what: passed ? `✓ held  ${text}` : `✗ failed  ${text}: ${actual}`,
    })),
    ...events.filter(isNotedEvent).map(({ atMs, reason, object, message, count }): Row => ({
      atMs,
      kind: 'warning',
      who: 'event',
      what: `${reason} ${object}: ${message}${count > 1 ? ` (×${count})` : ''}`,
    })),
    ...faults.map(({ atMs, fault, effect, client, verb, resource, key }): Row => ({
      atMs,
      kind: 'fault',
      who: client,
      what: `fault ${fault}: ${effect} for ${verb} ${resource} ${key}`,
    })),
  ];
  return rows.sort((a, b) => a.atMs - b.atMs || ranks[a.kind] - ranks[b.kind]);
}

/** A write as a row, whose text is made where it is read: a run may have a million. */
class WriteRow implements Row {
  readonly write: Write;

  constructor(write: Write) {
    this.write = write;
  }

  get atMs(): number {
    return this.write.atMs;
  }

  get kind(): 'write' {
    return 'write';
  }

  get who(): string {
    return this.write.actor;
  }

  get what(): string {
    const { verb, kind, key, text } = this.write;
    return `${verb} ${kind} ${key}${text && `  ${text}`}`;
  }
}

/** A lane: the rows of one controller, or of one object. */
export interface Lane {
  readonly name: string;
  readonly rows: readonly Row[];
}

/** Lanes by who acted or by the object, those with the first rows first. */
export function lanesOf(rows: readonly Row[], by: 'actor' | 'object'): readonly Lane[] {
  const lanes = new Map<string, Row[]>();
  for (const row of rows) {
    const { write } = row;
    const name = by === 'actor' || write === undefined ? row.who : `${write.kind} ${write.key}`;
    const lane = lanes.get(name);
    if (lane === undefined) lanes.set(name, [row]);
    else lane.push(row);
  }
  return [...lanes].map(([name, all]) => ({ name, rows: all }));
}

/** The rows that contain all words of a filter. */
export function filtered(rows: readonly Row[], filter: string): readonly Row[] {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return rows;
  return rows.filter(({ who, what }) => {
    const text = `${who} ${what}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
