/** Who runs where and shares which load: what a metrics server finds, but for the moment's demand. */
import type { KubeObject, Node, Pod } from '#kinds';
import { isOff, isSilent } from './behaviour/annotations.ts';
import type { Behaviour } from './behaviour/behaviour.ts';
import type { Rules } from './behaviour/rules.ts';
import { partsOf, type Crew, type Part } from './shares.ts';

export type Labels = Readonly<Record<string, string>>;

/** What a list of nodes says of the machines. */
export interface Machines {
  readonly listed: readonly Node[];
  /** Those that answer, in order of their names. */
  readonly nodes: readonly Node[];
  /** Of these, by node. */
  readonly labels: ReadonlyMap<string, Labels | undefined>;
}

export const noMachines: Machines = { listed: [], nodes: [], labels: new Map() };

/** The machines of a list; all but the list is that of `before` where nothing else has changed. */
export function machinesAfter(before: Machines, listed: readonly Node[]): Machines {
  if (listed === before.listed) return before;
  if (isSame(listed, before.listed, isSameMachine)) return { ...before, listed };
  const nodes = listed.filter((node) => !isSilent(node) && !isOff(node));
  return { listed, nodes, labels: new Map(nodes.map(({ metadata: m }) => [m.name, m.labels])) };
}

/** What a node's heartbeats leave alone is all that is looked at here. */
function isSameMachine({ metadata: a }: Node, { metadata: b }: Node): boolean {
  return a.name === b.name && a.labels === b.labels && a.annotations === b.annotations;
}

/** All that a scene is made of. */
export interface Sources {
  readonly pods: readonly Pod[];
  /** By kind. */
  readonly workloads: readonly (readonly KubeObject[])[];
  readonly rules: Rules;
  /** Of the machines that answer. */
  readonly labels: Machines['labels'];
}

/** A pod that runs on a machine that answers, and uses something that is known. */
export interface Actor {
  readonly pod: Pod;
  readonly node: string;
  readonly behaviour: Behaviour;
  readonly part: Part | undefined;
}

export interface Scene {
  readonly sources: Sources;
  /** In the order of the pods. */
  readonly actors: readonly Actor[];
  /** Those that actors are of. */
  readonly crews: ReadonlySet<Crew>;
}

/** Sets the scene: pods that say what they use, or that are under load. */
export function sceneOf(
  sources: Sources,
  behaviourOf: (pod: Pod, nodeLabels: Labels | undefined) => Behaviour,
): Scene {
  const { pods, workloads, labels } = sources;
  const parts = partsOf(pods, workloads.flat());
  const actors: Actor[] = [];
  const crews = new Set<Crew>();
  for (const pod of pods) {
    const node = pod.spec.nodeName;
    if (!node || pod.status.phase !== 'Running' || !labels.has(node)) continue;
    const behaviour = behaviourOf(pod, labels.get(node));
    const part = parts.get(pod.metadata.uid);
    if (behaviour.cpu === undefined && part === undefined) continue;
    actors.push({ pod, node, behaviour, part });
    if (part !== undefined) crews.add(part.crew);
  }
  return { sources, actors, crews };
}

/** Whether a scene would come out the same. */
export function isSameScene(a: Sources, b: Sources): boolean {
  return (
    a.rules === b.rules &&
    a.labels === b.labels &&
    isSame(a.pods, b.pods) &&
    isSame(a.workloads, b.workloads, (one, other) => isSame(one, other))
  );
}

/** Whether two lists hold the very same objects, or such as come to the same. */
function isSame<T>(
  a: readonly T[],
  b: readonly T[],
  equals: (one: T, other: T) => boolean = Object.is,
): boolean {
  if (a === b) return true;
  return a.length === b.length && a.every((item, index) => equals(item, b[index]!));
}
