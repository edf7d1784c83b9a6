/** One pass over a volume: what is made, deleted, written to nodes and said to pods. */
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '#clock';
import { conflict, internalError, notFound, alreadyExists } from '#values';
import { volumeAttachment } from '#kinds';
import type { Node, PersistentVolume, Pod, VolumeAttachment } from '#types';
import type { ReconcileTools } from '#runtime';
import { attachmentFor } from '../../../../controllers/attachdetach/attachment.ts';
import { Sync, type Caches } from '../../../../controllers/attachdetach/sync.ts';
import { start } from '../../../support/api.ts';
import { listerOf } from '../handlers/recording.ts';
import { makeNode, makePod } from '../objects.ts';

const attachable = 'kubernetes.io/csi/d.example.com^h';
const volume = {
  metadata: { name: 'disk' },
  spec: {
    csi: { driver: 'd.example.com', volumeHandle: 'h' },
    accessModes: ['ReadWriteOnce'],
    claimRef: { namespace: 'default', name: 'data' },
  },
} as unknown as PersistentVolume;
const claim = {
  metadata: { name: 'data', namespace: 'default', uid: 'c' },
  spec: { volumeName: 'disk' },
};

const podOn = (name: string, nodeName: string): Pod => {
  const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }];
  return { ...makePod(name, { nodeName, volumes }), status: { phase: 'Running' } } as Pod;
};

function attachmentOn(nodeName: string, status: object = {}, metadata: object = {}) {
  const made = attachmentFor(volume, nodeName);
  return {
    ...made,
    metadata: { ...made.metadata, uid: `uid-${nodeName}`, ...metadata },
    status: { attached: true, ...status },
  } as unknown as VolumeAttachment;
}

const nodeWith = (name: string, attached: readonly string[] = [], used = attached): Node => {
  const node = makeNode(name);
  const volumesAttached = attached.map((each) => ({ name: each, devicePath: '' }));
  const status = { ...node.status, volumesAttached, volumesInUse: used };
  return { ...node, status } as Node;
};

interface Seen {
  pods?: readonly Pod[];
  nodes?: readonly Node[];
  attachments?: readonly VolumeAttachment[];
  volumes?: readonly PersistentVolume[];
  claims?: readonly object[];
  /** What a verb fails with. */
  fails?: Readonly<Record<string, Error>>;
}

function rig(first: Seen) {
  let seen = first;
  const clock = new VirtualClock({ start });
  const calls: string[] = [];
  const said: string[] = [];
  const on = (nodeName: string) =>
    (seen.attachments ?? []).filter(({ spec }) => spec.nodeName === nodeName);
  const claimPods = { byIndex: () => seen.pods ?? [] };
  const caches: Caches = {
    get pods() {
      return { ...listerOf(seen.pods ?? []), ...claimPods } as never;
    },
    get claims() {
      return listerOf((seen.claims ?? [claim]) as never[]);
    },
    get volumes() {
      return listerOf(seen.volumes ?? [volume]);
    },
    get nodes() {
      return listerOf(seen.nodes ?? [nodeWith('n1'), nodeWith('n2')]);
    },
    drivers: listerOf([]),
    attachmentsOf: () => seen.attachments ?? [],
    attachmentsOn: on,
  };
  const attempt = (verb: string, text: string): Promise<void> => {
    calls.push(`${verb} ${text}`);
    const error = seen.fails?.[verb];
    return error === undefined ? Promise.resolve() : Promise.reject(error);
  };
  const names = (body: { status: { volumesAttached: readonly { name: string }[] } }) =>
    body.status.volumesAttached.map(({ name }) => name.replace('kubernetes.io/csi/', '')).join();
  const client = {
    create: (_: unknown, object: VolumeAttachment) => attempt('attach', object.spec.nodeName),
    delete: (_: unknown, { name }: { name: string }, options: object) =>
      attempt(
        'detach',
        `${(seen.attachments ?? []).find(({ metadata }) => metadata.name === name)!.spec.nodeName} ${JSON.stringify(options)}`,
      ),
    patch: (_: unknown, { name }: { name: string }, { body }: never) =>
      attempt('write', `${name} ${names(body)}`.trim()),
  };
  const event = (about: Pod, type: string, reason: string, text: string): void =>
    void said.push(`${about.metadata.name}: ${type} ${reason}: ${text}`);
  const tools = { client, events: { event } } as unknown as ReconcileTools;
  const sync = new Sync(clock, caches);
  return {
    ...{ clock, calls, said, sync },
    see: (more: Seen) => (seen = { ...seen, ...more }),
    pass: () => sync.reconcile('disk', tools),
  };
}

const short = 'd.example.com^h';
const succeeded = (pod: string) =>
  `${pod}: Normal SuccessfulAttachVolume: AttachVolume.Attach succeeded for volume "disk" `;

