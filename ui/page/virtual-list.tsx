import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Rows beyond the edges of what is seen. */
const SPARE = 8;

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
  const [height, setHeight] = useState(600);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setHeight(entry!.contentRect.height));
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    // The list is not asked where it is: that would lay out the page.
    const wanted = topThatShows(current * rowPx, rowPx, top, height);
    if (current < 0 || wanted === top) return;
    box.current!.scrollTop = wanted;
    setTop(wanted);
  }, [current, of, rowPx]);
  const slots = Math.ceil(height / rowPx) + 2 * SPARE;
  const first = Math.max(0, Math.min(count - slots, Math.floor(top / rowPx) - SPARE));
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
        {Array.from({ length: Math.min(count, slots) }, (_, i) => {
          const at = first + i;
          const { className, content } = row(at);
          return (
            // A row that comes into sight takes the elements of one that has left it.
            <li
              key={at % slots}
              style={{ transform: `translateY(${at * rowPx}px)`, height: rowPx }}
              className={className}
            >
              {content}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** Where a list stands to show a row: where it does, if that shows it. */
function topThatShows(row: number, rowPx: number, top: number, height: number): number {
  const isShown = row >= top && row <= top + height - 2 * rowPx;
  return isShown ? top : Math.max(0, row - height / 2);
}
