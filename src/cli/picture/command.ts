/** `orrery picture` on the command line. */
import type { Command } from 'commander';
import { allowOutsideOption } from '../allow-outside.ts';
import { releaseOption } from '../release-option.ts';
import { parseSeed, parseSetting } from '../parse.ts';
import type { PictureOptions } from './picture.ts';

export function addPicture(program: Command): void {
  program
    .command('picture')
    .description('Draw a run as one moving picture: an SVG without a script, for pages and slides.')
    .argument('<run>', 'run record, or scenario to play')
    .argument('[file]', 'where the picture goes, such as run.svg (default: it is printed)')
    .option('--set <name=value>', 'of a scenario: value of a variable', parseSetting)
    .addOption(allowOutsideOption())
    .addOption(releaseOption())
    .option('--seed <number>', 'of a scenario: seed of chance', parseSeed)
    .option(
      '--still <time>',
      'moment for readers who want no motion: 90s after the start, or a time (default: the end)',
    )
    .addHelpText(
      'after',
      `
Examples:
  orrery picture my.run my.svg
  orrery picture daemonset/rolling-update rolling-update.svg --still 21s
  orrery picture my.yaml --set replicas=5 > five.svg

It shows nodes and pods, the numbers of what the run is about, and the notes of its steps, in 15 to 22 s, without end. It
loads nothing, and follows the reader's choice of light or dark. It has room for 48 nodes.`,
    )
    .action(async (run: string, file: string | undefined, options: PictureOptions) => {
      const { picture } = await import('./picture.ts');
      process.exitCode = await picture(run, file, options);
    });
}
