/** Rules: how pods with certain features behave. */
import { Random, type RandomStream, type Value } from '#clock';
import type { Container, Pod } from '#types';
import {
  defaultBehaviour,
  defaultInitRun,
  usualBehaviour,
  type Behaviour,
  type InitRun,
} from './behaviour.ts';
import { NEVER, type InitRule, type Rule } from './rule-form.ts';

/** Rules in their order: of two that say something of the same field, the later one wins. */
export class Rules {
  static readonly none = new Rules([], '');
  readonly #rules: readonly Rule[];
  readonly #chance: RandomStream;

  /** The seed decides what chance picks for each pod. */
  constructor(rules: readonly Rule[], seed: string) {
    this.#rules = rules;
    this.#chance = new Random(seed).stream('behaviour');
  }

  get isEmpty(): boolean {
    return this.#rules.length === 0;
  }

  /**
   * How a pod on a node with these labels behaves in its run number `run`, counted from 0. What
   * chance picks depends on the pod's uid alone, and for what happens in every run on its number.
   */
  behaviourOf(pod: Pod, nodeLabels: Readonly<Record<string, string>>, run: number): Behaviour {
    const values: Record<string, Value | typeof NEVER> = {};
    let crash: Rule['crash'];
    let isMatched = false;
    const ofPod = this.#rules.filter(({ matches }) => matches.pod(pod, nodeLabels));
    for (const rule of ofPod) {
      if (!pod.spec.containers.some(rule.matches.container)) continue;
      isMatched = true;
      Object.assign(values, rule.values);
      crash = rule.crash ?? crash;
    }
    const chance = this.#chance.fork(pod.metadata.uid);
    const init = initRuns(ofPod, pod, chance);
    const usual = usualBehaviour(pod.spec);
    if (!isMatched && init === usual.init) return usual;
    return { ...behaviourFrom(values, crash, run, chance, usual), init };
  }
}

/** Returns the default list while no rule is about the pod's init containers. */
function initRuns(
  rules: readonly Rule[],
  { spec: { initContainers = [] } }: Pod,
  chance: RandomStream,
): readonly InitRun[] {
  const described = rules.filter(({ init }) => init !== undefined);
  if (described.length === 0 || initContainers.length === 0) return defaultBehaviour.init;
  return initContainers.map((container) => initRun(described, container, chance));
}

function initRun(rules: readonly Rule[], container: Container, chance: RandomStream): InitRun {
  const merged: InitRule = Object.assign(
    {},
    ...rules.filter(({ matches }) => matches.container(container)).map(({ init }) => init),
  );
  const draw = (name: string, value: Value | undefined, usual: number): number => {
    if (value === undefined) return usual;
    return typeof value === 'number' ? value : value(chance.fork(`init ${container.name} ${name}`));
  };
  return {
    runMs: draw('run', merged.run, defaultInitRun.runMs),
    exitCode: draw('exitCode', merged.exitCode, defaultInitRun.exitCode),
    failTimes: merged.times ?? defaultInitRun.failTimes,
  };
}

function behaviourFrom(
  values: Rule['values'],
  crash: Rule['crash'],
  run: number,
  chance: RandomStream,
  usual: Behaviour,
): Behaviour {
  const draw = (name: string, value: Value): number =>
    typeof value === 'number' ? value : value(chance.fork(name));
  const pick = (field: keyof Rule['values'], usual: number, name: string = field): number => {
    const value = values[field];
    if (value === undefined) return usual;
    return value === NEVER ? Infinity : draw(name, value);
  };
  const isNeverReady = values.ready === NEVER;
  const crashes = crash !== undefined && crash !== NEVER && run < crash.times ? crash : undefined;
  const unhealthyMs = pick('unhealthy', usual.unhealthyMs);
  const fails = crashes !== undefined || unhealthyMs < Infinity;
  return {
    ...usual,
    pullMs: pick('pull', usual.pullMs),
    startMs: pick('start', usual.startMs),
    readyMs: isNeverReady ? usual.readyMs : pick('ready', usual.readyMs),
    ready: !isNeverReady,
    unhealthyMs,
    // What is said to fail would have no time to in the usual run.
    runMs: pick('run', fails ? Infinity : usual.runMs, `run ${run}`),
    hasFixedRestartDelay: values.run === undefined,
    exitCode: pick('exitCode', usual.exitCode, `exitCode ${run}`),
    terminateMs: pick('terminate', usual.terminateMs),
    terminateExitCode: pick('terminateExitCode', usual.terminateExitCode),
    ...(crashes !== undefined && {
      crashMs: draw(`crash ${run}`, crashes.after),
      crashExitCode: draw(`crash exitCode ${run}`, crashes.exitCode),
    }),
    ...(values.cpu !== undefined && { cpu: `${Math.round(pick('cpu', 0) * 1e9)}n` }),
    ...(values.memory !== undefined && { memory: String(Math.round(pick('memory', 0))) }),
  };
}
