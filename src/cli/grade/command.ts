/** `orrery grade` on the command line. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { releaseOption } from '../release-option.ts';
import { collect, parseFactor } from '../parse.ts';
import type { GradeOptions } from './grade.ts';

export function addGrade(program: Command): void {
  program
    .command('grade')
    .description('Grade a client of the Kubernetes API: what it does when the world is bad.')
    .argument('[command...]', 'the client, after --; it gets a cluster in KUBECONFIG')
    .option('--list', 'list the cases with their sources, and grade nothing', false)
    .option(
      '--case <text>',
      'only cases with this in number, name or title; several times',
      collect,
    )
    .addOption(
      new Option('--suite <name>', 'quick, or full').choices(['quick', 'full']).default('full'),
    )
    .option('--setup <dir>', 'manifests (YAML or JSON) that exist before the client starts')
    .option('--ready <condition>', 'when the client has begun, as scenarios write conditions')
    .option('--goal <condition>', 'what the client has to bring about')
    .option('--change <file>', 'a manifest that gives the client something to do')
    .option('--resource <plural>', 'what the client reads (default: what it watches first)')
    .addOption(releaseOption())
    .option('--nodes <number>', 'nodes of each cluster', parseCount, 1)
    .option('--patience <factor>', 'factor of all times that a case waits', parseFactor, 1)
    .option('-j, --jobs <number>', 'cases at once (default: four for each core)', parseCount)
    .option('--junit <file>', 'also write the results as JUnit XML')
    .option('--baseline <file>', 'a card in JSON: only what got worse since then fails')
    .addOption(
      new Option('-o, --output <form>', 'text, json, or github: annotations of a workflow')
        .choices(['text', 'json', 'github'])
        .default('text'),
    )
    .addHelpText(
      'after',
      `
Each case has a cluster and a process of the client of its own. A case passes, fails with evidence, or is not
exercised: what it is about never reached the client, or does not fit it.

Examples:
  orrery grade -- node my-informer.js
  orrery grade --suite quick -- ./bin/dashboard
  orrery grade --setup manifests/ --goal '{kind: Deployment, name: web, status: {readyReplicas: 3}}' -- ./operator
  orrery grade --case resume/ -- node my-informer.js
  orrery grade --junit reports/grade.xml -o json -- python3 watch.py
  orrery grade -o json -- node my-informer.js > card.json; orrery grade --baseline card.json -- node my-informer.js
  orrery grade --list -o json

Exit status: 0 no case failed, 1 a case failed, 2 wrong usage, or a client that asks for nothing.`,
    )
    .action(async (command: readonly string[], options: GradeOptions) => {
      const { grade } = await import('./grade.ts');
      process.exitCode = await grade(command, options);
    });
}

function parseCount(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a number from 1 to 999.');
}
