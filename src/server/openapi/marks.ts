/** What v1.24 publishes about types although no part of it reads it. */
import { layoutOf, type NumberedEntry, type StructSchema } from '#schema';
import type { JsonSchema } from './dialect.ts';

interface Union {
  /** The field that says which of the others is meant. */
  readonly discriminator: string;
  /** The values of that field, by the fields that they mean. */
  readonly fields: Readonly<Record<string, string>>;
}

/** By group and name of the type. */
const unions: Readonly<Record<string, Union>> = {
  'core.SeccompProfile': {
    discriminator: 'type',
    fields: { localhostProfile: 'LocalhostProfile' },
  },
  'flowcontrol.LimitResponse': { discriminator: 'type', fields: { queuing: 'Queuing' } },
  'flowcontrol.PriorityLevelConfigurationSpec': {
    discriminator: 'type',
    fields: { limited: 'Limited' },
  },
  'flowcontrol.Subject': {
    discriminator: 'kind',
    fields: { group: 'Group', serviceAccount: 'ServiceAccount', user: 'User' },
  },
};

/** Bytes, which are a list to Go, and a few others, by group, type and field. */
const marks: Readonly<Record<string, JsonSchema>> = {
  'apiregistration.APIServiceSpec.caBundle': { 'x-kubernetes-list-type': 'atomic' },
  'certificates.CertificateSigningRequestSpec.request': { 'x-kubernetes-list-type': 'atomic' },
  'certificates.CertificateSigningRequestStatus.certificate': {
    'x-kubernetes-list-type': 'atomic',
  },
  'storage.CSIStorageCapacityList.items': {
    'x-kubernetes-list-map-keys': ['name'],
    'x-kubernetes-list-type': 'map',
  },
  'meta.LabelSelectorRequirement.key': {
    'x-kubernetes-patch-merge-key': 'key',
    'x-kubernetes-patch-strategy': 'merge',
  },
};

/** That only one of the fields of a struct counts. */
export function unionOf(struct: StructSchema): JsonSchema {
  const union = unions[nameOf(struct)];
  if (union === undefined) return {};
  const { discriminator, fields } = union;
  return {
    'x-kubernetes-unions': [{ discriminator, 'fields-to-discriminateBy': fields }],
  };
}

export function markOf(struct: StructSchema, field: string): JsonSchema {
  return marks[`${nameOf(struct)}.${field}`] ?? {};
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
