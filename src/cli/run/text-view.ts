/** A run as a timeline in the terminal. */
import { machineWall } from '#clock';
import type { Run, RunObserver } from '#run';
import type { Scenario } from '#scenario';
import { styleFor, type Style } from '../style.ts';
import { summaryLines } from '../summary.ts';
import { Timeline } from '../timeline.ts';

/** What a run is shown on. */
export interface View extends RunObserver {
  /** When all checks are decided. */
  end(run: Run): Promise<void>;
}

/** Prints as it goes: each line at once when virtual time is paced, like lines joined at full speed. */
export function textView(scenario: Scenario, speed: 'max' | number, seed: number): View {
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
        decidedAtMs ?? scenario.untilMs,
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
  const about = scenario.description === undefined ? '' : `  ${scenario.description}`;
  return [`${style.bold(scenario.title)}${about}`, style.dim(`${scenario.file}, seed ${seed}`), ''];
}
