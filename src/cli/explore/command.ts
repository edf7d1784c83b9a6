/** `orrery explore` on the command line. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { releaseOption } from '../release-option.ts';
import { collect, parseFactor, parseSeed } from '../parse.ts';
import type { ExploreOptions } from './explore.ts';

export function addExplore(program: Command): void {
  program
    .command('explore')
    .description(
      'Look for mistakes of an operator: views that lag, states it misses, kills between its writes.',
    )
    .argument('[command...]', 'the client, after --; it gets a cluster in KUBECONFIG')
    .option(
      '--controllers <file>',
      'a module with controllers made by defineController, in place of a command',
    )
    .option('--setup <dir>', 'manifests (YAML or JSON) that exist before the client starts')
    .option(
      '--change <file>',
      'a manifest that is applied once it has begun; several times, in order',
      collect,
    )
    .option(
      '--steps <file>',
      'a list of steps of the scenario language, played one after the other',
    )
    .option('--ready <condition>', 'when the client has begun, as scenarios write conditions')
    .option('--goal <condition>', 'what the client has to bring about in the end')
    .option(
      '--invariant <condition>',
      'what has to hold whenever one looks; several times',
      collect,
    )
    .option(
      '--ignore <path>',
      'a field that may end differently: status.reconciles; several times',
      collect,
    )
    .option(
      '--plan <plan>',
      'play only this plan: as a report prints it, or a file with one, also a test plan of Sieve',
    )
    .option('--plans <number>', 'plans to play at most', parseCount, 150)
    .option('--within <seconds>', 'begin no plan later than this', parseCount, 120)
    .option('--first', 'end with the first plan that fails', false)
    .option('--seed <number>', 'what orders and pairs of disturbances are drawn from', parseSeed, 1)
    .addOption(releaseOption())
    .option('--nodes <number>', 'nodes of each cluster', parseCount, 1)
    .option(
      '--patience <factor>',
      'factor of all times that are waited for the client',
      parseFactor,
      1,
    )
    .option('-j, --jobs <number>', 'plans at once (default: two for each core)', parseCount)
    .option('--junit <file>', 'also write the results as JUnit XML')
    .addOption(
      new Option('-o, --output <form>', 'text or json').choices(['text', 'json']).default('text'),
    )
    .addHelpText(
      'after',
      `
Two undisturbed runs show what the client reads and writes, and how that ends. Each plan is another run, in which its
watches lag or miss states, its writes meet conflicts, or it is killed right after a write; it has to end the same.
A plan that fails is made as small as possible, and printed with the command that plays it again.

Examples:
  orrery explore --setup manifests/ --change site-2.yaml -- ./operator
  orrery explore --setup manifests/ --steps steps.yaml --goal '{kind: Site, name: web, status: {ready: 3}}' -- node operator.js
  orrery explore --setup manifests/ --invariant '{count: {kind: Pod, selector: app=db}, is: "<= 1"}' -- python3 operator.py
  orrery explore --setup manifests/ --plan '[{"kill":"create pods","step":0,"count":1,"lagging":true}]' -- ./operator
  orrery explore --setup manifests/ --change site-2.yaml --controllers dist/controllers.js
  orrery explore --setup manifests/ --within 60 -o json --junit reports/explore.xml -- ./operator

Exit status: 0 no plan failed, 1 a plan failed, 2 wrong usage, or a client that cannot be explored.`,
    )
    .action(async (command: readonly string[], options: ExploreOptions) => {
      const { runExplore } = await import('./explore.ts');
      process.exitCode = await runExplore(command, options);
    });
}

function parseCount(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a number from 1 to 9999.');
}
