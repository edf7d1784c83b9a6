/** `orrery data` on the command line: looks after a folder that `orrery serve --data` keeps. */
import { Option, type Command } from 'commander';
import type { CheckOptions, ExportOptions, FormOptions } from './data.ts';

export function addData(program: Command): void {
  const data = program
    .command('data')
    .description('Check, compact or export a folder of `orrery serve --data`.')
    .addHelpText(
      'after',
      `
The server that uses the folder must have ended.

Examples:
  orrery data check ./cluster
  orrery data check ./cluster --repair
  orrery data compact ./cluster
  orrery data export ./cluster > cluster.yaml
  orrery data export ./cluster -o json | jq '.items[].metadata.name'

Exit status: 0 sound, 1 damaged, 2 wrong usage, a folder that is in use, or one without data.`,
    );
  const verb = (name: string, description: string, forms: readonly string[]): Command =>
    data
      .command(name)
      .description(description)
      .argument('<dir>', 'the folder')
      .addOption(
        new Option('-o, --output <form>', forms.join(' or ')).choices(forms).default(forms[0]),
      );
  verb('check', 'Read all files and say whether a server would start from them.', ['text', 'json'])
    .option('--repair', 'drop what cannot be read, and keep it in files named *.damaged', false)
    .action(async (folder: string, options: CheckOptions) => {
      const { check } = await import('./data.ts');
      process.exitCode = await check(folder, options);
    });
  verb('compact', 'Put one snapshot in the place of everything; the past is lost.', [
    'text',
    'json',
  ]).action(async (folder: string, options: FormOptions) => {
    const { compact } = await import('./data.ts');
    process.exitCode = await compact(folder, options);
  });
  verb('export', 'Print all objects, as they are stored.', ['yaml', 'json']).action(
    async (folder: string, options: ExportOptions) => {
      const { exportObjects } = await import('./data.ts');
      process.exitCode = await exportObjects(folder, options);
    },
  );
}
