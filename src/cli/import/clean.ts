/** The parts of an object for an initial state: not those that the control plane recreates. */
import type { Millis } from '#clock';
import { decodeAs, type Kind, type Profile } from '#kinds';
import type { KindRegistry } from '#catalog';
import { UsageError } from '../usage-error.ts';
import { isMap, without } from './maps.ts';
import { latestIn } from './moments.ts';
import type { ForeignObject, Version } from './version.ts';

/** Why objects, or parts of them, were left out, and how often. */
export class LeftOut {
  readonly #counts = new Map<string, number>();

  add(why: string): void {
    this.#counts.set(why, (this.#counts.get(why) ?? 0) + 1);
  }

  /** In words, the most frequent first. */
  get lines(): readonly string[] {
    return [...this.#counts]
      .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
      .map(([why, count]) => (count > 1 ? `${why} (${count})` : why));
  }
}

/** A version that is kept. */
export interface ImportedVersion {
  readonly kind: Kind;
  readonly object: ForeignObject;
  readonly type: Version['type'];
  readonly file: string;
  /** Of its resourceVersion; 0 without one. */
  readonly revision: number;
  /** The latest time in it; 0 when it contains none. */
  readonly momentMs: Millis;
  /** It was not there at the start. */
  readonly isChange: boolean;
  /** A program of the control plane has written it. */
  readonly isByController: boolean;
}

/**
 * Returns the version without server-generated and unneeded parts; undefined when nothing is kept.
 */
export function clean(
  version: Version,
  kinds: KindRegistry,
  leftOut: LeftOut,
): ImportedVersion | undefined {
  const { object, type, place, isChange = false, isByController = false } = version;
  const kind = kinds.byKind(object.apiVersion, object.kind);
  if (kind === undefined) {
    leftOut.add(`${object.kind} (${object.apiVersion}): a kind that is not simulated`);
    return undefined;
  }
  const why = recreated(kind, object);
  if (why !== undefined) {
    leftOut.add(why);
    return undefined;
  }
  const fitting = fittingOf(kind, { object, place }, kinds.profile, leftOut);
  return {
    ...{ kind, type, isChange, isByController },
    object: withoutTraces(kind, fitting, leftOut),
    file: place.replace(/:\d+$/, ''),
    revision: Number(object.metadata['resourceVersion'] ?? 0) || 0,
    momentMs: version.momentMs ?? latestIn(object),
  };
}

/** Returns why the control plane will recreate the object; undefined when it will not. */
function recreated(kind: Kind, { metadata }: ForeignObject): string | undefined {
  const { name, namespace } = metadata;
  if (kind.wire.readOnly === true) return `${kind.kind}: worked out when it is asked for`;
  switch (kind.kind) {
    case 'Event':
    case 'Lease':
    case 'Endpoints':
    case 'EndpointSlice':
      return `${kind.plural}: recreated`;
    case 'ConfigMap':
      return name === 'kube-root-ca.crt' ? 'config maps kube-root-ca.crt: recreated' : undefined;
    case 'ServiceAccount':
      return name === 'default' ? 'service accounts default: recreated' : undefined;
    case 'PriorityClass':
      return name.startsWith('system-') ? 'priority classes system-*: recreated' : undefined;
    case 'Service':
      return name === 'kubernetes' && namespace === 'default'
        ? 'the service kubernetes of the API itself'
        : undefined;
    default:
      return undefined;
  }
}

function fittingOf(
  kind: Kind,
  { object, place }: Pick<Version, 'object' | 'place'>,
  { minor }: Profile,
  leftOut: LeftOut,
): ForeignObject {
  const onUnknown = (path: string): void =>
    leftOut.add(
      `the field ${kind.kind} ${path.replaceAll(/\[\d+\]/g, '[]')}: v1.${minor} has none`,
    );
  try {
    return decodeAs(kind, object, { onUnknown }) as ForeignObject;
  } catch (error) {
    const message = (error as Error).message;
    throw new UsageError(`${place}: ${kind.kind} ${object.metadata.name}: ${message}`, {
      cause: error,
    });
  }
}

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

function withoutTraces(kind: Kind, object: ForeignObject, leftOut: LeftOut): ForeignObject {
  const { annotations } = object.metadata;
  const written = isMap(annotations) ? without(annotations, LAST_APPLIED) : {};
  const metadata: ForeignObject['metadata'] = {
    ...without(object.metadata, 'resourceVersion', 'managedFields', 'selfLink', 'annotations'),
    ...(Object.keys(written).length > 0 && { annotations: written }),
  };
  const cleaned: ForeignObject = { ...object, metadata };
  if (kind.kind === 'Secret') return withoutSecrets(cleaned, leftOut);
  if (kind.kind === 'Node') return withoutImages(cleaned);
  return cleaned;
}

/** Not needed here, and scenario files are shared. */
function withoutSecrets(secret: ForeignObject, leftOut: LeftOut): ForeignObject {
  const { data } = secret;
  if (!isMap(data)) return secret;
  leftOut.add('what is in secrets: only the keys are kept');
  return { ...secret, data: Object.fromEntries(Object.keys(data).map((key) => [key, ''])) };
}

/** Long and irrelevant. */
function withoutImages(node: ForeignObject): ForeignObject {
  return isMap(node['status']) ? { ...node, status: without(node['status'], 'images') } : node;
}

/**
 * Returns the objects without references to owners that are not among them: the garbage collector
 * would delete objects whose owners do not exist.
 */
export function withoutLostOwners(
  objects: readonly ImportedVersion[],
  leftOut: LeftOut,
): readonly ImportedVersion[] {
  const uids = new Set(objects.map(({ object }) => object.metadata['uid']));
  return objects.map((version) => {
    const { metadata } = version.object;
    const references = metadata['ownerReferences'];
    if (!Array.isArray(references)) return version;
    const found = references.filter((each) => isMap(each) && uids.has(each['uid']));
    if (found.length === references.length) return version;
    leftOut.add(`references of ${version.kind.plural} to owners that are not in the input`);
    const others = without(metadata, 'ownerReferences');
    const ownerReferences = found.length > 0 ? { ownerReferences: found } : {};
    return {
      ...version,
      object: { ...version.object, metadata: { ...others, ...ownerReferences } },
    };
  });
}
