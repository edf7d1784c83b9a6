/** The files that lessons are in. */
import { basename, join } from 'node:path';
import { LessonError, readLesson, readOrder, type Lesson } from '#lesson';
import { FileError, readTextFile } from '#machine';
import { packageFolder } from '../package.ts';
import { UsageError } from '../usage-error.ts';

/** A lesson, and the file that it is in. */
export interface LessonFile {
  readonly file: string;
  readonly text: string;
  readonly lesson: Lesson;
}

const MOST_BYTES = 1_048_576;

/**
 * Lessons by name, those of the package without any: in the order in which they are best taken.
 * @throws {UsageError} for a file that is not a lesson, with its place
 */
export function lessonFiles(names: readonly string[]): readonly LessonFile[] {
  return (names.length > 0 ? names.map(fileOf) : all()).map(lessonFile);
}

/** @throws {UsageError} */
export function lessonFile(file: string): LessonFile {
  try {
    const text = readTextFile(file, MOST_BYTES, 'lesson');
    return { file, text, lesson: readLesson(basename(file, '.md'), text) };
  } catch (error) {
    if (error instanceof LessonError) {
      throw new UsageError(`${file}:${error.line}: ${error.message}`);
    }
    if (error instanceof FileError) throw new UsageError(`${file}: ${error.message}`);
    throw error;
  }
}

function folder(): string {
  return join(packageFolder(), 'lessons');
}

function all(): readonly string[] {
  const order = readOrder(readTextFile(join(folder(), 'README.md'), MOST_BYTES, 'list'));
  return order.flatMap(({ names }) => names.map((name) => join(folder(), `${name}.md`)));
}

function fileOf(name: string): string {
  return name.endsWith('.md') ? name : join(folder(), `${name}.md`);
}
