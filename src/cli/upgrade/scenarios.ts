/** A scenario on the way from one release to another. */
import {
  ScenarioError,
  type LeftOut,
  type PlacedManifest,
  type Problem,
  type Scenario,
} from '#scenario';
import type { ScenarioInput } from '../scenario-input.ts';
import { compareAnswers, type Answers } from './answers.ts';
import type { Side } from './causes.ts';
import { describeRuns, type Walk } from './describe-runs.ts';
import type { Finding, Findings, Unseen } from './finding.ts';
import { evolvingOf, triedOf } from './manifests.ts';
import {
  movesOf,
  played,
  releaseWith,
  scenariosAt,
  upgradedMeanwhile,
  withTheGates,
  type ReadOptions,
} from './plays.ts';
import { triedAt } from './trial.ts';

/** A scenario as each release reads it. */
interface Reading {
  readonly minor: number;
  readonly scenarios: readonly Scenario[];
  /** Why that release cannot play it. */
  readonly problems: readonly Problem[];
}

/**
 * Plays a scenario, each combination of its matrix that holds at the first release, at that one and the last, and once more with an
 * upgrade in the middle.
 *
 * @throws {ScenarioError} for one that the first release cannot play
 */
export async function scenarioFindings(
  input: ScenarioInput,
  walk: Walk,
  options: ReadOptions,
): Promise<Findings> {
  const leftOut: Unseen[] = [];
  const leaveOut = ({ title: name, why }: LeftOut): void => void leftOut.push({ name, why });
  const [start, ...later] = walk.minors;
  const first = await readAt(input, start!, { ...options, leaveOut });
  if (first.problems.length > 0) throw new ScenarioError(input.file, first.problems);
  if (first.scenarios.length === 0) return { findings: [], leftOut };
  const readings = [first];
  for (const minor of later) readings.push(await readAt(input, minor, options));
  const findings = [...unreadable(readings), ...(await answerFindings(first, walk))];
  for (const scenario of first.scenarios) {
    findings.push(...(await runFindings(scenario, readings, walk)));
  }
  return { findings, leftOut };
}

async function readAt(input: ScenarioInput, minor: number, options: ReadOptions): Promise<Reading> {
  try {
    return { minor, scenarios: await scenariosAt(input, minor, options), problems: [] };
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    const problems = error.problems.filter(({ isWarning }) => isWarning !== true);
    return { minor, scenarios: [], problems };
  }
}

/** Returns what a release does not read that the one before does. */
function unreadable(readings: readonly Reading[]): readonly Finding[] {
  return readings.slice(1).flatMap(({ minor, problems }, before) => {
    const was = readings[before]!.problems.map(({ file, line }) => `${file}:${line}`);
    return problems
      .filter(({ file, line }) => !was.includes(`${file}:${line}`))
      .map(({ file, line, message }): Finding => {
        return {
          ...{ what: 'refused', breaks: true, since: `1.${minor}`, objects: [] },
          ...{ file, line, message },
        };
      });
  });
}

/** Returns what its objects lose and gain. What the first release refuses may be what the scenario shows. */
async function answerFindings(
  { scenarios }: Reading,
  { minors, gates, progress }: Walk,
): Promise<readonly Finding[]> {
  const objects = objectsOf(scenarios[0]!);
  const all: Answers[] = [];
  for (const minor of minors) {
    progress(`asking the API of 1.${minor}`);
    all.push({ release: `1.${minor}`, answers: await triedAt(objects, releaseWith(minor, gates)) });
  }
  const isAccepted = (_: unknown, index: number): boolean =>
    all[0]!.answers[index]!.refused === undefined;
  const answers = all.map((each) => ({ ...each, answers: each.answers.filter(isAccepted) }));
  return compareAnswers(objects.filter(isAccepted).map(triedOf), answers);
}

async function runFindings(
  scenario: Scenario,
  readings: readonly Reading[],
  walk: Walk,
): Promise<readonly Finding[]> {
  const { gates, seed, minors, isEach, progress } = walk;
  const { title } = scenario;
  const sides: Side[] = [];
  for (const [index, { minor, scenarios }] of readings.entries()) {
    const same = scenarios.find((each) => each.title === title);
    const isPlayed = isEach || index === 0 || index === readings.length - 1;
    if (same === undefined || !isPlayed) continue;
    progress(`${title}: playing at 1.${minor}`);
    sides.push({ name: `1.${minor}`, log: await played(withTheGates(same, gates), seed) });
  }
  const evolving = objectsOf(scenario).map(({ manifest }) => evolvingOf(manifest));
  const moves = movesOf(scenario, minors, false);
  // It has upgrades of its own.
  if (scenario.steps.some((step) => step.moves !== undefined)) {
    return describeRuns({ sides, moves, evolving }, walk);
  }
  progress(`${title}: upgrading`);
  const first = withTheGates(scenario, gates);
  const upgraded = await played(upgradedMeanwhile(first, moves, gates), seed);
  return describeRuns({ sides, upgraded, moves, evolving }, walk);
}

function objectsOf({ steps }: Scenario): readonly PlacedManifest[] {
  return steps.flatMap(({ objects = [] }) => objects);
}
