/** What Kubernetes publishes about types although no part of it reads it. */
import { hasMinor, type Profile } from '#kinds';
import { layoutOf, type NumberedEntry, type StructSchema } from '#schema';
import type { JsonSchema } from './dialect.ts';

interface Union {
  /** The field that says which of the others is meant; absent: which of them is there. */
  readonly discriminator?: string;
  /** The values of that field, by the fields that they mean. */
  readonly fields: Readonly<Record<string, string>>;
  /** The minor releases that publish it; absent: all. */
  readonly minors?: string;
}

/** By group and name of the type. */
const unions: Readonly<Record<string, readonly Union[]>> = {
  'core.AppArmorProfile': [
    { discriminator: 'type', fields: { localhostProfile: 'LocalhostProfile' } },
  ],
  'core.PodSchedulingGroup': [{ fields: { podGroupName: 'PodGroupName' } }],
  'core.SeccompProfile': [
    { discriminator: 'type', fields: { localhostProfile: 'LocalhostProfile' } },
  ],
  'flowcontrol.LimitResponse': [{ discriminator: 'type', fields: { queuing: 'Queuing' } }],
  'flowcontrol.PriorityLevelConfigurationSpec': [
    { discriminator: 'type', fields: { limited: 'Limited' }, minors: '24-27' },
    { discriminator: 'type', fields: { exempt: 'Exempt', limited: 'Limited' }, minors: '28-' },
  ],
  'flowcontrol.Subject': [
    {
      discriminator: 'kind',
      fields: { group: 'Group', serviceAccount: 'ServiceAccount', user: 'User' },
    },
  ],
  'scheduling.WorkloadPodGroupDisruptionMode': [{ fields: { all: 'All', single: 'Single' } }],
  'scheduling.WorkloadPodGroupSchedulingPolicy': [{ fields: { basic: 'Basic', gang: 'Gang' } }],
};

/** Something that is published about a field, and by which minor releases. */
interface Mark {
  readonly schema: JsonSchema;
  readonly minors: string;
}

const atomic: JsonSchema = { 'x-kubernetes-list-type': 'atomic' };

/** Bytes, which are a list to Go, and a few others, by group, type and field. */
const marks: Readonly<Record<string, Mark>> = {
  'apiregistration.APIServiceSpec.caBundle': { schema: atomic, minors: '24-' },
  'certificates.CertificateSigningRequestSpec.request': { schema: atomic, minors: '24-34' },
  'certificates.CertificateSigningRequestStatus.certificate': {
    schema: atomic,
    minors: '24-34',
  },
  'storage.CSIStorageCapacityList.items': {
    schema: { 'x-kubernetes-list-map-keys': ['name'], 'x-kubernetes-list-type': 'map' },
    minors: '24-29',
  },
  'meta.LabelSelectorRequirement.key': {
    schema: { 'x-kubernetes-patch-merge-key': 'key', 'x-kubernetes-patch-strategy': 'merge' },
    minors: '24-27',
  },
  'core.PersistentVolumeClaimStatus.allocatedResourceStatuses': {
    schema: { 'x-kubernetes-map-type': 'granular' },
    minors: '28-',
  },
  'meta.Status.details': { schema: atomic, minors: '30-34' },
};

/** That only one of the fields of a struct counts. */
export function unionOf(struct: StructSchema, { minor }: Pick<Profile, 'minor'>): JsonSchema {
  const union = unions[nameOf(struct)]?.find(({ minors = '24-' }) => hasMinor(minors, minor));
  if (union === undefined) return {};
  const { discriminator, fields } = union;
  return {
    'x-kubernetes-unions': [
      { ...(discriminator && { discriminator }), 'fields-to-discriminateBy': fields },
    ],
  };
}

export function markOf(
  struct: StructSchema,
  field: string,
  { minor }: Pick<Profile, 'minor'>,
): JsonSchema {
  const mark = marks[`${nameOf(struct)}.${field}`];
  return mark !== undefined && hasMinor(mark.minors, minor) ? mark.schema : {};
}

/** Where Go declares the required fields in another order than that of their numbers. */
const requiredOrders: Readonly<Record<string, readonly string[]>> = {
  'discovery.EndpointSlice': ['addressType', 'endpoints'],
  'meta.APIResource': ['name', 'singularName', 'namespaced', 'kind', 'verbs'],
  'meta.OwnerReference': ['apiVersion', 'kind', 'name', 'uid'],
  'networking.HTTPIngressPath': ['pathType', 'backend'],
};

/** The names of the required fields, in the order in which Go declares them. */
export function requiredOf(struct: StructSchema): readonly string[] {
  const required = [...struct.fields.values()].filter((field) => field.required);
  const names = required.map(({ name }) => name);
  if (names.length < 2) return names;
  const order = requiredOrders[nameOf(struct)] ?? namesIn(layoutOf(struct));
  return names.sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

function namesIn(entries: readonly NumberedEntry[]): readonly string[] {
  return [...entries]
    .sort((a, b) => a.number - b.number)
    .flatMap((entry) => ('inline' in entry ? namesIn(entry.inline) : [entry.name]));
}

/** `core.Pod` of `io.k8s.api.core.v1.Pod`: the same for all versions. */
function nameOf({ definition }: StructSchema): string {
  const [group, , name] = definition.split('.').slice(-3);
  return `${group}.${name}`;
}
