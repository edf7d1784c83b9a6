/** Rules: how pods with certain features behave. */
import {
  durationOf,
  Random,
  readValue,
  type Notation,
  type RandomStream,
  type Value,
} from '#clock';
import { parseQuantity } from '#values';
import type { Container, Pod } from '#types';
import {
  defaultBehaviour,
  defaultInitRun,
  usualBehaviour,
  type Behaviour,
  type InitRun,
} from './behaviour.ts';
import { readMatch, type Matcher } from './match.ts';
import { isRecord, type Complain, type RuleProblem } from './problem.ts';

const duration: Notation = {
  what: 'a duration such as 2s',
  parse(value) {
    const ms = durationOf(value);
    return ms !== undefined && ms >= 0 ? ms : undefined;
  },
  fit: (drawn) => Math.max(0, Math.round(drawn)),
};

const exitCode: Notation = {
  what: 'an exit code (0 to 255)',
  parse: (value) =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255
      ? Number(value)
      : undefined,
  fit: (drawn) => Math.min(255, Math.max(0, Math.round(drawn))),
};

const amount: Notation = {
  what: 'a quantity such as 150m or 64Mi',
  parse(value) {
    if (typeof value !== 'string' && typeof value !== 'number') return undefined;
    try {
      const { unscaled, exponent } = parseQuantity(String(value));
      return unscaled < 0n ? undefined : Number(`${unscaled}e${exponent}`);
    } catch {
      return undefined;
    }
  },
  fit: (drawn) => Math.max(0, drawn),
};

/** The fields whose value is a number, and how it is written. */
const numeric = {
  pull: duration,
  start: duration,
  ready: duration,
  run: duration,
  terminate: duration,
  unhealthy: duration,
  exitCode,
  terminateExitCode: exitCode,
  cpu: amount,
  memory: amount,
} as const;

type NumericField = keyof typeof numeric;

/** `never` takes back what an earlier rule says, and keeps pods from getting ready. */
const NEVER = 'never';
const CAN_BE_NEVER: readonly string[] = ['ready', 'run', 'unhealthy', 'crash'];

interface Crash {
  readonly after: Value;
  /** This many times, counted by restarts; Infinity: without end. */
  readonly times: number;
  readonly exitCode: Value;
}

/** How init containers run that the rule is about. */
interface Init {
  readonly run?: Value;
  readonly exitCode?: Value;
  readonly times?: number;
}

/** A rule that has been read. */
export interface Rule {
  readonly matches: Matcher;
  readonly values: { readonly [F in NumericField]?: Value | typeof NEVER };
  readonly crash?: Crash | typeof NEVER;
  readonly init?: Init;
}

const FIELDS: readonly string[] = ['match', ...Object.keys(numeric), 'crash', 'init'];

/** Reads a rule of a scenario or of the cluster. Undefined after complaints. */
export function readRule(value: unknown): {
  readonly rule?: Rule;
  readonly problems: readonly RuleProblem[];
} {
  const problems: RuleProblem[] = [];
  const complain: Complain = (path, message, near) => {
    problems.push({ path, message, ...(near !== undefined && { near }) });
    return undefined;
  };
  const rule = isRecord(value)
    ? ruleOf(value, complain)
    : complain([], `expected a rule: a map with ${FIELDS.join(', ')}`);
  return problems.length > 0 || rule === undefined ? { problems } : { rule, problems };
}

function ruleOf(value: Readonly<Record<string, unknown>>, complain: Complain): Rule | undefined {
  const values: Record<string, Value | typeof NEVER> = {};
  let crash: Rule['crash'];
  let init: Rule['init'];
  for (const [name, each] of Object.entries(value)) {
    if (name === 'match') continue;
    if (!FIELDS.includes(name)) {
      const message = `unknown field "${name}" (a rule of behaviour); known are ${FIELDS.join(', ')}`;
      complain([name], message, { word: name, known: FIELDS });
    } else if (each === NEVER && CAN_BE_NEVER.includes(name)) {
      if (name === 'crash') crash = NEVER;
      else values[name] = NEVER;
    } else if (name === 'crash') {
      crash = readCrash(each, complain);
    } else if (name === 'init') {
      init = readInit(each, complain);
    } else {
      const read = readValue(numeric[name as NumericField], each, [name], complain);
      if (read !== undefined) values[name] = read;
    }
  }
  if (Object.keys(value).every((name) => name === 'match')) {
    complain([], `the rule says nothing; expected one of ${FIELDS.slice(1).join(', ')}`);
  }
  const matches = readMatch(value['match'], complain);
  return (
    matches && {
      matches,
      values,
      ...(crash !== undefined && { crash }),
      ...(init !== undefined && { init }),
    }
  );
}

function readCrash(value: unknown, complain: Complain): Crash | undefined {
  const known = ['after', 'times', 'exitCode'];
  const fields = readFields('crash', known, value, complain);
  const times = fields && readTimes('crash', fields, complain);
  if (fields === undefined || times === undefined) return undefined;
  if (!('after' in fields)) return complain(['crash'], 'field "after" is missing (a crash)');
  const after = readValue(duration, fields['after'], ['crash', 'after'], complain);
  const code = readValue(exitCode, fields['exitCode'] ?? 1, ['crash', 'exitCode'], complain);
  if (after === undefined || code === undefined) return undefined;
  return { after, times, exitCode: code };
}

function readInit(value: unknown, complain: Complain): Init | undefined {
  const fields = readFields('init', ['run', 'times', 'exitCode'], value, complain);
  const times = fields && readTimes('init', fields, complain);
  if (fields === undefined || times === undefined) return undefined;
  const read = (name: 'run' | 'exitCode', notation: Notation): Value | undefined =>
    name in fields ? readValue(notation, fields[name], ['init', name], complain) : undefined;
  const run = read('run', duration);
  const code = read('exitCode', exitCode);
  return {
    ...(run !== undefined && { run }),
    ...(code !== undefined && { exitCode: code }),
    ...('times' in fields && { times }),
  };
}

function readFields(
  name: string,
  known: readonly string[],
  value: unknown,
  complain: Complain,
): Readonly<Record<string, unknown>> | undefined {
  if (!isRecord(value)) return complain([name], `expected a map with ${known.join(', ')}`);
  for (const field of Object.keys(value)) {
    if (known.includes(field)) continue;
    const message = `unknown field "${field}" (${name}); known are ${known.join(', ')}`;
    complain([name, field], message, { word: field, known });
  }
  return value;
}

function readTimes(
  name: string,
  { times = Infinity }: Readonly<Record<string, unknown>>,
  complain: Complain,
): number | undefined {
  if (times === Infinity || (Number.isInteger(times) && Number(times) >= 1)) return Number(times);
  return complain([name, 'times'], 'expected a whole number of at least 1');
}

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

/** The default list while no rule is about the pod's init containers. */
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
  const merged: Init = Object.assign(
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
  const pick = (field: NumericField, usual: number, name: string = field): number => {
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
