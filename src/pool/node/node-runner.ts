/** The node part of all kubelets: statuses and leases. */
import type { Clock, Millis, Timer, TimerOptions } from '#clock';
import { formatTime, type Cause } from '#values';
import { node as nodeKind } from '#kinds';
import type { Node, NodeStatus } from '#types';
import type { Client, ReconcileTools, WorkQueue } from '#runtime';
import type { Addresses, NodeNetwork } from './addresses.ts';
import { compile, type Table } from '../table/compile.ts';
import { nodeHeartbeat } from './heartbeats.ts';
import { Images } from '../pod/images.ts';
import { Interpreter, type Subject } from '../table/interpreter.ts';
import { Leases, type HeldLease, type LeaseHolder } from './leases.ts';
import { bootId, machineIds, type MachineIds, type Machines } from './machine.ts';
import { nodeMachine, type NodeHost, type NodeSubject } from './node-machine.ts';
import { nodeStatus } from './node-status.ts';
import { writeStatus } from '../write-status.ts';

/** A node's kubelet. */
export class NodeAgent implements Subject, NodeSubject, LeaseHolder {
  readonly host: NodeHost<NodeAgent>;
  node: Node;
  state: number;
  timers: Timer[] | undefined = undefined;
  readonly timerOptions: TimerOptions;
  lease: HeldLease | undefined = undefined;
  /** It runs its pods: neither silent, off nor deleted. */
  isAlive = false;
  /** The machine was off, and has not synced its pods since. */
  hasBooted = false;
  /** A post with fresh heartbeats is due. */
  heartbeatDue = false;
  /** The status that was last found to be the kubelet's own. */
  ownStatus: NodeStatus | undefined = undefined;
  /** The node's version after the latest heartbeat, which is not in `node`. */
  version: string;
  readonly images: Images;
  ids: MachineIds;
  /** The machine has been off, and `ids` has the id of its present run. */
  hasRebooted = false;
  readonly #addresses: Addresses;
  #network: NodeNetwork | undefined;

  constructor(
    host: NodeHost<NodeAgent>,
    node: Node,
    state: number,
    addresses: Addresses,
    ids: MachineIds,
  ) {
    this.host = host;
    this.ids = ids;
    this.node = node;
    this.version = node.metadata.resourceVersion;
    this.state = state;
    this.timerOptions = { name: `kubelet ${node.metadata.name}`, quiet: true };
    this.images = new Images(node.status.images);
    this.#addresses = addresses;
  }

  get name(): string {
    return this.node.metadata.name;
  }

  /** Chosen when first asked for, by when all nodes that have addresses are known. */
  get network(): NodeNetwork {
    return (this.#network ??= this.#addresses.networkOf(this.node));
  }
}

/** What happens to a node's pods when its kubelet comes and goes. */
export interface PodsOfNodes {
  /** `booted`: their containers ended with the machine. */
  thaw(agent: NodeAgent, cause: Cause, booted: boolean): void;
  freeze(agent: NodeAgent): void;
  /** Other volumes than before are attached to the node. */
  attachedTo(agent: NodeAgent, cause: Cause): void;
  /** The volumes that its pods use; each once, in order. */
  volumesInUse(agent: NodeAgent): readonly string[];
}

export interface NodeQueues {
  /** Keys: node names. */
  readonly nodes: WorkQueue;
  /** Keys: those of {@link Leases}. */
  readonly leases: WorkQueue;
}

/** The same for all clusters of a process. */
let table: Table<NodeSubject> | undefined;

function nodeTable(): Table<NodeSubject> {
  table ??= compile<NodeSubject>(nodeMachine());
  return table;
}

export class NodeRunner implements NodeHost<NodeAgent> {
  readonly #clock: Clock;
  readonly #addresses: Addresses;
  readonly #queues: NodeQueues;
  readonly #pods: PodsOfNodes;
  readonly #machines: Machines;
  readonly #agents = new Map<string, NodeAgent>();
  readonly #leases: Leases<NodeAgent>;
  readonly #interpreter: Interpreter<NodeAgent>;

