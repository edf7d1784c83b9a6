/** From checked files to one scenario: all its steps at their times, ready to run. */
import { splitPath, parseTime } from '#values';
import type { Millis } from '#clock';
import {
  withGates,
  withRuntimeConfig,
  type AuthorizationMode,
  type Profile,
  type RuntimeConfig,
} from '#kinds';
import { atRelease, type KindRegistry } from '#catalog';
import { isMap, isScalar, MapNode, type Node } from './source/node.ts';
import { chosenRelease, warnOfOutside } from './chosen-release.ts';
import { scenarioShape, type ScenarioValues } from './document.ts';
import { DeclaredKinds, isDefinition } from './declared-kinds.ts';
import { expandSteps } from './expand.ts';
import { KnownObjects } from './known-objects.ts';
import type { Layer } from './layers.ts';
import type { LeftOut } from './release-range.ts';
import type { Scenario } from './scenario.ts';
import { checkControllerNames } from './shape/controller-names.ts';
import { checkManifest, type Manifest } from './shape/manifest.ts';
import type { PlacedManifest } from './shape/manifest-files.ts';
import { nodeNames, type NodeGroup } from './shape/node-group.ts';
import { finishStep } from './step-shape.ts';
import type { Step } from './step.ts';
import type { World } from './world.ts';
import { warnOfLateSteps } from './timing/late.ts';
import { sinceStart, type Moment } from './timing/moment.ts';
import type { Combination } from './variables/declared.ts';
import type { Scope } from './variables/scope.ts';
import { substitute } from './variables/substitute.ts';

/** Without `until`, a scenario ends this long after its last step (and the time that step may wait). */
const GRACE_MS = 30_000;
const DEFAULT_START = '2026-01-01T00:00:00Z';

/** What is known before any file is read. */
export interface Surroundings {
  readonly kinds: KindRegistry;
  /** Names of all controllers; undefined when they are not known. */
  readonly controllers?: readonly string[];
  /** The release that it is played on, whatever the files name. Undefined: theirs, or that of the kinds. */
  readonly release?: Profile | undefined;
  /** Takes a combination that does not hold at that release. Absent: it is read, with a warning. */
  readonly leaveOut?: ((combination: LeftOut) => void) | undefined;
}

/** The files of a scenario, and one choice of values for its variables. */
export interface Choice {
  /** What is included comes first, the scenario's own file last. */
  readonly layers: readonly Layer[];
  readonly scope: Scope;
  readonly combination: Combination;
}

