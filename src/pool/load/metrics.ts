/** What a metrics server measures on the pool's machines. */
import type { Clock, Millis } from '#clock';
import {
  apiVersionOf,
  configMap,
  node as nodeKind,
  nodeMetrics,
  pod as podKind,
  podMetrics,
  type Kind,
} from '#kinds';
import {
  formatTime,
  parseQuantity,
  parseTime,
  quantityOf,
  type ExactQuantity,
  type KubeObject,
} from '#values';
import type { ConfigMap, Node, NodeMetrics, Pod, PodMetrics } from '#types';
import type { Client, ControllerDefinition } from '#runtime';
import { behaviourOf } from '../behaviour/annotations.ts';
import type { Behaviour } from '../behaviour/behaviour.ts';
import { BEHAVIOUR_CONFIG, rulesIn } from '../behaviour/config.ts';
import { Rules } from '../behaviour/rules.ts';
import { parseLoad, type Load } from './load.ts';
import {
  isSameScene,
  machinesAfter,
  noMachines,
  sceneOf,
  type Labels,
  type Machines,
  type Scene,
  type Sources,
} from './scene.ts';
import {
  cpuOf,
  memoryOf,
  sharesOf,
  workloadKinds,
  type LoadedWorkload,
  type Share,
  type Shares,
} from './shares.ts';

/** The span that a measurement on request covers. */
const WINDOW_MS: Millis = 15_000;

/** How many parsed texts are cached: more than any cluster has at one time. */
const TEXTS_KEPT = 1_000;

/** The source of the cluster's objects: a client, or the API itself. */
export type ClusterReader = Pick<Client, 'list'>;

export interface MetricsOptions {
  readonly clock: Clock;
  /**
   * Measure at this interval, ms, and answer the latest measurement. Without it every request measures.
   */
  readonly intervalMs?: Millis;
  /** Running pods of which nothing says what they use have a small use. Default: they have no metric. */
  readonly measuresIdle?: boolean;
}

/** What a running pod uses. */
interface Use {
  readonly pod: Pod;
  readonly node: string;
  readonly cpu: ExactQuantity;
  readonly memory: ExactQuantity;
}

/** How a pod behaves, as long as the rules are these and its node has these labels. */
interface Known {
  readonly rules: Rules;
  readonly nodeLabels: Labels | undefined;
  readonly behaviour: Behaviour;
}

/** The rules of behaviour, as long as the ConfigMaps are these. */
interface KnownRules {
  readonly listed: readonly ConfigMap[];
  readonly config: ConfigMap | undefined;
  readonly rules: Rules;
}

/** The pods and nodes of all machines that answer. */
interface Scrape {
  readonly at: Millis;
  readonly nodes: readonly Node[];
  readonly uses: readonly Use[];
}

const SCRAPER = 'metrics-server';

export class Metrics {
  readonly #clock: Clock;
  readonly #intervalMs: Millis | undefined;
  readonly #measuresIdle: boolean;
  readonly #window: string;
  readonly #loads = new Map<string, Load | undefined>();
  readonly #amounts = new Map<string, ExactQuantity | undefined>();
  /**
   * By pod as it is: few have changed since the last measurement, and reading annotations is
   * expensive.
   */
  readonly #behaviours = new WeakMap<Pod, Known>();
  /** By list of pods: most measurements find no change. */
  readonly #scenes = new WeakMap<readonly Pod[], Scene>();
  #machines = noMachines;
  #rules: KnownRules = { listed: [], config: undefined, rules: Rules.none };
  /** Where there is an interval. */
  #last: Scrape | undefined;

