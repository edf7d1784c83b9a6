/** Lists lessons, and checks their answers against runs. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { KindRegistry, kinds } from '#kinds';
import {
  answerOf,
  changedBy,
  LessonError,
  readLesson,
  unanswered,
  type Lesson,
  type LessonQuestion,
} from '#lesson';
import { FileError, readTextFile } from '#machine';
import type { RunLog } from '#record';
import { Run } from '#run';
import { checkScenario } from '#scenario';
import { exitCodes } from '../exit-codes.ts';
import { printData, printText } from '../output.ts';
import { libraryFolder, packageFolder } from '../package.ts';
import { styleFor } from '../style.ts';
import { table } from '../table.ts';
import { UsageError } from '../usage-error.ts';

export interface LessonsOptions {
  readonly check?: boolean;
  readonly seeds: number;
  readonly output: 'text' | 'json';
}

/** A lesson whose answers do not hold. */
interface Fault {
  readonly lesson: string;
  readonly question: string;
  readonly seed: number;
  readonly message: string;
}

const MOST_BYTES = 1_048_576;
const registry = new KindRegistry(kinds);

/** Resolves with the exit code. @throws {UsageError} for a file that is not a lesson */
export async function lessons(names: readonly string[], options: LessonsOptions): Promise<number> {
  const all = (names.length > 0 ? names.map(fileOf) : files()).map(lessonIn);
  if (options.check !== true) {
    list(all, options);
    return exitCodes.ok;
  }
  const faults: Fault[] = [];
  for (const lesson of all) faults.push(...(await faultsOf(lesson, options.seeds)));
  if (options.output === 'json') printData(`${JSON.stringify(faults, undefined, 2)}\n`);
  else {
    for (const { lesson, question, seed, message } of faults) {
      printText(`${lesson}: ${question} (seed ${seed}): ${message}\n`);
    }
    const questions = all.reduce((sum, lesson) => sum + lesson.questions.length, 0);
    printText(
      `${all.length} lessons with ${questions} questions, ${options.seeds} seeds: ${faults.length === 0 ? 'all answers hold' : `${faults.length} answers do not hold`}\n`,
    );
  }
  return faults.length === 0 ? exitCodes.ok : exitCodes.checksFailed;
}

function list(all: readonly Lesson[], { output }: LessonsOptions): void {
  if (output === 'json') {
    printData(`${JSON.stringify(all, undefined, 2)}\n`);
    return;
  }
  const style = styleFor(process.stdout, process.env);
  const rows = all.map(({ name, topic, title, questions }) => [
    style.bold(name),
    topic,
    String(questions.length),
    title,
  ]);
  const [header, ...rest] = table(['NAME', 'TOPIC', 'QUESTIONS', 'TITLE'], rows);
  printText(`${[style.dim(header!), ...rest].join('\n')}\n`);
}

function folder(): string {
  return join(packageFolder(), 'lessons');
}

function files(): readonly string[] {
  return readdirSync(folder())
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => join(folder(), name));
}

function fileOf(name: string): string {
  return name.endsWith('.md') ? name : join(folder(), `${name}.md`);
}

/** @throws {UsageError} */
function lessonIn(file: string): Lesson {
  try {
    return readLesson(basename(file, '.md'), readTextFile(file, MOST_BYTES, 'lesson'));
  } catch (error) {
    if (error instanceof LessonError) throw new UsageError(error.message);
    if (error instanceof FileError) throw new UsageError(`${file}: ${error.message}`);
    throw error;
  }
}

/** What does not hold, for each seed and each change of the scenario. */
async function faultsOf(lesson: Lesson, seeds: number): Promise<readonly Fault[]> {
  const file = join(libraryFolder(), `${lesson.scenario}.yaml`);
  const text = readTextFile(file, MOST_BYTES, 'scenario');
  const faults: Fault[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    // Several questions may ask about the same change.
    const runs = new Map<string, Promise<RunLog>>();
    const play = (source: string): Promise<RunLog> => {
      const known = runs.get(source) ?? played(file, source, lesson, seed);
      runs.set(source, known);
      return known;
    };
    for (const question of lesson.questions) {
      for (const message of await problemsOf(question, text, play)) {
        faults.push({ lesson: lesson.name, question: question.title, seed, message });
      }
    }
  }
  return faults;
}

async function problemsOf(
  question: LessonQuestion,
  text: string,
  play: (source: string) => Promise<RunLog>,
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

/** @throws {UsageError} for a text that is not a scenario */
async function played(file: string, text: string, lesson: Lesson, seed: number): Promise<RunLog> {
  const { set, questions } = lesson;
  const sources = [{ file: basename(file), text }];
  const options = { sources, set, isExact: true };
  const { scenarios, problems } = checkScenario(basename(file), registry, options);
  const [first] = scenarios;
  if (first === undefined) throw new UsageError(`${file}: ${problems[0]?.message ?? 'invalid'}`);
  // What comes after the last question says nothing about any.
  const untilMs = Math.min(first.untilMs, Math.max(...questions.map(({ atMs }) => atMs)));
  return Run.play({ ...first, untilMs }, { seed });
}
