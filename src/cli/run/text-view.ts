/** A run as a timeline in the terminal. */
import { machineWall } from '#clock';
import { type Style, Timeline } from '#record';
import type { Run, RunObserver } from '#run';
import type { Scenario } from '#scenario';
import { costLines } from '../cost.ts';
import { summaryLines } from '../summary.ts';
import { questionAfter, isShownBriefly, type QuestionField } from './brief.ts';
import { nextLines } from './next.ts';

/** The output of a run. */
export interface View extends RunObserver {
  /** When all checks are decided. */
  end(run: Run): Promise<void>;
}

export interface TextViewOptions {
  readonly scenario: Scenario;
  readonly seed: number;
  readonly speed: 'max' | number;
  readonly style: Style;
  readonly print: (line: string) => void;
  /** Show the steps, the checks and what the scenario is about, not every write. Default: every write. */
  readonly brief?: Brief | undefined;
}

/** How the run is named in what to type next. */
export interface Brief {
  readonly command: string;
  readonly file: string | undefined;
}

/** Prints as it runs: single lines when virtual time is paced, joined lines at full speed. */
export function textView(options: TextViewOptions): View {
  const { scenario, seed, speed, style, print, brief } = options;
  let question: QuestionField | undefined;
  const timeline = new Timeline({ startMs: scenario.startMs, style, write: print });
  const began = machineWall.now();
  heading(scenario, seed, style).forEach(print);
  return {
    change(change) {
      if (brief !== undefined && !isShownBriefly(change)) return;
      question = questionAfter(change, question);
      timeline.change(change);
      if (speed !== 'max') timeline.flush();
    },
    step({ step: { note, summary, isCheck }, atMs }) {
      if (note !== undefined) timeline.note(atMs, 'scenario', style.bold(note));
      if (!isCheck && summary !== '') timeline.note(atMs, 'scenario', style.act(summary));
    },
    fault(mark) {
      timeline.fault(mark);
      if (speed !== 'max') timeline.flush();
    },
    check({ decidedAtMs, passed, name, summary, actual }) {
      const mark = passed ? style.good('✓ held  ') : style.bad('✗ failed');
      timeline.note(
        decidedAtMs ?? scenario.untilMs,
        'check',
        `${mark} ${name === undefined ? '' : `${style.bold(name)}: `}${summary}${passed ? '' : `\n${' '.repeat(34)}${style.bad(actual)}`}`,
      );
    },
    async end(run) {
      timeline.end();
      const wallMs = machineWall.now() - began;
      const details = brief === undefined ? [...costLines(run, style), ''] : [];
      const isBrief = brief !== undefined;
      const file = isBrief ? brief.file : scenario.file;
      const named = file === undefined ? undefined : `${file} --seed ${seed}`;
      (await summaryLines({ run, wallMs, style, details, isBrief, named })).forEach(print);
      if (!isBrief) return;
      const { kinds } = run.simulator;
      nextLines({ ...brief, question, kinds }).forEach(print);
    },
  };
}

function heading(scenario: Scenario, seed: number, style: Style): string[] {
  const about = scenario.description === undefined ? '' : `  ${scenario.description}`;
  return [`${style.bold(scenario.title)}${about}`, style.dim(`${scenario.file}, seed ${seed}`), ''];
}
