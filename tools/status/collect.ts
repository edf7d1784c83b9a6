/** What controllers say about the fields that they account for, in runs of the library. */
import { accountants } from '#accounts';
import { bucketOf, objectKey, type Kind, defaultProfile, withGates } from '#kinds';
import { KindRegistry } from '#catalog';
import { parsePath, why, type Explanation, type WhyOptions } from '#record';
import { Run } from '#run';
import { loadScenarios, type Scenario } from '#scenario';
import type { Past } from '#store';

/** A field with its rules. */
export interface StatusField {
  readonly kind: string;
  /** `status.numberReady` */
  readonly path: string;
  /** Who wrote it in the runs. */
  readonly writers: readonly string[];
  /** By which it has its value, in the order in which they were met, each with an example. */
  readonly rules: readonly { readonly rule: string; readonly example: Example }[];
}

/** A moment of a run at which a rule shows. */
export interface Example {
  /** Of the library: `daemonset/rolling-update`. */
  readonly scenario: string;
  readonly object: { readonly name: string; readonly namespace?: string };
  /** Virtual ms since the start. */
  readonly atMs: number;
  readonly explanation: Explanation;
}

/** Together they show every field. */
export const scenarios: readonly string[] = [
  'daemonset/rolling-update',
  'deployment/rolling-update',
  'deployment/rollout',
  'deployment/replicas',
  'cronjob/overlap',
  'job/indexed',
  'job/how-jobs-end',
  'job/counted-by-finalizers',
  'versions/job-conditions',
  'versions/job-indexes',
  'hpa/a-busy-quarter',
  'quota/no-room-for-a-rollout',
  'disruption/drain',
  'nodes/preemption',
  'endpoints/rollout',
  'storage/claims',
  'network/load-balancers',
  'statefulset/ordered',
  'pods/probes',
  'pods/image-pull-back-off',
];

/** At how many moments of a run, evenly spread, the fields are asked about. */
const MOMENTS = 15;
/** Of how many objects of a kind at most, at each moment. */
const OBJECTS = 6;

/** Every field of a status that is accounted for, of each kind in the order of its declaration; once, by whomever. */
const fields: readonly (readonly [kind: Kind, path: string])[] = [
  ...new Map(
    accountants.flatMap(({ explainers }) =>
      explainers.flatMap(({ kind, fields: own }) =>
        statusPaths(own).map(
          (path) => [`${kind.kind} ${path}`, [kind as unknown as Kind, path] as const] as const,
        ),
      ),
    ),
  ).values(),
];

/** The paths of what controllers report; spec and metadata are what somebody asked for. */
export function statusPaths(fields: object): readonly string[] {
  return Object.keys(fields).filter((path) => !/^(?:spec|metadata)\b/.test(path));
}

interface Found {
  readonly writers: Set<string>;
  readonly rules: Map<string, Example>;
}

/** Plays the scenarios and asks about every field. @param folder of the library */
export async function statusFields(folder: string): Promise<readonly StatusField[]> {
  const found = new Map<string, Found>();
  for (const name of scenarios) {
    const [scenario] = await loadScenarios(
      `${folder}/${name}.yaml`,
      new KindRegistry(defaultProfile),
    );
    const run = await Run.begin(scenario!, { keep: true });
    await run.finish();
    await run.stop();
    for (const [field, example] of asked(name, scenario!, run.log.past))
      note(found, field, example);
  }
  return fields.map(([{ kind }, path]) => {
    const { writers = [], rules = [] } = found.get(`${kind} ${path}`) ?? {};
    return {
      ...{ kind, path, writers: [...writers].sort() },
      rules: [...rules].map(([rule, example]) => ({ rule, example })),
    };
  });
}

/** All answers of a run, by kind and path. */
function* asked(
  name: string,
  scenario: Scenario,
  past: Past,
): Iterable<readonly [string, Example]> {
  const options: WhyOptions = {
    past,
    accountants,
    profile: withGates(scenario.profile, scenario.featureGates),
  };
  for (let moment = 1; moment <= MOMENTS; moment++) {
    // Whole seconds can be typed.
    const atMs = Math.floor((scenario.untilMs * moment) / MOMENTS / 1000) * 1000;
    const time = scenario.startMs + atMs;
    const revision = past.revisionAt(time);
    for (const [kind, path] of fields) {
      for (const { metadata } of past.list(bucketOf(kind), revision).slice(0, OBJECTS)) {
        const object = objectKey(kind, metadata);
        const question = { kind, object, path: parsePath(path), revision, time };
        const explanation = why(question, options);
        const { name: own, namespace } = metadata;
        const about = { name: own, ...(namespace !== undefined && { namespace }) };
        yield [`${kind.kind} ${path}`, { scenario: name, object: about, atMs, explanation }];
      }
    }
  }
}

function note(found: Map<string, Found>, field: string, example: Example): void {
  const { account, chain, exact } = example.explanation;
  if (account === undefined || exact === false) return;
  const known: Found = found.get(field) ?? { writers: new Set(), rules: new Map() };
  found.set(field, known);
  // What only stands, somebody else has set.
  if (chain[0] !== undefined && exact === true) known.writers.add(chain[0].actor);
  const before = known.rules.get(account.rule);
  if (before === undefined || telling(example) > telling(before)) {
    known.rules.set(account.rule, example);
  }
}

/** How much an example shows: a value, and inputs that count beside some that do not. */
function telling({ explanation: { value, account } }: Example): number {
  const terms = account?.terms ?? [];
  const isEmpty =
    value === undefined || value === 0 || (Array.isArray(value) && value.length === 0);
  return (
    (isEmpty ? 0 : 4) +
    (terms.some(({ counts }) => counts) ? 2 : 0) +
    (terms.some(({ counts }) => !counts) ? 1 : 0) -
    (terms.length > 8 ? 3 : 0)
  );
}
