/** `orrery upgrade`: what an upgrade of Kubernetes changes for manifests and scenarios. */
import { minorOf } from '#kinds';
import type { OutsideOptions } from '../allow-outside.ts';
import { exitCodes } from '../exit-codes.ts';
import { annotation } from '../annotation.ts';
import { printData, printText } from '../output.ts';
import { styleFor } from '../style.ts';
import { UsageError } from '../usage-error.ts';
import type { Walk } from './describe-runs.ts';
import { grouped, type Finding, type Findings } from './finding.ts';
import { inputOf } from './input.ts';
import { junitOf } from './junit.ts';
import { manifestFindings } from './manifests.ts';
import type { Gates, ReadOptions } from './plays.ts';
import { phasesOn } from './progress.ts';
import { scenarioFindings } from './scenarios.ts';
import { objectsText, reportLines, sinceText, type Report } from './text.ts';

export interface UpgradeOptions extends OutsideOptions, ReadOptions {
  readonly from: string;
  readonly to: string;
  /** Play at each release on the way. */
  readonly each?: boolean;
  readonly featureGates: Gates;
  readonly nodes: number;
  readonly seed?: number;
  readonly allowRestarts?: boolean;
  readonly output: 'text' | 'json' | 'junit' | 'github';
}

/** Prints what changes; resolves with the exit code: 1 when something breaks. @throws {UsageError} @throws {ScenarioError} */
export async function upgrade(names: readonly string[], options: UpgradeOptions): Promise<number> {
  const minors = minorsOf(options);
  const { manifests, scenarios, leftOut: slow } = await inputOf(names);
  const phases = phasesOn(process.stderr);
  const walk: Walk = {
    ...{ minors, gates: options.featureGates, nodes: options.nodes, seed: options.seed },
    isEach: options.each === true,
    allowsRestarts: options.allowRestarts === true,
    progress: phases.show,
  };
  const all: Findings[] = [];
  try {
    if (manifests.length > 0) all.push(await manifestFindings(manifests, walk));
    for (const scenario of scenarios) all.push(await scenarioFindings(scenario, walk, options));
  } finally {
    phases.clear();
  }
  const [from, to] = [`1.${minors[0]}`, `1.${minors.at(-1)}`];
  const findings = grouped(all.flatMap((each) => each.findings));
  const leftOut = [...slow, ...all.flatMap((each) => each.leftOut)];
  print({ from, to, findings, leftOut }, options.output);
  return findings.some(({ breaks }) => breaks) ? exitCodes.checksFailed : exitCodes.ok;
}

/** @throws {UsageError} for an unknown release, and a way that does not lead upwards */
function minorsOf({ from, to }: UpgradeOptions): readonly number[] {
  const [first, last] = [minorNamed('--from', from), minorNamed('--to', to)];
  if (first < last) return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  throw new UsageError(`--to 1.${last} is not later than --from 1.${first}`);
}

function minorNamed(option: string, text: string): number {
  try {
    return minorOf(text);
  } catch (error) {
    throw new UsageError(`${option}: ${(error as RangeError).message}`);
  }
}

function print(report: Report, output: UpgradeOptions['output']): void {
  switch (output) {
    case 'json':
      return printData(
        `${JSON.stringify({ format: 'orrery-upgrade/1', ...report }, undefined, 2)}\n`,
      );
    case 'junit':
      return printData(junitOf(report));
    case 'github':
      return report.findings.forEach((finding) => printData(annotationOf(finding)));
    case 'text': {
      const style = styleFor(process.stdout, process.env);
      printText(`${reportLines(report, style).join('\n')}\n`);
    }
  }
}

function annotationOf(finding: Finding): string {
  const { what, breaks, field = '', file, line, message, why = [] } = finding;
  const level = breaks ? 'error' : what === 'warned' ? 'warning' : 'notice';
  const title = `${what} ${sinceText(finding)}: ${objectsText(finding)} ${field}`.trim();
  return annotation(level, { title, file, line }, [message, ...why].join('\n'));
}
