/** `orrery versions` on the command line. */
import { Option, type Command } from 'commander';
import type { VersionsOptions } from './versions.ts';

export function addVersions(program: Command): void {
  program
    .command('versions')
    .description(
      'List the releases of Kubernetes that --kubernetes takes, or what came, went and changed between two.',
    )
    .argument('[range]', 'two releases, such as 1.29..1.33 or 1.30..latest')
    .addOption(
      new Option('-o, --output <form>', 'text or json').choices(['text', 'json']).default('text'),
    )
    .addHelpText(
      'after',
      `
What differs is read from the tables by which each release is imitated: kinds that are served by default, fields
of types that both have, defaults that are published with them, feature gates, and behaviours that changed without a
gate. What a server fills in is seen by creating the same objects in both.

Examples:
  orrery versions
  orrery versions 1.29..1.33
  orrery versions 1.24..latest -o json

Exit status: 0 printed, 2 there is no such release.`,
    )
    .action(async (range: string | undefined, options: VersionsOptions) => {
      const { versions } = await import('./versions.ts');
      process.exitCode = await versions(range, options);
    });
}
