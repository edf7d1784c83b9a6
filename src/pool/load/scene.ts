/**
 * Which pods run where and share which load: what a metrics server finds, without the present
 * demand.
 */
import type { KubeObject } from '#values';
import type { Node, Pod } from '#types';
import { isOff, isSilent } from '../behaviour/annotations.ts';
import type { Behaviour } from '../behaviour/behaviour.ts';
import type { Rules } from '../behaviour/rules.ts';
import { partsOf, type LoadedWorkload, type PodShare } from './shares.ts';

export type Labels = Readonly<Record<string, string>>;

/** The machines of a list of nodes. */
export interface Machines {
  readonly listed: readonly Node[];
  /** Those that answer, in order of their names. */
  readonly nodes: readonly Node[];
  /** Of these, by node. */
  readonly labels: ReadonlyMap<string, Labels | undefined>;
}

export const noMachines: Machines = { listed: [], nodes: [], labels: new Map() };

/**
 * Returns the machines of a list; reuses `before`, except the list, where nothing else has changed.
 */
export function machinesAfter(before: Machines, listed: readonly Node[]): Machines {
  if (listed === before.listed) return before;
  if (isSame(listed, before.listed, isSameMachine)) return { ...before, listed };
  const nodes = listed.filter((node) => !isSilent(node) && !isOff(node));
  return { listed, nodes, labels: new Map(nodes.map(({ metadata: m }) => [m.name, m.labels])) };
}

/** Only fields that heartbeats do not change matter here. */
function isSameMachine({ metadata: a }: Node, { metadata: b }: Node): boolean {
  return a.name === b.name && a.labels === b.labels && a.annotations === b.annotations;
}

/** The inputs of a scene. */
export interface Sources {
  readonly pods: readonly Pod[];
  /** By kind. */
  readonly workloads: readonly (readonly KubeObject[])[];
  readonly rules: Rules;
  /** Of the machines that answer. */
  readonly labels: Machines['labels'];
}

/** A pod that runs on a machine that answers, and has a known use. */
export interface Actor {
  readonly pod: Pod;
  readonly node: string;
  readonly behaviour: Behaviour;
  readonly part: PodShare | undefined;
}

export interface Scene {
  readonly sources: Sources;
  /** In the order of the pods. */
  readonly actors: readonly Actor[];
  /** The workloads of the actors. */
  readonly underLoad: ReadonlySet<LoadedWorkload>;
}

/**
 * Makes the scene: pods that declare their use, or that are under load.
 * @param withIdle all other running pods, too
 */
export function sceneOf(
  sources: Sources,
  behaviourOf: (pod: Pod, nodeLabels: Labels | undefined) => Behaviour,
  withIdle = false,
): Scene {
  const { pods, workloads, labels } = sources;
  const parts = partsOf(pods, workloads.flat());
  const actors: Actor[] = [];
  const underLoad = new Set<LoadedWorkload>();
  for (const pod of pods) {
    const node = pod.spec.nodeName;
    if (!node || pod.status.phase !== 'Running' || !labels.has(node)) continue;
    const behaviour = behaviourOf(pod, labels.get(node));
    const part = parts.get(pod.metadata.uid);
    if (!withIdle && behaviour.cpu === undefined && part === undefined) continue;
    actors.push({ pod, node, behaviour, part });
    if (part !== undefined) underLoad.add(part.loaded);
  }
  return { sources, actors, underLoad };
}

/** Returns whether the inputs give the same scene. */
export function isSameScene(a: Sources, b: Sources): boolean {
  return (
    a.rules === b.rules &&
    a.labels === b.labels &&
    isSame(a.pods, b.pods) &&
    isSame(a.workloads, b.workloads, (one, other) => isSame(one, other))
  );
}

/** Returns whether two lists hold identical or equivalent objects. */
function isSame<T>(
  a: readonly T[],
  b: readonly T[],
  equals: (one: T, other: T) => boolean = Object.is,
): boolean {
  if (a === b) return true;
  return a.length === b.length && a.every((item, index) => equals(item, b[index]!));
}
