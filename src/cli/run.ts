/** `orrery run FILE`: plays a scenario and shows how status evolves. */
import { controllers } from '#controllers';
import { DidNotSettleError, machineWall, Pacer } from '#clock';
import { entryOf, type RecordEntry } from '#record';
import { loadScenario, Player, type CheckResult, type Scenario } from '#scenario';
import { KindRegistry, kinds } from '#kinds';
import { Simulator } from '#simulator';
import { exitCodes } from './exit-codes.ts';
import { recordText } from './record-text.ts';
import { summaryLines } from './summary.ts';
import { styleFor, type Style } from './style.ts';
import { Timeline } from './timeline.ts';

export interface RunOptions {
  /** Overrides the scenario's seed. */
  readonly seed?: number;
  /** `max`, or virtual seconds per second of the wall. */
  readonly speed: 'max' | number;
  readonly output: 'text' | 'json';
}

const DEFAULT_SEED = 1;

/** The record follows every write as it happens, so a long run need not keep all of its past. */
const HISTORY = { revisions: 50_000 };

/**
 * Runs a scenario to its end; resolves with the exit code.
 * @throws {ScenarioError} before anything runs
 */
export async function run(file: string, options: RunOptions): Promise<number> {
  const scenario = await loadScenario(file, new KindRegistry(kinds));
  const seed = options.seed ?? scenario.seed ?? DEFAULT_SEED;
  const view =
    options.output === 'json' ? jsonView(scenario, seed) : textView(scenario, options.speed, seed);
  const simulator = new Simulator({
    seed,
    startMs: scenario.startMs,
    controllers,
    window: HISTORY,
  });
  const player = new Player({
    scenario,
    clock: simulator.clock,
    clients: simulator.clients,
    kinds: simulator.kinds,
    onStep: ({ step, atMs }) =>
      view.remark(atMs, step.note, step.isCheck ? undefined : step.summary),
    onCheck: (result) => view.check(result),
  });
  simulator.record.onChange((change) => view.change(change));
  const following = simulator.record.follow();
  try {
    await simulator.start();
    await simulator.clock.settled();
    await player.start();
    await new Pacer(simulator.clock, { pace: options.speed }).run(
      scenario.startMs + scenario.untilMs,
    );
    const results = player.finish();
    await view.end(simulator, results);
    simulator.stop();
    await following;
    return results.every(({ passed }) => passed) ? exitCodes.ok : exitCodes.checksFailed;
  } catch (error) {
    simulator.stop();
    if (!(error instanceof DidNotSettleError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return exitCodes.didNotSettle;
  }
}

/** What a run is shown on. */
interface View {
  change(change: Parameters<typeof entryOf>[0]): void;
  remark(atMs: number, note: string | undefined, summary: string | undefined): void;
  check(result: CheckResult): void;
  end(simulator: Simulator, results: readonly CheckResult[]): Promise<void>;
}

function textView(scenario: Scenario, speed: RunOptions['speed'], seed: number): View {
  const style = styleFor(process.stdout, process.env);
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const timeline = new Timeline({ startMs: scenario.startMs, style, write: print });
  const began = machineWall.now();
  let writes = 0;
  heading(scenario, seed, style).forEach(print);
  return {
    change(change) {
      writes += 1;
      timeline.change(change);
      if (speed !== 'max') timeline.flush();
    },
    remark(atMs, note, summary) {
      if (note !== undefined) timeline.remark(atMs, 'scenario', style.bold(note));
      if (summary !== undefined && summary !== '')
        timeline.remark(atMs, 'scenario', style.act(summary));
    },
    check({ decidedAtMs, passed, summary, detail }) {
      const mark = passed ? style.good('✓ held  ') : style.bad('✗ failed');
      timeline.remark(
        decidedAtMs ?? 0,
        'check',
        `${mark} ${summary}${detail ? `\n${' '.repeat(34)}${style.bad(detail)}` : ''}`,
      );
    },
    async end(simulator, results) {
      timeline.flush();
      const wallMs = machineWall.now() - began;
      const lines = await summaryLines({ simulator, scenario, results, writes, wallMs, style });
      lines.forEach(print);
    },
  };
}

function heading(scenario: Scenario, seed: number, style: Style): string[] {
  const title = `${style.bold(scenario.name)}${scenario.description ? `  ${scenario.description}` : ''}`;
  return [title, style.dim(`${scenario.file}, seed ${seed}`), ''];
}

function jsonView(scenario: Scenario, seed: number): View {
  const entries: RecordEntry[] = [];
  return {
    change: (change) => void entries.push(entryOf(change, scenario.startMs)),
    remark: () => undefined,
    check: () => undefined,
    end(_, checks) {
      process.stdout.write(recordText({ scenario, seed, entries, checks }));
      return Promise.resolve();
    },
  };
}
