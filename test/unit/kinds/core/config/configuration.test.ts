import { describe, expect, it } from 'vitest';
import { configMap, persistentVolumeClaim, secret, serviceAccount, defaultProfile } from '#kinds';
import type { ConfigMap, PersistentVolumeClaim, Secret, ServiceAccount } from '#types';
import { context, created, errorsOf, texts, updated, updateErrorsOf } from '../../samples.ts';
import { partOf } from '../../../../support/part.ts';

const metadata = { name: 'subject', namespace: 'default' };
const badKey = (key: string): string =>
  `Invalid value: ${JSON.stringify(key)}: a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')`;
const sealed = 'Forbidden: field is immutable when `immutable` is set';
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const cellsOf = (
  columns: readonly { cell(object: never, now: number): unknown }[],
  object: unknown,
): readonly unknown[] => columns.map((column) => column.cell(object as never, 0));

describe('config maps', () => {
  const map = (rest: object): ConfigMap =>
    ({ apiVersion: 'v1', kind: 'ConfigMap', metadata, ...rest }) as ConfigMap;

  it('have keys that can be names of files', () => {
    const data = { '.': '', '..a': '', 'a b': '', fine: '' };
    const binaryData = { fine: '', '/': '' };
    expect(errorsOf(configMap, map({ data, binaryData }))).toEqual([
      'data[.]: Invalid value: ".": must not be \'.\'',
      'data[..a]: Invalid value: "..a": must not start with \'..\'',
      `data[a b]: ${badKey('a b')}`,
      'data[fine]: Invalid value: "fine": duplicate of key present in binaryData',
      `binaryData[/]: ${badKey('/')}`,
    ]);
  });

  it('have a mebibyte of room', () => {
    const half = 'ä'.repeat(256 * 1024);
    const fits = map({ data: { a: half }, binaryData: { b: base64(half) } });
    expect(errorsOf(configMap, fits)).toEqual([]);
    const over = map({ data: { a: `${half}!` }, binaryData: { b: base64(half) } });
    expect(errorsOf(configMap, over)).toEqual(['[]: Too long: must have at most 1048576 bytes']);
  });

  it('stay as they are once sealed', () => {
    const old = map({ data: { a: '1' }, immutable: true });
    expect(updateErrorsOf(configMap, map({ data: { a: '1' }, immutable: true }), old)).toEqual([]);
    expect(
      updateErrorsOf(configMap, map({ data: { a: '2' }, binaryData: { b: '' } }), old),
    ).toEqual([`immutable: ${sealed}`, `data: ${sealed}`, `binaryData: ${sealed}`]);
    const open = map({ immutable: false });
    expect(updateErrorsOf(configMap, map({ data: { a: '2' } }), open)).toEqual([]);
  });

  it('show how much is in them', () => {
    const both = map({ data: { a: '', b: '' }, binaryData: { c: '' } });
    expect(cellsOf(configMap.table.columns, both)[0]).toBe(3);
  });
});

describe('secrets', () => {
  const secretOf = (rest: object): Secret =>
    ({ apiVersion: 'v1', kind: 'Secret', metadata, ...rest }) as Secret;

  it('take strings for data', () => {
    const given = secretOf({ data: { a: 'MQ==' }, stringData: { a: '2', b: 'ä' } });
    const made = created(secret, given);
    expect(made).toEqual({
      ...given,
      type: 'Opaque',
      data: { a: 'Mg==', b: 'w6Q=' },
      stringData: undefined,
    });
    expect(made).not.toHaveProperty('stringData');
    expect(secret.rules.defaults!(made, defaultProfile)).toBe(made);
    expect(created(secret, secretOf({ stringData: {} }))).not.toHaveProperty('data');
  });

  it.each<[type: string, data: Record<string, string>, errors: readonly string[]]>([
    ['Opaque', { 'a b': '' }, [`data[a b]: ${badKey('a b')}`]],
    ['example.com/any', {}, []],
    [
      'kubernetes.io/service-account-token',
      {},
      ['metadata.annotations[kubernetes.io/service-account.name]: Required value'],
    ],
    ['kubernetes.io/dockercfg', {}, ['data[.dockercfg]: Required value']],
    ['kubernetes.io/dockercfg', { '.dockercfg': '{"a":{}}' }, []],
    [
      'kubernetes.io/dockerconfigjson',
      { '.dockerconfigjson': '{"a"' },
      [
        'data[.dockerconfigjson]: Invalid value: "<secret contents redacted>": unexpected end of JSON input',
      ],
    ],
    [
      'kubernetes.io/dockerconfigjson',
      { '.dockerconfigjson': '[]' },
      [
        'data[.dockerconfigjson]: Invalid value: "<secret contents redacted>": json: cannot unmarshal array into Go value of type map[string]interface {}',
      ],
    ],
    [
      'kubernetes.io/basic-auth',
      {},
      ['data[username]: Required value', 'data[password]: Required value'],
    ],
    ['kubernetes.io/basic-auth', { password: '' }, []],
    ['kubernetes.io/ssh-auth', { 'ssh-privatekey': '' }, ['data[ssh-privatekey]: Required value']],
    ['kubernetes.io/tls', { 'tls.key': '' }, ['data[tls.crt]: Required value']],
  ])('of type %s with %j', (type, data, errors) => {
    expect(errorsOf(secret, secretOf({ type, stringData: data }))).toEqual(errors);
  });

  it('have a mebibyte of room', () => {
    const data = (bytes: number): Secret =>
      secretOf({ data: { a: Buffer.alloc(bytes).toString('base64') } });
    expect(errorsOf(secret, data(1024 * 1024))).toEqual([]);
    expect(errorsOf(secret, data(1024 * 1024 + 1))).toEqual([
      'data: Too long: must have at most 1048576 bytes',
    ]);
  });

  it('keep their type, and all when sealed', () => {
    const old = created(secret, secretOf({ type: 'a.b/c', immutable: true }));
    expect(updateErrorsOf(secret, secretOf({ stringData: { a: 'b' } }), old)).toEqual([
      'type: Invalid value: "Opaque": field is immutable',
      `immutable: ${sealed}`,
      `data: ${sealed}`,
    ]);
  });

  it('are selected by type', () => {
    expect(secret.wire.selectableFields!['type']!(created(secret, secretOf({})))).toBe('Opaque');
  });
});

