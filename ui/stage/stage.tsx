import { useMemo } from 'react';
import {
  type Calendar,
  type Chapter,
  chapterAt,
  chaptersOf,
  type Charted,
  numbersOf,
  type Owner,
  type Scene,
  type StageNode,
  type StageNumber,
} from '#view';
import type { OpenRun } from '../engine/session.ts';
import { theEngine, wholeOf } from '../page/actions.ts';
import { momentAt } from '../page/moment.ts';
import { movesOn, usePage } from '../page/store.ts';
import { useAnswer } from '../page/use-answer.ts';
import { useFound } from '../page/use-found.ts';
import { Band } from './band.tsx';
import type { LaneView } from './lanes.ts';
import { usePinned } from './highlight.ts';
import { litBy } from './lit.ts';
import { LiveStart } from './live-start.tsx';
import { OwnerCards } from './owner-cards.tsx';
import type { Span } from './scale.ts';
import { SceneView } from './scene-view.tsx';
import { Side } from './side.tsx';

export interface StageProps {
  /** Stands in place of the numbers, as long as nothing is asked. */
  readonly beside?: React.ReactNode;
  /** Which time the band shows; absent: all. */
  readonly shown?: Span | undefined;
  readonly lanes?: LaneView | undefined;
}

/** The run as one moving picture: owners, nodes and pods, numbers, and all of them over time. */
export function Stage({ beside, shown, lanes }: StageProps = {}): React.ReactNode {
  const run = usePage((state) => state.run!);
  const focus = usePage((state) => state.focus);
  const { summary, charts } = run;
  const scene = useAnswer((id, { revision }) => theEngine().ask('scene', [id, revision]), 'scene');
  const lives = useAnswer((id) => theEngine().ask('lives', [id]), 'lives', summary.revision);
  const calendars = useCalendars(charts, summary.revision);
  const other = useOther();
  const selected = usePage((state) => state.selected);
  const question = usePage((state) => state.asked);
  const found = useFound(selected, question);
  const asked = question !== undefined && selected !== undefined;
  const chapters = useMemo(() => chaptersOf(summary.steps), [summary.steps]);
  const numbers = useMemo(() => (focus ? numbersOf(charts, focus) : []), [charts, focus]);
  const span = useSpan(summary, shown);
  const classes = ['stage', ...(asked ? ['asks'] : []), ...(beside ? ['has-beside'] : [])];
  usePinned(scene);
  const isFollowed = usePage((state) => state.source === 'live' && movesOn(state));
  const isIdle = ({ owners, heaps }: Scene): boolean =>
    isFollowed && heaps.length === 0 && owners.every(isApi);
  const lit = found !== undefined && !(found instanceof Error) ? litBy(found, scene) : undefined;
  return (
    <div className={classes.join(' ')}>
      {beside !== undefined && !asked ? (
        beside
      ) : (
        <Side
          scene={scene}
          calendars={calendars}
          numbers={numbers}
          others={other?.numbers}
          found={found}
        />
      )}
      <div className="picture">
        {scene && (
          <>
            {isIdle(scene) ? (
              <LiveStart nodes={scene.nodes.filter(isWell).map(({ name }) => name)} />
            ) : (
              <OwnerCards scene={scene} calendars={calendars} lit={lit} />
            )}
            <SceneView scene={scene} lit={lit} other={other?.scene} />
          </>
        )}
        <Caption chapters={chapters} />
      </div>
      <Band
        numbers={numbers}
        calendars={calendars}
        lives={lives}
        chapters={chapters}
        span={span.shown}
        whole={span.whole}
        view={lanes ?? other?.lanes}
      />
    </div>
  );
}

/** Each server has it. */
function isApi({ kind, key }: Owner): boolean {
  return kind === 'Endpoints' && key === 'default/kubernetes';
}

function isWell({ state, silentSinceMs }: StageNode): boolean {
  return state === 'ready' && silentSinceMs === undefined;
}

/** What of the time the band shows, of what it could show. */
function useSpan(
  summary: OpenRun['summary'],
  part: Span | undefined,
): { readonly whole: Span; readonly shown: Span } {
  const zoom = usePage((state) => state.zoom);
  const isFilm = usePage((state) => state.isFilm);
  return useMemo(() => {
    const whole = { ...wholeOf(summary), ...part };
    return { whole, shown: { ...whole, ...zoom } };
  }, [summary, part, zoom, isFilm]);
}

const NONE: readonly Calendar[] = [];

/** The runs of all CronJobs. */
function useCalendars(charts: readonly Charted[], end: number): readonly Calendar[] {
  const names = charts.filter(({ kind }) => kind === 'CronJob').slice(0, 8);
  const found = useAnswer(
    async (id) => {
      const all = names.map((name) =>
        theEngine().ask('calendar', [id, { kind: name.kind, key: name.key }]),
      );
      return (await Promise.all(all)).filter((each) => each !== undefined);
    },
    `calendars ${names.length}`,
    end,
  );
  return names.length === 0 ? NONE : (found ?? NONE);
}

interface Other {
  readonly scene: Scene | undefined;
  readonly numbers: readonly StageNumber[];
  readonly lanes: LaneView;
}

/** The run before at the same moment, when it is drawn over this one. */
function useOther(): Other | undefined {
  const before = usePage((state) => (state.isOver ? state.before : undefined));
  const focus = usePage((state) => state.focus);
  const scene = useAnswer(async (_, { atMs }) => {
    if (before === undefined) return undefined;
    const { revision } = momentAt(before.summary, atMs);
    return theEngine().ask('scene', [before.id, revision]);
  }, `scene of ${before?.id}`);
  const drawn = useMemo(() => {
    const numbers = before && focus ? numbersOf(before.charts, focus) : [];
    return { numbers, lanes: { marks: [], other: numbers, hidesFuture: false } };
  }, [before, focus]);
  return before && { scene, ...drawn };
}

/** The note of the last step, and the last write. */
function Caption({ chapters }: { readonly chapters: readonly Chapter[] }): React.ReactNode {
  const atMs = usePage((state) => state.atMs);
  const write = usePage(({ run, revision }) => {
    const { writes } = run!.summary;
    let [low, high] = [0, writes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (writes[middle]!.revision <= revision) low = middle + 1;
      else high = middle;
    }
    return writes[low - 1];
  });
  const chapter = chapterAt(chapters, atMs);
  return (
    <div className="caption">
      {write && atMs - write.atMs < 1000 && (
        <p className="deed">
          <b>{write.actor}</b> {write.verb} {write.kind} {write.key.split('/').at(-1)} {write.text}
        </p>
      )}
      {chapters.length > 0 && (
        <p className="note">
          {chapter ? (
            <>
              <small>
                {chapter.number} / {chapters.length}
              </small>{' '}
              {chapter.text}
            </>
          ) : (
            'The first step is about to come.'
          )}
        </p>
      )}
    </div>
  );
}
