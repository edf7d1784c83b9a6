/** What a metrics server measures on the pool's machines. */
import type { Clock, Millis } from '#clock';
import {
  apiVersionOf,
  configMap,
  formatTime,
  node as nodeKind,
  nodeMetrics,
  parseQuantity,
  pod as podKind,
  podMetrics,
  quantityOf,
  type ExactQuantity,
  type Kind,
  type KubeObject,
  type Node,
  type NodeMetrics,
  type Pod,
  type PodMetrics,
} from '#kinds';
import type { Client, ControllerDefinition } from '#runtime';
import { behaviourOf, isOff, isSilent } from './behaviour/annotations.ts';
import type { Behaviour } from './behaviour/behaviour.ts';
import { BEHAVIOUR_CONFIG, rulesIn } from './behaviour/config.ts';
import { Rules } from './behaviour/rules.ts';
import { parseLoad, type Load } from './load.ts';
import { readShares } from './shares.ts';

/** The span that a measurement on request covers. */
const WINDOW_MS: Millis = 15_000;

/** Texts whose meaning is kept: more than any cluster has at one time. */
const TEXTS_KEPT = 1_000;

export interface MetricsOptions {
  readonly clock: Clock;
  /**
   * Measure every so many ms, and answer what was measured last. Without it a measurement is of the
   * moment in which it is asked for.
   */
  readonly intervalMs?: Millis;
}

/** What a running pod uses. */
interface Use {
  readonly pod: Pod;
  readonly node: string;
  readonly cpu: ExactQuantity;
  readonly memory: ExactQuantity;
}

/** What a list of nodes says of the machines. */
interface Machines {
  readonly listed: readonly Node[];
  /** Those that answer, in order of their names. */
  readonly nodes: readonly Node[];
  /** Of these, by node. */
  readonly labels: ReadonlyMap<string, Labels | undefined>;
}

type Labels = Readonly<Record<string, string>>;

/** How a pod behaves, as long as the rules are these and its node has these labels. */
interface Known {
  readonly rules: Rules;
  readonly nodeLabels: Labels | undefined;
  readonly behaviour: Behaviour;
}

/** A look at all machines that answer. */
interface Scrape {
  readonly at: Millis;
  readonly nodes: readonly Node[];
  readonly uses: readonly Use[];
}

const SCRAPER = 'metrics-server';

export class Metrics {
  readonly #clock: Clock;
  readonly #intervalMs: Millis | undefined;
  readonly #window: string;
  readonly #loads = new Map<string, Load | undefined>();
  readonly #amounts = new Map<string, ExactQuantity>();
  /** By pod as it is: few have changed since the last look, and reading annotations is dear. */
  readonly #behaviours = new WeakMap<Pod, Known>();
  #machines: Machines = { listed: [], nodes: [], labels: new Map() };
  #rules: { readonly version: string | undefined; readonly rules: Rules } | undefined;
  /** Where there is an interval. */
  #last: Scrape | undefined;

  constructor({ clock, intervalMs }: MetricsOptions) {
    if (intervalMs !== undefined && !(intervalMs >= 1000)) {
      throw new RangeError(`metrics cannot be measured every ${intervalMs} ms; 1000 is the least`);
    }
    this.#clock = clock;
    this.#intervalMs = intervalMs;
    this.#window = `${(intervalMs ?? WINDOW_MS) / 1000}s`;
  }

  /** Measures every interval; undefined where it is done on request. */
  get scraper(): ControllerDefinition | undefined {
    const periodMs = this.#intervalMs;
    if (periodMs === undefined) return undefined;
    return {
      name: SCRAPER,
      actor: SCRAPER,
      start: (context) => {
        context.every({ name: 'scrape', periodMs, initialDelayMs: 0 }, async ({ client }) => {
          this.#last = await this.#measure(client, undefined);
        });
      },
    };
  }

  /** Metrics of the pods that have any, in a namespace or in all. */
  async ofPods(client: Client, namespace: string | undefined): Promise<readonly PodMetrics[]> {
    const { at, uses } = await this.#look(client, namespace);
    const head = this.#head(podMetrics, at);
    return uses
      .filter(({ pod }) => namespace === undefined || pod.metadata.namespace === namespace)
      .map((use) => podMetricsOf(use, head));
  }

  /** Metrics of the nodes that answer: the sum of what their pods use. */
  async ofNodes(client: Client): Promise<readonly NodeMetrics[]> {
    const { at, nodes, uses } = await this.#look(client, undefined);
    const usage = new Map<string, { cpu: ExactQuantity; memory: ExactQuantity }>();
    for (const { node, cpu, memory } of uses) {
      const sum = usage.get(node) ?? nothing;
      usage.set(node, { cpu: sum.cpu.add(cpu), memory: sum.memory.add(memory) });
    }
    const head = this.#head(nodeMetrics, at);
    return nodes.map(({ metadata: { name, labels } }) => {
      const { cpu, memory } = usage.get(name) ?? nothing;
      return {
        ...head,
        metadata: identity({ name, labels }, head),
        usage: { cpu: cpu.toString(), memory: memory.toString() },
      };
    });
  }

