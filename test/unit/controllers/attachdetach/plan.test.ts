import { describe, expect, it } from 'vitest';
import type { Node, PersistentVolume, Pod, VolumeAttachment } from '#types';
import { attachmentName, attachmentFor } from '../../../../controllers/attachdetach/attachment.ts';
import { multiAttachText } from '../../../../controllers/attachdetach/messages.ts';
import {
  longestUnmountMs,
  planFor,
  usesVolumes,
} from '../../../../controllers/attachdetach/plan.ts';
import { makeNode, makePod } from '../objects.ts';

const csi = { driver: 'disks.example.com', volumeHandle: 'h' };
const name = 'kubernetes.io/csi/disks.example.com^h';

function volumeOf(...accessModes: string[]): PersistentVolume {
  return { metadata: { name: 'v' }, spec: { csi, accessModes } } as unknown as PersistentVolume;
}

/** `n1!`: it is being deleted; `n1?`: not attached yet. */
function attachment(text: string): VolumeAttachment {
  const nodeName = text.slice(0, 2);
  return {
    metadata: {
      name: nodeName,
      uid: nodeName,
      ...(text.endsWith('!') && { deletionTimestamp: 't' }),
    },
    spec: { attacher: csi.driver, nodeName, source: { persistentVolumeName: 'v' } },
    status: { attached: !text.endsWith('?') },
  } as unknown as VolumeAttachment;
}

interface Row {
  readonly what: string;
  readonly modes?: readonly string[];
  readonly wanted: readonly string[];
  readonly present: readonly string[];
  /** Nodes whose kubelets use it. */
  readonly used?: readonly string[];
  /** Nodes that are not ready. */
  readonly silent?: readonly string[];
  /** How long it has not been wanted, ms. */
  readonly forMs?: number;
  readonly plan: readonly [attach: string, refuse: string, detach: string, again?: number];
}

const exclusive = ['ReadWriteOnce'];
const rows: readonly Row[] = [
  { what: 'no node wants it', wanted: [], present: [], plan: ['', '', ''] },
  { what: 'a node wants it', wanted: ['n1'], present: [], plan: ['n1', '', ''] },
  { what: 'a node has it', wanted: ['n1'], present: ['n1'], plan: ['', '', ''] },
  { what: 'two nodes want it', wanted: ['n1', 'n2'], present: [], plan: ['n1', '', ''] },
  {
    what: 'many may have it',
    modes: ['ReadWriteMany'],
    wanted: ['n1', 'n2'],
    present: [],
    plan: ['n1 n2', '', ''],
  },
  {
    what: 'many may read it',
    modes: ['ReadOnlyMany'],
    wanted: ['n1', 'n2'],
    present: ['n1'],
    plan: ['n2', '', ''],
  },
  {
    what: 'nothing says who may have it',
    modes: [],
    wanted: ['n2'],
    present: ['n1'],
    used: ['n1'],
    plan: ['n2', '', '', longestUnmountMs],
  },
  { what: 'another node has it', wanted: ['n1', 'n2'], present: ['n1'], plan: ['', 'n2', ''] },
  {
    what: 'it is on its way to another node',
    wanted: ['n1', 'n2'],
    present: ['n1?'],
    plan: ['', '', ''],
  },
  { what: 'it leaves another node', wanted: ['n2'], present: ['n1!'], plan: ['', '', ''] },
  { what: 'no pod uses it any more', wanted: [], present: ['n1'], plan: ['', '', 'n1'] },
  { what: 'it moves', wanted: ['n2'], present: ['n1'], plan: ['', '', 'n1'] },
  {
    what: 'it is unmounted later',
    wanted: [],
    present: ['n1'],
    used: ['n1'],
    forMs: 1000,
    plan: ['', '', '', longestUnmountMs - 1000],
  },
  {
    what: 'it is still mounted, and wanted elsewhere',
    wanted: ['n2'],
    present: ['n1'],
    used: ['n1'],
    plan: ['', 'n2', '', longestUnmountMs],
  },
  {
    what: 'a ready node keeps it',
    wanted: [],
    present: ['n1'],
    used: ['n1'],
    forMs: longestUnmountMs,
    plan: ['', '', ''],
  },
  {
    what: 'a silent node keeps it for a while',
    wanted: [],
    present: ['n1'],
    used: ['n1'],
    silent: ['n1'],
    forMs: longestUnmountMs - 1,
    plan: ['', '', '', 1],
  },
  {
    what: 'a silent node loses it',
    wanted: [],
    present: ['n1'],
    used: ['n1'],
    silent: ['n1'],
    forMs: longestUnmountMs,
    plan: ['', '', 'n1'],
  },
  { what: 'its node is gone', wanted: [], present: ['n3'], used: ['n3'], plan: ['', '', 'n3'] },
];