/** One run of a scenario, without its source texts; undefined after problems were reported. */
export function composeScenario(
  { layers, scope, combination }: Choice,
  surroundings: Surroundings,
): Omit<Scenario, 'sources'> | undefined {
  const values = layers.map((layer) => valuesOf(layer, scope, surroundings));
  const own = values.at(-1);
  const top = layers.at(-1)!;
  if (own !== undefined && !layers.some(({ root }) => root.has('steps'))) {
    top.checker.problem(top.root, 'field "steps" is missing (a scenario)');
  }
  const startMs = own?.start ?? parseTime(DEFAULT_START);
  const endMs = own?.until && untilOf(own.until, startMs, top);
  const frame = { startMs, ...(endMs !== undefined && { untilMs: endMs }) };
  const drafts = layers.flatMap((layer) => expandSteps(layer, scope, frame));
  const all = values.filter((each) => each !== undefined);
  if (own === undefined || all.length < values.length) return undefined;
  const { file, shown } = top.checker.source;
  const name = own.name ?? splitPath(file).name.replace(/\.ya?ml$/, '');
  const title = titleOf(name, combination);
  const { profile: chosen, holds, outside } = chosenRelease(all, surroundings);
  if (outside !== undefined && surroundings.leaveOut !== undefined) {
    surroundings.leaveOut({ title, why: outside });
    return undefined;
  }
  if (outside !== undefined) warnOfOutside(outside, chosen.minor, layers);
  const nodes = all.flatMap(({ cluster }) => cluster?.nodes ?? []);
  const races = all.findLast(({ cluster }) => cluster?.races !== undefined)?.cluster?.races;
  const kubeletEvents = all.findLast(setsKubeletEvents)?.cluster?.kubeletEvents ?? false;
  const keepsUnknown = all.some(({ cluster }) => cluster?.unknownKinds === 'keep');
  const kinds = kindsFor(all, chosen, surroundings.kinds, top);
  if (kinds === undefined) return undefined;
  const featureGates = Object.assign({}, ...all.map((each) => each.featureGates)) as Readonly<
    Record<string, boolean>
  >;
  if (!checkGates(featureGates, kinds.profile, top)) return undefined;
  let profile = withGates(kinds.profile, featureGates);
  const declared = new DeclaredKinds(kinds, { keepsUnknown });
  const world: World = {
    ...surroundings,
    get kinds() {
      return declared.kinds;
    },
    meet: (manifest) => declared.meet(manifest),
    declare: (manifest) => declared.add(manifest),
    get profile() {
      return profile;
    },
    move(next) {
      profile = next;
      declared.move(next);
    },
    nodes: new Map(),
    objects: new KnownObjects(),
    kubeletEvents,
  };
  for (const [i, { cluster }] of all.entries()) learnNodes(cluster?.nodes ?? [], world, layers[i]!);
  const objects = all.flatMap(({ cluster }) => cluster?.objects ?? []);
  for (const { manifest } of objects) if (isDefinition(manifest)) world.declare(manifest);
  for (const placed of objects) learnObject(placed, world);
  warnOfLateSteps(drafts, endMs);
  const steps = drafts.toSorted((a, b) => a.atMs - b.atMs).map((draft) => finishStep(draft, world));
  const { description, topic, slow = false, seed, controllers, metricsInterval } = own;
  return {
    file: shown,
    name,
    title,
    description,
    topic,
    slow,
    seed,
    chosen: Object.fromEntries(combination),
    variables: scope.values,
    profile: kinds.profile,
    holds,
    featureGates,
    controllers,
    metricsIntervalMs: metricsInterval,
    startMs,
    untilMs: endMs ?? endOf(steps),
    authorization: all.findLast(({ cluster }) => cluster?.authorization !== undefined)?.cluster
      ?.authorization as AuthorizationMode | undefined,
    webhookAddresses: all.flatMap(({ cluster }) => cluster?.webhookAddresses ?? []),
    ...(races !== undefined && { races }),
    podsPerObject: all.findLast(({ cluster }) => cluster?.podsPerObject !== undefined)?.cluster
      ?.podsPerObject,
    controllerAccounts: all.some(({ cluster }) => cluster?.controllerAccounts === true),
    kubeletEvents,
    objects: [...declared.keepingDefinitions, ...objects.map(placedObject)],
    written: objects,
    nodes,
    behaviour: all.flatMap(({ behaviour = [] }) => behaviour),
    steps,
  };
}

/** Returns the kinds of a release as the files have it served; undefined, and reported, for what it cannot serve. */
function kindsFor(
  layers: readonly ScenarioValues[],
  profile: Profile,
  kinds: KindRegistry,
  { root, checker }: Layer,
): KindRegistry | undefined {
  const own = Object.assign({}, ...layers.map((each) => each.runtimeConfig)) as RuntimeConfig;
  const config = { ...own, ...kinds.profile.runtimeConfig };
  try {
    return atRelease(kinds, withRuntimeConfig(profile, config));
  } catch (error) {
    const at = root.get('runtimeConfig') ?? root;
    checker.problem(at, `${(error as RangeError).message} (Kubernetes 1.${profile.minor})`);
    return undefined;
  }
}

/** Returns whether the release has the gates and allows their values; reports where it does not. */
function checkGates(
  featureGates: Readonly<Record<string, boolean>>,
  profile: Profile,
  { root, checker }: Layer,
): boolean {
  try {
    withGates(profile, featureGates);
    return true;
  } catch (error) {
    const at = root.get('featureGates') ?? root;
    checker.problem(at, `${(error as RangeError).message} (Kubernetes 1.${profile.minor})`);
    return false;
  }
}

