/** The `sim/` annotations: how a pod or a node of the pool is to behave. */
import type { Millis } from '#clock';
import { parseQuantity } from '#values';
import type { Pod } from '#types';
import { parseLoad } from '../load/load.ts';
import { runNumber } from '../pod/pod-recall.ts';
import {
  defaultInitRun,
  usualBehaviour,
  usualRunMs,
  type Behaviour,
  type InitRun,
} from './behaviour.ts';
import { Rules } from './rules.ts';

type Annotations = Readonly<Record<string, string>> | undefined;

const PREFIX = 'sim/';

/** What pods of an Indexed Job may have by their index. */
const ofIndexes: readonly string[] = ['run-seconds', 'exit-code'];

/** All annotations that mean something to the simulation; those of custom metrics begin with `sim/metric-`. */
export const simAnnotations: readonly string[] = [
  ...['start-seconds', 'pull-seconds', 'unmounted', 'unconfigured', 'ready-seconds', 'ready'],
  ...['init-seconds', 'init-exit-code', 'init-fail-times', 'unhealthy-seconds'],
  ...['run-seconds', 'exit-code', 'crash-seconds', 'crash-times'],
  ...ofIndexes.map((name) => `index-${name}`),
  ...['terminate-seconds', 'terminate-exit-code', 'cpu', 'memory'],
  ...['load', 'load-memory', 'silent', 'off', 'kubelet'],
].map((name) => PREFIX + name);

/** What decides how a pod behaves, besides its annotations. */
export interface Surroundings {
  readonly rules: Rules;
  /** Labels of its node. */
  readonly nodeLabels?: Labels;
}

type Labels = Readonly<Record<string, string>>;

const noRules: Surroundings = { rules: Rules.none };

/**
 * The one place where defaults, rules and annotations are merged: annotations win. All pods without
 * `sim/` annotations and rules get the identical object, those that are to end another one.
 */
export function behaviourOf(
  pod: Pick<Pod, 'metadata' | 'spec' | 'status'>,
  { rules, nodeLabels = {} }: Surroundings = noRules,
): Behaviour {
  const usual = rules.isEmpty
    ? usualBehaviour(pod.spec)
    : rules.behaviourOf(pod as Pod, nodeLabels, runNumber(pod));
  const { annotations } = pod.metadata;
  return hasSimAnnotations(annotations) ? withAnnotations(usual, pod as Pod, annotations!) : usual;
}

/** Returns whether the annotations of a pod mean something else in each run of its containers. */
export function dependsOnRun({ metadata }: Annotated): boolean {
  return metadata.annotations?.[`${PREFIX}crash-times`] !== undefined;
}

