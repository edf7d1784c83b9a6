import { useEffect, useMemo } from 'react';
import { type Chapter, chapterAt } from '#view';
import { goTo, passTime, playOrPause, scrub, step } from '../page/actions.ts';
import { advance } from '../page/live.ts';
import { copyLink } from '../page/copy-link.ts';
import { clockText, momentAt, timeText } from '../page/moment.ts';
import { movesOn, store, usePage } from '../page/store.ts';
import { SaveMenu } from './export/save-menu.tsx';

const rates = [0.5, 1, 2, 4];

interface PlayBarProps {
  readonly chapters: readonly Chapter[];
}

/** Play, pause, step, scrub: the moment that all views show. */
export function PlayBar({ chapters }: PlayBarProps): React.ReactNode {
  const lastsMs = usePage((state) => state.run!.summary.lastsMs);
  const isPlaying = usePage((state) => state.speed > 0);
  const isAtEnd = usePage((state) => state.atMs >= state.run!.summary.lastsMs);
  const source = usePage((state) => state.source);
  useFrames(isPlaying);
  const isReplay = !isPlaying && isAtEnd && source !== 'live';
  return (
    <footer className="play-bar" aria-label="Time">
      <div className="controls">
        <button
          type="button"
          className="play"
          onClick={playOrPause}
          aria-label={isPlaying ? 'Pause' : isReplay ? 'Play again' : 'Play'}
          aria-keyshortcuts="Space"
        >
          <svg width="15" height="15" viewBox="0 0 15 15" aria-hidden="true">
            <path d={isPlaying ? pauseSign : isReplay ? replaySign : playSign} />
          </svg>
        </button>
        <button
          type="button"
          className="small"
          onClick={() => step('instant', -1)}
          aria-label="Change before (←)"
          title="Change before (←)"
        >
          <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
            <path d="M10.5 2 5 7l5.5 5M3 2v10" className="line" />
          </svg>
        </button>
        <button
          type="button"
          className="small"
          onClick={() => step('instant', 1)}
          aria-label="Next change (→)"
          title="Next change (→)"
        >
          <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
            <path d="M3.5 2 9 7l-5.5 5M11 2v10" className="line" />
          </svg>
        </button>
        <Clock lastsMs={lastsMs} />
        <label className="rate">
          <span className="unseen">Speed</span>
          <select
            value={usePage((state) => state.rate)}
            onChange={({ target }) => {
              const rate = Number(target.value);
              store.set({ rate, ...(store.get().speed > 0 && { speed: rate }) });
            }}
          >
            {rates.map((each) => (
              <option key={each} value={each}>
                {each}×
              </option>
            ))}
          </select>
        </label>
      </div>
      <Scrubber lastsMs={lastsMs} chapters={chapters} />
      <div className="beside">
        {source === 'live' && <ServerClock />}
        <SaveMenu />
        <button type="button" className="small-text" onClick={() => void copyLink()}>
          Link
        </button>
      </div>
      <Spoken chapters={chapters} />
    </footer>
  );
}

const playSign = 'M3.5 1.8v11.4L13 7.5z';
const pauseSign = 'M3 2h3v11H3zM9 2h3v11H9z';
const replaySign = 'M12.2 7.5A4.7 4.7 0 1 1 10.8 4.1L9 5.8h5V.9l-1.9 1.9A6.6 6.6 0 1 0 14.1 7.5z';

function Clock({ lastsMs }: { readonly lastsMs: number }): React.ReactNode {
  const atMs = usePage((state) => state.atMs);
  const revision = usePage((state) => state.revision);
  const isMoving = usePage(movesOn);
  const isLive = usePage((state) => state.source === 'live');
  return (
    <output className="clock" aria-label="Moment" title={`revision ${revision}`}>
      {clockText(atMs, isMoving)}
      <small>of {clockText(lastsMs, isLive)}</small>
    </output>
  );
}

