/** Plays lessons with many seeds, and finds what their runs contradict. */
import { defaultProfile } from '#kinds';
import { KindRegistry } from '#catalog';
import {
  answerOf,
  changedBy,
  contradicted,
  unanswered,
  type Lesson,
  type LessonQuestion,
  type OtherAnswer,
  type SaidValue,
} from '#lesson';
import type { RunLog } from '#record';
import { Run } from '#run';
import { checkScenario, ScenarioError } from '#scenario';
import type { LessonFile } from './files.ts';
import type { LessonScenario } from './scenario.ts';

/** What does not hold in a lesson. */
export interface Fault extends Contradiction {
  /** That the lesson is in. */
  readonly file: string;
  readonly lesson: string;
  readonly question: string;
  readonly seed: number;
}

/** What the run says otherwise. */
interface Contradiction {
  /** In the lesson's file, from 1. */
  readonly line: number;
  readonly message: string;
}

type Play = (text: string) => Promise<RunLog>;

const registry = new KindRegistry(defaultProfile);

/**
 * Returns what does not hold, for each seed and each change of the scenario. @throws {ScenarioError}
 */
export async function faultsOf(
  { lesson, file }: LessonFile,
  scenario: LessonScenario,
  seeds: number,
): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    // Several questions may ask about the same change.
    const runs = new Map<string, Promise<RunLog>>();
    const play: Play = (text) => {
      const known = runs.get(text) ?? played(lesson, scenario, text, seed);
      runs.set(text, known);
      return known;
    };
    const note = (question: string, found: readonly Contradiction[]): void => {
      for (const each of found) faults.push({ file, lesson: lesson.name, question, seed, ...each });
    };
    const own = await play(scenario.text);
    note(lesson.title, contradictions(lesson.said, own));
    for (const question of lesson.questions) {
      note(question.title, [
        ...(await problemsOf(question, scenario.text, play)),
        ...contradictions(question.said, own),
      ]);
    }
  }
  return faults;
}

/** Returns what the prose says and the run does not. */
function contradictions(all: readonly SaidValue[], log: RunLog): readonly Contradiction[] {
  return all.flatMap((claim) => {
    const found = contradicted(claim, log, registry);
    if (found === undefined) return [];
    const message = `the prose says [${claim.text}](run:${claim.source}), the run says ${found}`;
    return [{ line: claim.line, message }];
  });
}

async function problemsOf(
  question: LessonQuestion,
  text: string,
  play: Play,
): Promise<readonly Contradiction[]> {
  const problems: Contradiction[] = [];
  const { answers, line } = question;
  const right = answerOf(question, await play(text), registry);
  if (!answers.includes(right)) {
    problems.push({
      line,
      message: `the run says ${right}, which is none of ${answers.join(', ')}`,
    });
  }
  for (const answer of unanswered(question, right)) {
    const message = `the run says ${right}; no Other says when it would be ${answer}`;
    problems.push({ line, message });
  }
  for (const other of question.others) {
    const message = await problemOf(other, { question, text, play });
    if (message !== undefined) problems.push({ line: other.line, message });
  }
  return problems;
}

interface Exercise {
  readonly question: LessonQuestion;
  readonly text: string;
  readonly play: Play;
}

/** Returns why another answer is not right under its change. */
async function problemOf(
  other: OtherAnswer,
  { question, text, play }: Exercise,
): Promise<string | undefined> {
  const missing = other.changes.find(({ found }) => !text.includes(found));
  if (missing !== undefined) return `the scenario does not contain "${missing.found}"`;
  const changes = other.changes.map(({ replaced }) => replaced).join(' and ');
  const log = await playChanged(play, changedBy(text, other));
  if (typeof log === 'string') return `with ${changes} the scenario cannot be played: ${log}`;
  const found = answerOf(question, log, registry);
  if (found === other.answer) return undefined;
  return `with ${changes} it is ${found}, not ${other.answer}`;
}

/** Returns the run of a changed scenario, or what is wrong with it. */
async function playChanged(play: Play, text: string): Promise<RunLog | string> {
  try {
    return await play(text);
  } catch (error) {
    if (error instanceof ScenarioError) return error.message.trim();
    throw error;
  }
}

/** @throws {ScenarioError} for a text that is not a scenario */
async function played(
  { set, questions }: Lesson,
  scenario: LessonScenario,
  text: string,
  seed: number,
): Promise<RunLog> {
  const { file } = scenario;
  const { scenarios, problems } = checkScenario(file, registry, { text, set, isExact: true });
  const [first] = scenarios;
  if (first === undefined) throw new ScenarioError(file, problems);
  // What comes after the last question says nothing about any; the prose may speak of it.
  const last =
    text === scenario.text ? first.untilMs : Math.max(...questions.map(({ atMs }) => atMs));
  return Run.play({ ...first, untilMs: Math.min(first.untilMs, last) }, { seed });
}
