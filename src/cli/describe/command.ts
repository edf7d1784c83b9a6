/** `orrery describe` on the command line: one object at a moment, and what belongs to it. */
import { Option, type Command } from 'commander';
import { addPastOptions } from '../past/options.ts';
import type { DescribeOptions } from './describe.ts';

export function addDescribe(program: Command): void {
  addPastOptions(
    program
      .command('describe')
      .description(
        'Describe an object at a moment: its spec, status, conditions, owners and events.',
      )
      .argument('<object>', 'KIND/NAME, such as deploy/web'),
  )
    .option('-n, --namespace <name>', 'namespace of the object', 'default')
    .addOption(
      new Option('-o, --output <form>', 'text, or json').choices(['text', 'json']).default('text'),
    )
    .addHelpText(
      'after',
      `
Examples:
  orrery describe ds/agent --run daemonset/rolling-update --at 14s
  orrery describe pod/web-0 --run my.run -n shop
  orrery describe deploy/web --run my.yaml --set replicas=5 -o json
  orrery describe node/node-1 --at 90s          # of a running server, found by KUBECONFIG`,
    )
    .action(async (object: string, options: DescribeOptions) => {
      const { describe } = await import('./describe.ts');
      process.exitCode = await describe(object, options);
    });
}
