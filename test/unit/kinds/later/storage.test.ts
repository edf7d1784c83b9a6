/** Volumes, claims and drivers, as later releases check them. */
import { describe, expect, it } from 'vitest';
import {
  csiDriver,
  csiNode,
  persistentVolume,
  persistentVolumeClaim,
  storageClass,
  volumeAttachment,
} from '#kinds';
import { changeErrorsIn, errorsIn } from './release.ts';

const claim = (spec: object, status: object = {}) => ({
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '2Gi' } }, ...spec },
  status,
});
const smaller = { resources: { requests: { storage: '1Gi' } } };
const forbidden = (field: string, why: string) => `${field}: Forbidden: ${why}`;

describe('a claim', () => {
  const bound = { phase: 'Bound', capacity: { storage: '1Gi' } };
  const changes = (minor: number, after: object, before: object = {}, status: object = bound) =>
    changeErrorsIn(minor, persistentVolumeClaim, claim(before, status), claim(after, status));
  const change = (minor: number, after: object, before: object = {}, status: object = bound) =>
    changes(minor, after, before, status).map((text) => text.split('\n')[0]);

  it('names what may change of it', () => {
    const other = { accessModes: ['ReadOnlyMany'] };
    const why = 'spec is immutable after creation except resources.requests';
    expect(change(28, other)).toEqual([forbidden('spec', `${why} for bound claims`)]);
    expect(change(29, other)).toEqual([
      forbidden('spec', `${why} and volumeAttributesClassName for bound claims`),
    ]);
  });

  it('may shrink to more than its volume has, where growing can be taken back', () => {
    const at = 'spec.resources.requests.storage';
    expect(change(31, smaller)).toEqual([
      forbidden(at, 'field can not be less than previous value'),
    ]);
    expect(change(32, smaller)).toEqual([
      forbidden(at, 'field can not be less than status.capacity'),
    ]);
    expect(change(32, { resources: { requests: { storage: '1500Mi' } } })).toEqual([]);
  });

  it('keeps its class of attributes', () => {
    const field = 'spec.volumeAttributesClassName';
    const gold = { volumeAttributesClassName: 'gold' };
    expect(change(34, {}, gold)).toEqual([]);
    const used = { ...bound, currentVolumeAttributesClassName: 'gold' };
    const why = 'is forbidden when status.currentVolumeAttributesClassName is not nil';
    expect(change(34, {}, gold, used)).toEqual([forbidden(field, `update to nil ${why}`)]);
    const empty = { volumeAttributesClassName: '' };
    expect(change(34, empty, gold, used)).toEqual([
      forbidden(field, `update to empty string ${why}`),
    ]);
    expect(change(34, { volumeAttributesClassName: 'silver' }, gold, { phase: 'Pending' })).toEqual(
      [expect.stringContaining('spec is immutable')],
    );
    expect(
      errorsIn(34, persistentVolumeClaim, claim({ volumeAttributesClassName: 'A b' })),
    ).toEqual([expect.stringContaining(`${field}: Invalid value: "A b"`)]);
  });

  it('says how far its growth is', () => {
    const errors = (minor: number, status: object) =>
      changeErrorsIn(minor, persistentVolumeClaim, claim({}), claim({}, status), 'status');
    const odd = { allocatedResourceStatuses: { storage: 'Odd' } };
    expect(errors(34, odd)).toEqual([
      expect.stringMatching(/^status\.allocatedResourceStatuses: Unsupported value: "storage"/),
    ]);
    expect(errors(33, odd)[0]).toMatch(/^status\.allocatedResourceStatus: .*ResizeInfeasible/);
    expect(errors(31, odd)).toEqual([]);
    const allocatedResources = { cpu: '1', 'a/b': '-1' };
    expect(errors(34, { allocatedResources })).toHaveLength(2);
  });
});

describe('a volume', () => {
  const terms = [{ matchExpressions: [{ key: 'a', operator: 'Exists' }] }];
  const volume = (fields: object) => ({
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      hostPath: { path: '/a' },
      ...fields,
    },
  });
  const placed = volume({ nodeAffinity: { required: { nodeSelectorTerms: terms } } });

  it('says which change of its affinity is allowed from 1.27', () => {
    const text = (minor: number) => changeErrorsIn(minor, persistentVolume, placed, volume({}))[0];
    expect(text(26)).toMatch(/field is immutable$/);
    expect(text(27)).toMatch(/field is immutable, except for updating from beta label to GA$/);
  });

  it('keeps its class of attributes, where there are such', () => {
    const classed = volume({ volumeAttributesClassName: 'a' });
    expect(changeErrorsIn(33, persistentVolume, classed, volume({}))).toEqual([]);
    expect(changeErrorsIn(34, persistentVolume, classed, volume({}))).toEqual([
      forbidden('spec.volumeAttributesClassName', 'update from non-nil value to nil is forbidden'),
    ]);
  });
});

