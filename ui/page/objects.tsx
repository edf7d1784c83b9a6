import { select, theEngine } from './actions.ts';
import { usePage } from './store.ts';
import { useAnswer } from './use-answer.ts';

/** The objects at the moment, as tables. */
export function Objects(): React.ReactNode {
  const tables = useAnswer(
    (run, { revision, atMs }) => theEngine().ask('tables', [run, revision, atMs]),
    'tables',
  );
  const selected = usePage((state) => state.selected);
  if (tables === undefined) return <p className="empty">…</p>;
  if (tables.length === 0) return <p className="empty">There are no objects yet at this moment.</p>;
  return (
    <section className="objects">
      {tables.map(({ kind, columns, rows }) => (
        <div key={kind} className="table-box" tabIndex={0} role="group" aria-label={kind}>
          <table>
            <thead>
              <tr>
                <th scope="col">{kind}</th>
                {columns.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, cells }) => (
                <tr key={key} aria-selected={selected?.kind === kind && selected.key === key}>
                  <th scope="row">
                    <button type="button" className="link" onClick={() => select({ kind, key })}>
                      {key.replace(/^default\//, '')}
                    </button>
                  </th>
                  {cells.map((cell, i) => (
                    <td key={i}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
    </section>
  );
}
