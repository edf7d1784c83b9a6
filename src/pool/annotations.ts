/** The `sim/` annotations: how a pod or a node of the pool is to behave. */
import type { Millis } from '#clock';
import { parseQuantity } from '#kinds';

type Annotations = Readonly<Record<string, string>> | undefined;

/** How a pod behaves. Durations in ms. */
export interface Behaviour {
  /** From being bound to Running (`sim/start-seconds`). */
  readonly startMs: Millis;
  /** From Running to Ready (`sim/ready-seconds`). */
  readonly readyMs: Millis;
  /** False keeps or makes it unready (`sim/ready`). */
  readonly ready: boolean;
  /** The containers end this long after they started (`sim/run-seconds`); Infinity: never. */
  readonly runMs: Millis;
  /** Their exit code then (`sim/exit-code`). */
  readonly exitCode: number;
  /** From the deletion to the removal (`sim/terminate-seconds`). */
  readonly terminateMs: Millis;
  /** CPU use as a quantity (`sim/cpu`); absent: the pod has no metrics. */
  readonly cpu?: string;
  /** Memory use as a quantity (`sim/memory`), where there are metrics. */
  readonly memory: string;
  /** What is wrong with the annotations, in words for people; the default stands in for each. */
  readonly problems: readonly string[];
}

const PREFIX = 'sim/';

const defaultBehaviour: Behaviour = Object.freeze({
  startMs: 1000,
  readyMs: 0,
  ready: true,
  runMs: Infinity,
  exitCode: 0,
  terminateMs: 1000,
  memory: '64Mi',
  problems: Object.freeze([]),
});

/**
 * The one place where defaults and annotations are merged. The very same object for all
 * pods without annotations of ours.
 */
export function behaviourOf(pod: {
  readonly metadata: { readonly annotations?: Annotations };
}): Behaviour {
  const { annotations } = pod.metadata;
  if (!hasOurs(annotations)) return defaultBehaviour;
  const problems: string[] = [];
  const read = <T>(
    name: string,
    parse: (text: string) => T | undefined,
    usual: T,
    what: string,
  ): T => {
    const text = annotations![PREFIX + name];
    if (text === undefined) return usual;
    const value = parse(text);
    if (value === undefined) {
      problems.push(
        `annotation ${PREFIX}${name}: ${JSON.stringify(text)} is not ${what}; the default is used`,
      );
    }
    return value ?? usual;
  };
  const seconds = (name: string, usual: Millis): Millis =>
    read(name, parseSeconds, usual, 'a number of seconds');
  return {
    startMs: seconds('start-seconds', defaultBehaviour.startMs),
    readyMs: seconds('ready-seconds', defaultBehaviour.readyMs),
    ready: read('ready', parseBoolean, defaultBehaviour.ready, '"true" or "false"'),
    runMs: seconds('run-seconds', defaultBehaviour.runMs),
    exitCode: read(
      'exit-code',
      parseExitCode,
      defaultBehaviour.exitCode,
      'an exit code (0 to 255)',
    ),
    terminateMs: seconds('terminate-seconds', defaultBehaviour.terminateMs),
    cpu: read<string | undefined>('cpu', parseAmount, undefined, 'a quantity such as 150m'),
    memory: read('memory', parseAmount, defaultBehaviour.memory, 'a quantity such as 64Mi'),
    problems,
  };
}

/** A node that is cut off from the API: nothing is heard of it, and it hears nothing. */
export const SILENT = 'sim/silent';
/** A machine that is off: its containers are dead. */
export const OFF = 'sim/off';

interface Annotated {
  readonly metadata: { readonly annotations?: Annotations };
}

export function isSilent({ metadata }: Annotated): boolean {
  return metadata.annotations?.[SILENT] === 'true';
}

export function isOff({ metadata }: Annotated): boolean {
  return metadata.annotations?.[OFF] === 'true';
}

function hasOurs(annotations: Annotations): boolean {
  for (const name in annotations) {
    if (name.startsWith(PREFIX)) return true;
  }
  return false;
}

function parseAmount(text: string): string | undefined {
  try {
    return parseQuantity(text).toString();
  } catch {
    return undefined;
  }
}

/** Plain decimal notation, in whole ms. */
function parseSeconds(text: string): Millis | undefined {
  return /^\d{1,9}(\.\d+)?$/.test(text) ? Math.round(Number(text) * 1000) : undefined;
}

function parseBoolean(text: string): boolean | undefined {
  if (text === 'true') return true;
  return text === 'false' ? false : undefined;
}

function parseExitCode(text: string): number | undefined {
  return /^\d{1,3}$/.test(text) && Number(text) <= 255 ? Number(text) : undefined;
}
