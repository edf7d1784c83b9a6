/** `orrery record` on the command line. Its implementation is loaded when it is called. */
import type { Command } from 'commander';
import { parseMebibytes } from '../parse.ts';
import { releaseOption } from '../release-option.ts';
import { addServerOptions } from '../server-options.ts';
import type { RecordOptions } from './record.ts';

export function addRecord(program: Command): void {
  addServerOptions(
    program
      .command('record')
      .description(
        'Record what happens in a cluster elsewhere, for get, describe, why and open. It only reads.',
      )
      .requiredOption('-o, --output <file>', 'where to, such as prod.run')
      .option('--for <time>', 'how long, such as 10m (default: until Ctrl-C)')
      .option('--secrets', 'record Secrets too: their values are in the file then', false),
  )
    .option(
      '--history <MiB>',
      'memory for what is recorded; the record ends when it is full',
      parseMebibytes,
    )
    .addOption(releaseOption())
    .addHelpText(
      'after',
      `
Examples:
  orrery record --context prod -o prod.run
  orrery record --for 10m -o rollout.run &
  kubectl rollout restart deployment/web
  orrery get pods --run rollout.run --at 90s
  orrery why deployment/web availableReplicas --run rollout.run
  orrery open rollout.run

It lists and watches all types that the server serves and that you may read, custom ones included; Leases are left
out, and Secrets unless --secrets is given. Without --kubernetes the release is that of /version.

Exit status: 0 written, 2 wrong usage.`,
    )
    .action(async (options: RecordOptions) => {
      const { recordCluster } = await import('./record.ts');
      process.exitCode = await recordCluster(options);
    });
}
