/** `orrery import` on the command line. Its implementation is loaded when it is called. */
import type { Command } from 'commander';
import { releaseOption } from '../release-option.ts';
import type { ImportOptions } from './import.ts';

export function addImport(program: Command): void {
  program
    .command('import')
    .description('Turn the state of a cluster, or a recording of it, into a scenario.')
    .argument(
      '<file...>',
      'output of kubectl get -o yaml or -o json, also with -w, a file for each watch; or an audit log; - for standard input',
    )
    .option('-o, --output <file>', 'where to (default: standard output)')
    .addOption(releaseOption())
    .option('--force', 'replace files that exist')
    .addHelpText(
      'after',
      `
Examples:
  kubectl get nodes,namespaces,all,cm,pdb,hpa -A -o yaml | orrery import - -o cluster.yaml
  for type in deployments replicasets pods nodes; do
    kubectl get $type -A -w -o json --output-watch-events > $type.json &
  done                                       # kill %1 %2 %3 %4, when it has been long enough
  orrery import *.json -o replay.yaml && orrery run replay.yaml
  orrery import /var/log/kubernetes/audit.log -o replay.yaml   # of the level RequestResponse

Without --kubernetes the release is that of the newest kubelet of its nodes.

Exit status: 0 written, 2 wrong usage or input.`,
    )
    .action(async (files: readonly string[], options: ImportOptions) => {
      const { importState } = await import('./import.ts');
      process.exitCode = importState(files, options);
    });
}