  constructor({ clock, intervalMs, measuresIdle = false }: MetricsOptions) {
    if (intervalMs !== undefined && !(intervalMs >= 1000)) {
      throw new RangeError(
        `metrics cannot be measured every ${intervalMs} ms; the minimum is 1000`,
      );
    }
    this.#clock = clock;
    this.#intervalMs = intervalMs;
    this.#measuresIdle = measuresIdle;
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
  async ofPods(
    cluster: ClusterReader,
    namespace: string | undefined,
  ): Promise<readonly PodMetrics[]> {
    const { at, uses } = await this.#look(cluster, namespace);
    const head = this.#head(podMetrics, at);
    const measured: PodMetrics[] = [];
    for (const use of uses) {
      if (namespace !== undefined && use.pod.metadata.namespace !== namespace) continue;
      measured.push(podMetricsOf(use, head));
    }
    return measured;
  }

  /** Metrics of the nodes that answer: the sum of what their pods use. */
  async ofNodes(cluster: ClusterReader): Promise<readonly NodeMetrics[]> {
    const { at, nodes, uses } = await this.#look(cluster, undefined);
    const usage = new Map<string, { cpu: ExactQuantity; memory: ExactQuantity }>();
    for (const { node, cpu, memory } of uses) {
      const sum = usage.get(node) ?? noUsage;
      usage.set(node, { cpu: sum.cpu.add(cpu), memory: sum.memory.add(memory) });
    }
    const head = this.#head(nodeMetrics, at);
    return nodes.map(({ metadata: { name, labels } }) => {
      const { cpu, memory } = usage.get(name) ?? noUsage;
      return {
        ...head,
        metadata: unstored({ name, labels, creationTimestamp: head.timestamp }),
        usage: { cpu: cpu.toString(), memory: memory.toString() },
      };
    });
  }

  /** The current answer: empty before the first scrape, where there is an interval. */
  async #look(cluster: ClusterReader, namespace: string | undefined): Promise<Scrape> {
    if (this.#intervalMs === undefined) return this.#measure(cluster, namespace);
    return this.#last ?? { at: this.#clock.now(), nodes: [], uses: [] };
  }

  /** All that answer now; the pods of a namespace, or all. */
  async #measure(cluster: ClusterReader, namespace: string | undefined): Promise<Scrape> {
    const at = this.#clock.now();
    const { items } = await cluster.list(nodeKind);
    this.#machines = machinesAfter(this.#machines, items);
    const { nodes, labels } = this.#machines;
    const scene = await this.#scene(cluster, namespace, labels);
    return { at, nodes, uses: this.#uses(scene, at) };
  }

  async #scene(
    cluster: ClusterReader,
    namespace: string | undefined,
    labels: Machines['labels'],
  ): Promise<Scene> {
    const rules = await this.#rulesNow(cluster);
    const { items: pods } = await cluster.list(podKind, { namespace });
    const lists = await Promise.all(workloadKinds.map((kind) => cluster.list(kind, { namespace })));
    const sources: Sources = { pods, workloads: lists.map(({ items }) => items), rules, labels };
    const known = this.#scenes.get(pods);
    if (known !== undefined && isSameScene(known.sources, sources)) return known;
    const behaviour = (pod: Pod, nodeLabels: Labels | undefined): Behaviour =>
      this.#behaviourOf(pod, rules, nodeLabels);
    const scene = sceneOf(sources, behaviour, this.#measuresIdle);
    this.#scenes.set(pods, scene);
    return scene;
  }

  #uses({ actors, underLoad }: Scene, now: Millis): readonly Use[] {
    const loadOf = (text: string): Load | undefined => this.#loadOf(text);
    const sharesBy = new Map<LoadedWorkload, Shares | undefined>();
    for (const loaded of underLoad) sharesBy.set(loaded, sharesOf(loaded, { now, loadOf }));
    const uses: Use[] = [];
    for (const { pod, node, behaviour, part } of actors) {
      const shares = part && sharesBy.get(part.loaded);
      if (behaviour.cpu === undefined && shares === undefined) {
        if (this.#measuresIdle) uses.push({ pod, node, ...idle });
        continue;
      }
      const share = part?.serves === true ? shares?.serving : shares?.idle;
      const own = this.#ownUse(pod, behaviour, now);
      const cpu = sumOf(own.cpu, share?.cpu);
      const memory = sumOf(own.memory, share?.memory);
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
  async #rulesNow(cluster: ClusterReader): Promise<Rules> {
    const { namespace, name } = BEHAVIOUR_CONFIG;
    const { items: listed } = await cluster.list(configMap, { namespace });
    if (listed === this.#rules.listed) return this.#rules.rules;
    const config = listed.find(({ metadata }) => metadata.name === name);
    const rules = config === this.#rules.config ? this.#rules.rules : rulesIn(config).rules;
    this.#rules = { listed, config, rules };
    return rules;
  }

  #loadOf(text: string): Load | undefined {
    return readOnce(this.#loads, text, loadIn);
  }

  /** What a pod says that it uses: amounts, or loads since its containers started. */
  #ownUse(pod: Pod, { cpu, memory }: Behaviour, now: Millis): Share {
    const loadThen = (text: string): number => this.#loadOf(text)?.(now, startOf(pod) ?? now) ?? 0;
    const amount = (text: string): ExactQuantity | undefined =>
      readOnce(this.#amounts, text, amountIn);
    return {
      ...(cpu !== undefined && { cpu: amount(cpu) ?? cpuOf(loadThen(cpu)) }),
      memory: amount(memory) ?? memoryOf(loadThen(memory)),
    };
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

/** All of it is assigned to the first container. */
function podMetricsOf({ pod, cpu, memory }: Use, head: Head): PodMetrics {
  const { apiVersion, kind, timestamp, window } = head;
  const { name, namespace, labels } = pod.metadata;
  const metadata = { name, namespace, labels, creationTimestamp: timestamp };
  const usage = { cpu: cpu.toString(), memory: memory.toString() };
  const containers = pod.spec.containers.map((container, index) => ({
    name: container.name,
    usage: index === 0 ? usage : NO_USE,
  }));
  return { apiVersion, kind, timestamp, window, metadata: unstored(metadata), containers };
}

const NO_USE = { cpu: '0', memory: '0' };
const zero = quantityOf(0);
/** As a server that waits for requests. */
const idle = { cpu: parseQuantity('1m'), memory: parseQuantity('4Mi') };
const noUsage = { cpu: zero, memory: zero };

/** Returns the result of `read` for a text, computed once. */
function readOnce<T>(known: Map<string, T>, text: string, read: (text: string) => T): T {
  if (known.has(text)) return known.get(text)!;
  if (known.size >= TEXTS_KEPT) known.clear();
  const value = read(text);
  known.set(text, value);
  return value;
}

function sumOf(own: ExactQuantity | undefined, share: ExactQuantity | undefined): ExactQuantity {
  if (own === undefined || share === undefined) return own ?? share ?? zero;
  return own.add(share);
}

/** When the containers that run last started: a load of their own begins again with them. */
function startOf({ status }: Pod): Millis | undefined {
  const times = (status.containerStatuses ?? []).flatMap(({ state }) => {
    const at = state?.running?.startedAt;
    return at == null ? [] : [parseTime(at)];
  });
  return times.length === 0 ? undefined : Math.max(...times);
}

/** Returns undefined for what is a load. */
function amountIn(text: string): ExactQuantity | undefined {
  try {
    return parseQuantity(text);
  } catch {
    return undefined;
  }
}

function loadIn(text: string): Load | undefined {
  try {
    return parseLoad(text);
  } catch {
    return undefined;
  }
}

/** Nothing is stored, so there is neither uid nor version. */
function unstored(
  metadata: Pick<KubeObject['metadata'], 'name' | 'namespace' | 'labels' | 'creationTimestamp'>,
): KubeObject['metadata'] {
  return metadata as KubeObject['metadata'];
}