function setsKubeletEvents({ cluster }: ScenarioValues): boolean {
  return cluster?.kubeletEvents !== undefined;
}

/** Where the scenario says that it ends, since the start. */
function untilOf(until: Moment, startMs: Millis, { root, checker }: Layer): Millis | undefined {
  const node = root.get('until') ?? root;
  return sinceStart(until, { startMs, originMs: 0 }, node, checker);
}

/** Records the nodes at the start; each needs a unique name. */
function learnNodes(groups: readonly NodeGroup[], world: World, { root, checker }: Layer): void {
  const at = nodesField(root);
  for (const group of groups) {
    for (const name of nodeNames(group)) {
      if (world.nodes.has(name)) checker.problem(at, `node "${name}" is in the cluster twice`);
      world.nodes.set(name, group.name);
    }
  }
}

/** Where the nodes at the start are written, or the whole file. */
function nodesField(root: MapNode): Node {
  const cluster = root.get('cluster');
  return (isMap(cluster) ? cluster.get('nodes') : undefined) ?? root;
}

/** Checks an object of the initial state, and records it. */
function learnObject(
  { manifest, namespace: usual, node, checker }: PlacedManifest,
  world: World,
): void {
  world.meet(manifest);
  checkManifest(node, world.kinds, checker);
  const kind = world.kinds.byKind(manifest.apiVersion, manifest.kind);
  const { name, namespace = usual } = manifest.metadata ?? {};
  if (kind === undefined || name === undefined) return;
  if (
    world.objects.names(kind, namespace).includes(name) ||
    (kind.kind === 'Node' && world.nodes.has(name))
  ) {
    checker.problem(node, `${kind.kind} "${name}" is in the cluster twice`);
  }
  world.objects.add(kind, namespace, name);
  if (kind.kind === 'Node') world.nodes.set(name, undefined);
}

/** Returns the object as written, with the default namespace of its file. */
function placedObject({ node, checker, namespace }: PlacedManifest): Manifest {
  const manifest = checker.plain(node) as Manifest;
  if (namespace === undefined || manifest.metadata.namespace !== undefined) return manifest;
  return { ...manifest, metadata: { ...manifest.metadata, namespace } };
}

/** Fields that are read elsewhere or not at all: variables in them are not filled in here. */
const READ_ELSEWHERE = ['steps', 'variables', 'matrix', 'include', 'definitions'];

/** Returns the checked fields of a layer. */
function valuesOf(
  { root, checker }: Layer,
  scope: Scope,
  { kinds, controllers }: Surroundings,
): ScenarioValues | undefined {
  const entries = root.entries.map((entry) => {
    const { key, value } = entry;
    const isElsewhere = isScalar(key) && READ_ELSEWHERE.includes(String(key.value));
    if (isElsewhere || value === undefined) return entry;
    return { key, value: substitute(value, scope, checker) };
  });
  const filled = new MapNode(entries, root.place);
  if (controllers !== undefined) {
    const names = filled.get('controllers');
    checkControllerNames(names, controllers, kinds, checker);
  }
  if (filled.has('apiVersion') && filled.has('kind')) {
    return checker.problem(
      root,
      'this is a manifest; put it into a step: "steps: [{ at: 0s, apply: ... }]"',
    );
  }
  return scenarioShape.check(filled, checker);
}

function titleOf(name: string, combination: Combination): string {
  if (combination.size === 0) return name;
  const choices = [...combination].map(
    ([variable, value]) =>
      `${variable}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return `${name} [${choices.join(', ')}]`;
}

function endOf(steps: readonly Step[]): number {
  const ends = steps.map(
    ({ atMs, takesMs, withinMs = 0, forMs = 0 }) => atMs + takesMs + Math.max(withinMs, forMs),
  );
  return ends.reduce((latest, end) => Math.max(latest, end), 0) + GRACE_MS;
}
