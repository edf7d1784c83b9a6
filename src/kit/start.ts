/** From the options of a cluster to its run. */
import { defaultProfile, LostFieldsLog, profileNamed, upgradeProblem } from '#kinds';
import { controllers as builtIn } from '#controllers';
import { machineTimers, type Millis } from '#clock';
import type { Data } from '#durable';
import { ApiError, formatTime } from '#values';
import { KindRegistry } from '#catalog';
import { Run, type RunOptions } from '#run';
import { PermutedOrder, type Order } from '#runtime';
import { loadScenario, type Scenario } from '#scenario';
import type { ClusterOptions } from './options.ts';

/** Who makes the writes of a test, in timelines and explanations. */
export const actor = 'test';

const scenarioFile = 'cluster';
export const manifestFile = 'manifest.yaml';

/**
 * @throws {ScenarioError} for invalid options, with what would be right
 * @throws {Error} for data that a farther release wrote
 */
export async function startRun(options: ClusterOptions): Promise<Run> {
  const { objects } = options;
  const sources = [{ file: scenarioFile, text: JSON.stringify(scenarioOf(options)) }];
  if (objects !== undefined) sources.push({ file: manifestFile, text: manifestText(objects) });
  const names = builtIn.map(({ name }) => name);
  const data = await dataOf(options);
  const begin = async (): Promise<Run> => {
    const written =
      data === undefined || data.isEmpty ? undefined : profileNamed(data.releases.at(-1)?.name);
    const scenario = await loadScenario(scenarioFile, new KindRegistry(written ?? defaultProfile), {
      sources,
      controllers: names,
    });
    const problem = written && upgradeProblem(written, scenario.profile);
    if (problem !== undefined) throw new Error(`${options.data}: ${problem}`);
    return Run.begin(
      { ...scenario, sources: [], ...(data?.isEmpty === false && continuing(data)) },
      {
        ...{ actor, controllers: options.run, keep: true, onError: reporter(options), data },
        ...{ order: orderOf(options), lost: lostFieldsOf(options) },
      },
    );
  };
  const run = await begin().catch(async (error: unknown) => {
    await data?.close();
    throw error;
  });
  // What the start set in motion is done, however long the test takes until its first call.
  await run.simulator.clock.settled();
  await run.awaitDurable();
  return run;
}

async function dataOf({
  data: folder,
  durability = 'strict',
}: ClusterOptions): Promise<Data | undefined> {
  if (folder === undefined) return undefined;
  const { openData } = await import('#durable');
  // Each call waits for its writes, and fails when they cannot be kept.
  return openData(folder, { durability, turn: machineTimers().turn, onFailure: () => undefined });
}

/** What only a beginning has is not made again. */
function continuing({ startTime }: Data): Partial<Scenario> {
  return { startMs: startTime!, objects: [], written: [], nodes: [], behaviour: [] };
}

/** A fork begins with the same seed. */
function orderOf({ order }: ClusterOptions): Order | undefined {
  if (typeof order !== 'number') return order;
  const permuted = new PermutedOrder();
  permuted.permute(order);
  return permuted;
}

/** What was printed: tests make many clusters, which lose the same fields. */
const printed = new Set<string>();

function lostFieldsOf({ onLostField = print }: ClusterOptions): LostFieldsLog {
  return new LostFieldsLog(onLostField, (gate) => `featureGates: { ${gate}: true }`);
}

function print(text: string): void {
  if (printed.has(text)) return;
  printed.add(text);
  process.stderr.write(`orrery: ${text}\n`);
}

function reporter({ run = [], onError }: ClusterOptions): RunOptions['onError'] {
  if (onError !== undefined) return (actor, key, error) => onError({ actor, key, error });
  const own = new Set(run.map(({ actor }) => actor));
  return (actor, key, error) => {
    if (!own.has(actor) || error instanceof ApiError) return;
    const { stack = String(error) } = error as Error;
    process.stderr.write(`${actor}, ${key}: ${stack}\n`);
  };
}

/** Returns the same options in the form of a scenario file. */
function scenarioOf(options: ClusterOptions): object {
  const { nodes, seed, start, controllers, objects, behaviour, featureGates } = options;
  const { kubernetes, authorization, kubeletEvents, runtimeConfig } = options;
  const { races, controllerAccounts, podsPerObject } = options;
  return {
    kubernetes,
    seed,
    start: start === undefined ? undefined : timeText(start),
    controllers:
      controllers === 'none' ? builtIn.map(({ name }) => `-${name}`) : listed(controllers),
    featureGates,
    runtimeConfig,
    behaviour,
    cluster: {
      nodes,
      authorization,
      kubeletEvents,
      races,
      controllerAccounts,
      podsPerObject,
      webhookAddresses: options.webhookAddresses,
      objects: objects === undefined ? undefined : { files: [manifestFile] },
    },
    steps: [],
  };
}

function listed(names: 'all' | readonly string[] | undefined): readonly string[] | undefined {
  return names === 'all' ? undefined : names;
}

function timeText(start: string | Date | Millis): string {
  return typeof start === 'string' ? start : formatTime(Number(start));
}

/** Objects as the documents of one text. */
export function manifestText(objects: string | object | readonly object[]): string {
  if (typeof objects === 'string') return objects;
  const all = Array.isArray(objects) ? (objects as readonly object[]) : [objects];
  return all.map((object) => JSON.stringify(object)).join('\n---\n');
}
