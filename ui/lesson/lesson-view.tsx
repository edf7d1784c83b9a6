import { useEffect, useMemo, useState } from 'react';
import type { Lesson, LessonQuestion } from '#lesson';
import { numbersOf, subjectOf, type StageNumber } from '#view';
import type { OpenRun } from '../engine/session.ts';
import { scrub, tell } from '../page/actions.ts';
import { store, usePage } from '../page/store.ts';
import { useMedia } from '../page/use-media.ts';
import type { LaneMark, LaneView } from '../stage/lanes.ts';
import { Stage } from '../stage/stage.tsx';
import type { KnownLessons } from './known.ts';
import { markDone } from './done.ts';
import { askedField, askedNumber, heightOf } from './asked-lane.ts';
import { answerIn, answersIn, playLesson, playOther, type LessonRun } from './lesson-runs.ts';
import { LessonPanel } from './lesson-panel.tsx';
import { stretchOf } from './stretch.ts';

interface LessonViewProps {
  readonly lesson: Lesson;
  readonly scenarioOf: KnownLessons['scenarioOf'];
  /** Which of how many. */
  readonly place: readonly [number, number];
  readonly next: Lesson | undefined;
}

/** A second run, in which a prediction is right. */
export interface OtherRun {
  readonly run: OpenRun;
  /** What it says to the question. */
  readonly answer: string;
  /** A lane of its own for what is asked about; absent where it is a number of the stage. */
  readonly number: StageNumber | undefined;
  readonly isDrawn: boolean;
}

/** A lesson on the stage: the question at the left, the run at its right, up to the moment that may be known. */
export function LessonView({ lesson, scenarioOf, place, next }: LessonViewProps): React.ReactNode {
  const { questions } = lesson;
  const predictions = usePage((state) => state.predictions);
  const [at, setAt] = useState(Math.max(0, Math.min(predictions.length, questions.length) - 1));
  const played = usePlayed(lesson, scenarioOf);
  const [rights, setRights] = useState<readonly string[]>([]);
  const [other, setOther] = useState<OtherRun>();
  const question = questions[at]!;
  const prediction = predictions[at];
  const run = usePage((state) => (state.run === played?.run ? state.run : undefined));
  const stretch = useMemo(() => run && stretchOf(run.summary, question.atMs), [run, question]);
  const isThere = usePage(({ atMs }) => stretch !== undefined && atMs >= stretch.toMs);
  const [seen, setSeen] = useState(-1);
  // Kept here: a choice may be made while the run is still played, and the panel is drawn elsewhere then.
  const [choice, setChoice] = useState<{ readonly at: number; readonly answer: string }>();
  const isShown = prediction !== undefined && (seen >= at || isThere);
  const isOver = predictions.length >= questions.length;
  const isStill = useMedia('(prefers-reduced-motion: reduce)');

  useEffect(() => {
    if (run === undefined) return;
    void Promise.all(questions.map((each) => answerIn(run, each)))
      .then(setRights)
      .catch(tell);
  }, [run]);
  // A question begins before its change, or, when it has been answered, at its moment.
  useEffect(() => {
    if (run === undefined || stretch === undefined) return;
    const { fromMs, toMs, pace } = stretch;
    setOther(undefined);
    store.set({
      ...{ focus: focusOf(run, question), selected: undefined, asked: undefined, speed: 0 },
      passage: { fromMs, toMs, pace },
      horizonMs: prediction === undefined ? fromMs : isOver ? undefined : toMs,
    });
    scrub(prediction === undefined ? fromMs : toMs);
  }, [run, stretch]);
  useEffect(() => {
    if (isShown) setSeen(Math.max(seen, at));
    if (!isShown || !isOver) return;
    store.set({ horizonMs: undefined });
    markDone(lesson.name);
  }, [isShown, isOver]);
  useEffect(() => () => store.set({ passage: undefined, horizonMs: undefined, speed: 0 }), []);
  // Another question is about another time.
  useEffect(() => store.set({ zoom: undefined }), [stretch]);

  const commit = (answer: string): void => {
    store.set({
      ...{ predictions: [...predictions.slice(0, at), answer], horizonMs: stretch!.toMs },
      speed: isStill ? 0 : store.get().rate,
    });
    if (isStill) scrub(stretch!.toMs);
  };
  const draw = async (answer: string): Promise<void> => {
    const change = question.others.find((each) => each.answer === answer)!;
    const made = await playOther(played!, change);
    const [said, number] = await Promise.all([answerIn(made, question), askedIn(made, question)]);
    setOther({ run: made, answer: said, number, isDrawn: true });
    store.set({ before: made, comparison: undefined });
  };
  const right = rights[at];
  const asked = useAsked(run, question);
  const lanes = useMemo<LaneView>(
    () => ({
      tall: askedField(question),
      asked,
      reach: Math.max(0, ...question.answers.map((each) => heightOf(each, asked?.words) ?? 0)),
      marks:
        isShown && right !== undefined ? marksOf(question, prediction, right, asked?.words) : [],
      other: other?.isDrawn ? numbersIn(other, question) : [],
      hidesFuture: !isShown || !isOver,
    }),
    [question, isShown, isOver, prediction, right, other, asked],
  );
  const panel = (
    <LessonPanel
      {...{ lesson, place, next, at, rights, prediction, right, other, stretch }}
      text={played?.files[0]?.text}
      isShown={isShown && right !== undefined}
      chosen={choice?.at === at ? choice.answer : undefined}
      onChoose={(answer) => setChoice({ at, answer })}
      onAt={setAt}
      onCommit={commit}
      onSkip={() => {
        store.set({ speed: 0 });
        scrub(stretch!.toMs);
      }}
      onDraw={(answer) => void draw(answer).catch(tell)}
      onToggle={() => setOther(other && { ...other, isDrawn: !other.isDrawn })}
    />
  );
  if (run === undefined) return <div className="stage has-beside">{panel}</div>;
  return <Stage beside={panel} shown={stretch?.span} lanes={lanes} />;
}

