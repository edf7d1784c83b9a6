import { defaultProfile } from '#kinds';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { KindRegistry, kindsWithMetrics } from '#catalog';
import { Run } from '#run';
import { loadScenario, type Settings } from '#scenario';
import { RunView } from '#view';

const recordKinds = new KindRegistry(defaultProfile, kindsWithMetrics(defaultProfile));

const folder = resolve(import.meta.dirname, '../../../scenarios');

/** The text of a scenario of the library. */
export function sourceOf(name: string): string {
  return readFileSync(join(folder, `${name}.yaml`), 'utf8');
}

/** What a page shows of a run of it. */
export async function viewOf(name: string, set: Settings = {}): Promise<RunView> {
  const scenario = await loadScenario(
    join(folder, `${name}.yaml`),
    new KindRegistry(defaultProfile),
    {
      set,
    },
  );
  return new RunView(await Run.play(scenario), recordKinds);
}
