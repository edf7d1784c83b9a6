/** Lists lessons, and checks their answers against runs. */
import { DidNotSettleError } from '#clock';
import { minutesOf, type Lesson } from '#lesson';
import { counted } from '../counted.ts';
import { exitCodes } from '../exit-codes.ts';
import { printData, printError, printText } from '../output.ts';
import { savePage } from '../report/save.ts';
import { styleFor } from '../style.ts';
import { table } from '../table.ts';
import { faultsOf, type Fault } from './check.ts';
import { lessonFiles, type LessonFile } from './files.ts';
import { lessonPage } from './page.ts';
import { scenarioOf } from './scenario.ts';

export interface LessonsOptions {
  readonly check?: boolean;
  readonly seeds: number;
  /** The file that gets the page with the lessons. */
  readonly report?: string;
  readonly output: 'text' | 'json';
}

/** Resolves with the exit code. @throws {UsageError} for a file that is not a lesson, or has no scenario */
export async function lessons(names: readonly string[], options: LessonsOptions): Promise<number> {
  const all = lessonFiles(names);
  if (options.check === true) {
    const code = await check(all, options);
    if (code !== exitCodes.ok || options.report === undefined) return code;
  }
  if (options.report !== undefined) await savePage(options.report, await lessonPage(all));
  if (options.check === true || options.report !== undefined) return exitCodes.ok;
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
    for (const each of all) {
      faults.push(...(await faultsOf(each, scenarioOf(each.lesson, each.file), seeds)));
    }
  } catch (error) {
    if (!(error instanceof DidNotSettleError)) throw error;
    printError(`${error.message}\n`);
    return exitCodes.didNotSettle;
  }
  if (output === 'json') printData(`${JSON.stringify(faults, undefined, 2)}\n`);
  else {
    for (const { file, line, question, seed, message } of faults) {
      printText(`${file}:${line}: ${question} (seed ${seed}): ${message}\n`);
    }
    const count = all.reduce((sum, { lesson }) => sum + lesson.questions.length, 0);
    printText(
      `${counted(all.length, 'lesson')} with ${counted(count, 'question')}, ${counted(seeds, 'seed')}: ${faults.length === 0 ? 'all answers hold' : `${counted(faults.length, 'answer')} ${faults.length === 1 ? 'does' : 'do'} not hold`}\n`,
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
