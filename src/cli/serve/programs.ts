/** Programs on this machine that stand for pods: where Services and their own ports lead to, and what they have written. */
import { readWebhookAddress, type WebhookAddress } from '#kinds';
import { containerLog } from '#pool';
import type { Pod } from '#types';

/** The log of a container keeps as many lines, each of at most as many characters. */
const mostLines = 10_000;
const longestLine = 16_384;
/** How many pods, and how many logs of containers, are known at most: a further one takes the place of the first. */
const mostKept = 200;

export class Programs {
  /** What stands for Services and pods: what is given, and behind it that of programs. It changes. */
  readonly addresses: WebhookAddress[];
  readonly #initial: readonly WebhookAddress[];
  /** By pod. */
  readonly #led = new Map<string, readonly WebhookAddress[]>();
  /** By container. */
  readonly #logs = new Map<string, string[]>();

  constructor(input: readonly WebhookAddress[]) {
    this.#initial = input;
    this.addresses = [...input];
  }

  /**
   * Has Services lead to a program, and ports of its pod to those of this machine; no longer where it was before.
   * @throws {Error} for an address that cannot be read
   */
  lead(
    namespace: string,
    pod: string,
    addresses: readonly string[],
    ports: readonly number[] = [],
  ): void {
    const ofPod = { isPod: true, namespace, name: pod, host: '127.0.0.1' };
    const read = [
      ...addresses.map(readWebhookAddress),
      ...ports.map((port) => ({ ...ofPod, port, hostPort: port })),
    ];
    const key = `${namespace}/${pod}`;
    if (read.length === 0) this.#led.delete(key);
    else keep(this.#led, key, read);
    this.addresses.splice(0, Infinity, ...this.#initial, ...[...this.#led.values()].flat());
  }

  /** Keeps lines that the program of a container has written; returns how many are kept. */
  note(container: Container, lines: readonly string[]): number {
    const key = keyOf(container);
    const cut = lines.slice(-mostLines).map((line) => line.slice(0, longestLine));
    const log = [...(this.#logs.get(key) ?? []), ...cut].slice(-mostLines);
    keep(this.#logs, key, log);
    return log.length;
  }

  /** Returns the log of a container: what a program has written, or what simulated ones write. */
  readonly log = ({ metadata, ...pod }: Pod, container: string): readonly string[] => {
    const { namespace = '', name } = metadata;
    const written = this.#logs.get(keyOf({ namespace, pod: name, container }));
    return written ?? containerLog({ metadata, ...pod }, container);
  };
}

/** A container by its names. */
export interface Container {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

/** Sets an entry, and drops the first where there are too many. */
function keep<V>(entries: Map<string, V>, key: string, value: V): void {
  entries.set(key, value);
  if (entries.size > mostKept) entries.delete(entries.keys().next().value!);
}

function keyOf({ namespace, pod, container }: Container): string {
  return `${namespace}/${pod}/${container}`;
}
