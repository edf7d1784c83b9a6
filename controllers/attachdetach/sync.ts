/** Carries out what is planned for a volume. */
import type { Clock } from '#clock';
import { attachableName, isAttached, node as nodeKind, volumeAttachment } from '#kinds';
import { isAlreadyExists, isConflict, isNotFound } from '#values';
import type {
  AttachedVolume,
  CSIDriver,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  VolumeAttachment,
} from '#types';
import { podsUsing, type Lister, type ReconcileResult, type ReconcileTools } from '#runtime';
import { attachmentFor, attachmentName } from './attachment.ts';
import { Memory } from './memory.ts';
import { attachedText, failedText, multiAttachText } from './messages.ts';
import { planFor, usesVolumes, type Situation } from './plan.ts';

export interface Caches {
  readonly pods: Lister<Pod>;
  readonly claims: Lister<PersistentVolumeClaim>;
  readonly volumes: Lister<PersistentVolume>;
  readonly nodes: Lister<Node>;
  readonly drivers: Lister<CSIDriver>;
  attachmentsOf(volume: string): readonly VolumeAttachment[];
  attachmentsOn(nodeName: string): readonly VolumeAttachment[];
}

type UsersByNode = ReadonlyMap<string, readonly Pod[]>;

export class Sync {
  readonly #clock: Clock;
  readonly #caches: Caches;
  readonly #memory = new Memory();

  constructor(clock: Clock, caches: Caches) {
    this.#clock = clock;
    this.#caches = caches;
  }

  forget(attachment: VolumeAttachment): void {
    this.#memory.forget(attachment);
  }

  /** @param key the name of a volume */
  async reconcile(key: string, tools: ReconcileTools): Promise<ReconcileResult | undefined> {
    const volume = this.#caches.volumes.getByKey(key);
    if (volume?.spec.csi == null) return undefined;
    const situation = this.#situationOf(volume);
    const { usersByNode, attachments } = situation;
    for (const attachment of attachments) {
      if (usersByNode.has(attachment.spec.nodeName)) this.#memory.want(attachment);
    }
    const plan = planFor(situation);
    for (const attachment of plan.detach) await this.#detach(attachment, tools);
    for (const nodeName of plan.attach) {
      this.#memory.accept(key, nodeName);
      await attach(volume, nodeName, tools);
    }
    for (const nodeName of plan.refuse) {
      if (this.#memory.refuses(key, nodeName)) refuse(volume, usersByNode, nodeName, tools);
    }
    for (const attachment of attachments) {
      const users = usersByNode.get(attachment.spec.nodeName);
      if (users !== undefined) await this.#report(volume, attachment, users, tools);
    }
    if (plan.againAfterMs === undefined) return undefined;
    return { requeueAfterMs: plan.againAfterMs, requeueReason: 'a node keeps the volume' };
  }

  #situationOf(volume: PersistentVolume): Situation {
    const { nodes, drivers, attachmentsOf } = this.#caches;
    const { name } = volume.metadata;
    const now = this.#clock.now();
    return {
      volume,
      name: attachableName(volume, drivers.getByKey(volume.spec.csi!.driver)),
      usersByNode: this.#usersOf(volume),
      // Others made those with other names, and look after them.
      attachments: attachmentsOf(name).filter(
        ({ metadata, spec }) => metadata.name === attachmentName(volume, spec.nodeName),
      ),
      nodeOf: (nodeName) => nodes.getByKey(nodeName),
      unwantedSince: (attachment) => this.#memory.unwantedSince(attachment, now),
      now,
    };
  }

