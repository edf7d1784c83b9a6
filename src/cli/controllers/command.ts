/** `orrery controllers` on the command line. Its implementation is loaded when it is called. */
import type { Command } from 'commander';
import { releaseOption } from '../release-option.ts';
import { addServerOptions } from '../server-options.ts';
import type { ControllersOptions } from './controllers.ts';

export function addControllers(program: Command): void {
  addServerOptions(
    program
      .command('controllers')
      .description(
        'Run the controllers against a server elsewhere, at the pace of the wall clock.',
      ),
  )
    .option(
      '--use-service-account-credentials',
      'each controller acts as its service account in kube-system, with its rights alone',
    )
    .option(
      '--nodes <number>',
      'nodes to make where they are missing; kubelets run for these, and for others with the annotation sim/kubelet: "true"',
    )
    .option('--only <list>', 'all, or names with commas between; -name leaves one out', 'all')
    .addOption(releaseOption())
    .option('--feature-gates <gates>', 'such as CronJobTimeZone=true', '')
    .option(
      '--leader-elect [true|false]',
      'of several processes only one works, the one that holds the lease',
      'true',
    )
    .option('--leader-elect-lease-duration <time>', 'others wait so long from a renewal', '15s')
    .option('--leader-elect-renew-deadline <time>', 'a leader that cannot renew gives up', '10s')
    .option('--leader-elect-retry-period <time>', 'between tries to take or renew it', '2s')
    .option('--leader-elect-resource-name <name>', 'of the lease', 'kube-controller-manager')
    .option('--leader-elect-resource-namespace <name>', 'of the lease', 'kube-system')
    .addHelpText(
      'after',
      `
Examples:
  orrery serve --controllers none &      # prints the KUBECONFIG to export
  orrery controllers --only daemonset,scheduler
  orrery controllers --server http://127.0.0.1:8080 --token secret
  orrery controllers --nodes 3                 # nodes, kubelets and controllers for an envtest server
  orrery controllers --only none --nodes 100   # kubelets alone, beside the real controllers

With --use-service-account-credentials the credentials that are given request the tokens, watch, and
hold the lease; what has no such account, such as the scheduler, uses them too.

Without --kubernetes they behave as the release that the server names in /version; where that cannot be had, as 1.24.

Kubelets make pods run as the annotations sim/* and the rules of the cluster say. They need no lease, so that one
process has them.

The lease is kube-controller-manager's: no other of its kind works at the same time. Processes that
share the controllers among them need leases of their own, or --leader-elect=false. A leader that is
stopped keeps its lease, as in v1.24: the next one begins when that has run out.

Stop with Ctrl-C. The exit code is 1 when the lease was lost.`,
    )
    .action(async (options: ControllersOptions) => {
      const { runControllers } = await import('./controllers.ts');
      process.exitCode = await runControllers(options);
    });
}
