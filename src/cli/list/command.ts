/** `orrery list` on the command line. */
import { Option, type Command } from 'commander';
import type { ListOptions } from './list.ts';

export function addList(program: Command): void {
  program
    .command('list')
    .description(
      'List the scenarios that come with orrery, or those of folders, and what they show.',
    )
    .argument(
      '[names...]',
      'topics of the library, such as cronjob, or folders (default: the library)',
    )
    .addOption(
      new Option('-o, --output <form>', 'text, name or json')
        .choices(['text', 'name', 'json'])
        .default('text'),
    )
    .addHelpText(
      'after',
      `
Examples:
  orrery list
  orrery list cronjob job
  orrery list my-scenarios/ -o json
  orrery run daemonset/rolling-update           # plays one of them by its name

Exit status: 0 listed, 2 there is no such folder or topic.`,
    )
    .action(async (names: readonly string[], options: ListOptions) => {
      const { list } = await import('./list.ts');
      process.exitCode = await list(names, options);
    });
}
