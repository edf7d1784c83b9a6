/** Manifests on the way from one release to another. */
import { groupOfVersion } from '#kinds';
import { isDefinition, placeOf, type PlacedManifest } from '#scenario';
import { appliedFindings } from './applied.ts';
import { compareAnswers, type Answers, type Tried } from './answers.ts';
import { describeRuns, type Walk } from './describe-runs.ts';
import type { Evolving } from './evolutions.ts';
import type { Finding, Findings } from './finding.ts';
import { callsOut, namespaceOf } from './input.ts';
import { appliedAgain, lifeOf, movesOf, played, releaseWith, upgradedMeanwhile } from './plays.ts';
import { isOfKubernetes, triedAt } from './trial.ts';

/** Tries manifests at each release, plays them at the first and the last, and upgrades them in mid-life. */
export async function manifestFindings(
  manifests: readonly PlacedManifest[],
  walk: Walk,
): Promise<Findings> {
  const groups = new Set(manifests.map(({ manifest }) => definedGroup(manifest)));
  const isKnown = ({ manifest: { apiVersion } }: PlacedManifest): boolean =>
    isOfKubernetes(apiVersion) || groups.has(groupOfVersion(apiVersion));
  const objects = manifests.filter(isKnown);
  const why = 'no definition declares its kind';
  const leftOut = manifests
    .filter((each) => !isKnown(each))
    .map(({ manifest }) => ({ name: nameOf(manifest), why }));
  const answers = await answersOf(objects, walk);
  const findings = compareAnswers(objects.map(triedOf), answers);
  return { findings: [...findings, ...(await runFindings(objects, answers, walk))], leftOut };
}

async function answersOf(
  objects: readonly PlacedManifest[],
  { minors, gates, progress }: Walk,
): Promise<readonly Answers[]> {
  const all: Answers[] = [];
  for (const minor of minors) {
    progress(`asking the API of 1.${minor}`);
    const answers = await triedAt(objects, releaseWith(minor, gates));
    all.push({ release: `1.${minor}`, answers });
  }
  return all;
}

async function runFindings(
  objects: readonly PlacedManifest[],
  all: readonly Answers[],
  walk: Walk,
): Promise<readonly Finding[]> {
  const { minors, gates, seed, isEach, progress } = walk;
  const accepted = all.map(({ answers }) =>
    answers.flatMap(({ sent }, index) =>
      sent === undefined || callsOut(objects[index]!.manifest) ? [] : [sent],
    ),
  );
  if (accepted[0]!.length === 0) return [];
  const scenarios = [];
  for (const [index, minor] of minors.entries()) {
    const isPlayed = isEach || index === 0 || index === minors.length - 1;
    if (isPlayed) scenarios.push({ minor, scenario: await lifeOf(accepted[index]!, minor, walk) });
  }
  const first = scenarios[0]!.scenario;
  const moves = movesOf(first, minors, true);
  const sides = [];
  for (const { minor, scenario } of scenarios) {
    progress(`playing at 1.${minor}`);
    sides.push({ name: `1.${minor}`, log: await played(scenario, seed) });
  }
  progress('upgrading');
  const upgraded = await played(upgradedMeanwhile(first, moves, gates), seed);
  const evolving = objects.map(({ manifest }) => evolvingOf(manifest));
  const found = describeRuns({ sides, upgraded, moves, evolving }, walk);
  const last = appliedAgain(upgradedMeanwhile(first, moves, gates), moves, accepted.at(-1)!);
  progress('applying again');
  const again = await played(last.scenario, seed);
  const runs = { upgraded, again, atMs: last.atMs, moves };
  return [...found, ...appliedFindings(runs, minors[0]!, walk.allowsRestarts)];
}

/** Returns whose status is followed. */
export function evolvingOf(manifest: PlacedManifest['manifest']): Evolving {
  const { kind, metadata } = manifest;
  return {
    ...{ label: nameOf(manifest), kind, namespace: namespaceOf(manifest) },
    name: metadata.name ?? '',
  };
}

/** Returns an object with its places, as answers are compared. */
export function triedOf({ manifest, node, checker }: PlacedManifest): Tried {
  return {
    name: nameOf(manifest),
    placeOf(field) {
      const { file, line } = placeOf(field, node, checker);
      return { file, line };
    },
  };
}

function nameOf(manifest: PlacedManifest['manifest']): string {
  const { kind, metadata } = manifest;
  const name = metadata.name ?? `${metadata.generateName ?? ''}*`;
  return `${kind} ${metadata.namespace === undefined ? '' : `${metadata.namespace}/`}${name}`;
}

/** Returns the group that a definition among the manifests declares. */
function definedGroup(manifest: PlacedManifest['manifest']): string | undefined {
  if (!isDefinition(manifest)) return undefined;
  return (manifest as { readonly spec?: { readonly group?: string } }).spec?.group;
}
