import { memo, useEffect } from 'react';
import type { Summary } from '#view';
import { passTime, scrub, step } from './actions.ts';
import { advance } from './live.ts';
import { copyLink } from './copy-link.ts';
import { timeText } from './moment.ts';
import { store, usePage } from './store.ts';

const speeds = [1, 10, 60, 600, 3600];

/** Play, pause, step, scrub: the moment that all views show. */
export function TimeBar(): React.ReactNode {
  const summary = usePage((state) => state.run!.summary);
  const atMs = usePage((state) => state.atMs);
  const revision = usePage((state) => state.revision);
  const speed = usePage((state) => state.speed);
  const isLive = usePage((state) => state.source === 'live');
  useFrames(speed > 0);
  const { lastsMs } = summary;
  const playOrPause = (): void => {
    if (speed > 0) store.set({ speed: 0 });
    else {
      if (atMs >= lastsMs) scrub(0);
      store.set({ speed: Math.max(1, Math.round(lastsMs / 60_000)) });
    }
  };
  return (
    <footer className="time-bar" aria-label="Time">
      <div className="buttons">
        <button
          type="button"
          className="play"
          onClick={playOrPause}
          aria-pressed={speed > 0}
          aria-label={speed > 0 ? 'Pause' : 'Play'}
        >
          {speed > 0 ? '❚❚' : '▶'} <span className="word">{speed > 0 ? 'Pause' : 'Play'}</span>
        </button>
        <button
          type="button"
          onClick={() => step('instant', -1)}
          aria-label="Instant before ([)"
          title="Instant before ([)"
        >
          |◀◀
        </button>
        <button
          type="button"
          onClick={() => step('write', -1)}
          aria-label="Write before (,)"
          title="Write before (,)"
        >
          |◀
        </button>
        <button
          type="button"
          onClick={() => step('write', 1)}
          aria-label="Next write (.)"
          title="Next write (.)"
        >
          ▶|
        </button>
        <button
          type="button"
          onClick={() => step('reconcile', 1)}
          aria-label="Next reconcile"
          title="Next reconcile"
        >
          ⟳
        </button>
        <button
          type="button"
          onClick={() => step('instant', 1)}
          aria-label="Next instant (])"
          title="Next instant (])"
        >
          ▶▶|
        </button>
        <label className="speed">
          Speed{' '}
          <select
            value={speeds.includes(speed) ? speed : 0}
            onChange={({ target }) => store.set({ speed: Number(target.value) })}
          >
            <option value={0}>{speed === 0 ? 'paused' : `${speed}×`}</option>
            {speeds.map((each) => (
              <option key={each} value={each}>
                {each}×
              </option>
            ))}
          </select>
        </label>
        <output className="now" aria-label="Moment">
          {timeText(Math.round(atMs))}{' '}
          <span className="dim">
            of {timeText(lastsMs)}, revision {revision}
          </span>
        </output>
        {isLive &&
          ['10s', '1m', '10m'].map((by) => (
            <button key={by} type="button" onClick={() => void advanceLive(by)}>
              Advance {by}
            </button>
          ))}
        <button type="button" onClick={() => void copyLink()}>
          Link
        </button>
      </div>
      <div className="scrubber">
        <input
          type="range"
          min={0}
          max={lastsMs}
          step={1}
          value={atMs}
          aria-label="Time since the start"
          aria-valuetext={timeText(Math.round(atMs))}
          onChange={({ target }) => {
            store.set({ speed: 0 });
            scrub(Number(target.value));
          }}
        />
        <Marks summary={summary} />
      </div>
    </footer>
  );
}

interface MarksProps {
  readonly summary: Summary;
}

/** Steps and checks. A moment that moves does not change them. */
const Marks = memo(function Marks({ summary }: MarksProps): React.ReactNode {
  const { lastsMs, steps, checks } = summary;
  const place = (ms: number): React.CSSProperties => ({
    left: `${(100 * ms) / Math.max(1, lastsMs)}%`,
  });
  return (
    <div className="marks" aria-hidden="true">
      {steps
        .filter(({ isCheck }) => !isCheck)
        .map((each, i) => (
          <i key={i} className="step" style={place(each.atMs)} title={each.note ?? each.summary} />
        ))}
      {checks.map((each, i) => (
        <i
          key={i}
          className={each.passed ? 'held' : 'failed'}
          style={place(each.decidedAtMs ?? lastsMs)}
          title={each.summary}
        />
      ))}
    </div>
  );
});

/** Lets time pass on the server; what it answers when its clock runs by itself is shown. */
function advanceLive(by: string): Promise<void> {
  return advance(by).catch((error: Error) => store.set({ error: error.message }));
}

/** Lets time pass with each frame while it plays. */
function useFrames(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    let before: number | undefined;
    const frame = (now: number): void => {
      if (before !== undefined) passTime(now - before);
      before = now;
      asked = requestAnimationFrame(frame);
    };
    let asked = requestAnimationFrame(frame);
    return () => cancelAnimationFrame(asked);
  }, [isOn]);
}
