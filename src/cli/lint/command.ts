/** `orrery lint` on the command line. Its implementation is loaded when it is called. */
import { Option, type Command } from 'commander';
import { allowOutsideOption } from '../allow-outside.ts';
import { releaseOption } from '../release-option.ts';
import { parseSetting } from '../parse.ts';
import type { LintOptions } from './lint.ts';

export function addLint(program: Command): void {
  program
    .command('lint')
    .description('Check scenarios without running them, and tell all that is wrong with them.')
    .argument('<files...>', 'scenario files (YAML), folders of them, or - for standard input')
    .option('--set <name=value>', 'value of a variable; may be given several times', parseSetting)
    .addOption(allowOutsideOption())
    .addOption(releaseOption())
    .addOption(
      new Option('-o, --output <form>', 'text, or json').choices(['text', 'json']).default('text'),
    )
    .addHelpText(
      'after',
      `
Examples:
  orrery lint my.yaml
  orrery lint scenarios -o json
  orrery lint my.yaml --set nodes=10

Exit status: 0 no errors (there may be warnings), 2 errors or wrong usage.`,
    )
    .action(async (files: readonly string[], options: LintOptions) => {
      const { lint } = await import('./lint.ts');
      process.exitCode = await lint(files, options);
    });
}
