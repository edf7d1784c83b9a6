/** `orrery get` on the command line: objects at a moment of a run. */
import { Option, type Command } from 'commander';
import { addPastOptions } from '../past/options.ts';
import type { GetOptions } from './get.ts';

export function addGet(program: Command): void {
  addPastOptions(
    program
      .command('get')
      .description('Show objects as they stood at a moment of a run, or of a running server.')
      .argument(
        '<kind>',
        'kinds such as pods or ds,rs, all for workloads and services, or KIND/NAME',
      )
      .argument('[name]', 'name of one object'),
  )
    .option('-n, --namespace <name>', 'only of this namespace (default: all)')
    .option('-A, --all-namespaces', 'of all namespaces, which is the default')
    .option('-l, --selector <labels>', 'only with these labels, such as app=web,tier!=cache')
    .addOption(
      new Option('-o, --output <form>', 'table, wide, name, yaml or json')
        .choices(['table', 'wide', 'name', 'yaml', 'json'])
        .default('table'),
    )
    .addHelpText(
      'after',
      `
Examples:
  orrery get pods --run daemonset/rolling-update --at 14s
  orrery get deploy,rs,pods -l app=web --run my.yaml --at 30s
  orrery get all --run my.run -o name
  orrery get ds agent --run my.run --at rev:218 -o yaml
  orrery get pods --run my.yaml --set replicas=5 --at 30s
  orrery get nodes --run my.run --at 2026-01-01T00:02:30Z -o wide
  orrery get pods --at 90s                      # of a running server, found by KUBECONFIG`,
    )
    .action(async (kind: string, name: string | undefined, options: GetOptions) => {
      const { get } = await import('./get.ts');
      process.exitCode = await get(kind, name, options);
    });
}