  #usersOf({ metadata, spec: { claimRef } }: PersistentVolume): UsersByNode {
    const users = new Map<string, Pod[]>();
    const { pods, claims, nodes } = this.#caches;
    const claim = claimRef && claims.getByKey(`${claimRef.namespace!}/${claimRef.name!}`);
    if (claim?.spec.volumeName !== metadata.name) return users;
    for (const pod of podsUsing(pods, claim)) {
      const { nodeName } = pod.spec;
      if (!usesVolumes(pod) || nodes.getByKey(nodeName!) === undefined) continue;
      const present = users.get(nodeName!);
      if (present === undefined) users.set(nodeName!, [pod]);
      else present.push(pod);
    }
    return users;
  }

  /** The node must not mount it any more: this is written first. */
  async #detach(attachment: VolumeAttachment, tools: ReconcileTools): Promise<void> {
    const { name, uid } = attachment.metadata;
    this.#memory.release(attachment);
    await this.#writeAttached(attachment.spec.nodeName, tools);
    try {
      await tools.client.delete(volumeAttachment, { name }, { preconditions: { uid } });
    } catch (error) {
      if (!isNotFound(error) && !isConflict(error)) throw error;
    }
  }

  /** Whether it has been attached: for its pods, and for its node. */
  async #report(
    volume: PersistentVolume,
    attachment: VolumeAttachment,
    users: readonly Pod[],
    tools: ReconcileTools,
  ): Promise<void> {
    const { status, spec, metadata } = attachment;
    const { name } = volume.metadata;
    const failure = status.attachError?.message;
    if (!status.attached && failure && this.#memory.fails(attachment, failure)) {
      for (const pod of users) {
        tools.events.event(pod, 'Warning', 'FailedAttachVolume', failedText(name, failure));
      }
    }
    if (!status.attached || metadata.deletionTimestamp != null) return;
    this.#memory.accept(name, spec.nodeName);
    if (this.#memory.reports(attachment) && !this.#isKnown(volume, spec.nodeName)) {
      for (const pod of users) {
        tools.events.event(pod, 'Normal', 'SuccessfulAttachVolume', attachedText(name));
      }
    }
    await this.#writeAttached(spec.nodeName, tools);
  }

  #isKnown(volume: PersistentVolume, nodeName: string): boolean {
    const { nodes } = this.#caches;
    const node = nodes.getByKey(nodeName);
    return node !== undefined && isAttached(node, attachableName(volume, undefined)!);
  }

  /** Lists what is attached in the status of the node. */
  async #writeAttached(nodeName: string, { client }: ReconcileTools): Promise<void> {
    const node = this.#caches.nodes.getByKey(nodeName);
    if (node === undefined) return;
    const volumesAttached = this.#attachedTo(nodeName);
    const present = node.status.volumesAttached ?? [];
    if (hasSameNames(present, volumesAttached)) return;
    const body = { status: { volumesAttached } };
    try {
      const patch = { type: 'strategic', body } as const;
      await client.patch(nodeKind, { name: nodeName }, patch, { subresource: 'status' });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  #attachedTo(nodeName: string): readonly AttachedVolume[] {
    const { volumes, attachmentsOn } = this.#caches;
    const names = attachmentsOn(nodeName)
      .filter(({ metadata, status }) => status.attached && metadata.deletionTimestamp == null)
      .filter((attachment) => !this.#memory.isReleased(attachment))
      .map(({ spec }) => volumes.getByKey(spec.source.persistentVolumeName ?? ''))
      .filter((volume) => volume?.spec.csi != null)
      .map((volume) => attachableName(volume!, undefined)!);
    return names.sort().map((name) => ({ name, devicePath: '' }));
  }
}

function hasSameNames(a: readonly AttachedVolume[], b: readonly AttachedVolume[]): boolean {
  return a.length === b.length && a.every(({ name }, index) => name === b[index]!.name);
}

async function attach(
  volume: PersistentVolume,
  nodeName: string,
  { client }: ReconcileTools,
): Promise<void> {
  try {
    await client.create(volumeAttachment, attachmentFor(volume, nodeName));
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
}

/** Reports to the pods of a node who has the volume. */
function refuse(
  { metadata: { name } }: PersistentVolume,
  desired: UsersByNode,
  nodeName: string,
  { events }: ReconcileTools,
): void {
  const others = [...desired].flatMap(([node, pods]) => (node === nodeName ? [] : pods));
  for (const pod of desired.get(nodeName) ?? []) {
    const text = multiAttachText(name, pod, others);
    events.event(pod, 'Warning', 'FailedAttachVolume', text);
  }
}
