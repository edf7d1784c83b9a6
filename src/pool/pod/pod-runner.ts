/**
 * The pod part of all kubelets: a small record for each pod, driven through the
 * compiled machine, and the writes that follow from it.
 */
import type { Clock, Millis } from '#clock';
import { isConflict, isNotFound, keyOf, type Cause } from '#values';
import { isPodTerminal, pod as podKind, podRequests } from '#kinds';
import type { Pod, PodStatus } from '#types';
import type { ReconcileTools, WorkQueue } from '#runtime';
import type { Addresses } from '../node/addresses.ts';
import { Admitted } from './admitted.ts';
import { Alarms } from '../table/alarms.ts';
import type { Rules } from '../behaviour/rules.ts';
import { compile, type Table } from '../table/compile.ts';
import { finalStatus } from './final-status.ts';
import { Interpreter } from '../table/interpreter.ts';
import type { NodeAgent } from '../node/node-runner.ts';
import {
  eventsOf,
  killingEvents,
  problemEvents,
  refusalEvents,
  recordEvents,
  unhealthyEvents,
  unconfiguredEvents,
  unmountedEvents,
} from './pod-events.ts';
import { podMachine } from './pod-machine.ts';
import { PodRecord } from './pod-record.ts';
import { needsAddress, podStatus } from './pod-status.ts';
import type { PodStage } from './pod-stage.ts';
import type { PodHost, PodSubject } from './pod-subject.ts';
import { foundAfter, firstFailedProbe } from './probes.ts';
import { refusalOf, type Refusal } from './refusal.ts';
import type { Reports } from './reports.ts';
import { attachedAt } from './volumes.ts';
import { writeStatus } from '../write-status.ts';

export interface PodRunnerOptions {
  readonly clock: Clock;
  readonly addresses: Addresses;
  /** Keys: `namespace/name`. */
  readonly queue: WorkQueue;
  /** Records the events of kubelets about pods: Pulled, Created, Started, Killing, ... */
  readonly events: boolean;
  /** What the kubelet of a node reports. */
  reportsOn(nodeName: string): Reports;
  /** The pods in the cache that are bound to a node. */
  podsOn(nodeName: string): readonly Pod[];
  /** The kubelet of a node; undefined when there is no such node. */
  agentOf(nodeName: string): NodeAgent | undefined;
  /** The current rules of behaviour. */
  rules(): Rules;
  /** An image has been pulled. */
  reportImages(agent: NodeAgent, cause: Cause): void;
  /** The volumes of a pod that must be attached to its node. */
  volumesOf(pod: Pod): readonly string[];
  /** A pod may use its volumes, or does not any more. */
  reportVolumes(agent: NodeAgent, cause: Cause): void;
}

/** The same for all clusters of a process. */
let table: Table<PodSubject> | undefined;

function podTable(): Table<PodSubject> {
  table ??= compile<PodSubject>(podMachine());
  return table;
}

export class PodRunner implements PodHost<PodRecord> {
  readonly #options: PodRunnerOptions;
  readonly #records = new Map<string, PodRecord>();
  readonly #interpreter: Interpreter<PodRecord>;
  readonly #admitted = new Admitted();

