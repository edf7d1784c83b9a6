/** `orrery clock` on the command line: reads and moves the clock of a running server. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { durationOf } from '#clock';
import type { ClockOptions } from './clock.ts';

export function addClock(program: Command): void {
  const clock = program
    .command('clock')
    .description('Read or move the clock of a running `orrery serve`.')
    .addHelpText(
      'after',
      `
The server is found by --kubeconfig, or by KUBECONFIG as \`orrery serve\` prints it.

Examples:
  orrery clock show
  orrery clock advance 30s
  orrery clock set manual
  orrery clock set 60x
  orrery clock settle -o json`,
    );
  const verb = (name: string, description: string): Command =>
    clock
      .command(name)
      .description(description)
      .option('--kubeconfig <file>', 'how to reach the server (default: $KUBECONFIG)')
      .option('--context <name>', 'context of the kubeconfig (default: its current one)')
      .addOption(
        new Option('-o, --output <form>', 'text, or json')
          .choices(['text', 'json'])
          .default('text'),
      );
  const act = async (
    method: string,
    path: string,
    body: object | undefined,
    options: ClockOptions,
  ): Promise<void> => {
    const { askClock } = await import('./clock.ts');
    process.exitCode = await askClock({ method, path, body }, options);
  };
  verb('show', 'Show virtual time and pace.').action((options: ClockOptions) =>
    act('GET', '', undefined, options),
  );
  verb('advance', 'Move virtual time on, and wait until all that was due has happened.')
    .argument('<span>', 'how far: 30s, 10m, 1h30m, or a number of seconds', parseSeconds)
    .action((seconds: number, options: ClockOptions) =>
      act('POST', '/advance', { seconds }, options),
    );
  verb('settle', 'Wait until the present instant has been worked off.').action(
    (options: ClockOptions) => act('POST', '/settle', {}, options),
  );
  verb('set', 'Change the pace.')
    .argument('<pace>', 'manual, realtime, or a factor such as 60x')
    .action((pace: string, options: ClockOptions) =>
      act(
        'PUT',
        '',
        pace === 'manual' || pace === 'realtime' ? { mode: pace } : { speed: pace },
        options,
      ),
    );
}

function parseSeconds(text: string): number {
  const ms = durationOf(text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text));
  if (ms !== undefined && ms >= 0 && ms < 1e13) return ms / 1000;
  throw new InvalidArgumentError(
    'Expected a duration such as 30s or 1h30m, or seconds such as 90.',
  );
}
