import { useEffect, useMemo, useState } from 'react';
import { compare, drawOver, play, scrub } from './actions.ts';
import { nameOf } from './chart-data.ts';
import { timeText } from './moment.ts';
import { numbersApart } from './numbers-apart.ts';
import { usePage } from './store.ts';

/** The run and the one before it: where they first differ, and why. */
export function ComparePane(): React.ReactNode {
  const run = usePage((state) => state.run!);
  const before = usePage((state) => state.before);
  const found = usePage((state) => state.comparison);
  const atMs = usePage((state) => state.atMs);
  const text = usePage((state) => state.scenario.text);
  const [seed, setSeed] = useState(String(run.summary.seed + 1));
  useEffect(() => {
    if (before !== undefined && found === undefined) void compare();
  }, [before, found]);
  if (text.trim() === '') {
    return (
      <p className="empty">
        There is no scenario to play again. Act has what was done here as one; paste it into the
        editor of Scenario and play it.
      </p>
    );
  }
  return (
    <section className="compare">
      <p>
        Play the scenario again, and see what another seed or another text changes. What is played
        is compared with the run before it.
      </p>
      <div className="toolbar">
        <label>
          Seed <input type="number" value={seed} onChange={({ target }) => setSeed(target.value)} />
        </label>
        <button
          type="button"
          onClick={() =>
            void play({ seed: Number(seed), set: run.summary.variables }).then(compare)
          }
        >
          Play with this seed
        </button>
        <button
          type="button"
          onClick={() =>
            void play({
              seed: run.summary.seed,
              set: run.summary.variables,
              fork: { atMs, text },
            }).then(compare)
          }
        >
          Fork at {timeText(Math.round(atMs))}: from here on by the text in the editor
        </button>
      </div>
      {found && before && (
        <>
          <h3>
            {found.atMs === undefined
              ? 'Both runs did the same.'
              : `They first differ at ${timeText(found.atMs)}.`}
          </h3>
          {found.atMs !== undefined && (
            <>
              <button type="button" onClick={() => scrub(found.atMs!)}>
                Go there
              </button>
              {found.apart.length > 0 && (
                <ul className="apart" aria-label="What differs there">
                  {found.apart.map(({ object, field, left, right }) => (
                    <li key={`${object} ${field}`}>
                      <b>{object}</b> {field}: <b>{left}</b> before, <b>{right}</b> now
                    </li>
                  ))}
                </ul>
              )}
              <button type="button" onClick={() => drawOver()}>
                Draw the run before over this one
              </button>
              <div className="sides">
                <Side
                  name={`Before: ${before.summary.scenario}, seed ${before.summary.seed}`}
                  lines={found.onlyLeft}
                />
                <Side
                  name={`Now: ${run.summary.scenario}, seed ${run.summary.seed}`}
                  lines={found.onlyRight}
                />
              </div>
              <Numbers />
              <details>
                <summary>
                  What follows: {found.writes.left} writes of the first and {found.writes.right} of
                  the second have no counterpart; {found.end.length} objects end differently.
                </summary>
                <ul>
                  {found.end.map(({ kind, key, in: where, changes }) => (
                    <li key={`${kind} ${key}`}>
                      {kind} {key}{' '}
                      {where !== 'both' && `only in the ${where === 'left' ? 'first' : 'second'}`}{' '}
                      {changes.join(', ')}
                    </li>
                  ))}
                </ul>
              </details>
            </>
          )}
        </>
      )}
    </section>
  );
}

/** More of them are not listed. */
const MOST_NUMBERS = 30;

/** Numbers that differ, with their ranges from then on. */
function Numbers(): React.ReactNode {
  const before = usePage((state) => state.before!.charts);
  const now = usePage((state) => state.run!.charts);
  const rows = useMemo(() => numbersApart(before, now, MOST_NUMBERS), [before, now]);
  if (rows.length === 0) return null;
  return (
    <div className="table-box" tabIndex={0} role="group" aria-label="Numbers that differ">
      <table>
        <thead>
          <tr>
            {['Number', 'From', 'Before', 'Now'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ kind, key, path, fromMs, before: one, now: other }) => (
            <tr key={`${kind} ${key} ${path}`}>
              <th scope="row">
                {kind} {key.replace(/^default\//, '')} {nameOf(path)}
              </th>
              <td>
                <button type="button" className="link" onClick={() => scrub(fromMs)}>
                  {timeText(Math.round(fromMs))}
                </button>
              </td>
              <td>{one}</td>
              <td>{other}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Side({
  name,
  lines,
}: {
  readonly name: string;
  readonly lines: readonly string[];
}): React.ReactNode {
  return (
    <div>
      <h4>{name}</h4>
      {lines.length === 0 ? <p className="dim">nothing of its own at that instant</p> : null}
      <ul>
        {lines.map((line, i) => (
          <li key={i}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
