/** Plays lessons with many seeds, and finds what their runs contradict. */
import { KindRegistry, kinds } from '#kinds';
import {
  answerOf,
  changedBy,
  contradicted,
  unanswered,
  type Lesson,
  type LessonQuestion,
  type SaidValue,
} from '#lesson';
import type { RunLog } from '#record';
import { Run } from '#run';
import { checkScenario, ScenarioError } from '#scenario';
import type { LessonScenario } from './scenario.ts';

/** What does not hold in a lesson. */
export interface Fault {
  readonly lesson: string;
  readonly question: string;
  readonly seed: number;
  readonly message: string;
}

type Play = (text: string) => Promise<RunLog>;

const registry = new KindRegistry(kinds);

/** What does not hold, for each seed and each change of the scenario. @throws {ScenarioError} */
export async function faultsOf(
  lesson: Lesson,
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
    const note = (question: string, messages: readonly string[]): void => {
      for (const message of messages) faults.push({ lesson: lesson.name, question, seed, message });
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

/** What the prose says and the run does not. */
function contradictions(all: readonly SaidValue[], log: RunLog): readonly string[] {
  return all.flatMap((said) => {
    const found = contradicted(said, log, registry);
    if (found === undefined) return [];
    return [`the prose says [${said.text}](run:${said.source}), the run says ${found}`];
  });
}

async function problemsOf(
  question: LessonQuestion,
  text: string,
  play: Play,
): Promise<readonly string[]> {
  const problems: string[] = [];
  const right = answerOf(question, await play(text), registry);
  if (!question.answers.includes(right)) {
    problems.push(`the run says ${right}, which is none of ${question.answers.join(', ')}`);
  }
  for (const answer of unanswered(question, right)) {
    problems.push(`the run says ${right}; no Other says when it would be ${answer}`);
  }
  for (const other of question.others) {
    const missing = other.changes.find(({ found }) => !text.includes(found));
    if (missing !== undefined) {
      problems.push(`the scenario does not contain "${missing.found}"`);
      continue;
    }
    const found = answerOf(question, await play(changedBy(text, other)), registry);
    const changes = other.changes.map(({ replaced }) => replaced).join(' and ');
    if (found !== other.answer)
      problems.push(`with ${changes} it is ${found}, not ${other.answer}`);
  }
  return problems;
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
