/** The scenarios of the library, found and played. */
import { defaultProfile } from '#kinds';
import { readdirSync } from 'node:fs';
import { KindRegistry } from '#catalog';
import { recordText, type RunLog } from '#record';
import { Run } from '#run';
import { loadScenarios, type CheckResult, type Scenario } from '#scenario';
import { textView } from '../../src/cli/run/text-view.ts';
import { makeStyle } from '../../src/cli/style.ts';

/** A scenario file of the library with what is in it. */
export interface LibraryFile {
  /** `TOPIC/NAME.yaml` */
  readonly path: string;
  /** One for each combination of its matrix. */
  readonly scenarios: readonly Scenario[];
}

/** All files, in order. */
export async function libraryFiles(): Promise<readonly LibraryFile[]> {
  const registry = new KindRegistry(defaultProfile);
  const paths = readdirSync('scenarios', { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.yaml'))
    .sort();
  const load = async (path: string): Promise<LibraryFile> => ({
    path,
    scenarios: await loadScenarios(`scenarios/${path}`, registry),
  });
  return Promise.all(paths.map(load));
}

export interface Played {
  readonly checks: readonly CheckResult[];
  readonly writes: number;
  /** The run record, as `orrery run -o json` prints it. */
  readonly record: string;
  /** What `orrery run` prints, but for the wall time. */
  readonly timeline: string;
}

/** @param onEnd gets the past of the run */
export async function playToEnd(
  scenario: Scenario,
  seed: number,
  onEnd?: (log: RunLog) => void,
): Promise<Played> {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  const view = textView({ scenario, seed, speed: 'max', style: makeStyle(false), print });
  const run = await Run.begin(scenario, { seed, observer: view, keep: true });
  try {
    await run.finish();
    await view.end(run);
  } finally {
    await run.stop();
  }
  const { checks, writes, log } = run;
  onEnd?.(log);
  const timeline = withoutWallTime(`${lines.join('\n')}\n`);
  return { checks, writes, record: [...recordText(log)].join(''), timeline };
}

/** What `orrery run` prints, but for how long it took. */
export function withoutWallTime(text: string): string {
  return text.replace(/ in \d+\.\d+ s\n$/, '\n');
}