it('calls fields of a storage class immutable from 1.36, and briefly from 1.37', () => {
  const of = (provisioner: string) => ({ provisioner, volumeBindingMode: 'Immediate' });
  const errors = (minor: number) => changeErrorsIn(minor, storageClass, of('a'), of('b'));
  expect(errors(35)).toEqual([forbidden('provisioner', 'updates to provisioner are forbidden.')]);
  expect(errors(36)).toEqual(['provisioner: Invalid value: "b": field is immutable']);
  expect(errors(37)).toEqual(['provisioner: Invalid value: null: field is immutable']);
});

describe('a driver', () => {
  it('fixes less from 1.30 on', () => {
    const of = (podInfoOnMount: boolean) => ({ spec: { podInfoOnMount } });
    expect(changeErrorsIn(29, csiDriver, of(false), of(true))).toHaveLength(1);
    expect(changeErrorsIn(30, csiDriver, of(false), of(true))).toEqual([]);
  });

  it('updates what nodes can hold not too often, and gets tokens that it asks for', () => {
    const often = { spec: { nodeAllocatableUpdatePeriodSeconds: 9 } };
    expect(errorsIn(35, csiDriver, often)).toEqual([
      'spec.nodeAllocatableUpdatePeriodSeconds: Invalid value: 9: must be greater than or equal to 10 seconds',
    ]);
    expect(errorsIn(35, csiDriver, { spec: { serviceAccountTokenInSecrets: true } })).toEqual([
      expect.stringContaining('is set but no tokenRequests are specified'),
    ]);
  });

  it('is named by its field on a node from 1.33, and may hold another number from 1.35', () => {
    const of = (nodeID: string, count?: number) => ({
      spec: { drivers: [{ name: 'd', nodeID, allocatable: { count } }] },
    });
    const field = (minor: number, ...to: [string, number?]) =>
      changeErrorsIn(minor, csiNode, of('a', 1), of(...to)).map((text) => text.split(':')[0]);
    expect(field(32, 'b', 1)).toEqual(['CSINodeDriver']);
    expect(field(33, 'b', 1)).toEqual(['spec.drivers']);
    expect(field(34, 'a', 2)).toEqual(['spec.drivers']);
    expect(field(35, 'a', 2)).toEqual([]);
  });
});

describe('an attachment', () => {
  const of = (attacher: string) => ({
    spec: { attacher, nodeName: 'n', source: { persistentVolumeName: 'v' } },
  });

  it('checks its driver once from 1.36, and last from 1.37', () => {
    const fields = (minor: number) =>
      errorsIn(minor, volumeAttachment, { spec: { attacher: '', nodeName: '', source: {} } }).map(
        (text) => text.split(':')[0],
      );
    const [driver, source, node] = ['spec.attacher', 'spec.source', 'spec.nodeName'];
    expect(fields(34)).toEqual([driver, source, node, driver, driver]);
    expect(fields(36)).toEqual([driver, source, node]);
    expect(fields(37)).toEqual([source, node, driver]);
  });

  it('allows any case in the name of its driver, and says so from 1.37', () => {
    expect(errorsIn(37, volumeAttachment, of('Example.com'))).toEqual([]);
    expect(errorsIn(36, volumeAttachment, of('A_b'))[0]).toContain(
      'a lowercase RFC 1123 subdomain',
    );
    expect(errorsIn(37, volumeAttachment, of('A_b'))[0]).toContain('an RFC 1123 subdomain must');
    expect(errorsIn(37, volumeAttachment, of('a'.repeat(64)))).toHaveLength(1);
  });

  it('never changes', () => {
    const errors = (minor: number) => changeErrorsIn(minor, volumeAttachment, of('a'), of('b'));
    expect(errors(36)[0]).toContain('spec: Invalid value: storage.VolumeAttachmentSpec');
    expect(errors(37)).toEqual(['spec: Invalid value: null: field is immutable']);
  });
});

describe('a volume with a class of attributes', () => {
  const volume = (source: object, volumeAttributesClassName: string) => ({
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      ...source,
      volumeAttributesClassName,
    },
  });
  const at = 'spec.volumeAttributesClassName';

  it('is one of a driver', () => {
    const why = 'has to be specified when using volumeAttributesClassName';
    const errors = errorsIn(34, persistentVolume, volume({ hostPath: { path: '/a' } }, 'fast'));
    expect(errors).toEqual([`spec.csi: Required value: ${why}`]);
  });

  it('is not checked while the gate is off, unless it is stored', () => {
    const why =
      'spec.csi: Required value: has to be specified when using volumeAttributesClassName';
    const kept = volume({ hostPath: { path: '/a' } }, 'fast');
    expect(errorsIn(30, persistentVolume, kept)).toEqual([]);
    expect(changeErrorsIn(30, persistentVolume, kept, kept)).toEqual([why, why]);
  });

  it('names the class', () => {
    const csi = { csi: { driver: 'd.example.com', volumeHandle: 'h' } };
    expect(errorsIn(34, persistentVolume, volume(csi, 'fast'))).toEqual([]);
    expect(errorsIn(34, persistentVolume, volume(csi, ''))).toEqual([
      `${at}: Required value: an empty string is disallowed`,
    ]);
    expect(errorsIn(34, persistentVolume, volume(csi, 'Fast!'))).toEqual([
      expect.stringMatching(/^spec.volumeAttributesClassName: Invalid value: "Fast!"/),
    ]);
  });
});