describe('the plan for a volume', () => {
  it.each(rows)(
    '$what',
    ({ modes = exclusive, wanted, present, used = [], silent = [], forMs = 0, plan }) => {
      const nodes = new Map<string, Node>(
        ['n1', 'n2'].map((node) => {
          const conditions = [
            { type: 'Ready', status: silent.includes(node) ? 'Unknown' : 'True' },
          ];
          const made = makeNode(node, { conditions: conditions as never });
          const volumesInUse = used.includes(node) ? [name] : [];
          return [node, { ...made, status: { ...made.status, volumesInUse } }];
        }),
      );
      const made = planFor({
        volume: volumeOf(...modes),
        name,
        usersByNode: new Map(wanted.map((node) => [node, []])),
        attachments: present.map(attachment),
        nodeOf: (node) => nodes.get(node),
        unwantedSince: () => 1_000_000,
        now: 1_000_000 + forMs,
      });
      const detached = made.detach.map(({ spec }) => spec.nodeName);
      const found = [made.attach, made.refuse, detached].map((names) => names.join(' '));
      expect([...found, made.againAfterMs]).toEqual([plan[0], plan[1], plan[2], plan[3]]);
    },
  );

  it('leaves volumes alone that are not attached', () => {
    const situation = {
      volume: volumeOf(...exclusive),
      name: undefined,
      usersByNode: new Map([['n1', []]]),
      attachments: [],
      nodeOf: () => undefined,
      unwantedSince: () => 0,
      now: 0,
    };
    expect(planFor(situation).attach).toEqual([]);
  });
});

describe('a pod has its volumes', () => {
  const state = (...states: object[]) => ({
    containerStatuses: states.map((each) => ({ state: each })),
  });
  const pod = (spec: object, status: object, metadata: object = {}): Pod =>
    ({ ...makePod('p', spec, metadata), status }) as Pod;
  const deletionTimestamp = '2026-01-01T00:00:00Z';

  it.each<[what: string, pod: Pod, has: boolean]>([
    ['without a node', pod({}, {}), false],
    ['with one', pod({ nodeName: 'n1' }, {}), true],
    ['when it has failed', pod({ nodeName: 'n1' }, { phase: 'Failed' }), false],
    ['when it has ended', pod({ nodeName: 'n1' }, { phase: 'Succeeded' }), false],
    [
      'when it is deleted and runs',
      pod({ nodeName: 'n1' }, state({ terminated: {} }, { running: {} }), { deletionTimestamp }),
      true,
    ],
    [
      'when it is deleted and has stopped',
      pod({ nodeName: 'n1' }, state({ terminated: {} }, { waiting: {} }), { deletionTimestamp }),
      false,
    ],
  ])('%s', (_, given, has) => {
    expect(usesVolumes(given)).toBe(has);
  });
});

describe('a refusal', () => {
  const inNamespace = (pod: string, namespace: string): Pod => makePod(pod, {}, { namespace });
  const a = inNamespace('a', 'x');
  it.each<[users: readonly Pod[], why: string]>([
    [[], "Volume is already exclusively attached to one node and can't be attached to another"],
    [[inNamespace('b', 'x'), inNamespace('c', 'x')], 'Volume is already used by pod(s) b, c'],
    [
      [inNamespace('b', 'x'), inNamespace('c', 'y')],
      'Volume is already used by pod(s) b and 1 pod(s) in different namespaces',
    ],
    [[inNamespace('c', 'y')], 'Volume is already used by 1 pod(s) in different namespaces'],
  ])('names users of the own namespace', (users, why) => {
    expect(multiAttachText('v', a, users)).toBe(`Multi-Attach error for volume "v" ${why}`);
  });
});

it('an attachment is named after what is attached where', () => {
  const volume = volumeOf();
  // printf 'hdisks.example.comn1' | sha256sum
  expect(attachmentName(volume, 'n1')).toBe(
    'csi-8ebc59c3f5d65c1c80e2ae82aca7e23499ca43ff7c539f3dd71e9b5373ad3b87',
  );
  expect(attachmentFor(volume, 'n1').spec).toEqual({
    attacher: 'disks.example.com',
    nodeName: 'n1',
    source: { persistentVolumeName: 'v' },
  });
});
