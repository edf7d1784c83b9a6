/** `orrery forecast` on the command line. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { releaseOption } from '../release-option.ts';
import type { ForecastOptions } from './forecast.ts';

export function addForecast(program: Command): void {
  program
    .command('forecast')
    .description('Say when things will happen.')
    .command('cronjob')
    .description('The next runs of CronJobs: in their zone, over clock changes, with collisions.')
    .argument('<what...>', 'a schedule such as "*/5 * * * *", or files with CronJobs in them')
    .option('--time-zone <zone>', 'zone of a schedule, or of CronJobs that name none')
    .option('--from <time>', 'from when on, RFC 3339 (default: now)')
    .option('--for <duration>', 'how far to look: 24h, 7d', '7d')
    .option('--count <number>', 'most runs to list of each', parseCount, 10)
    .addOption(releaseOption())
    .addOption(
      new Option('-o, --output <form>', 'text, or json').choices(['text', 'json']).default('text'),
    )
    .addHelpText(
      'after',
      `
Examples:
  orrery forecast cronjob "30 2 * * *" --time-zone Europe/Zurich --from 2026-03-27T00:00:00Z
  orrery forecast cronjob manifests/*.yaml --for 24h
  orrery forecast cronjob my-scenario.yaml -o json

Schedules are read as the CronJob controller of the release reads them; without a zone they are in UTC. v1.24 drops
the field timeZone, unless the file is a scenario with featureGates: { CronJobTimeZone: true }. Without --kubernetes
a scenario is read by the release that it names.`,
    )
    .action(async (what: readonly string[], options: ForecastOptions) => {
      const { forecast } = await import('./forecast.ts');
      process.exitCode = await forecast(what, options);
    });
}

function parseCount(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a number, such as 10.');
}