interface Played extends LessonRun {
  readonly run: OpenRun;
}

/** The lesson's run, with the seed that is chosen; undefined until it is played. */
function usePlayed(lesson: Lesson, scenarioOf: LessonViewProps['scenarioOf']): Played | undefined {
  const [played, setPlayed] = useState<Played>();
  const seed = usePage((state) => state.lessonSeed);
  useEffect(() => {
    let isWanted = true;
    store.set({ run: undefined, selected: undefined, asked: undefined, speed: 0 });
    const begin = async (): Promise<void> => {
      const files = await scenarioOf(lesson);
      if (files === undefined) throw new Error(`There is no scenario ${lesson.scenario}.`);
      const run = await playLesson({ lesson, files, seed });
      if (!isWanted) return;
      const [own] = run.summary.files;
      store.set({
        ...{ run, before: undefined, comparison: undefined },
        library: store.get().source === 'tab' ? lesson.scenario : undefined,
        scenario: { name: lesson.scenario, text: own!.text },
      });
      setPlayed({ lesson, files, seed, run });
    };
    void begin().catch(tell);
    return () => void (isWanted = false);
  }, [seed]);
  return played;
}

/** The lane of what is asked about, where the stage has none for it; undefined until it is known. */
function useAsked(run: OpenRun | undefined, question: LessonQuestion): StageNumber | undefined {
  const [found, setFound] = useState<{
    readonly question: LessonQuestion;
    readonly number: StageNumber | undefined;
  }>();
  useEffect(() => {
    if (run === undefined) return;
    void askedIn(run, question)
      .then((number) => setFound({ question, number }))
      .catch(tell);
  }, [run, question]);
  return found?.question === question ? found.number : undefined;
}

async function askedIn(run: OpenRun, question: LessonQuestion): Promise<StageNumber | undefined> {
  const focus = focusOf(run, question);
  const isFocus = focus.kind === question.kind && focus.key === question.key;
  const field = askedField(question);
  if (isFocus && numbersOf(run.charts, focus).some((each) => each.field === field))
    return undefined;
  return askedNumber(question, await answersIn(run, question));
}

function numbersIn({ run, number }: OtherRun, question: LessonQuestion): readonly StageNumber[] {
  const numbers = numbersOf(run.charts, focusOf(run, question));
  return number === undefined ? numbers : [...numbers, number];
}

/** The object of the question, where it has numbers. */
function focusOf(run: OpenRun, { kind, key }: LessonQuestion): { kind: string; key: string } {
  const own = { kind, key };
  return numbersOf(run.charts, own).length > 0 ? own : (subjectOf(run.summary, run.charts) ?? own);
}

/** Where a number was expected, and where it was. */
function marksOf(
  question: LessonQuestion,
  predicted: string | undefined,
  right: string,
  words: readonly string[] | undefined,
): readonly LaneMark[] {
  const { atMs } = question;
  const mark = (kind: LaneMark['kind'], answer: string, text: string): readonly LaneMark[] => {
    const value = heightOf(answer, words);
    return value === undefined ? [] : [{ field: askedField(question), atMs, value, text, kind }];
  };
  if (predicted === undefined) return [];
  if (predicted === right) return mark('was', right, `it was ${right}, as you said`);
  return [
    ...mark('said', predicted, `you said ${predicted}`),
    ...mark('was', right, `it was ${right}`),
  ];
}
