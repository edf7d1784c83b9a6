/** A cluster of many nodes, on which ten Deployments share many pods. */
import { controllers } from '#controllers';
import { deployment, node } from '#kinds';
import { parseTime, type NewObject } from '#values';
import type { Deployment } from '#types';
import { Simulator } from '#simulator';

const START = parseTime('2026-01-01T00:00:00Z');
export const DEPLOYMENTS = 10;
/** As much as `orrery run` keeps. */
const HISTORY = { revisions: 50_000 };
/** What a step may take, in virtual seconds. */
export const PATIENCE_S = 3600;

export interface Size {
  readonly pods: number;
  readonly nodes: number;
}

/** @param podsPerObject the most pods that one Deployment gets; absent: the usual number */
export function largeCluster(podsPerObject?: number): Simulator {
  return new Simulator({ startMs: START, controllers, window: HISTORY, podsPerObject });
}

export function clientOf(sim: Simulator) {
  return sim.clients.as({ actor: 'bench' });
}

/** With room for half as many pods again. */
export async function addNodes(sim: Simulator, { pods, nodes }: Size): Promise<void> {
  const room = Math.ceil((1.5 * pods) / nodes);
  const capacity = { cpu: '64', memory: '256Gi', pods: String(room) };
  const names = Array.from({ length: nodes }, (_, at) => `node-${at + 1}`);
  await Promise.all(
    names.map((name) =>
      clientOf(sim).create(node, { metadata: { name }, status: { capacity } } as never),
    ),
  );
  await sim.clock.advanceBy(10_000);
}

/** Creates the Deployments, whose pods come up as time moves. */
export async function addPods(sim: Simulator, pods: number): Promise<void> {
  await Promise.all(wanted(pods).map((each) => clientOf(sim).create(deployment, each)));
}

function wanted(pods: number): NewObject<Deployment>[] {
  return Array.from({ length: DEPLOYMENTS }, (_, at) => {
    const labels = { app: `app-${at}` };
    const spec = {
      replicas: pods / DEPLOYMENTS,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [container('1.0')] } },
    };
    return { metadata: { name: `app-${at}`, namespace: 'default' }, spec } as never;
  });
}

export function container(version: string) {
  const requests = { cpu: '100m', memory: '64Mi' };
  return { name: 'main', image: `example.com/app:${version}`, resources: { requests } };
}

/** Whether each Deployment says that all of its pods are those of its latest template, and ready. */
export async function areReady(sim: Simulator, pods: number): Promise<boolean> {
  const { items } = await clientOf(sim).list(deployment);
  return items.every(({ metadata, status }) => {
    const isSeen = status.observedGeneration === metadata.generation;
    const counts = [status.replicas, status.updatedReplicas, status.availableReplicas];
    return isSeen && counts.every((count) => count === pods / DEPLOYMENTS);
  });
}

/** Moves time on, second by second. */
export async function until(
  sim: Simulator,
  done: () => Promise<boolean>,
  patienceS = PATIENCE_S,
): Promise<void> {
  for (let second = 0; second < patienceS; second++) {
    await sim.clock.advanceBy(1000);
    if (await done()) return;
  }
  throw new Error(`not done after ${patienceS} virtual seconds`);
}
