/** Nodes. */
import type { Column } from '../../object/kind-table.ts';
import { ageColumn, column, none, wide } from '../../object/columns.ts';
import { defaultTransitionTimes, getCondition } from '../../object/conditions.ts';
import { defineKind } from '../../object/define-kind.ts';
import { changeField, fillAbsent, omitFields, withField } from '#values';
import type { Kind } from '../../object/kind.ts';
import { warningTexts } from '../../late-checks.ts';
import { validateMetadata } from '../../object/validate-metadata.ts';
import { validateNode, validateNodeUpdate } from './validate-node.ts';
import { proxy, statusPart } from '../../object/subresources.ts';
import type { Node, NodeSpec, NodeStatus } from '#types';

/** The conditions that kubelets report, in the order in which the node lifecycle controller adds them. */
export const kubeletConditions = [
  'Ready',
  'MemoryPressure',
  'DiskPressure',
  'PIDPressure',
] as const;
export type KubeletCondition = (typeof kubeletConditions)[number];

export const node: Kind<Node> = defineKind<Node>({
  group: '',
  version: 'v1',
  kind: 'Node',
  plural: 'nodes',
  namespaced: false,
  names: { shortNames: ['no'] },
  wire: {
    storagePath: 'minions',
    selectableFields: {
      'spec.unschedulable': (object) => String(object.spec.unschedulable === true),
    },
  },
  subresources: {
    proxy: proxy('NodeProxyOptions'),
    status: statusPart({
      prepare: (object) => changeField(object, 'status', defaultStatus),
      trim: withoutKubeletConfig,
      validate: validateNodeUpdate,
    }),
  },
  rules: {
    // A new node may have an address twice.
    checksStored: true,
    defaults(object) {
      const whole = fillAbsent(object, { spec: {}, status: {} });
      const specified = changeField(whole, 'spec', pairCidrs);
      return changeField(specified, 'status', defaultStatus);
    },
    prepareCreate: withoutKubeletConfig,
    prepareUpdate: withoutKubeletConfig,
    validate: validateNode,
    // v1.24 checks it as a new one, then as an update.
    validateUpdate(errors, object, old) {
      validateMetadata(errors, object.metadata, node);
      validateNode(errors, object);
      validateNodeUpdate(errors, object, old);
    },
    warnings: (object, _old, profile) => warningTexts.code.nodeWarnings(object.spec, profile),
  },
  table: {
    columns: [
      column('Status', 'string', 'Ready or not, and whether pods may be put there.', statusText),
      column('Roles', 'string', 'Roles of the node.', rolesText),
      ageColumn,
      column('Version', 'string', 'Version of the kubelet.', (object) => {
        return object.status?.nodeInfo?.kubeletVersion ?? '';
      }),
      wide(column('Internal-IP', 'string', 'Address inside the cluster.', addressOf('InternalIP'))),
      wide(column('External-IP', 'string', 'Address from outside.', addressOf('ExternalIP'))),
      wide(column('OS-Image', 'string', 'Operating system.', infoOf('osImage'))),
      { ...kernelColumn(infoOf('kernelVersion')), until: 35 },
      { ...kernelColumn(kernelText), since: 36 },
      wide(
        column(
          'Container-Runtime',
          'string',
          'Container runtime and its version.',
          infoOf('containerRuntimeVersion'),
        ),
      ),
    ],
  },
  view: { restoreRank: 1, isMadeByOthers: true },
});

const noInfo = {
  architecture: '',
  bootID: '',
  containerRuntimeVersion: '',
  kernelVersion: '',
  kubeProxyVersion: '',
  kubeletVersion: '',
  machineID: '',
  operatingSystem: '',
  osImage: '',
  systemUUID: '',
};
const noDaemons = { kubeletEndpoint: { Port: 0 } };
const conditionTimes = { lastHeartbeatTime: null, lastTransitionTime: null };

function defaultStatus(status: NodeStatus): NodeStatus {
  let filled = fillAbsent(status, { daemonEndpoints: noDaemons, nodeInfo: noInfo });
  // An empty map is none.
  const hasAllocatable = Object.keys(status.allocatable ?? {}).length > 0;
  const { capacity } = status;
  if (!hasAllocatable && capacity !== undefined) {
    filled = withField(filled, 'allocatable', capacity);
  }
  filled = changeField(filled, 'nodeInfo', (info) => fillAbsent(info, noInfo));
  filled = changeField(filled, 'daemonEndpoints', (endpoints) => fillAbsent(endpoints, noDaemons));
  return defaultTransitionTimes(filled, conditionTimes);
}

/** Kubelets of v1.24 take no configuration from the API: fields for it are dropped. */
function withoutKubeletConfig(object: Node): Node {
  const specified = changeField(object, 'spec', (spec) => omitFields(spec, ['configSource']));
  return changeField(specified, 'status', (status) => omitFields(status, ['config']));
}

/** `podCIDR` is the first of `podCIDRs`; if they differ, `podCIDR` wins. */
function pairCidrs(spec: NodeSpec): NodeSpec {
  const { podCIDR, podCIDRs } = spec;
  const first = podCIDRs?.[0];
  if ((podCIDR ?? '') === (first ?? '')) return spec;
  return podCIDR ? { ...spec, podCIDRs: [podCIDR] } : { ...spec, podCIDR: first };
}

function statusText({ spec, status }: Node): string {
  const ready = getCondition(status?.conditions, 'Ready');
  const text = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady';
  return spec?.unschedulable ? `${text},SchedulingDisabled` : text;
}

const rolePrefix = 'node-role.kubernetes.io/';

/** A label per role, or the older label that names one. */
function rolesText({ metadata }: Node): string {
  const roles = new Set<string>();
  for (const [key, value] of Object.entries(metadata.labels ?? {})) {
    if (key.startsWith(rolePrefix)) roles.add(key.slice(rolePrefix.length));
    else if (key === 'kubernetes.io/role') roles.add(value);
  }
  roles.delete('');
  return [...roles].sort().join(',') || none;
}

function addressOf(type: string): (object: Node) => string {
  return ({ status }) =>
    status?.addresses?.find((address) => address.type === type)?.address ?? none;
}

function kernelColumn(cell: (object: Node) => string): Column<Node> {
  return wide(column('Kernel-Version', 'string', 'Version of the kernel.', cell));
}

/** Returns the version of the kernel, and what it runs on. */
function kernelText(object: Node): string {
  const { architecture } = object.status?.nodeInfo ?? {};
  const version = infoOf('kernelVersion')(object);
  return architecture ? `${version} (${architecture})` : version;
}

function infoOf(field: keyof typeof noInfo): (object: Node) => string {
  return ({ status }) => status?.nodeInfo?.[field] || '<unknown>';
}