function withAnnotations(usual: Behaviour, pod: Pod, annotations: Labels): Behaviour {
  const problems: string[] = [];
  const textOf = (name: string): string | undefined =>
    ofIndex(annotations, name) ?? annotations[PREFIX + name];
  const read = <T>(
    name: string,
    parse: (text: string) => T | undefined,
    fallback: T,
    what: string,
  ): T => {
    const text = textOf(name);
    if (text === undefined) return fallback;
    const value = parse(text);
    if (value !== undefined) return value;
    const problem = `annotation ${PREFIX}${name}: ${JSON.stringify(text)} is not ${what}; the default is used`;
    if (!problems.includes(problem)) problems.push(problem);
    return fallback;
  };
  const seconds = (name: string, fallback: Millis): Millis =>
    read(name, parseSeconds, fallback, 'a number of seconds');
  const code = (name: string, fallback: number): number =>
    read(name, parseExitCode, fallback, 'an exit code (0 to 255)');
  const initRun = (fallback: InitRun = defaultInitRun): InitRun => ({
    runMs: seconds('init-seconds', fallback.runMs),
    exitCode: code('init-exit-code', fallback.exitCode),
    failTimes: read('init-fail-times', parseCount, fallback.failTimes, 'a whole number'),
  });
  const times = read('crash-times', parseCount, Infinity, 'a whole number');
  const hasCrash = annotations[`${PREFIX}crash-seconds`] !== undefined;
  const runs = hasCrash && runNumber(pod) >= times;
  const crashMs = runs ? Infinity : seconds('crash-seconds', usual.crashMs);
  const unhealthyMs = seconds('unhealthy-seconds', usual.unhealthyMs);
  // What is said to fail would have no time to in the usual run.
  const fails = crashMs < Infinity || unhealthyMs < Infinity;
  const runMs = fails && usual.runMs === usualRunMs ? Infinity : usual.runMs;
  const unmounted = textOf('unmounted');
  const unconfigured = textOf('unconfigured');
  const cpu = read<string | undefined>('cpu', parseUse, usual.cpu, useSuchAs('150m'));
  return {
    pullMs: seconds('pull-seconds', usual.pullMs),
    startMs: seconds('start-seconds', usual.startMs),
    ...(unmounted !== undefined && { unmounted }),
    ...(unconfigured !== undefined && { unconfigured }),
    readyMs: seconds('ready-seconds', usual.readyMs),
    ready: read('ready', parseBoolean, usual.ready, '"true" or "false"'),
    init: (pod.spec.initContainers ?? []).map((_, index) => initRun(usual.init[index])),
    unhealthyMs,
    runMs: read('run-seconds', parseRun, runMs, 'a number of seconds, or "never"'),
    exitCode: code('exit-code', usual.exitCode),
    hasFixedRestartDelay: usual.hasFixedRestartDelay || textOf('run-seconds') !== undefined,
    crashMs,
    crashExitCode: hasCrash ? 1 : usual.crashExitCode,
    terminateMs: seconds('terminate-seconds', usual.terminateMs),
    terminateExitCode: code('terminate-exit-code', usual.terminateExitCode),
    ...(cpu !== undefined && { cpu }),
    memory: read('memory', parseUse, usual.memory, useSuchAs('64Mi')),
    problems,
  };
}

/** Returns what `sim/index-NAME`, such as `0=5,2=1`, has for the completion index of a pod. */
function ofIndex(annotations: Labels, name: string): string | undefined {
  if (!ofIndexes.includes(name)) return undefined;
  const all = annotations[`${PREFIX}index-${name}`];
  const index = annotations['batch.kubernetes.io/job-completion-index'];
  if (all === undefined || index === undefined) return undefined;
  return all
    .split(',')
    .map((each) => each.split('='))
    .find(([at]) => at === index)?.[1];
}

/** A node that is disconnected from the API: it neither reports nor receives anything. */
export const SILENT = 'sim/silent';
/** A machine that is off: its containers have stopped. */
export const OFF = 'sim/off';
/** A node that is to have a simulated kubelet, where not all nodes have one. */
export const KUBELET = 'sim/kubelet';

interface Annotated {
  readonly metadata: { readonly annotations?: Annotations };
}

export function isSilent({ metadata }: Annotated): boolean {
  return metadata.annotations?.[SILENT] === 'true';
}

export function isOff({ metadata }: Annotated): boolean {
  return metadata.annotations?.[OFF] === 'true';
}

export function hasKubelet({ metadata }: Annotated): boolean {
  return metadata.annotations?.[KUBELET] === 'true';
}

function hasSimAnnotations(annotations: Annotations): boolean {
  for (const name in annotations) {
    if (name.startsWith(PREFIX)) return true;
  }
  return false;
}

/** Returns a quantity in its own notation, or a load as it is written. */
function parseUse(text: string): string | undefined {
  try {
    return parseQuantity(text).toString();
  } catch {
    return isLoad(text) ? text : undefined;
  }
}

function isLoad(text: string): boolean {
  try {
    parseLoad(text);
    return true;
  } catch {
    return false;
  }
}

function useSuchAs(amount: string): string {
  return `a quantity such as ${amount}, or a load such as "points 0,1 60,${amount}"`;
}

/** Plain decimal notation, in whole ms. */
function parseSeconds(text: string): Millis | undefined {
  return /^\d{1,9}(\.\d+)?$/.test(text) ? Math.round(Number(text) * 1000) : undefined;
}

function parseRun(text: string): Millis | undefined {
  return text === 'never' ? Infinity : parseSeconds(text);
}

function parseBoolean(text: string): boolean | undefined {
  if (text === 'true') return true;
  return text === 'false' ? false : undefined;
}

function parseCount(text: string): number | undefined {
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

function parseExitCode(text: string): number | undefined {
  return /^\d{1,3}$/.test(text) && Number(text) <= 255 ? Number(text) : undefined;
}
