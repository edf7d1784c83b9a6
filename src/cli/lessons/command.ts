/** `orrery lessons` on the command line. */
import type { Command } from 'commander';
import { Option } from 'commander';
import { parseSeed } from '../parse.ts';
import type { LessonsOptions } from './lessons.ts';

export function addLessons(program: Command): void {
  program
    .command('lessons')
    .description('List the lessons, or check them: that their answers hold for many seeds.')
    .argument('[names...]', 'lessons of the list, or files (default: all)')
    .option(
      '--check',
      'play them, and compare each answer, and each number taken from the run, with the run',
    )
    .option('--seeds <number>', 'with how many seeds', parseSeed, 10)
    .addOption(
      new Option('-o, --output <form>', 'text, or json').choices(['text', 'json']).default('text'),
    )
    .addHelpText(
      'after',
      `
Examples:
  orrery lessons
  orrery lessons --check --seeds 100
  orrery lessons --check my-lesson.md

Exit status: 0 all answers hold, 1 one does not, 2 a file is not a lesson, or has no scenario, 3 a run did not settle.`,
    )
    .action(async (names: readonly string[], options: LessonsOptions) => {
      const { lessons } = await import('./lessons.ts');
      process.exitCode = await lessons(names, options);
    });
}
