/** `orrery lessons` on the command line. */
import { type Command, Option } from 'commander';
import { parseSeed } from '../parse.ts';
import type { LessonsOptions } from './lessons.ts';

export function addLessons(program: Command): void {
  const command = program
    .command('lessons')
    .description('List the lessons, check them with many seeds, or save them as a page.')
    .argument('[names...]', 'lessons of the list, or files (default: all)')
    .option(
      '--check',
      'play them, and compare each answer, and each number taken from the run, with the run',
    )
    .option('--seeds <number>', 'with how many seeds', parseSeed, 10)
    .option('--report <file>', 'save a page (HTML) with the lessons and their scenarios in it')
    .addOption(
      new Option('-o, --output <form>', 'text, or json').choices(['text', 'json']).default('text'),
    )
    .addHelpText(
      'after',
      `
Examples:
  orrery lessons
  orrery lessons --check --seeds 100
  orrery lessons init my-lesson.md
  orrery lessons --check my-lesson.md
  orrery lessons my-lesson.md --report my-lesson.html

Exit status: 0 all answers hold, 1 one does not, 2 a file is not a lesson, or has no scenario, 3 a run did not settle.`,
    )
    .action(async (names: readonly string[], options: LessonsOptions) => {
      const { lessons } = await import('./lessons.ts');
      process.exitCode = await lessons(names, options);
    });
  command
    .command('init')
    .description('Write a first lesson and its scenario, with comments, to start from.')
    .argument('[file]', 'where to', 'lesson.md')
    .option('--force', 'replace the files if they exist')
    .addHelpText(
      'after',
      `
Examples:
  orrery lessons init
  orrery lessons init class/scaling.md && orrery open class/scaling.md

The scenario gets the same name: class/scaling.yaml.`,
    )
    .action(async (file: string, options: { force?: boolean }) => {
      const { initLesson } = await import('./init.ts');
      process.exitCode = await initLesson(file, options);
    });
}
