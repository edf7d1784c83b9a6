import { useMemo } from 'react';
import type { Write } from '#view';
import { selectWrite, theEngine } from './actions.ts';
import { firstBehind, timeText } from './moment.ts';
import { usePage } from './store.ts';
import { useAnswer } from './use-answer.ts';

interface Work {
  readonly actor: string;
  writes: number;
  passes: number;
  last: Write;
}

/** What each controller has done up to the moment, and what woke it last. */
export function ControllersView(): React.ReactNode {
  const { writes } = usePage((state) => state.run!.summary);
  const revision = usePage((state) => state.revision);
  const rows = useMemo(() => {
    const until = firstBehind(writes, (write) => write.revision > revision);
    return workOf(writes.slice(0, until));
  }, [writes, revision]);
  const caused = useAnswer(
    (run) => theEngine().ask('caused', [run, rows.map(({ last }) => last.revision)]),
    'last writes of controllers',
  );
  const because = new Map(caused?.map((write) => [write.revision, write.because]));
  if (rows.length === 0)
    return <p className="empty">Nothing has been written yet at this moment.</p>;
  return (
    <section className="table-box controllers" tabIndex={0} role="group" aria-label="Controllers">
      <table>
        <thead>
          <tr>
            {['Who', 'Reconciles', 'Writes', 'Last', 'What it wrote', 'What woke it'].map(
              (name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ actor, writes: count, passes, last }) => (
            <tr key={actor}>
              <th scope="row">{actor}</th>
              <td>{passes || '–'}</td>
              <td>{count}</td>
              <td>{timeText(last.atMs)}</td>
              <td>
                <button type="button" className="link" onClick={() => selectWrite(last)}>
                  {last.verb} {last.kind} {last.key}
                </button>{' '}
                {last.text}
              </td>
              <td>{because.get(last.revision)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="dim">
        Reconciles that wrote nothing leave no trace in a record, so they are not counted.
      </p>
    </section>
  );
}

function workOf(writes: readonly Write[]): readonly Work[] {
  const found = new Map<string, Work>();
  const passes = new Set<string>();
  for (const write of writes) {
    const { actor, work = '', pass } = write;
    let entry = found.get(actor);
    if (entry === undefined)
      found.set(actor, (entry = { actor, writes: 0, passes: 0, last: write }));
    entry.writes += 1;
    entry.last = write;
    const name = `${actor} ${work} ${pass}`;
    if (pass === undefined || passes.has(name)) continue;
    passes.add(name);
    entry.passes += 1;
  }
  return [...found.values()].sort((a, b) => b.last.revision - a.last.revision);
}
