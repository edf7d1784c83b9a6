import { memo, useMemo, useState } from 'react';
import { goTo, scrub, selectWrite } from './actions.ts';
import { Lanes } from './lanes.tsx';
import { FilterField } from './filter-field.tsx';
import { firstBehind, timeText } from './moment.ts';
import { filtered, markOf, marksInWords, rowsOf, type Row } from './rows.ts';
import { usePage } from './store.ts';
import { VirtualList } from './virtual-list.tsx';

const ROW_PX = 26;

/** All that happened, as lanes and as a list. */
export function Timeline(): React.ReactNode {
  const summary = usePage((state) => state.run!.summary);
  const [filter, setFilter] = useState('');
  const [by, setBy] = useState<'actor' | 'object'>('actor');
  const all = useMemo(() => rowsOf(summary), [summary]);
  const rows = useMemo(() => filtered(all, filter), [all, filter]);
  return (
    <section className="timeline">
      <div className="toolbar">
        <FilterField value={filter} hint="name, kind or controller" onChange={setFilter} />
        <label>
          Lanes by{' '}
          <select value={by} onChange={({ target }) => setBy(target.value as 'actor' | 'object')}>
            <option value="actor">controller</option>
            <option value="object">object</option>
          </select>
        </label>
        <span className="dim">
          {rows.length} of {all.length} lines
        </span>
      </div>
      <Lanes rows={rows} by={by} lastsMs={summary.lastsMs} />
      <Legend rows={rows} />
      <List rows={rows} />
    </section>
  );
}

/** What the colours of marks mean: those that there are. */
function Legend({ rows }: { readonly rows: readonly Row[] }): React.ReactNode {
  const marks = useMemo(() => [...new Set(rows.map(markOf))].sort(), [rows]);
  return (
    <ul className="legend marks-legend">
      {marks.map((mark) => (
        <li key={mark}>
          <i style={{ background: `var(--${mark})` }} /> {marksInWords[mark]}
        </li>
      ))}
    </ul>
  );
}

function List({ rows }: { readonly rows: readonly Row[] }): React.ReactNode {
  const revision = usePage((state) => state.revision);
  const atMs = usePage((state) => state.atMs);
  const current = firstBehind(rows, (row) => isLater(row, revision, atMs)) - 1;
  return (
    <VirtualList
      label="What happened, in order"
      count={rows.length}
      rowPx={ROW_PX}
      current={current}
      of={rows}
      row={(at) => ({
        className: at > current ? 'later' : '',
        content: <Line row={rows[at]!} isCurrent={at === current} />,
      })}
    />
  );
}

interface LineProps {
  readonly row: Row;
  readonly isCurrent: boolean;
}

const Line = memo(function Line({ row, isCurrent }: LineProps): React.ReactNode {
  return (
    <button
      type="button"
      className={`row ${row.kind}`}
      aria-current={isCurrent ? 'step' : undefined}
      onClick={() => choose(row)}
    >
      <span className="time">{timeText(row.atMs)}</span>
      <span className="who">{row.who}</span>
      <span className="what" title={row.what}>
        {row.what}
      </span>
    </button>
  );
});

function isLater({ write, atMs: time }: Row, revision: number, atMs: number): boolean {
  return time > atMs || (write !== undefined && time === atMs && write.revision > revision);
}

function choose(row: Row): void {
  if (row.write !== undefined) {
    goTo(row.write);
    selectWrite(row.write);
  } else scrub(row.atMs);
}