  /** What is answered now: nothing before the first scrape, where there is an interval. */
  async #look(client: Client, namespace: string | undefined): Promise<Scrape> {
    if (this.#intervalMs === undefined) return this.#measure(client, namespace);
    return this.#last ?? { at: this.#clock.now(), nodes: [], uses: [] };
  }

  /** All that answers now; of the pods those of a namespace, or all. */
  async #measure(client: Client, namespace: string | undefined): Promise<Scrape> {
    const at = this.#clock.now();
    const { items } = await client.list(nodeKind);
    if (!isSame(items, this.#machines.listed)) this.#machines = machinesOf(items);
    const { nodes, labels } = this.#machines;
    return { at, nodes, uses: await this.#uses(client, namespace, at, labels) };
  }

  /** Of running pods that say what they use, or that are under load, on machines that answer. */
  async #uses(
    client: Client,
    namespace: string | undefined,
    now: Millis,
    labels: Machines['labels'],
  ): Promise<readonly Use[]> {
    const rules = await this.#rulesNow(client);
    const { items: pods } = await client.list(podKind, { namespace });
    const loadOf = (text: string): Load | undefined => this.#loadOf(text);
    const shares = await readShares(client, pods, namespace, { now, loadOf });
    const uses: Use[] = [];
    for (const pod of pods) {
      const node = pod.spec.nodeName;
      if (!node || pod.status.phase !== 'Running' || !labels.has(node)) continue;
      const own = this.#behaviourOf(pod, rules, labels.get(node));
      const share = shares.get(pod.metadata.uid);
      if (own.cpu === undefined && share === undefined) continue;
      const cpu = this.#sum(own.cpu, share?.cpu);
      const memory = this.#sum(own.memory, share?.memory);
      uses.push({ pod, node, cpu, memory });
    }
    return uses;
  }

  #behaviourOf(pod: Pod, rules: Rules, nodeLabels: Labels | undefined): Behaviour {
    const known = this.#behaviours.get(pod);
    if (known?.rules === rules && known.nodeLabels === nodeLabels) return known.behaviour;
    const behaviour = behaviourOf(pod, { rules, nodeLabels });
    this.#behaviours.set(pod, { rules, nodeLabels, behaviour });
    return behaviour;
  }

  /** Reads the rules of behaviour only when they have changed. */
  async #rulesNow(client: Client): Promise<Rules> {
    const { namespace, name } = BEHAVIOUR_CONFIG;
    const fieldSelector = `metadata.name=${name}`;
    const [config] = (await client.list(configMap, { namespace, fieldSelector })).items;
    const version = config?.metadata.resourceVersion;
    if (this.#rules?.version !== version) this.#rules = { version, ...rulesIn(config) };
    return this.#rules?.rules ?? Rules.none;
  }

  #loadOf(text: string): Load | undefined {
    return kept(this.#loads, text, loadIn);
  }

  #sum(own: string | undefined, share: ExactQuantity | undefined): ExactQuantity {
    if (own === undefined) return share ?? zero;
    const amount = kept(this.#amounts, own, parseQuantity);
    return share === undefined ? amount : amount.add(share);
  }

  #head<T extends KubeObject>(kind: Kind<T>, at: Millis): Head {
    const timestamp = formatTime(at);
    return { apiVersion: apiVersionOf(kind), kind: kind.kind, timestamp, window: this.#window };
  }
}

/** What all items of an answer have in common. */
interface Head {
  readonly apiVersion: string;
  readonly kind: string;
  readonly timestamp: string;
  readonly window: string;
}

/** All of it is booked on the first container. */
function podMetricsOf({ pod, cpu, memory }: Use, head: Head): PodMetrics {
  const { name, namespace, labels } = pod.metadata;
  const [first, ...others] = pod.spec.containers.map((container) => container.name);
  return {
    ...head,
    metadata: identity({ name, namespace, labels }, head),
    containers: [
      { name: first!, usage: { cpu: cpu.toString(), memory: memory.toString() } },
      ...others.map((other) => ({ name: other, usage: { cpu: '0', memory: '0' } })),
    ],
  };
}

const zero = quantityOf(0);
const nothing = { cpu: zero, memory: zero };

/** What `read` makes of a text, read once. */
function kept<T>(known: Map<string, T>, text: string, read: (text: string) => T): T {
  if (known.has(text)) return known.get(text)!;
  if (known.size >= TEXTS_KEPT) known.clear();
  const value = read(text);
  known.set(text, value);
  return value;
}

function machinesOf(listed: readonly Node[]): Machines {
  const nodes = listed.filter((node) => !isSilent(node) && !isOff(node));
  return { listed, nodes, labels: new Map(nodes.map(({ metadata: m }) => [m.name, m.labels])) };
}

/** Whether two lists hold the very same objects. */
function isSame<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

function loadIn(text: string): Load | undefined {
  try {
    return parseLoad(text);
  } catch {
    return undefined;
  }
}

/** Nothing is stored, so there is neither uid nor version. */
function identity(
  metadata: Pick<KubeObject['metadata'], 'name' | 'namespace' | 'labels'>,
  { timestamp }: Head,
): KubeObject['metadata'] {
  const computed = { ...metadata, creationTimestamp: timestamp };
  return computed as KubeObject['metadata'];
}
