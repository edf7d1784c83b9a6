/** `orrery reset` on the command line: a fresh cluster in the place of the one that is served. */
import type { Command } from 'commander';
import { parseSeed } from '../parse.ts';
import type { ResetOptions } from './reset.ts';

export function addReset(program: Command): void {
  program
    .command('reset')
    .description('Put a fresh cluster in the place of that of a running `orrery serve`.')
    .option('--kubeconfig <file>', 'how to reach the server (default: $KUBECONFIG)')
    .option('--context <name>', 'context of the kubeconfig (default: its current one)')
    .option('--seed <number>', 'another seed; the same one gives the same names', parseSeed)
    .addHelpText(
      'after',
      `
The server is found by --kubeconfig, or by KUBECONFIG as \`orrery serve\` prints it. Its address, certificates and tokens stay.

Examples:
  orrery reset
  USE_EXISTING_CLUSTER=true go test ./... ; orrery reset     # nothing of the suite is left`,
    )
    .action(async (options: ResetOptions) => {
      const { reset } = await import('./reset.ts');
      process.exitCode = await reset(options);
    });
}
