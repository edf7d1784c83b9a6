/** Lists lessons, and checks their answers against runs. */
import { basename, join } from 'node:path';
import { DidNotSettleError } from '#clock';
import { LessonError, minutesOf, readLesson, readOrder, type Lesson } from '#lesson';
import { FileError, readTextFile } from '#machine';
import { exitCodes } from '../exit-codes.ts';
import { printData, printError, printText } from '../output.ts';
import { packageFolder } from '../package.ts';
import { styleFor } from '../style.ts';
import { table } from '../table.ts';
import { UsageError } from '../usage-error.ts';
import { faultsOf, type Fault } from './check.ts';
import { scenarioOf } from './scenario.ts';

export interface LessonsOptions {
  readonly check?: boolean;
  readonly seeds: number;
  readonly output: 'text' | 'json';
}

/** A lesson, and the file that it is in. */
interface LessonFile {
  readonly file: string;
  readonly lesson: Lesson;
}

const MOST_BYTES = 1_048_576;

/** Resolves with the exit code. @throws {UsageError} for a file that is not a lesson, or has no scenario */
export async function lessons(names: readonly string[], options: LessonsOptions): Promise<number> {
  const all = (names.length > 0 ? names.map(fileOf) : files()).map((file) => {
    return { file, lesson: lessonIn(file) };
  });
  if (options.check === true) return check(all, options);
  list(
    all.map(({ lesson }) => lesson),
    options,
  );
  return exitCodes.ok;
}

async function check(
  all: readonly LessonFile[],
  { seeds, output }: LessonsOptions,
): Promise<number> {
  const faults: Fault[] = [];
  try {
    for (const { file, lesson } of all) {
      faults.push(...(await faultsOf(lesson, scenarioOf(lesson, file), seeds)));
    }
  } catch (error) {
    if (!(error instanceof DidNotSettleError)) throw error;
    printError(`${error.message}\n`);
    return exitCodes.didNotSettle;
  }
  if (output === 'json') printData(`${JSON.stringify(faults, undefined, 2)}\n`);
  else {
    for (const { lesson, question, seed, message } of faults) {
      printText(`${lesson}: ${question} (seed ${seed}): ${message}\n`);
    }
    const questions = all.reduce((sum, { lesson }) => sum + lesson.questions.length, 0);
    printText(
      `${all.length} lessons with ${questions} questions, ${seeds} seeds: ${faults.length === 0 ? 'all answers hold' : `${faults.length} answers do not hold`}\n`,
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
  const rows = all.map((lesson) => [
    style.bold(lesson.name),
    lesson.topic,
    String(lesson.questions.length),
    String(minutesOf(lesson)),
    lesson.title,
  ]);
  const [header, ...rest] = table(['NAME', 'TOPIC', 'QUESTIONS', 'MINUTES', 'TITLE'], rows);
  printText(`${[style.dim(header!), ...rest].join('\n')}\n`);
}

function folder(): string {
  return join(packageFolder(), 'lessons');
}

/** In the order in which they are best taken. */
function files(): readonly string[] {
  const order = readOrder(readTextFile(join(folder(), 'README.md'), MOST_BYTES, 'list'));
  return order.flatMap(({ names }) => names.map((name) => join(folder(), `${name}.md`)));
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
