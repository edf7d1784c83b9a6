/** Plays the text of a scenario to its end, for a test. */
import { KindRegistry } from '#catalog';
import { defaultProfile, type Kind } from '#kinds';
import type { KubeObject } from '#values';
import { Run, type RunOptions } from '#run';
import { parseScenario } from '#scenario';
import type { Change } from '#store';

/** What a scenario has left behind. */
export interface Played {
  readonly run: Run;
  /** `failed: summary: detail`, in the order of the decisions. */
  readonly failures: readonly string[];
  readonly changes: readonly Change[];
  get<T extends KubeObject>(kind: Kind<T>, name: string, namespace?: string): Promise<T>;
  list<T extends KubeObject>(kind: Kind<T>): Promise<readonly T[]>;
  /**
   * What `read` saw of one object, as `[seconds, value]`: the last of each instant, without those
   * that are the same as the one before.
   */
  evolution<R>(
    kind: string,
    name: string,
    read: (object: KubeObject) => R,
  ): readonly (readonly [seconds: number, value: R])[];
}

/** Runs it with nothing kept open afterwards; what is stored stays readable. */
export async function play(yaml: string, options: RunOptions = {}): Promise<Played> {
  const scenario = parseScenario(yaml, 'test.yaml', new KindRegistry(defaultProfile));
  const changes: Change[] = [];
  const observer = { change: (change: Change) => void changes.push(change) };
  const run = await Run.begin(scenario, { ...options, observer });
  try {
    await run.finish();
  } finally {
    await run.stop();
  }
  const client = run.simulator.clients.as({ actor: 'test' });
  return {
    run,
    changes,
    failures: run.checks
      .filter(({ passed }) => !passed)
      .map(({ summary, actual }) => `${summary}: ${actual}`),
    get: (kind, name, namespace = 'default') =>
      client.get(kind, kind.namespaced ? { namespace, name } : { name }),
    list: async (kind) => (await client.list(kind)).items,
    evolution(kind, name, read) {
      const states: [number, ReturnType<typeof read>][] = [];
      for (const { value, time, type } of changes) {
        if (value.kind !== kind || value.metadata.name !== name || type === 'deleted') continue;
        const seconds = (time - scenario.startMs) / 1000;
        if (states.at(-1)?.[0] === seconds) states.pop();
        const state = read(value);
        const last = states.at(-1);
        if (last === undefined || JSON.stringify(last[1]) !== JSON.stringify(state)) {
          states.push([seconds, state]);
        }
      }
      return states;
    },
  };
}
