/** `orrery why` on the command line: why a field of an object has its value. */
import { Option, type Command } from 'commander';
import { addPastOptions } from '../past/options.ts';
import type { WhyCommandOptions } from './why.ts';

export function addWhy(program: Command): void {
  addPastOptions(
    program
      .command('why')
      .alias('explain')
      .description('Say why a field has its value: who wrote it, the sum, and what led to it.')
      .argument('<object>', 'KIND/NAME, such as daemonset/agent')
      .argument(
        '[field]',
        'path such as status.numberReady, without status. if you like; or a condition, such as Available. Without one: what can be asked',
      ),
  )
    .option('-n, --namespace <name>', 'namespace of the object', 'default')
    .addOption(
      new Option('-o, --output <form>', 'text, or json').choices(['text', 'json']).default('text'),
    )
    .addHelpText(
      'after',
      `
Examples:
  orrery why daemonset/agent numberReady --run daemonset/rolling-update --at 20s
  orrery run my.yaml --record my.run; orrery why deploy/web status.conditions[Available] --run my.run
  orrery why deploy/web replicas --run my.yaml --set replicas=5
  orrery why deploy/web --run my.run            # what can be asked
  orrery why hpa/web AbleToScale --run my.run
  orrery why hpa/web desiredReplicas --run my.run --at 2026-01-01T00:05:00Z -o json
  orrery why ds/agent numberReady --at 90s      # of a running server, found by KUBECONFIG`,
    )
    .action(async (object: string, field: string | undefined, options: WhyCommandOptions) => {
      const { whyCommand } = await import('./why.ts');
      process.exitCode = await whyCommand(object, field, options);
    });
}
