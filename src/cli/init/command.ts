/** `orrery init` on the command line. */
import type { Command } from 'commander';

export function addInit(program: Command): void {
  program
    .command('init')
    .description('Write a first scenario, with comments, to start from.')
    .argument('[file]', 'where to', 'scenario.yaml')
    .option('--force', 'replace the file if it exists')
    .addHelpText(
      'after',
      `
Examples:
  orrery init
  orrery init checkout-outage.yaml && orrery run checkout-outage.yaml`,
    )
    .action(async (file: string, options: { force?: boolean }) => {
      const { init } = await import('./init.ts');
      process.exitCode = await init(file, options);
    });
}
