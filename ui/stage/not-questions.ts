/** What can be asked about what is in focus and did not happen. Pure. */
import type { Calendar, NotDone, ObjectName, Scene } from '#view';
import { timeText } from '../page/moment.ts';
import { nameOf } from './names.ts';

export interface NotQuestion {
  readonly label: string;
  readonly object: ObjectName;
  readonly notDone: NotDone;
  /** The moment to ask about, virtual ms since the start; absent: the one that is shown. */
  readonly atMs?: number;
}

/** Questions that stand by themselves, and others of which one is chosen. */
export interface NotQuestions {
  readonly single: readonly NotQuestion[];
  /** What the choice completes. */
  readonly of: string;
  readonly choices: readonly NotQuestion[];
}

/** What has a number of replicas. */
const sized = new Set([
  'Deployment',
  'ReplicaSet',
  'ReplicationController',
  'StatefulSet',
  'HorizontalPodAutoscaler',
]);
/** More missed runs are not offered: the last ones are. */
const MOST_MISSED = 3;
/** More nodes or pods are not offered. */
const MOST_CHOICES = 100;

export function notQuestionsOf(
  focus: ObjectName,
  scene: Scene,
  calendars: readonly Calendar[],
  atMs: number,
): NotQuestions {
  const { kind } = focus;
  return {
    single: [
      ...(isGone(focus, scene)
        ? [{ label: 'why is it not there?', object: focus, notDone: {} }]
        : sized.has(kind)
          ? sizeQuestions(focus)
          : []),
      ...(kind === 'CronJob' ? missedRuns(focus, calendars, atMs) : []),
    ],
    of: kind === 'Node' ? 'why not here:' : 'why not on',
    choices: choicesOf(focus, scene).slice(0, MOST_CHOICES),
  };
}

/** Of the kinds that a scene has all objects of, where they are drawn one by one. */
function isGone({ kind, key }: ObjectName, { pods, nodes }: Scene): boolean {
  if (kind === 'Pod') return pods !== undefined && !pods.some((each) => each.key === key);
  return kind === 'Node' && !nodes.some(({ name }) => name === key);
}

function sizeQuestions(object: ObjectName): readonly NotQuestion[] {
  return (['fewer', 'more'] as const).map((size) => ({
    label: `why not ${size}?`,
    object,
    notDone: { size },
  }));
}

function missedRuns(
  object: ObjectName,
  calendars: readonly Calendar[],
  atMs: number,
): readonly NotQuestion[] {
  const runs = calendars.find(({ key }) => key === object.key)?.runs ?? [];
  const missed = runs.filter((run) => run.outcome === 'missed' && run.atMs <= atMs);
  return [
    { label: 'why no Job now?', object, notDone: {} },
    ...missed.slice(-MOST_MISSED).map((run) => ({
      label: `why no Job at ${timeText(run.atMs)}?`,
      object,
      notDone: {},
      atMs: run.atMs,
    })),
  ];
}

/** A pod and a DaemonSet on the nodes where they have none; on a node what it does not have. */
function choicesOf(focus: ObjectName, scene: Scene): readonly NotQuestion[] {
  const { nodes, pods = [], owners } = scene;
  const nodeOf = (at: number | undefined): string | undefined =>
    at === undefined ? undefined : nodes[at]!.name;
  const hasOn = (object: ObjectName, node: string): boolean =>
    object.kind === 'Pod'
      ? pods.some((each) => each.key === object.key && nodeOf(each.node) === node)
      : pods.some(
          ({ owner, node: at }) => owner === `${object.kind} ${object.key}` && nodeOf(at) === node,
        );
  if (focus.kind === 'Node') {
    if (!nodes.some(({ name }) => name === focus.key)) return [];
    const sets = owners.filter(({ kind }) => kind === 'DaemonSet');
    const waitingFirst = [...pods].sort((a, b) => (a.node ?? -1) - (b.node ?? -1));
    const all = [...sets, ...waitingFirst.map(({ key }) => ({ kind: 'Pod', key }))];
    return all
      .filter((each) => !hasOn(each, focus.key))
      .map(({ kind, key }) => ({
        label: kind === 'DaemonSet' ? `a pod of ${nameOf(key)}` : nameOf(key),
        object: { kind, key },
        notDone: { on: focus.key },
      }));
  }
  if (focus.kind !== 'DaemonSet' && (focus.kind !== 'Pod' || isGone(focus, scene))) return [];
  return nodes
    .filter(({ name }) => !hasOn(focus, name))
    .map(({ name }) => ({ label: name, object: focus, notDone: { on: name } }));
}
