/** `orrery as` on the command line. */
import type { Command } from 'commander';
import { addServerOptions } from '../server-options.ts';
import { collect } from '../parse.ts';
import type { AsOptions } from './as.ts';

export function addAs(program: Command): void {
  addServerOptions(
    program
      .command('as')
      .description(
        'Run a program as a pod of a service account would run it: with its token, its files and its rights alone.',
      )
      .argument('<account>', 'NAMESPACE/ACCOUNT; the account exists')
      .argument('<command...>', 'the program and its arguments, after --')
      .option(
        '--mount <secret=dir>',
        'a Secret, or configmap/NAME, whose keys are files there, kept current; may be given several times',
        collect,
        [],
      )
      .option(
        '--deployment <name>',
        'be a pod of that Deployment: with its variables, volumes and probes, and its log; restarted as the cluster does it',
      )
      .option(
        '--container <name>',
        'with --deployment: which of its containers (default: the first)',
      )
      .option('--no-mounts', 'mount nothing: the program finds all by KUBECONFIG and variables'),
    "a bearer token that may ask for the account's",
  )
    .addHelpText(
      'after',
      `
On Linux, where the system allows it, the program has mounts of its own: it finds token, authority and namespace in
/var/run/secrets/kubernetes.io/serviceaccount, and what --mount names where you say. No other program sees these files there.
Elsewhere it finds its account by KUBECONFIG, and the command says where the files are. KUBECONFIG, KUBERNETES_SERVICE_HOST
and KUBERNETES_SERVICE_PORT are set in any case.

Examples:
  orrery as monitoring/prometheus-operator -- ./prometheus-operator --log-level=debug
  orrery as jobset-system/jobset-controller-manager \\
    --mount jobset-webhook-server-cert=/tmp/k8s-webhook-server/serving-certs -- ./manager
  orrery as jobset-system/jobset-controller-manager --deployment jobset-controller-manager -- ./manager
  orrery as default/robot -- kubectl auth can-i --list

Exit status: that of the program; 2 when it could not be started.`,
    )
    .action(async (who: string, command: readonly string[], options: AsOptions) => {
      const { runAs } = await import('./as.ts');
      process.exitCode = await runAs(who, command, options);
    });
}
