/** A whole control plane for a test: nodes, controllers, kubelets, and an eye on what is written. */
import { controllers } from '#controllers';
import { node, pod, type Kind } from '#kinds';
import { parseTime, type KubeObject, type NewObject } from '#values';
import type { Node, Pod } from '#types';
import type { Client } from '#runtime';
import { Simulator, type SimulatorOptions } from '#simulator';
import type { Change } from '#store';

export const START = parseTime('2026-01-01T00:00:00Z');

/** A running simulator with what tests ask of it. Stop it at the end of the test. */
export interface Simulation {
  readonly sim: Simulator;
  readonly client: Client;
  /** Every write so far, in order. */
  readonly changes: readonly Change[];
  /** Moves virtual time on and lets everything settle. */
  run(seconds: number): Promise<void>;
  /** Seconds since the simulation began. */
  now(): number;
  get<T extends KubeObject>(kind: Kind<T>, name: string): Promise<T>;
  pods(): Promise<readonly Pod[]>;
  stop(): void;
}

/** Starts a control plane with nodes `node-1`, ... (Ready, after 10 s of virtual time). */
export async function simulate(
  nodes: number,
  options: Partial<SimulatorOptions> & { readonly node?: Partial<NewObject<Node>> } = {},
): Promise<Simulation> {
  const { node: template, ...rest } = options;
  const sim = new Simulator({ startMs: START - 10_000, controllers, freeze: true, ...rest });
  const changes: Change[] = [];
  sim.record.onChange((change) => changes.push(change));
  void sim.record.follow();
  await sim.start();
  const client = sim.clients.as({ actor: 'test' });
  for (let i = 1; i <= nodes; i++) {
    await client.create(node, {
      ...template,
      metadata: { ...template?.metadata, name: `node-${i}` },
    });
  }
  await sim.clock.advanceTo(START);
  return {
    sim,
    client,
    changes,
    run: (seconds) => sim.clock.advanceBy(seconds * 1000),
    now: () => (sim.clock.now() - START) / 1000,
    get: (kind, name) =>
      client.get(kind, kind.namespaced ? { namespace: 'default', name } : { name }),
    pods: async () => (await client.list(pod, { namespace: 'default' })).items,
    stop: () => sim.stop(),
  };
}

/** The last state at each instant of what `read` sees of one object, as `[seconds, value]`. */
export function evolution<T>(
  { changes }: Simulation,
  kind: string,
  name: string,
  read: (object: KubeObject) => T,
): readonly (readonly [seconds: number, value: T])[] {
  const states: [number, T][] = [];
  for (const { value, time } of changes) {
    if (value.kind !== kind || value.metadata.name !== name) continue;
    const seconds = (time - START) / 1000;
    const state = read(value);
    if (states.at(-1)?.[0] === seconds) states.pop();
    if (JSON.stringify(states.at(-1)?.[1]) !== JSON.stringify(state)) states.push([seconds, state]);
  }
  return states;
}