  constructor(options: PodRunnerOptions) {
    this.#options = options;
    this.now = () => options.clock.now();
    const alarms = new Alarms(options.clock, 'kubelets');
    this.#interpreter = new Interpreter<PodRecord>(podTable(), alarms, (record) =>
      this.#account(record, this.#isAdmitted(record)),
    );
  }

  readonly now: () => Millis;

  /** The pod is there, or has changed. */
  see(pod: Pod, cause: Cause): void {
    const nodeName = pod.spec.nodeName;
    if (!nodeName) return;
    const agent = this.#options.agentOf(nodeName);
    if (agent?.isAlive === true) this.#sync(pod, agent, cause);
    else this.#records.get(keyOf(pod))?.update(pod, this.#options.rules());
  }

  /** The pod is deleted. */
  lose(pod: Pod, cause: Cause): void {
    const key = keyOf(pod);
    const record = this.#records.get(key);
    if (record === undefined) return;
    this.#interpreter.stop(record);
    this.#account(record, false);
    this.#releaseAddress(record);
    this.#records.delete(key);
    this.#reportVolumes(record, cause);
  }

  thaw(agent: NodeAgent, cause: Cause, booted: boolean): void {
    const pods = this.#options.podsOn(agent.name);
    // The earlier pod has priority on resources.
    if (booted) for (const pod of oldestFirst(pods)) this.#boot(pod, agent, cause);
    else for (const pod of pods) this.#sync(pod, agent, cause);
  }

  freeze(agent: NodeAgent): void {
    for (const pod of this.#options.podsOn(agent.name)) {
      const record = this.#records.get(keyOf(pod));
      if (record !== undefined) this.#interpreter.send(record, { type: 'freeze' });
    }
  }

  /** Rules were added or removed. */
  reconsider(cause: Cause): void {
    const rules = this.#options.rules();
    for (const record of this.#records.values()) {
      if (record.behave(rules) && record.agent.isAlive) this.#send(record, 'sync', cause);
    }
  }

  imagesReadyAt({ pod, behaviour, agent, since }: PodRecord): Millis {
    return agent.images.readyAt(pod, behaviour.pullMs, since);
  }

  volumesReadyAt(record: PodRecord): Millis {
    return attachedAt(record, this.#options.volumesOf(record.pod), this.now());
  }

  /** Pods that wait for their volumes may start. */
  attachedTo(agent: NodeAgent, cause: Cause): void {
    for (const pod of this.#options.podsOn(agent.name)) {
      const record = this.#records.get(keyOf(pod));
      if (record === undefined || this.#stageOf(record) !== 'starting') continue;
      if (this.#options.volumesOf(pod).length > 0) this.#send(record, 'sync', cause);
    }
  }

  volumesInUse(agent: NodeAgent): readonly string[] {
    const names = new Set<string>();
    for (const pod of this.#options.podsOn(agent.name)) {
      const record = this.#records.get(keyOf(pod));
      if (isPodTerminal(pod) || (record && unmounted.includes(this.#stageOf(record)))) continue;
      for (const name of this.#options.volumesOf(pod)) names.add(name);
    }
    return [...names].sort();
  }

  report(record: PodRecord, cause: Cause): void {
    this.#options.queue.add(keyOf(record.pod), cause);
    this.#reportVolumes(record, cause);
  }

  killing(record: PodRecord): void {
    if (!this.#options.events) return;
    record.unrecorded = { ...record.unrecorded, isKilled: true };
    this.#options.queue.add(keyOf(record.pod), { timer: 'kill' });
  }

  unhealthy(record: PodRecord): void {
    if (!this.#options.events) return;
    const unhealthy = firstFailedProbe(record.pod, record.behaviour);
    record.unrecorded = { ...record.unrecorded, unhealthy };
  }

  unmounted(record: PodRecord): void {
    record.unrecorded = { ...record.unrecorded, isUnmounted: true };
  }

  unconfigured(record: PodRecord): void {
    record.unrecorded = { ...record.unrecorded, isUnconfigured: true };
  }

  /** The pod itself is not admitted yet. */
  refusal({ pod, agent }: PodRecord): Refusal | undefined {
    return refusalOf(pod, {
      node: agent.node,
      requests: podRequests(pod.spec),
      taken: this.#admitted.on(agent.name),
      others: () => this.#admittedTo(agent),
    });
  }

  /** Does what the pod's stage requires: write its status, or remove it. */
  async reconcile(key: string, tools: ReconcileTools): Promise<void> {
    const record = this.#records.get(key);
    if (record === undefined || !record.agent.isAlive) return;
    this.#recordPending(record, tools);
    if (this.#stageOf(record) === 'gone') await this.#remove(record, tools);
    else await this.#write(record, tools);
  }

  #sync(pod: Pod, agent: NodeAgent, cause: Cause): void {
    const known = this.#records.get(keyOf(pod));
    const isEcho = known?.isEcho(pod) === true;
    const record = this.#recordOf(pod, agent);
    if (isEcho && this.#stageOf(record) !== 'unknown') return;
    this.#send(record, 'sync', cause);
  }

  #reportVolumes({ pod, agent }: PodRecord, cause: Cause): void {
    if (this.#options.volumesOf(pod).length > 0) this.#options.reportVolumes(agent, cause);
  }

  /** The machine has been off: its containers have ended, and its network is reset. */
  #boot(pod: Pod, agent: NodeAgent, cause: Cause): void {
    const record = this.#recordOf(pod, agent);
    if (record.podIP !== undefined) {
      this.#releaseAddress(record);
      record.podIP = this.#options.addresses.takePodIP(agent.network);
    }
    this.#send(record, 'boot', cause);
  }

  /** The pod's record, brought up to date; a new one is `unknown`. */
  #recordOf(pod: Pod, agent: NodeAgent): PodRecord {
    const key = keyOf(pod);
    let record = this.#records.get(key);
    if (record === undefined) {
      const { initial } = this.#interpreter;
      record = new PodRecord(this, pod, agent, initial, this.#options.rules());
      this.#records.set(key, record);
      this.#noteAddress(record);
    } else {
      record.agent = agent;
      record.update(pod, this.#options.rules());
    }
    return record;
  }

  #send(record: PodRecord, type: 'sync' | 'boot', cause: Cause): void {
    if (record.unrecorded?.isInvalid === true) this.#options.queue.add(keyOf(record.pod), cause);
    this.#interpreter.send(record, { type, cause });
  }

  async #write(record: PodRecord, tools: ReconcileTools): Promise<void> {
    const base = record.pod;
    let before: PodStatus | undefined;
    const written = await writeStatus(tools.client, podKind, base, (pod) => {
      before = pod.status;
      return (record.writing = this.#statusOf(record, pod));
    });
    record.writing = undefined;
    if (written === undefined) return;
    // Unless the informer has a newer version by now.
    if (record.pod === base) record.update(written, this.#options.rules());
    if (isPodTerminal(written)) this.#releaseAddress(record);
    if (record.behaviour.pullMs > 0 && written.status.phase !== 'Pending') {
      this.#options.reportImages(record.agent, tools.causes.first[0]!);
    }
    this.#recordChange(written, before, tools);
  }

  /** The API server may only forget a pod whose containers it knows to have ended. */
  async #remove(record: PodRecord, tools: ReconcileTools): Promise<void> {
    const { since, exit, agent } = record;
    const { hostIP } = agent.network;
    const stopped = await writeStatus(tools.client, podKind, record.pod, (pod) => {
      record.writing = finalStatus(pod, {
        ...{ since, exit, hostIP, now: this.now() },
        reports: this.#options.reportsOn(record.agent.name),
      });
      return record.writing;
    });
    record.writing = undefined;
    if (stopped !== undefined) await remove(stopped, tools);
  }

  #recordChange(written: Pod, before: PodStatus | undefined, { events }: ReconcileTools): void {
    if (this.#options.events) return recordEvents(events, written, eventsOf(written, before));
    if (written.status.phase !== 'Pending') return;
    const essential = eventsOf(written, before).filter((each) => each.isAlwaysRecorded);
    recordEvents(events, written, essential);
  }

  /** Recomputed for every attempt to write: the stage may have changed since the last. */
  #statusOf(record: PodRecord, pod: Pod): PodStatus {
    const stage = this.#stageOf(record);
    if (stage === 'unknown' || stage === 'terminating' || stage === 'gone') return pod.status;
    const { hostIP } = record.agent.network;
    return podStatus(pod, {
      stage,
      since: record.since,
      exit: record.exit,
      delayMs: record.delayMs,
      initIndex: record.initIndex,
      isUnmounted: record.behaviour.unmounted !== undefined,
      unconfigured: record.behaviour.unconfigured,
      refusal: record.refusal,
      reports: this.#options.reportsOn(record.agent.name),
      found: (container) => foundAfter(container, record.behaviour, this.now() - record.since),
      now: this.now(),
      hostIP,
      podIP: needsAddress({ stage }) ? this.#addressOf(record, pod, hostIP) : undefined,
    });
  }

  /** Whether the node has admitted the pod and it has not ended. */
  #isAdmitted(record: PodRecord): boolean {
    return !notAdmitted.includes(this.#stageOf(record)) && !isPodTerminal(record.pod);
  }

  #account(record: PodRecord, isAdmitted: boolean): void {
    const { admitted, agent, pod } = record;
    if ((admitted !== undefined) === isAdmitted) return;
    if (admitted !== undefined) this.#admitted.remove(agent.name, admitted);
    record.admitted = isAdmitted ? podRequests(pod.spec) : undefined;
    if (record.admitted !== undefined) this.#admitted.add(agent.name, record.admitted);
  }

  *#admittedTo(agent: NodeAgent): Iterable<Pod> {
    for (const pod of this.#options.podsOn(agent.name)) {
      if (this.#records.get(keyOf(pod))?.admitted !== undefined) yield pod;
    }
  }

  #addressOf(record: PodRecord, pod: Pod, hostIP: string): string | undefined {
    if (isPodTerminal(pod)) return undefined;
    if (pod.spec.hostNetwork === true) return hostIP;
    record.podIP ??= pod.status.podIP ?? this.#options.addresses.takePodIP(record.agent.network);
    return record.podIP;
  }

  #noteAddress(record: PodRecord): void {
    const { pod } = record;
    const podIP = pod.status.podIP;
    if (podIP === undefined || pod.spec.hostNetwork === true || isPodTerminal(pod)) return;
    record.podIP = podIP;
    this.#options.addresses.notePodIP(podIP);
  }

  #releaseAddress(record: PodRecord): void {
    if (record.podIP !== undefined) this.#options.addresses.releasePodIP(record.podIP);
    record.podIP = undefined;
  }

  #recordPending(record: PodRecord, { events }: ReconcileTools): void {
    const { pod, behaviour, unrecorded } = record;
    record.unrecorded = undefined;
    if (unrecorded?.isInvalid === true) recordEvents(events, pod, problemEvents(behaviour));
    if (unrecorded?.isKilled === true) recordEvents(events, pod, killingEvents(pod));
    if (unrecorded?.isUnmounted === true) recordEvents(events, pod, unmountedEvents(behaviour));
    if (unrecorded?.isUnconfigured) recordEvents(events, pod, unconfiguredEvents(pod, behaviour));
    if (unrecorded?.unhealthy) recordEvents(events, pod, unhealthyEvents(unrecorded.unhealthy));
    if (record.refusal !== undefined && record.refusal !== record.reportedRefusal) {
      recordEvents(events, pod, refusalEvents(record.refusal));
    }
    record.reportedRefusal = record.refusal;
  }

  #stageOf(record: PodRecord): PodStage {
    return this.#interpreter.stateOf(record) as PodStage;
  }
}

const notAdmitted: readonly PodStage[] = ['unknown', 'ended', 'gone'];
/** The kubelet has unmounted the volumes. */
const unmounted: readonly PodStage[] = ['ended', 'gone'];

function oldestFirst(pods: readonly Pod[]): readonly Pod[] {
  const ageOf = ({ metadata }: Pod): string => metadata.creationTimestamp ?? '';
  return [...pods].sort((a, b) => (ageOf(a) < ageOf(b) ? -1 : ageOf(a) > ageOf(b) ? 1 : 0));
}

async function remove({ metadata }: Pod, { client }: ReconcileTools): Promise<void> {
  const { name, namespace, uid } = metadata;
  const options = { gracePeriodSeconds: 0, preconditions: { uid } };
  try {
    await client.delete(podKind, { name, namespace }, options);
  } catch (error) {
    // Already deleted, or replaced by another pod of that name.
    if (!isNotFound(error) && !isConflict(error)) throw error;
  }
}