describe('service accounts', () => {
  const account = (rest: object): ServiceAccount =>
    ({ apiVersion: 'v1', kind: 'ServiceAccount', metadata, ...rest }) as ServiceAccount;

  it('name their secrets and no more', () => {
    const made = created(
      serviceAccount,
      account({ secrets: [{ name: 'a', kind: 'Secret' }, { name: 'b' }] }),
    );
    expect(made.secrets).toEqual([{ name: 'a' }, { name: 'b' }]);
    expect(updated(serviceAccount, made, made)).toBe(made);
    expect(cellsOf(serviceAccount.table.columns, made)[0]).toBe(2);
    expect(cellsOf(serviceAccount.table.columns, account({}))[0]).toBe(0);
  });
});

describe('claims', () => {
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  const claim = (more: object = {}, rest: object = {}): PersistentVolumeClaim =>
    ({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata,
      spec: { ...spec, ...more },
      ...rest,
    }) as never;
  const old = created(persistentVolumeClaim, claim());

  it('fill in what v1.24 fills in', () => {
    expect(old).toMatchObject({
      spec: { ...spec, volumeMode: 'Filesystem' },
      status: { phase: 'Pending' },
    });
    expect(persistentVolumeClaim.rules.defaults!(old, defaultProfile)).toBe(old);
    expect(updated(persistentVolumeClaim, old, old)).toBe(old);
    expect(created(persistentVolumeClaim, claim({ resources: undefined })).spec.resources).toEqual(
      {},
    );
  });

  it('say twice where their content comes from', () => {
    const source = { kind: 'PersistentVolumeClaim', name: 'other' };
    const from = (more: object): object => created(persistentVolumeClaim, claim(more)).spec;
    const both = { dataSource: source, dataSourceRef: source };
    expect(from({ dataSource: source })).toMatchObject(both);
    expect(from({ dataSourceRef: source })).toMatchObject(both);
    const odd = { apiGroup: 'example.com', kind: 'Database', name: 'd' };
    expect(from({ dataSource: odd })).not.toHaveProperty('dataSource');
    expect(from({ dataSourceRef: odd })).toMatchObject({ dataSource: odd });
  });

  it('name one source, if they name two ways to say it', () => {
    const odd = { apiGroup: 'example.com', kind: 'Database', name: 'd' };
    const other = { kind: 'PersistentVolumeClaim', name: 'other' };
    expect(errorsOf(persistentVolumeClaim, claim({ dataSourceRef: odd }))).toEqual([]);
    expect(errorsOf(persistentVolumeClaim, claim({ dataSource: other }))).toEqual([]);
    expect(
      errorsOf(persistentVolumeClaim, claim({ dataSource: other, dataSourceRef: odd })),
    ).toEqual([expect.stringMatching(/^spec: .*must match dataSourceRef$/)]);
  });

  it('keep an odd source that is there', () => {
    const odd = { apiGroup: 'example.com', kind: 'Database', name: 'd' };
    const next = claim({ dataSource: odd });
    const before = created(persistentVolumeClaim, claim({ dataSourceRef: odd }));
    expect(updated(persistentVolumeClaim, next, before).spec).toEqual(before.spec);
    expect(updated(persistentVolumeClaim, next, old).spec).not.toHaveProperty('dataSource');
  });

  it('do not come to say what they grow to', () => {
    const growing = { allocatedResources: { storage: '2Gi' }, resizeStatus: '' };
    const next = { ...old, status: { ...old.status, ...growing } };
    expect(partOf(persistentVolumeClaim, 'status').trim!(next, old, context).status).toEqual(
      old.status,
    );
    expect(partOf(persistentVolumeClaim, 'status').trim!(next, next, context)).toBe(next);
  });

  it.each<[name: string, more: object, errors: readonly string[]]>([
    [
      'of nothing',
      { accessModes: [], resources: {} },
      [
        'spec.accessModes: Required value: at least 1 access mode is required',
        'spec.resources[storage]: Required value',
      ],
    ],
    [
      'of odd storage',
      {
        accessModes: ['Any'],
        volumeMode: 'Tape',
        storageClassName: 'A',
        resources: { requests: { storage: '0' } },
      },
      [
        'spec.accessModes: Unsupported value: "Any": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce"',
        'spec.resources[storage]: Invalid value: "0": must be greater than zero',
        expect.stringMatching(
          /^spec\.storageClassName: Invalid value: "A": a lowercase RFC 1123 subdomain/,
        ),
        'spec.volumeMode: Unsupported value: "Tape": supported values: "Block", "Filesystem"',
      ],
    ],
    [
      'with two minds',
      {
        dataSource: { kind: 'PersistentVolumeClaim', name: 'a' },
        dataSourceRef: { kind: 'Pod', name: '' },
      },
      [
        'spec.dataSourceRef.name: Required value',
        'spec.dataSourceRef: Invalid value: "Pod"',
        'spec: Invalid value: field.Path{name:"dataSource", index:"", parent:(*field.Path)(0x0)}: must match dataSourceRef',
      ],
    ],
  ])('are refused %s', (_, more, errors) => {
    expect(errorsOf(persistentVolumeClaim, claim(more))).toEqual(errors);
  });

  const size = (storage: string): object => ({ resources: { requests: { storage } } });
  const fixed =
    /^spec: Forbidden: spec is immutable after creation except resources\.requests for bound claims\n/;
  const shrunk =
    'spec.resources.requests.storage: Forbidden: field can not be less than previous value';
  const bound = { ...old, status: { phase: 'Bound' } } as PersistentVolumeClaim;

  it.each<[name: string, more: object, before: PersistentVolumeClaim, errors: readonly unknown[]]>([
    ['be bound to a volume', { volumeName: 'v' }, old, []],
    [
      'not be bound to another',
      { volumeName: 'w' },
      created(persistentVolumeClaim, claim({ volumeName: 'v' })),
      [expect.stringMatching(fixed)],
    ],
    ['not grow while pending', size('2Gi'), old, [expect.stringMatching(fixed)]],
    ['grow when bound', size('2Gi'), bound, []],
    ['not shrink', size('1Mi'), bound, [shrunk]],
    [
      'not change their mode',
      { volumeMode: 'Block' },
      old,
      [expect.stringMatching(fixed), 'volumeMode: Invalid value: "Block": field is immutable'],
    ],
  ])('can %s', (_, more, before, errors) => {
    const next = { ...claim(more), status: before.status } as PersistentVolumeClaim;
    const withFinalizer = { ...next, metadata: before.metadata };
    expect(updateErrorsOf(persistentVolumeClaim, withFinalizer, before)).toEqual(errors);
  });

  it('have a capacity that is none below zero', () => {
    const next = {
      ...bound,
      status: { capacity: { storage: '-1' } },
    } as unknown as PersistentVolumeClaim;
    expect(
      texts((errors) =>
        partOf(persistentVolumeClaim, 'status').validate!(errors, next, bound, context),
      ),
    ).toEqual(['status.capacity[storage]: Invalid value: -1: must be a valid resource quantity']);
  });

  it('show what they are bound to', () => {
    const status = {
      phase: 'Bound',
      capacity: { storage: '2Gi' },
      accessModes: ['ReadWriteMany', 'ReadWriteOnce'],
    };
    const whole = { ...old, spec: { ...old.spec, volumeName: 'v', storageClassName: 'c' }, status };
    const time = { creationTimestamp: '1970-01-01T00:00:00Z' };
    const shown = { ...whole, metadata: { ...old.metadata, ...time } };
    const cells = cellsOf(persistentVolumeClaim.table.columns, shown);
    expect(cells.toSpliced(5, 1)).toEqual(['Bound', 'v', '2Gi', 'RWO,RWX', 'c', 'Filesystem']);
    const deleting = {
      ...shown,
      metadata: { ...shown.metadata, deletionTimestamp: '1970-01-01T00:00:00Z' },
    };
    expect(cellsOf(persistentVolumeClaim.table.columns, deleting)[0]).toBe('Terminating');
    expect(cellsOf(persistentVolumeClaim.table.columns, old).slice(0, 5)).toEqual([
      'Pending',
      '',
      '',
      '',
      '',
    ]);
  });
});
