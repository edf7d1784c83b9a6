import { useEffect, useRef, useState } from 'react';

/** Rows beyond the edges of what is seen. */
const SPARE = 20;

interface Props {
  readonly label: string;
  readonly count: number;
  readonly rowPx: number;
  /** The row that is kept in sight; -1: none. */
  readonly current: number;
  /** Changes when the rows are others. */
  readonly of: unknown;
  /** The class of a row, and what it shows. */
  readonly row: (at: number) => { readonly className: string; readonly content: React.ReactNode };
}

/** A list of any length, of which only what is seen exists. */
export function VirtualList({ label, count, rowPx, current, of, row }: Props): React.ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const height = box.current?.clientHeight ?? 600;
  useEffect(() => keepInSight(box.current, current, rowPx), [current, of, rowPx]);
  const first = Math.max(0, Math.min(count, Math.floor(top / rowPx)) - SPARE);
  const shown = Math.min(count - first, Math.ceil(height / rowPx) + 2 * SPARE);
  return (
    <div
      className="list"
      ref={box}
      tabIndex={0}
      role="group"
      aria-label={label}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <ol style={{ height: count * rowPx }}>
        {Array.from({ length: shown }, (_, i) => {
          const at = first + i;
          const { className, content } = row(at);
          return (
            <li key={at} style={{ top: at * rowPx, height: rowPx }} className={className}>
              {content}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function keepInSight(box: HTMLDivElement | null, row: number, rowPx: number): void {
  if (box === null || row < 0) return;
  const top = row * rowPx;
  if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 2 * rowPx) {
    box.scrollTop = Math.max(0, top - box.clientHeight / 2);
  }
}
