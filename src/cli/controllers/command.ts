/** `orrery controllers` on the command line. What it does is loaded when it is called. */
import type { Command } from 'commander';
import type { ControllersOptions } from './controllers.ts';

export function addControllers(program: Command): void {
  program
    .command('controllers')
    .description('Run the controllers against a server elsewhere, at the pace of the wall clock.')
    .option('--server <url>', 'where the server listens (default: that of the kubeconfig)')
    .option('--token <token>', 'bearer token (default: that of the kubeconfig)')
    .option('--kubeconfig <file>', 'how to reach the server (default: $KUBECONFIG)')
    .option('--only <list>', 'all, or names with commas between; -name leaves one out', 'all')
    .option('--feature-gates <gates>', 'such as CronJobTimeZone=true', '')
    .addHelpText(
      'after',
      `
Examples:
  orrery serve --controllers none &      # prints the KUBECONFIG to export
  orrery controllers --only daemonset,scheduler
  orrery controllers --server http://127.0.0.1:8080 --token secret

Stop with Ctrl-C.`,
    )
    .action(async (options: ControllersOptions) => {
      const { runControllers } = await import('./controllers.ts');
      process.exitCode = await runControllers(options);
    });
}