describe('a volume is attached', () => {
  it('to the node of a pod that uses it, with an event once it is', async () => {
    const { calls, said, see, pass } = rig({ pods: [podOn('a', 'n1')] });
    await pass();
    expect([calls.splice(0), said]).toEqual([['attach n1'], []]);
    see({ attachments: [attachmentOn('n1', { attached: false })] });
    await pass();
    expect([calls, said]).toEqual([[], []]);
    see({ attachments: [attachmentOn('n1')] });
    await pass();
    expect([calls.splice(0), said.splice(0)]).toEqual([[`write n1 ${short}`], [succeeded('a')]]);
    see({ nodes: [nodeWith('n1', [attachable])] });
    await pass();
    expect([calls, said]).toEqual([[], []]);
  });

  it('without a word where the node knew it before', async () => {
    const nodes = [nodeWith('n1', [attachable])];
    const attachments = [attachmentOn('n1')];
    const { said, pass } = rig({ pods: [podOn('a', 'n1')], nodes, attachments });
    await pass();
    expect(said).toEqual([]);
  });

  it.each<[why: string, seen: Seen]>([
    ['that is gone', { volumes: [] }],
    ['of no driver', { volumes: [{ ...volume, spec: {} } as PersistentVolume] }],
    ['of a claim that is gone', { claims: [] }],
    ['of a claim that has another', { claims: [{ ...claim, spec: { volumeName: 'other' } }] }],
    ['for a node that is gone', { nodes: [] }],
    ['for a pod that has ended', { pods: [{ ...podOn('a', 'n1'), status: { phase: 'Failed' } }] }],
  ])('not one %s', async (_, seen) => {
    const { calls, pass } = rig({ pods: [podOn('a', 'n1')], ...seen });
    await pass();
    expect(calls).toEqual([]);
  });

  it('also where the attachment is new to the cache, and else says what went wrong', async () => {
    const pods = [podOn('a', 'n1')];
    const exists = alreadyExists(volumeAttachment, 'x');
    await rig({ pods, fails: { attach: exists } }).pass();
    const broken = rig({ pods, fails: { attach: internalError('storage is down') } });
    await expect(broken.pass()).rejects.toThrow('storage is down');
  });

  it('not where the driver fails, with an event for each other reason', async () => {
    const failing = (message: string) =>
      attachmentOn('n1', { attached: false, attachError: { message } });
    const { said, see, pass } = rig({ pods: [podOn('a', 'n1')], attachments: [failing('one')] });
    await pass();
    await pass();
    see({ attachments: [failing('two')] });
    await pass();
    expect(said).toEqual(
      ['one', 'two'].map(
        (why) =>
          `a: Warning FailedAttachVolume: AttachVolume.Attach failed for volume "disk" : ${why}`,
      ),
    );
  });
});

describe('a volume that one node has', () => {
  const pods = [podOn('a', 'n1'), podOn('b', 'n2')];
  const nodes = [nodeWith('n1', [attachable]), nodeWith('n2')];

  it('is refused to another, with one event for its pod', async () => {
    const { calls, said, pass } = rig({ pods, nodes, attachments: [attachmentOn('n1')] });
    await pass();
    await pass();
    expect(calls).toEqual([]);
    expect(said).toEqual([
      'b: Warning FailedAttachVolume: Multi-Attach error for volume "disk" Volume is already used by pod(s) a',
    ]);
  });

  it('is taken from the node once the kubelet has let it go, and first from its status', async () => {
    const free = [nodeWith('n1', [attachable], []), nodeWith('n2')];
    const { calls, pass } = rig({
      pods: [pods[1]!],
      nodes: free,
      attachments: [attachmentOn('n1')],
    });
    await pass();
    expect(calls).toEqual(['write n1', 'detach n1 {"preconditions":{"uid":"uid-n1"}}']);
  });

  it.each([notFound(volumeAttachment, 'x'), conflict(volumeAttachment, 'x', 'other')])(
    'may be gone already: %s',
    async (error) => {
      const free = [nodeWith('n1')];
      const attachments = [attachmentOn('n1')];
      await rig({ nodes: free, attachments, fails: { detach: error } }).pass();
      const broken = { nodes: free, attachments, fails: { detach: internalError('down') } };
      await expect(rig(broken).pass()).rejects.toThrow('down');
    },
  );

  it('stays as long as the kubelet uses it, and is looked at again', async () => {
    const { calls, pass } = rig({ nodes, attachments: [attachmentOn('n1')] });
    const again = await pass();
    expect(calls).toEqual([]);
    expect(again).toMatchObject({ requeueReason: 'a node keeps the volume' });
  });

  it('is not listed at the node once its attachment is deleted', async () => {
    const deleted = { deletionTimestamp: '2026-11-20T20:00:00Z' };
    const attachments = [attachmentOn('n1', {}, deleted), attachmentOn('n2')];
    const { calls, pass } = rig({ pods: [pods[1]!], nodes: [nodeWith('n2')], attachments });
    await pass();
    expect(calls).toEqual([`write n2 ${short}`]);
  });
});
