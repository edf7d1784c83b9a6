/** `orrery completion` on the command line. */
import { Argument, type Command } from 'commander';
import type { Shell } from './completion.ts';
import { printData } from '../output.ts';

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('Print a script that completes commands and options in your shell.')
    .addArgument(new Argument('<shell>', 'your shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      `
Examples:
  source <(orrery completion bash)
  orrery completion fish > ~/.config/fish/completions/orrery.fish`,
    )
    .action(async (shell: Shell) => {
      const { completionScript } = await import('./completion.ts');
      printData(completionScript(program, shell));
    });
}
