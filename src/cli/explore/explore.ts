/** `orrery explore`: plays plans against a client, and reports those that fail. */
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { explore, ExploreError, type Exploration, type Plan } from '#grade';
import { CheckFailedError } from '#kit';
import { exitCodes } from '../exit-codes.ts';
import { printData, printText } from '../output.ts';
import { styleFor } from '../style.ts';
import { UsageError } from '../usage-error.ts';
import { junitOf } from './junit.ts';
import { plansFrom } from './plan-option.ts';
import { progressOn } from './progress.ts';
import { replayText } from './replay.ts';
import { settingOf, type SettingOptions } from './setting.ts';
import { explorationLines } from './text.ts';

export interface ExploreOptions extends SettingOptions {
  readonly plan?: string;
  readonly plans: number;
  /** Seconds. */
  readonly within: number;
  readonly first: boolean;
  readonly seed: number;
  readonly jobs?: number;
  readonly junit?: string;
  readonly output: 'text' | 'json';
}

/** What shells report about a program that Ctrl-C has ended. */
const stopped = 130;

/** A client, and the cluster that it works on. */
const jobsPerCore = 2;

/** Resolves with the exit code. @throws {UsageError} */
export async function runExplore(
  command: readonly string[],
  options: ExploreOptions,
): Promise<number> {
  if (command.length === 0 && options.controllers === undefined) {
    throw new UsageError('expected the command of a client: orrery explore -- node operator.js');
  }
  // Clients end with the process.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(stopped));
  const setting = await settingOf(command, options);
  const plans = options.plan === undefined ? undefined : plansFrom(options.plan, setting);
  const progress = progressOn(process.stderr);
  const exploration = await explored(setting, {
    ...(plans && { plans }),
    ...{ most: options.plans, seed: options.seed, stopsAtFirst: options.first },
    isShrunk: plans === undefined,
    jobs: options.jobs ?? availableParallelism() * jobsPerCore,
    withinMs: options.within * 1000,
    report: progress.show,
  }).finally(progress.clear);
  const style = styleFor(process.stdout, process.env);
  const replay = (plan: Plan): string => replayText(plan, command, options);
  if (options.output === 'json')
    printData(`${JSON.stringify(plain(exploration, command, replay), undefined, 2)}\n`);
  else printText(`${explorationLines(exploration, { command, style, replay }).join('\n')}\n`);
  if (options.junit !== undefined) await save(options.junit, junitOf(exploration));
  return exploration.mistakes.length > 0 ? exitCodes.checksFailed : exitCodes.ok;
}

async function explored(...args: Parameters<typeof explore>): Promise<Exploration> {
  try {
    return await explore(...args);
  } catch (error) {
    if (error instanceof ExploreError) throw new UsageError(error.message);
    if (error instanceof CheckFailedError) throw new UsageError(`--setup: ${error.message}`);
    throw error;
  }
}

/** As `-o json` prints it. */
function plain(
  { learned, results, mistakes, left, wallMs }: Exploration,
  client: readonly string[],
  replay: (plan: Plan) => string,
): object {
  const { reads, writes, changes, steps } = learned;
  return {
    ...{ client, reads, writes, changes, steps, wallMs, left },
    mistakes: mistakes.map((each) => ({ ...each, replay: replay(each.plan) })),
    results,
  };
}

async function save(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${(error as Error).message}`);
  }
}
