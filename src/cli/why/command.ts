/** `orrery why` on the command line: why a field of an object has its value. */
import { Option, type Command } from 'commander';
import { addPastOptions } from '../past/options.ts';
import { UsageError } from '../usage-error.ts';
import type { WhyCommandOptions } from './why.ts';
import type { WhyNotOptions } from './why-not.ts';

export function addWhy(program: Command): void {
  addPastOptions(
    program
      .command('why')
      .alias('explain')
      .description(
        'Say why a field has its value: who wrote it, the sum, and what led to it; or why not.',
      )
      .argument(
        '<object>',
        'KIND/NAME, such as daemonset/agent; or KIND.FIELD: what a release has of a field, and what it hangs on',
      )
      .argument(
        '[field]',
        'path such as status.numberReady, without status. if you like; or a condition, such as Available. Without one: what can be asked',
      ),
  )
    .option('-n, --namespace <name>', 'namespace of the object', 'default')
    .option('--not', 'why the object is not there, or did not do something; without a field')
    .option(
      '--on <node>',
      'with --not: why the pod, or a pod of the DaemonSet, is not on this node',
    )
    .addOption(
      new Option('--fewer', 'with --not: why it does not have fewer replicas').conflicts('more'),
    )
    .option('--more', 'with --not: why it does not have more replicas')
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
  orrery why ds/agent numberReady --at 90s      # of a running server, found by KUBECONFIG
  orrery why --not cronjob/report --run my.run --at 2h   # why it started no Job then
  orrery why --not ds/agent --on node-2 --run my.run     # why node-2 has no pod of it
  orrery why --not pod/web-1 --on node-2 --run my.run    # what node-2 has against it, or its score
  orrery why --not hpa/web --fewer --run my.run          # what keeps its size
  orrery why --not pod/web-2 --run my.run                # who deleted it, and why
  orrery explain job.status.terminating --kubernetes 1.31   # which gates and behaviours it hangs on`,
    )
    .action(
      async (
        object: string,
        field: string | undefined,
        options: WhyCommandOptions & WhyNotOptions,
      ) => {
        if (options.not === true) {
          if (field !== undefined) throw new UsageError('--not takes an object without a field');
          const { whyNotCommand } = await import('./why-not.ts');
          process.exitCode = await whyNotCommand(object, options);
          return;
        }
        if (options.on !== undefined || options.fewer === true || options.more === true) {
          throw new UsageError('--on, --fewer and --more are for --not');
        }
        if (field === undefined && !object.includes('/') && object.includes('.')) {
          const { explainField } = await import('./field.ts');
          process.exitCode = explainField(object, options);
          return;
        }
        const { whyCommand } = await import('./why.ts');
        process.exitCode = await whyCommand(object, field, options);
      },
    );
}
