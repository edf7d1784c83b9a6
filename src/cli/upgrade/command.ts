/** `orrery upgrade` on the command line. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { allowOutsideOption } from '../allow-outside.ts';
import { parseSeed, parseSetting } from '../parse.ts';
import type { Gates } from './plays.ts';
import type { UpgradeOptions } from './upgrade.ts';

export function addUpgrade(program: Command): void {
  program
    .command('upgrade')
    .description('Tell what an upgrade of Kubernetes changes for manifests and scenarios.')
    .argument(
      '<files...>',
      'manifests, folders of them, scenarios, or - for standard input, such as the output of Helm',
    )
    .requiredOption('--from <release>', 'the release that runs now, such as 1.30')
    .requiredOption('--to <release>', 'the release to come, such as 1.34 or latest')
    .option('--each', 'play at each release on the way, and say at which one statuses change')
    .addOption(
      new Option('--feature-gates <gates>', 'set at the releases that have them: NAME=false,...')
        .default({}, 'those of each release')
        .argParser(parseGates),
    )
    .addOption(
      new Option('--nodes <number>', 'nodes of the cluster that manifests are played on')
        .default(3)
        .argParser(parseNodes),
    )
    .option('--set <name=value>', 'value of a variable of scenarios', parseSetting)
    .addOption(allowOutsideOption())
    .option('--seed <number>', 'seed of chance', parseSeed)
    .option('--allow-restarts', 'pods that the upgrade restarts do not count as broken')
    .addOption(
      new Option('-o, --output <form>', 'text, json, junit, or github: annotations of a workflow')
        .choices(['text', 'json', 'junit', 'github'])
        .default('text'),
    )
    .addHelpText(
      'after',
      `
Examples:
  orrery upgrade manifests/ --from 1.30 --to 1.34
  helm template my-chart | orrery upgrade - --from 1.24 --to 1.29 --each
  orrery upgrade my-scenario.yaml --from 1.33 --to 1.34 -o json | jq '.findings[] | select(.breaks)'
  orrery upgrade db.yaml --from 1.33 --to 1.34 --feature-gates StatefulSetSemanticRevisionComparison=false

Objects are written to the API of each release; then they are played at the first and the last, and upgraded in
mid-life, minor by minor. What breaks comes first: what is refused, fields that lose their effect, checks that fail, and
pods that the upgrade itself restarts.

Exit status: 0 nothing breaks, 1 something does, 2 wrong usage or input.`,
    )
    .action(async (files: readonly string[], options: UpgradeOptions) => {
      const { upgrade } = await import('./upgrade.ts');
      process.exitCode = await upgrade(files, options);
    });
}

function parseNodes(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a number of nodes, such as 3.');
}

function parseGates(text: string): Gates {
  const gates = text.split(',').map((part) => {
    const [, name, value] = /^(\w+)=(true|false)$/.exec(part.trim()) ?? [];
    if (name === undefined) throw new InvalidArgumentError('Expected NAME=true or NAME=false.');
    return [name, value === 'true'] as const;
  });
  return Object.fromEntries(gates);
}