  constructor(
    clock: Clock,
    addresses: Addresses,
    queues: NodeQueues,
    pods: PodsOfNodes,
    machines: Machines,
  ) {
    this.#clock = clock;
    this.#machines = machines;
    this.#addresses = addresses;
    this.#queues = queues;
    this.#pods = pods;
    this.#leases = new Leases<NodeAgent>(clock, queues.leases, {
      onRenewal: (agent, cause) => this.#check(agent, cause),
    });
    this.#interpreter = new Interpreter<NodeAgent>(nodeTable(), clock);
  }

  /** The kubelet of a node; undefined when there is no such node. */
  agentOf(nodeName: string): NodeAgent | undefined {
    return this.#agents.get(nodeName);
  }

  /** The node is there, or has changed. */
  see(node: Node, cause: Cause): void {
    let agent = this.#agents.get(node.metadata.name);
    const before = agent?.node.status.volumesAttached;
    if (agent === undefined) {
      this.#addresses.noteNode(node);
      const ids = machineIds(this.#machines.random, node.metadata.name);
      agent = new NodeAgent(this, node, this.#interpreter.initial, this.#addresses, ids);
      this.#agents.set(agent.name, agent);
    } else {
      agent.node = node;
      agent.version = node.metadata.resourceVersion;
    }
    this.#interpreter.send(agent, { type: 'sync', cause });
    if (node.status.volumesAttached !== before) this.#pods.attachedTo(agent, cause);
  }

  /** The node is deleted, and the machine with it. */
  lose(node: Node, cause: Cause): void {
    const agent = this.#agents.get(node.metadata.name);
    if (agent === undefined) return;
    this.#interpreter.send(agent, { type: 'lose', cause });
    this.#agents.delete(agent.name);
    this.#addresses.forgetNode(agent.name);
  }

  post(agent: NodeAgent, cause: Cause): void {
    agent.heartbeatDue = true;
    this.#queues.nodes.add(agent.name, cause);
  }

  startRenewing(agent: NodeAgent): void {
    this.#leases.start(agent);
  }

  stopRenewing(agent: NodeAgent, oneLast: boolean): void {
    this.#leases.stop(agent, oneLast);
  }

  thaw(agent: NodeAgent, cause: Cause): void {
    agent.isAlive = true;
    this.#pods.thaw(agent, cause, agent.hasBooted);
    agent.hasBooted = false;
  }

  freeze(agent: NodeAgent): void {
    agent.isAlive = false;
    this.#pods.freeze(agent);
  }

  die(agent: NodeAgent): void {
    agent.hasBooted = true;
    agent.hasRebooted = true;
    agent.ids = {
      ...agent.ids,
      bootID: bootId(this.#machines.random, agent.name, this.#clock.now()),
    };
    // More than a heartbeat is due.
    agent.ownStatus = undefined;
    agent.images.loseUnfinished(this.#clock.now());
  }

  /** The node has images, or uses volumes, that may be missing from its status. */
  reportUse(agent: NodeAgent, cause: Cause): void {
    this.#queues.nodes.add(agent.name, cause);
  }

  /** Posts the node's status if it is not what it should be, or a heartbeat is due. */
  async reconcile(name: string, { client }: ReconcileTools): Promise<void> {
    const agent = this.#agents.get(name);
    if (agent === undefined || !agent.isAlive) return;
    const now = this.#clock.now();
    if (agent.heartbeatDue && (await this.#postHeartbeat(agent, client, now))) return;
    const statusOf = (node: Node): NodeStatus => this.#statusOf(agent, node, now);
    const written = await writeStatus(client, nodeKind, agent.node, statusOf);
    if (written !== undefined) agent.ownStatus = written.status;
    agent.heartbeatDue = false;
  }

  /** Posts only a heartbeat, if the node is as its kubelet left it; returns whether it was. */
  async #postHeartbeat(agent: NodeAgent, client: Client, now: Millis): Promise<boolean> {
    const { name, version: resourceVersion, node } = agent;
    if (node.status !== agent.ownStatus) return false;
    const [version] = await client.updateMany(
      nodeKind,
      [{ name, resourceVersion }],
      nodeHeartbeat(formatTime(now)),
      { subresource: 'status' },
    );
    if (version === undefined) return false;
    // Unless the informer has a newer version by now.
    if (agent.node === node) agent.version = version;
    agent.heartbeatDue = false;
    return true;
  }

  reconcileLeases(key: string, tools: ReconcileTools): Promise<void> {
    return this.#leases.reconcile(key, tools);
  }

  /**
   * Another client may have written the status: the kubelet notices within the period of its
   * leases.
   */
  #check(agent: NodeAgent, cause: Cause): void {
    const { status } = agent.node;
    if (status === agent.ownStatus) return;
    if (this.#statusOf(agent, agent.node, this.#clock.now()) === status) agent.ownStatus = status;
    else this.#queues.nodes.add(agent.name, cause);
  }

  #statusOf(agent: NodeAgent, node: Node, now: Millis): Node['status'] {
    const { ids, hasRebooted } = agent;
    const { hostIP } = agent.network;
    const pulled = agent.images.pulled(now);
    const volumes = this.#pods.volumesInUse(agent);
    const heartbeat = agent.heartbeatDue;
    return nodeStatus(node, {
      ...{ now, hostIP, pulled, volumes, heartbeat, ids, hasRebooted },
      release: this.#machines.release,
    });
  }
}
