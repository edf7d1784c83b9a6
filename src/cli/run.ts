/** `orrery run FILE`: plays a scenario and shows how status evolves. */
import { DidNotSettleError, machineWall } from '#clock';
import { recordText } from '#record';
import { Run, seedOf, type RunObserver } from '#run';
import { loadScenario, type Scenario } from '#scenario';
import { KindRegistry, kinds } from '#kinds';
import { exitCodes } from './exit-codes.ts';
import { saveRecord } from './past/save.ts';
import { summaryLines } from './summary.ts';
import { styleFor, type Style } from './style.ts';
import { Timeline } from './timeline.ts';

export interface RunCommandOptions {
  /** Overrides the scenario's seed. */
  readonly seed?: number;
  /** `max`, or virtual seconds per second of the wall. */
  readonly speed: 'max' | number;
  readonly output: 'text' | 'json';
  /** File to save the run record in. */
  readonly record?: string;
}

/**
 * Runs a scenario to its end; resolves with the exit code.
 * @throws {ScenarioError} before anything runs
 */
export async function run(file: string, options: RunCommandOptions): Promise<number> {
  const scenario = await loadScenario(file, new KindRegistry(kinds));
  const { speed, output } = options;
  const seed = seedOf(scenario, options.seed);
  const view = output === 'json' ? jsonView : textView(scenario, speed, seed);
  const run = await Run.begin(scenario, {
    seed,
    pace: speed,
    observer: view,
    keep: output === 'json' || options.record !== undefined,
  });
  try {
    await run.finish();
    await view.end(run);
    if (options.record !== undefined) await saveRecord(options.record, run.log);
    return run.checks.every(({ passed }) => passed) ? exitCodes.ok : exitCodes.checksFailed;
  } catch (error) {
    if (!(error instanceof DidNotSettleError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return exitCodes.didNotSettle;
  } finally {
    await run.stop();
  }
}

/** What a run is shown on. */
interface View extends RunObserver {
  /** When all checks are decided. */
  end(run: Run): Promise<void>;
}

function textView(scenario: Scenario, speed: RunCommandOptions['speed'], seed: number): View {
  const style = styleFor(process.stdout, process.env);
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const timeline = new Timeline({ startMs: scenario.startMs, style, write: print });
  const began = machineWall.now();
  heading(scenario, seed, style).forEach(print);
  return {
    change(change) {
      timeline.change(change);
      if (speed !== 'max') timeline.flush();
    },
    step({ step: { note, summary, isCheck }, atMs }) {
      if (note !== undefined) timeline.remark(atMs, 'scenario', style.bold(note));
      if (!isCheck && summary !== '') timeline.remark(atMs, 'scenario', style.act(summary));
    },
    check({ decidedAtMs, passed, summary, actual }) {
      const mark = passed ? style.good('✓ held  ') : style.bad('✗ failed');
      timeline.remark(
        decidedAtMs ?? 0,
        'check',
        `${mark} ${summary}${passed ? '' : `\n${' '.repeat(34)}${style.bad(actual)}`}`,
      );
    },
    async end(run) {
      timeline.flush();
      const wallMs = machineWall.now() - began;
      (await summaryLines({ run, wallMs, style })).forEach(print);
    },
  };
}

function heading(scenario: Scenario, seed: number, style: Style): string[] {
  const title = `${style.bold(scenario.name)}${scenario.description ? `  ${scenario.description}` : ''}`;
  return [title, style.dim(`${scenario.file}, seed ${seed}`), ''];
}

const jsonView: View = {
  end({ log }) {
    for (const piece of recordText(log)) process.stdout.write(piece);
    return Promise.resolve();
  },
};
