import { describe, expect, it } from 'vitest';
import { columnsOf, storageClass, defaultProfile } from '#kinds';
import type {
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  StorageClass,
  VolumeAttachment,
} from '#types';
import { csiDriver } from '../../../../src/kinds/storage/csi-driver.ts';
import { csiNode } from '../../../../src/kinds/storage/csi-node.ts';
import { csiStorageCapacity } from '../../../../src/kinds/storage/csi-storage-capacity.ts';
import { volumeAttachment } from '../../../../src/kinds/storage/volume-attachment.ts';
import { created, errorsOf, messages, updateErrorsOf, updated } from '../samples.ts';

const metadata = { name: 'a' };
const apiVersion = 'storage.k8s.io/v1';

describe('storage classes', () => {
  const classOf = (parts: object = {}, meta: object = {}): StorageClass =>
    ({
      apiVersion,
      kind: 'StorageClass',
      metadata: { ...metadata, ...meta },
      provisioner: 'example.com/p',
      ...parts,
    }) as never;
  const expressions = 'allowedTopologies[0].matchLabelExpressions';
  const term = (...matchLabelExpressions: object[]): object => ({ matchLabelExpressions });

  it('delete and bind at once by default', () => {
    const made = created(storageClass, classOf());
    expect(made).toMatchObject({ reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' });
    expect(storageClass.rules.defaults!(made, defaultProfile)).toBe(made);
  });

  it.each<[what: string, object: StorageClass, errors: readonly string[]]>([
    ['no provisioner', classOf({ provisioner: '' }), ['provisioner: Required value']],
    ['a provisioner in upper case', classOf({ provisioner: 'Example.com/P' }), []],
    [
      'a bad provisioner',
      classOf({ provisioner: 'A b' }),
      [`provisioner: Invalid value: "a b": ${messages.name}`],
    ],
    [
      'odd modes',
      classOf({ reclaimPolicy: 'Recycle', volumeBindingMode: 'Never' }),
      [
        'reclaimPolicy: Unsupported value: "Recycle": supported values: "Delete", "Retain"',
        'volumeBindingMode: Unsupported value: "Never": supported values: "Immediate", "WaitForFirstConsumer"',
      ],
    ],
    [
      'an empty parameter',
      classOf({ parameters: { '': 'x' } }),
      ['parameters: Invalid value: "": field can not be empty.'],
    ],
    [
      'long parameters',
      classOf({ parameters: { a: 'x'.repeat(262144) } }),
      ['parameters: Too long: must have at most 262144 bytes'],
    ],
    ['parameters at the limit', classOf({ parameters: { a: 'x'.repeat(262143) } }), []],
    [
      'many parameters',
      classOf({ parameters: Object.fromEntries(Array.from({ length: 513 }, (_, n) => [n, ''])) }),
      ['parameters: Too long: must have at most 512 bytes'],
    ],
    [
      'odd topologies',
      classOf({
        allowedTopologies: [
          term(
            { key: 'a b', values: [] },
            { key: 'c', values: ['x', 'x'] },
            { key: 'c', values: ['y'] },
          ),
        ],
      }),
      [
        `${expressions}[0].values: Required value`,
        `${expressions}[0].key: Invalid value: "a b": ${messages.name}`,
        `${expressions}[1].values[1]: Duplicate value: "x"`,
        `${expressions}[2].key: Duplicate value: "c"`,
      ],
    ],
    [
      'the same topology twice',
      classOf({
        allowedTopologies: [
          term({ key: 'a', values: ['x', 'y'] }, { key: 'b', values: ['z'] }),
          term({ key: 'b', values: ['z'] }, { key: 'a', values: ['y', 'x'] }),
          term({ key: 'a', values: ['x'] }),
        ],
      }),
      ['allowedTopologies[1].matchLabelExpressions: Duplicate value: ""'],
    ],
    [
      'topologies that are null in part',
      classOf({ allowedTopologies: [term({ key: 'a', values: null })] }),
      [`${expressions}[0].values: Required value`],
    ],
    [
      'empty topologies',
      classOf({ allowedTopologies: [{}, {}] }),
      [0, 0, 1, 1, 1].map(
        (index) => `allowedTopologies[${index}].matchLabelExpressions: Duplicate value: ""`,
      ),
    ],
  ])('with %s', (_, object, errors) => {
    expect(errorsOf(storageClass, object)).toEqual(errors);
  });

  it('keep what they make volumes with', () => {
    const old = created(storageClass, classOf({ parameters: { a: 'b' } }));
    const next = classOf({
      provisioner: 'q',
      parameters: {},
      reclaimPolicy: 'Retain',
      volumeBindingMode: 'WaitForFirstConsumer',
      allowVolumeExpansion: true,
    });
    expect(updateErrorsOf(storageClass, next, old)).toEqual([
      'parameters: Forbidden: updates to parameters are forbidden.',
      'provisioner: Forbidden: updates to provisioner are forbidden.',
      'reclaimPolicy: Forbidden: updates to reclaimPolicy are forbidden.',
      'volumeBindingMode: Invalid value: "WaitForFirstConsumer": field is immutable',
    ]);
  });

  it.each<[annotations: object, name: string]>([
    [{}, 'a'],
    [{ 'storageclass.kubernetes.io/is-default-class': 'true' }, 'a (default)'],
    [{ 'storageclass.beta.kubernetes.io/is-default-class': 'true' }, 'a (default)'],
    [{ 'storageclass.kubernetes.io/is-default-class': 'yes' }, 'a'],
  ])('with %j are called %s', (annotations, name) => {
    const [first] = columnsOf(storageClass);
    expect(first!.name).toBe('Name');
    expect(first!.cell(classOf({}, { annotations }), 0)).toBe(name);
  });
});

describe('drivers', () => {
  const driverOf = (spec: object, meta: object = {}): CSIDriver =>
    ({ apiVersion, kind: 'CSIDriver', metadata: { ...metadata, ...meta }, spec }) as never;

  it('fill in what v1.24 fills in', () => {
    const made = created(csiDriver, driverOf({}));
    expect(made.spec).toEqual({
      attachRequired: true,
      podInfoOnMount: false,
      storageCapacity: false,
      fsGroupPolicy: 'ReadWriteOnceWithFSType',
      requiresRepublish: false,
      volumeLifecycleModes: ['Persistent'],
    });
    expect(csiDriver.rules.defaults!(made, defaultProfile)).toBe(made);
    expect(made.metadata.generation).toBeUndefined();
  });

  it.each<[what: string, change: object, generation: number | undefined]>([
    ['tokens', { tokenRequests: [{ audience: 'a' }] }, 1],
    ['republishing', { requiresRepublish: true }, 1],
    ['capacity', { storageCapacity: true }, undefined],
  ])('that change %s have the generation %j %j', (_, change, generation) => {
    const old = created(csiDriver, driverOf({}));
    expect(updated(csiDriver, driverOf(change), old).metadata.generation).toBe(generation);
  });

  it('have odd parts', () => {
    const spec = {
      fsGroupPolicy: 'Any',
      volumeLifecycleModes: ['Persistent', 'Eternal'],
      tokenRequests: [
        { audience: 'a', expirationSeconds: 599 },
        { audience: 'a', expirationSeconds: 1 },
        { expirationSeconds: 2 ** 32 + 1 },
      ],
    };
    const errors = [
      'spec.fsGroupPolicy: Unsupported value: "Any": supported values: "File", "None", "ReadWriteOnceWithFSType"',
      'spec.tokenRequests[0].expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes',
      'spec.tokenRequests[1].audience: Duplicate value: "a"',
      'spec.tokenRequests[2].expirationSeconds: Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds',
      'spec.volumeLifecycleModes: Unsupported value: "Eternal": supported values: "Persistent", "Ephemeral"',
    ];
    expect(errorsOf(csiDriver, driverOf(spec))).toEqual(errors);
  });

  it('keep how they work', () => {
    const old = created(csiDriver, driverOf({}));
    const next = {
      attachRequired: false,
      podInfoOnMount: true,
      fsGroupPolicy: 'None',
      volumeLifecycleModes: ['Ephemeral'],
    };
    expect(updateErrorsOf(csiDriver, driverOf(next), old)).toEqual([
      'spec.attachedRequired: Invalid value: false: field is immutable',
      'spec.fsGroupPolicy: Invalid value: "None": field is immutable',
      'spec.podInfoOnMount: Invalid value: true: field is immutable',
      'spec.volumeLifecycleModes: Invalid value: []storage.VolumeLifecycleMode{"Ephemeral"}: field is immutable',
    ]);
  });
});

describe('drivers of a node', () => {
  const nodeOf = (...drivers: object[]): CSINode =>
    ({ apiVersion, kind: 'CSINode', metadata, spec: { drivers } }) as never;
  const driver = { name: 'd', nodeID: 'n' };

  it('may be none', () => {
    const made = created(csiNode, { apiVersion, kind: 'CSINode', metadata } as never);
    expect(made.spec).toEqual({ drivers: null });
    expect(csiNode.rules.defaults!(made, defaultProfile)).toBe(made);
    expect(created(csiNode, nodeOf(driver)).spec.drivers[0]).toEqual({
      ...driver,
      topologyKeys: null,
    });
  });

  it.each<[what: string, drivers: readonly object[], errors: readonly string[]]>([
    [
      'no name and no node',
      [{}],
      [
        'spec.drivers[0].name: Required value',
        `spec.drivers[0].name: Invalid value: "": ${messages.subdomain}`,
        'spec.drivers[0].nodeID: Required value',
      ],
    ],
    [
      'too much of everything',
      [
        driver,
        { name: 'd', nodeID: 'n'.repeat(257), allocatable: { count: -1 } },
        { name: 'e'.repeat(64), nodeID: 'n'.repeat(256) },
      ],
      [
        `spec.drivers[1].nodeID: Invalid value: "${'n'.repeat(257)}": must be 256 characters or less`,
        'spec.drivers[1].allocatable.count: Invalid value: -1: must be greater than or equal to 0',
        'spec.drivers[1].name: Duplicate value: "d"',
        'spec.drivers[2].name: Too long: must have at most 63 bytes',
      ],
    ],
    [
      'odd keys',
      [{ ...driver, topologyKeys: ['zone', 'zone', '', 'a b'] }],
      [
        'spec.drivers[0]: Duplicate value: "zone"',
        'spec.drivers[0]: Required value',
        'spec.drivers[0]: Invalid value: "": name part must be non-empty',
        `spec.drivers[0]: Invalid value: "": ${messages.name}`,
        `spec.drivers[0]: Invalid value: "a b": ${messages.name}`,
      ],
    ],
  ])('with %s', (_, drivers, errors) => {
    expect(errorsOf(csiNode, nodeOf(...drivers))).toEqual(errors);
  });

  it('stay as they are, or go', () => {
    const old = created(csiNode, nodeOf(driver, { name: 'e', nodeID: 'n' }));
    expect(updateErrorsOf(csiNode, nodeOf(driver, { name: 'f', nodeID: 'n' }), old)).toEqual([]);
    expect(updateErrorsOf(csiNode, nodeOf({ ...driver, nodeID: 'm' }), old)).toEqual([
      expect.stringMatching(
        /^CSINodeDriver: Invalid value: storage\.CSINodeDriver.*: field is immutable$/,
      ),
    ]);
  });
});

describe('capacities', () => {
  const capacityOf = (parts: object): CSIStorageCapacity =>
    ({
      apiVersion,
      kind: 'CSIStorageCapacity',
      metadata: { ...metadata, namespace: 'default' },
      ...parts,
    }) as never;

  it('are checked twice', () => {
    const error = `storageClassName: Invalid value: "": ${messages.subdomain}`;
    expect(errorsOf(csiStorageCapacity, capacityOf({}))).toEqual([error, error]);
    const negative = 'capacity: Invalid value: "-1": must be greater than or equal to 0';
    const odd = capacityOf({ storageClassName: 'a', capacity: '-1', maximumVolumeSize: '-1' });
    expect(errorsOf(csiStorageCapacity, odd)).toEqual([negative, negative]);
  });

  it('keep their class and their place', () => {
    const nodeTopology = { matchLabels: { zone: 'a' } };
    const old = created(csiStorageCapacity, capacityOf({ storageClassName: 'a', nodeTopology }));
    const next = capacityOf({ storageClassName: 'b', capacity: '1' });
    expect(updateErrorsOf(csiStorageCapacity, next, old)).toEqual([
      'nodeTopology: Invalid value: "null": field is immutable',
      'storageClassName: Invalid value: "b": field is immutable',
    ]);
  });
});

describe('attachments', () => {
  const csi = { driver: 'd', volumeHandle: 'h' };
  const inline = { accessModes: ['ReadWriteOnce'], csi };
  const attachmentOf = (spec: object, rest: object = {}): VolumeAttachment =>
    ({ apiVersion, kind: 'VolumeAttachment', metadata, spec, ...rest }) as never;
  const withSource = (source: object): VolumeAttachment =>
    attachmentOf({ attacher: 'd', nodeName: 'n', source });
  const field = 'spec.source.inlineVolumeSpec';

  it('start detached', () => {
    const given = attachmentOf({ attacher: 'd' }, { status: { attached: true } });
    expect(created(volumeAttachment, given).status).toEqual({ attached: false });
  });

  it.each<[what: string, object: VolumeAttachment, errors: readonly string[]]>([
    ['a volume', withSource({ persistentVolumeName: 'v' }), []],
    ['a volume of its own', withSource({ inlineVolumeSpec: inline }), []],
    [
      'nothing',
      attachmentOf({}),
      [
        'spec.attacher: Required value',
        'spec.source: Required value: must specify exactly one of inlineVolumeSpec and persistentVolumeName',
        `spec.nodeName: Invalid value: "": ${messages.subdomain}`,
        'spec.attacher: Required value',
        `spec.attacher: Invalid value: "": ${messages.subdomain}`,
      ],
    ],
    [
      'both sources',
      withSource({ persistentVolumeName: 'v', inlineVolumeSpec: {} }),
      [
        'spec.source: Forbidden: must specify exactly one of inlineVolumeSpec and persistentVolumeName',
      ],
    ],
    [
      'an empty name',
      withSource({ persistentVolumeName: '' }),
      [
        'spec.source.persistentVolumeName: Required value: must specify non empty persistentVolumeName',
        `spec.source.persistentVolumeName: Invalid value: "": ${messages.subdomain}`,
      ],
    ],
    [
      'what only volumes with objects have',
      withSource({
        inlineVolumeSpec: {
          claimRef: {},
          capacity: { storage: '1' },
          persistentVolumeReclaimPolicy: 'Delete',
          nodeAffinity: {},
          storageClassName: 'a',
          volumeMode: 'Block',
          local: { path: '/a' },
        },
      }),
      [
        `${field}.claimRef: Forbidden: may not be specified in the context of inline volumes`,
        `${field}.capacity: Forbidden: may not be specified in the context of inline volumes`,
        `${field}.csi: Required value: has to be specified in the context of inline volumes`,
        `${field}.accessModes: Required value`,
        `${field}.persistentVolumeReclaimPolicy: Forbidden: may only be Retain in the context of inline volumes`,
        `${field}.nodeAffinity: Forbidden: may not be specified in the context of inline volumes`,
        `${field}.nodeAffinity: Required value: Local volume requires node affinity`,
        `${field}.storageClassName: Forbidden: may not be specified in the context of inline volumes`,
        `${field}.volumeMode: Forbidden: may not specify volumeMode other than Filesystem in the context of inline volumes`,
      ],
    ],
  ])('with %s', (_, object, errors) => {
    expect(errorsOf(volumeAttachment, object)).toEqual(errors);
  });

  it('keep their spec', () => {
    const old = created(volumeAttachment, withSource({ persistentVolumeName: 'v' }));
    const next = withSource({ persistentVolumeName: 'w' });
    expect(updateErrorsOf(volumeAttachment, next, old)).toEqual([
      expect.stringMatching(
        /^spec: Invalid value: storage\.VolumeAttachmentSpec.*: field is immutable$/,
      ),
    ]);
  });

  it('report errors that fit', () => {
    const stored = created(volumeAttachment, withSource({ persistentVolumeName: 'v' }));
    const { prepare, validate } = volumeAttachment.subresources!['status']!.part!;
    const status = {
      attached: true,
      attachError: { message: 'x'.repeat(1025) },
      detachError: { message: 'x'.repeat(1024) },
      attachmentMetadata: { a: 'x'.repeat(262144) },
    };
    const next = prepare!({ ...stored, status } as never, stored, undefined as never);
    expect(next.status.detachError).toMatchObject({ time: null });
    const errors: { field: string; message: string }[] = [];
    validate!(errors as never, next, stored, { now: 0, profile: defaultProfile });
    const once = [
      'status.attachmentMetadata: Too long: must have at most 262144 bytes',
      'status.attachError.message: Too long: must have at most 262144 bytes',
    ];
    const texts = errors.map((error) => `${error.field}: ${error.message}`);
    expect(texts).toEqual([...once, ...once]);
  });
});
