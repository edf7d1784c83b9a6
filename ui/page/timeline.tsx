import { useEffect, useMemo, useRef, useState } from 'react';
import { goTo, scrub, selectWrite } from './actions.ts';
import { Lanes } from './lanes.tsx';
import { firstBehind, timeText } from './moment.ts';
import { filtered, rowsOf, type Row } from './rows.ts';
import { usePage } from './store.ts';

const ROW_PX = 26;
/** Rows beyond the edges of what is seen. */
const SPARE = 20;

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
        <label>
          Filter{' '}
          <input
            type="search"
            value={filter}
            placeholder="a name, a kind, a controller"
            onChange={({ target }) => setFilter(target.value)}
          />
        </label>
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
      <List rows={rows} />
    </section>
  );
}

/** A list of any length, of which only what is seen exists. */
function List({ rows }: { readonly rows: readonly Row[] }): React.ReactNode {
  const revision = usePage((state) => state.revision);
  const atMs = usePage((state) => state.atMs);
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const height = box.current?.clientHeight ?? 600;
  const current = firstBehind(rows, (row) => isLater(row, revision, atMs)) - 1;
  useEffect(() => keepInSight(box.current, current), [current, rows]);
  const first = Math.max(0, Math.floor(top / ROW_PX) - SPARE);
  const shown = rows.slice(first, first + Math.ceil(height / ROW_PX) + 2 * SPARE);
  return (
    <div
      className="list"
      ref={box}
      tabIndex={0}
      role="group"
      aria-label="What happened, in order"
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <ol style={{ height: rows.length * ROW_PX }}>
        {shown.map((row, i) => {
          const at = first + i;
          return (
            <li key={at} style={{ top: at * ROW_PX }} className={at > current ? 'later' : ''}>
              <button
                type="button"
                className={`row ${row.kind}`}
                aria-current={at === current ? 'step' : undefined}
                onClick={() => choose(row)}
              >
                <span className="time">{timeText(row.atMs)}</span>
                <span className="who">{row.who}</span>
                <span className="what" title={row.what}>
                  {row.what}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function isLater({ write, atMs: time }: Row, revision: number, atMs: number): boolean {
  return time > atMs || (write !== undefined && time === atMs && write.revision > revision);
}

function choose(row: Row): void {
  if (row.write !== undefined) {
    goTo(row.write);
    selectWrite(row.write);
  } else scrub(row.atMs);
}

function keepInSight(box: HTMLDivElement | null, row: number): void {
  if (box === null || row < 0) return;
  const top = row * ROW_PX;
  if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 2 * ROW_PX) {
    box.scrollTop = Math.max(0, top - box.clientHeight / 2);
  }
}