/** The clock of a server: how it is moved is its own business, and not that of what is looked at. */
function ServerClock(): React.ReactNode {
  const isFollowed = usePage(movesOn);
  const lastsMs = usePage((state) => state.run!.summary.lastsMs);
  return (
    <>
      {!isFollowed && (
        <button
          type="button"
          className="small-text"
          title={`The server is at ${clockText(lastsMs, true)}`}
          onClick={() => {
            store.set({ speed: 0 });
            scrub(lastsMs);
          }}
        >
          Follow
        </button>
      )}
      {['10s', '1m', '10m'].map((by) => (
        <button
          key={by}
          type="button"
          className="small-text"
          title="Lets time pass on the server"
          onClick={() => void advanceLive(by)}
        >
          + {by}
        </button>
      ))}
    </>
  );
}

/** Lets time pass on the server; what it answers when its clock runs by itself is shown. */
function advanceLive(by: string): Promise<void> {
  return advance(by).catch((error: Error) => store.set({ error: error.message }));
}

interface ScrubberProps extends PlayBarProps {
  readonly lastsMs: number;
}

function Scrubber({ lastsMs, chapters }: ScrubberProps): React.ReactNode {
  const atMs = usePage((state) => state.atMs);
  const checks = usePage((state) => state.run!.summary.checks);
  const place = (ms: number): React.CSSProperties => ({
    left: `${(100 * ms) / Math.max(1, lastsMs)}%`,
  });
  const now = chapterAt(chapters, atMs)?.number;
  return (
    <div className="scrubber">
      <div className="flags">
        {chapters.map(({ number, atMs: at, text }) => (
          <button
            key={number}
            type="button"
            className={number === now ? 'flag now' : at <= atMs ? 'flag past' : 'flag'}
            style={place(at)}
            title={`${timeText(at)} ${text}`}
            aria-label={`Step ${number}, at ${timeText(at)}: ${text}`}
            onClick={() => {
              store.set({ speed: 0 });
              scrub(at);
            }}
          >
            {number}
          </button>
        ))}
      </div>
      <input
        type="range"
        min={0}
        max={lastsMs}
        step={1}
        value={atMs}
        aria-label="Time since the start"
        aria-valuetext={timeText(Math.round(atMs))}
        style={{ ['--part' as string]: `${(100 * atMs) / Math.max(1, lastsMs)}%` }}
        onChange={({ target }) => {
          store.set({ speed: 0 });
          scrub(Number(target.value));
        }}
      />
      <div className="verdicts">
        {checks.map((check, at) => {
          const decided = check.decidedAtMs ?? lastsMs;
          const state = decided > atMs ? 'later' : check.passed ? 'held' : 'failed';
          return (
            <button
              key={at}
              type="button"
              className={`check ${state}`}
              style={place(decided)}
              title={`${timeText(decided)} ${check.summary}`}
              aria-label={`Check at ${timeText(decided)}, ${check.passed ? 'held' : 'failed'}: ${check.summary}`}
              onClick={() => {
                store.set({ speed: 0 });
                goTo(momentAt(store.get().run!.summary, decided));
              }}
            >
              {check.passed ? '✓' : '✕'}
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** Says where the moment is, when it stands still. */
function Spoken({ chapters }: PlayBarProps): React.ReactNode {
  const isStill = usePage((state) => state.speed === 0);
  const atMs = usePage((state) => (state.speed === 0 ? state.atMs : -1));
  const text = useMemo(() => chapterAt(chapters, atMs)?.text ?? '', [chapters, atMs]);
  return (
    <p className="unseen" aria-live="polite">
      {isStill && `${timeText(Math.round(atMs))} ${text}`}
    </p>
  );
}

/** Lets time pass with each frame while it plays. */
function useFrames(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    let before: number | undefined;
    const frame = (now: number): void => {
      if (before !== undefined) passTime(Math.min(60, now - before));
      before = now;
      asked = requestAnimationFrame(frame);
    };
    let asked = requestAnimationFrame(frame);
    return () => cancelAnimationFrame(asked);
  }, [isOn]);
}
