/** All commands, as they are declared. What they do is loaded when one of them runs. */
import { Command } from 'commander';
import { addAs } from './as/command.ts';
import { addAssets } from './assets/command.ts';
import { addClock } from './clock/command.ts';
import { addCompletion } from './completion/command.ts';
import { addControllers } from './controllers/command.ts';
import { addData } from './data/command.ts';
import { addDescribe } from './describe/command.ts';
import { addDiff } from './diff/command.ts';
import { addExplore } from './explore/command.ts';
import { addForecast } from './forecast/command.ts';
import { addGet } from './get/command.ts';
import { addGrade } from './grade/command.ts';
import { addImport } from './import/command.ts';
import { addInit } from './init/command.ts';
import { addRecord } from './record/command.ts';
import { addReset } from './reset/command.ts';
import { addRun } from './run/command.ts';
import { addOpen } from './open/command.ts';
import { addLint } from './lint/command.ts';
import { addLessons } from './lessons/command.ts';
import { addList } from './list/command.ts';
import { addPicture } from './picture/command.ts';
import { addServe } from './serve/command.ts';
import { addTest } from './test/command.ts';
import { addUpgrade } from './upgrade/command.ts';
import { addVersions } from './versions/command.ts';
import { addWhy } from './why/command.ts';
import { packageVersion } from './package.ts';
import { onScreen, printText } from './output.ts';

/** By name, in the order of the help. */
const commands: ReadonlyMap<string, (program: Command) => void> = new Map([
  ['run', addRun],
  ['test', addTest],
  ['upgrade', addUpgrade],
  ['serve', addServe],
  ['as', addAs],
  ['assets', addAssets],
  ['grade', addGrade],
  ['explore', addExplore],
  ['clock', addClock],
  ['reset', addReset],
  ['controllers', addControllers],
  ['data', addData],
  ['get', addGet],
  ['describe', addDescribe],
  ['diff', addDiff],
  ['open', addOpen],
  ['picture', addPicture],
  ['why', addWhy],
  ['forecast', addForecast],
  ['init', addInit],
  ['import', addImport],
  ['record', addRecord],
  ['versions', addVersions],
  ['completion', addCompletion],
  ['lint', addLint],
  ['list', addList],
  ['lessons', addLessons],
]);

/**
 * Returns the command, which throws where it would exit.
 *
 * @param name the command that is called: the others need not be declared. Default: all are, as they are
 *   where the name is none of them, and for what completes all of them
 */
export function makeProgram(name?: string): Command {
  const program = new Command('orrery')
    .description('A clockwork Kubernetes control plane: run a scenario and watch status evolve.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .exitOverride()
    // The names of the commands alone leave room to say what they do.
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .configureOutput({
      outputError: (text, write) => write(onScreen(text, process.stderr)),
      writeOut: (text) => printText(text),
    });
  const called = name === undefined || name === 'completion' ? undefined : commands.get(name);
  for (const add of called === undefined ? commands.values() : [called]) add(program);
  return program;
}
