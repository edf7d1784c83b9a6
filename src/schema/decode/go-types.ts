/** The names of types in the messages of Go's decoder. */
import {
  namedLists,
  namedMaps,
  namedStrings,
  renamed,
  versionedKeys,
  versionedStrings,
} from './go-names.ts';
import type { FieldSchema, Schema, ScalarName, StructSchema, UnionSchema } from '../schema.ts';

/** The type of a whole value. */
export interface GoForm {
  readonly root: StructSchema;
  /** The version, such as `v1beta1`, if it uses the types of another version under the same names. */
  readonly version: string | undefined;
}

const scalars: Readonly<Record<ScalarName, string>> = {
  string: 'string',
  boolean: 'bool',
  int32: 'int32',
  int64: 'int64',
  double: 'float64',
  bytes: '[]uint8',
  Time: 'string',
  MicroTime: 'string',
  Quantity: 'resource.Quantity',
  IntOrString: 'int32',
  JSON: 'v1.JSON',
  any: 'interface {}',
};

const uids: ReadonlySet<string> = new Set([
  'PodCertificateRequestSpec.nodeUID',
  'PodCertificateRequestSpec.podUID',
  'PodCertificateRequestSpec.serviceAccountUID',
  'DeviceRequestAllocationResult.shareID',
  'UncountedTerminatedPods.failed',
  'UncountedTerminatedPods.succeeded',
]);

const plainUids: ReadonlySet<string> = new Set([
  'CertificateSigningRequestSpec.uid',
  'SubjectAccessReviewSpec.uid',
  'UserInfo.uid',
]);

/** Types that older versions of their group take from the newer one. */
const taken: ReadonlySet<string> = new Set(['io.k8s.api.batch.v1.JobSpec']);

/**
 * The Go type of a field's value: `int32`, `v1.PodSpec`, `[]v1.Container`.
 * @param place `Struct.field`
 */
export function goTypeOf(schema: Schema, place: string, form: GoForm): string {
  switch (schema.type) {
    case 'scalar':
      return schema.scalar === 'string' ? goStringAt(place, form) : scalars[schema.scalar];
    case 'struct':
    case 'union':
      return `${goPackageOf(schema, form)}.${schema.name}`;
    case 'list':
      return namedLists[place] ?? `[]${goTypeOf(schema.items, place, form)}`;
    case 'map':
      return namedMaps[place] ?? goMapOf(schema.values, place, form);
  }
}

function goMapOf(values: Schema, place: string, form: GoForm): string {
  const key = versionedKeys[place];
  if (key !== undefined) {
    return `map[${goPackageOf(form.root, form)}.${key}]${goTypeOf(values, place, form)}`;
  }
  if (isOf(values, 'Quantity')) return 'v1.ResourceList';
  // A time is read from text, but in a map Go shows the type itself.
  return `map[string]${isOf(values, 'Time') ? 'v1.Time' : goTypeOf(values, place, form)}`;
}

function goStringAt(place: string, form: GoForm): string {
  const field = place.slice(place.indexOf('.') + 1);
  const later = renamed[place];
  if (later !== undefined && (form.root.source?.minor ?? 0) >= later[0]) return later[1];
  if ((field === 'uid' && !plainUids.has(place)) || uids.has(place)) return 'types.UID';
  if (place === 'PodCertificateRequestSpec.nodeName') return 'types.NodeName';
  const versioned = versionedStrings[`${form.root.name} ${place}`] ?? versionedStrings[place];
  if (versioned !== undefined) return `${goPackageOf(form.root, form)}.${versioned}`;
  const name = namedStrings[place] ?? namedStrings[field];
  return name === undefined ? 'string' : `v1.${name}`;
}

function isOf(schema: Schema, scalar: ScalarName): boolean {
  return schema.type === 'scalar' && schema.scalar === scalar;
}

/** `v1` of `io.k8s.api.core.v1.PodSpec`: Go packages of API types are named after the version. */
function goPackageOf(
  { definition }: StructSchema | UnionSchema,
  { root, version }: GoForm,
): string {
  const published = publishedIn(definition);
  const isOwn = published === publishedIn(root.definition) && !taken.has(definition);
  return (isOwn ? version : undefined) ?? published.slice(published.lastIndexOf('.') + 1);
}

/** `io.k8s.api.core.v1` of `io.k8s.api.core.v1.PodSpec` */
function publishedIn(definition: string): string {
  return definition.slice(0, definition.lastIndexOf('.'));
}

/** The structs in Go whose fields are among those of another struct, by that struct, the outermost first. */
const inlined: Readonly<Record<string, readonly string[]>> = {
  ConfigMapEnvSource: ['LocalObjectReference'],
  ConfigMapKeySelector: ['LocalObjectReference'],
  ConfigMapProjection: ['LocalObjectReference'],
  ConfigMapVolumeSource: ['LocalObjectReference'],
  DeviceAllocationConfiguration: ['DeviceConfiguration'],
  DeviceClaimConfiguration: ['DeviceConfiguration'],
  DeviceClassConfiguration: ['DeviceConfiguration'],
  EphemeralContainer: ['EphemeralContainerCommon'],
  IngressRule: ['IngressRuleValue'],
  NamedRuleWithOperations: ['RuleWithOperations', 'Rule'],
  PersistentVolumeSpec: ['PersistentVolumeSource'],
  Probe: ['ProbeHandler'],
  RuleWithOperations: ['Rule'],
  SecretEnvSource: ['LocalObjectReference'],
  SecretKeySelector: ['LocalObjectReference'],
  SecretProjection: ['LocalObjectReference'],
  Volume: ['VolumeSource'],
};

/** The first minor release whose messages name them. */
const namesInlinedSince = 35;

/** Returns a field as the path in a message has it. */
export function goPathOf(schema: StructSchema, field: FieldSchema): string {
  const { name: struct, source } = schema;
  const { name, number = [] } = field;
  const { minor = namesInlinedSince } = source ?? {};
  if (minor < namesInlinedSince) return name;
  const isOfType = name === 'kind' || name === 'apiVersion';
  if (isOfType && (schema.apiVersion !== undefined || struct === 'DeleteOptions')) {
    return `TypeMeta.${name}`;
  }
  if (number.length < 2) return name;
  return [...(inlined[struct] ?? []).slice(0, number.length - 1), name].join('.');
}
