import { useState } from 'react';
import { compare, play, scrub } from './actions.ts';
import { timeText } from './moment.ts';
import { usePage } from './store.ts';

/** The run and the one before it: where they first differ, and why. */
export function ComparePane(): React.ReactNode {
  const run = usePage((state) => state.run!);
  const before = usePage((state) => state.before);
  const found = usePage((state) => state.comparison);
  const atMs = usePage((state) => state.atMs);
  const text = usePage((state) => state.scenario.text);
  const [seed, setSeed] = useState(String(run.summary.seed + 1));
  return (
    <section className="compare">
      <p>Play the scenario again, and see what another seed or another text changes.</p>
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
        {before && (
          <button type="button" onClick={() => void compare()}>
            Compare with the run before
          </button>
        )}
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
