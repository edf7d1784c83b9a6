/** `orrery open` on the command line. */
import type { Command } from 'commander';
import { allowOutsideOption } from '../allow-outside.ts';
import { releaseOption } from '../release-option.ts';
import { parseSeed, parseSetting } from '../parse.ts';
import type { OpenOptions } from './open.ts';

export function addOpen(program: Command): void {
  program
    .command('open')
    .description('Show a run in a browser: a page with its timeline, cluster, charts and causes.')
    .argument('[run]', 'run record, scenario to play, or lesson (default: a running server, live)')
    .option('--kubeconfig <file>', 'without a run: how to reach the server (default: $KUBECONFIG)')
    .option('--context <name>', 'context of the kubeconfig (default: its current one)')
    .option('--set <name=value>', 'of a scenario: value of a variable', parseSetting)
    .addOption(allowOutsideOption())
    .addOption(releaseOption())
    .option('--seed <number>', 'of a scenario: seed of chance', parseSeed)
    .option('--port <number>', 'port on this machine (default: any)', Number)
    .addHelpText(
      'after',
      `
Examples:
  orrery open my.run
  orrery open daemonset/rolling-update
  orrery open my-lesson.md                      # asks what will happen, and plays it
  orrery open                                   # of a running orrery serve, found by KUBECONFIG
  orrery run my.yaml --report my.html           # the same page as one file

The page is at the address that is printed, for this machine only, until the command is ended (Ctrl+C). The token of a
running server stays in this command: the page has a key of its own, in the printed address.`,
    )
    .action(async (run: string | undefined, options: OpenOptions) => {
      const { open } = await import('./open.ts');
      process.exitCode = await open(run, options);
    });
}
