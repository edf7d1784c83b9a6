/** What `kube-apiserver` of an assets folder does: `orrery serve` in its process, by the flags of kube-apiserver. */
import { Command } from 'commander';
import { pluginNames } from '#api';
import { exitCodes } from '../exit-codes.ts';
import { printError } from '../output.ts';
import { addServe } from '../serve/command.ts';
import { endWithParent } from './parent.ts';
import { FlagError, serveArguments } from './serve-arguments.ts';

/** A variable with further options of `orrery serve`, which count more than those of the folder. */
export const flagsVariable = 'ORRERY_FLAGS';

/**
 * Serves until a signal comes, or the parent has ended.
 * @param fixed options of `orrery serve` that the folder was made with
 */
export async function apiServer(
  fixed: readonly string[],
  line: readonly string[],
  more: string | undefined,
): Promise<void> {
  endWithParent();
  const translation = translated(line);
  if (translation === undefined) {
    process.exitCode = exitCodes.invalid;
    return;
  }
  if (translation.idle.length > 0) {
    printError(
      `kube-apiserver (Orrery): accepted, and without effect here: ${translation.idle.join(', ')}\n`,
    );
  }
  const program = new Command('orrery').exitOverride();
  addServe(program);
  const words = more?.split(/\s+/).filter((each) => each !== '') ?? [];
  const args = [...fixed, ...translation.args, ...words];
  await program.parseAsync(['serve', ...args, ...leavingOut(args)], { from: 'user' });
}

/** Returns what leaves out the parts of a cluster that are not asked for: envtest has an API server alone. */
export function leavingOut(args: readonly string[]): readonly string[] {
  const has = (option: string): boolean =>
    args.some((each) => each === option || each.startsWith(`${option}=`));
  return [
    ...(has('--controllers') ? [] : ['--controllers', 'none']),
    ...(has('--nodes') || has('--scenario') ? [] : ['--no-pool', '--nodes', '0']),
    ...(has('--page-port') ? [] : ['--no-page']),
  ];
}

function translated(line: readonly string[]): ReturnType<typeof serveArguments> | undefined {
  try {
    return serveArguments(line, pluginNames);
  } catch (error) {
    if (!(error instanceof FlagError)) throw error;
    printError(`Error: ${error.message}\n`);
    return undefined;
  }
}
