/** What came of the mutants, counted and put into words. */
import { roomOf } from './rooms.ts';

export interface Outcome {
  readonly file: string;
  readonly line: number;
  readonly operator: string;
  readonly diff: string;
  readonly state: 'killed' | 'survived' | 'equivalent';
  /** The test that noticed it, why it is equivalent, or whether any test ran the code. */
  readonly by: string;
}

export interface Score {
  readonly room: string;
  readonly killed: number;
  readonly survived: number;
  readonly equivalent: number;
  /** Of those that are not equivalent, how many of a hundred were killed; 100 when there are none. */
  readonly percent: number;
}

/** A row for each room, by name, and one for all of them together. */
export function scoresOf(outcomes: readonly Outcome[]): readonly Score[] {
  const rooms = [...new Set(outcomes.map(({ file }) => roomOf(file)))].sort();
  const inRoom = (room: string) => outcomes.filter(({ file }) => roomOf(file) === room);
  return [...rooms.map((room) => scoreOf(room, inRoom(room))), scoreOf('all', outcomes)];
}

function scoreOf(room: string, outcomes: readonly Outcome[]): Score {
  const count = (state: Outcome['state']): number =>
    outcomes.filter((outcome) => outcome.state === state).length;
  const [killed, survived] = [count('killed'), count('survived')];
  const tried = killed + survived;
  return {
    room,
    killed,
    survived,
    equivalent: count('equivalent'),
    percent: tried === 0 ? 100 : Math.floor((killed * 1000) / tried) / 10,
  };
}

/** The survivors with their lines, then the table. */
export function reportOf(outcomes: readonly Outcome[]): string {
  const survivors = outcomes.filter(({ state }) => state === 'survived').map(survivorText);
  return [...survivors, tableOf(scoresOf(outcomes))].join('\n\n');
}

export function survivorText({ file, line, operator, diff, by }: Outcome): string {
  return `SURVIVED ${file}:${line} (${operator}; ${by})\n${diff}`;
}

function tableOf(scores: readonly Score[]): string {
  const head = ['room', 'killed', 'survived', 'equivalent', 'score'];
  const rows = scores.map(({ room, killed, survived, equivalent, percent }) =>
    [room, killed, survived, equivalent, `${percent} %`].map(String),
  );
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]!.length)),
  );
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
        )
        .join('  '),
    )
    .join('\n');
}
