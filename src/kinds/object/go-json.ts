/** Objects as Go writes those types of its own that have no names for JSON: every field, with its name in Go. */
import type { FieldSchema, Schema, StructSchema } from '#schema';

const ofContainers = [
  ...['name', 'image', 'command', 'args', 'workingDir', 'ports', 'envFrom', 'env', 'resources'],
  ...['resizePolicy', 'restartPolicy', 'restartPolicyRules', 'volumeMounts', 'volumeDevices'],
  ...['livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle', 'terminationMessagePath'],
  ...[
    'terminationMessagePolicy',
    'imagePullPolicy',
    'securityContext',
    'stdin',
    'stdinOnce',
    'tty',
  ],
];

/** Types whose fields stand in Go in another order than their numbers; fields that are not named are last. */
const orders: Readonly<Record<string, readonly string[]>> = {
  Container: ofContainers,
  EphemeralContainer: [...ofContainers, 'targetContainerName'],
  ISCSIPersistentVolumeSource: [
    ...['targetPortal', 'iqn', 'lun', 'iscsiInterface', 'fsType', 'readOnly', 'portals'],
    ...['chapAuthDiscovery', 'chapAuthSession', 'secretRef', 'initiatorName'],
  ],
  SecurityContext: [
    ...['capabilities', 'privileged', 'seLinuxOptions', 'windowsOptions', 'runAsUser'],
    ...['runAsGroup', 'runAsNonRoot', 'readOnlyRootFilesystem', 'allowPrivilegeEscalation'],
    ...['procMount', 'seccompProfile', 'appArmorProfile'],
  ],
  PersistentVolumeClaimSpec: [
    ...['accessModes', 'selector', 'resources', 'volumeName', 'storageClassName', 'volumeMode'],
    ...['dataSource', 'dataSourceRef', 'volumeAttributesClassName'],
  ],
};

/** Types that are the same in Go as in requests: they write what is there. */
const published = new Set(['LabelSelector', 'LabelSelectorRequirement']);

/** What Go calls fields, by themselves or as `Struct.field`, where it is not their name with a capital. */
const words: Readonly<Record<string, string>> = {
  'AzureDiskVolumeSource.diskURI': 'DataDiskURI',
  'GlusterfsPersistentVolumeSource.endpoints': 'EndpointsName',
  'RBDPersistentVolumeSource.image': 'RBDImage',
  'RBDPersistentVolumeSource.monitors': 'CephMonitors',
  'RBDPersistentVolumeSource.pool': 'RBDPool',
  'RBDPersistentVolumeSource.user': 'RadosUser',
  apiGroup: 'APIGroup',
  awsElasticBlockStore: 'AWSElasticBlockStore',
  cephfs: 'CephFS',
  chapAuthDiscovery: 'DiscoveryCHAPAuth',
  chapAuthSession: 'SessionCHAPAuth',
  csi: 'CSI',
  dnsConfig: 'DNSConfig',
  dnsPolicy: 'DNSPolicy',
  fc: 'FC',
  fsGroup: 'FSGroup',
  fsGroupChangePolicy: 'FSGroupChangePolicy',
  fsType: 'FSType',
  gcePersistentDisk: 'GCEPersistentDisk',
  grpc: 'GRPC',
  httpGet: 'HTTPGet',
  iqn: 'IQN',
  iscsi: 'ISCSI',
  iscsiInterface: 'ISCSIInterface',
  nfs: 'NFS',
  os: 'OS',
  pdName: 'PDName',
  rbd: 'RBD',
  seLinuxChangePolicy: 'SELinuxChangePolicy',
  seLinuxOptions: 'SELinuxOptions',
  sslEnabled: 'SSLEnabled',
  storageos: 'StorageOS',
  tcpSocket: 'TCPSocket',
  tty: 'TTY',
  wwids: 'WWIDs',
};

/**
 * Returns an object of a type as indented JSON, line by line.
 * @param fields those that stand in a struct of their own in Go, which is shown; absent: all of them
 */
export function goJsonLines(
  schema: StructSchema,
  value: object,
  fields?: readonly string[],
): readonly string[] {
  const all = goStruct(schema, value);
  const shown = fields?.map((field) => nameOf(schema.name, field));
  const part = shown && Object.fromEntries(shown.map((name) => [name, all[name]]));
  return JSON.stringify(part ?? all, undefined, 1).split('\n');
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns an object of a type with every field, by its name in Go and in its order there. */
export function goStruct(schema: StructSchema, value: object): Fields {
  return whole(schema, value as Fields);
}

function whole(struct: StructSchema, value: Fields): Fields {
  if (published.has(struct.name)) return value;
  return Object.fromEntries(
    inOrder(struct).map((field) => [
      nameOf(struct.name, field.name),
      partOf(field, value[field.name]),
    ]),
  );
}

function nameOf(struct: string, field: string): string {
  return (
    words[`${struct}.${field}`] ??
    words[field] ??
    `${field.charAt(0).toUpperCase()}${field.slice(1)}`
  );
}

function inOrder({ name, fields }: StructSchema): readonly FieldSchema[] {
  const order = orders[name];
  const all = [...fields.values()];
  if (order === undefined) return all.sort((a, b) => compareNumbers(a.number, b.number));
  const place = ({ name: field }: FieldSchema): number => {
    const index = order.indexOf(field);
    return index < 0 ? order.length : index;
  };
  return all.sort((a, b) => place(a) - place(b) || compareNumbers(a.number, b.number));
}

function compareNumbers(a: FieldSchema['number'] = [], b: FieldSchema['number'] = []): number {
  for (const [index, number] of a.entries()) {
    const other = b[index] ?? 0;
    if (number !== other) return number - other;
  }
  return a.length - b.length;
}

function partOf({ schema, pointer }: FieldSchema, value: unknown): unknown {
  return value == null ? (pointer === true ? null : zeroOf(schema)) : written(schema, value);
}

function zeroOf(schema: Schema): unknown {
  if (schema.type === 'struct') return whole(schema, {});
  if (schema.type !== 'scalar') return null;
  if (schema.scalar === 'boolean') return false;
  return schema.scalar === 'int32' || schema.scalar === 'int64' ? 0 : '';
}

function written(schema: Schema, value: unknown): unknown {
  switch (schema.type) {
    case 'struct':
      return whole(schema, value as Fields);
    case 'list':
      return (value as readonly unknown[]).map((each) => written(schema.items, each));
    case 'map':
      return Object.fromEntries(
        Object.keys(value as Fields)
          .sort()
          .map((key) => [key, written(schema.values, (value as Fields)[key])]),
      );
    case 'scalar':
    case 'union':
      return value;
  }
}
