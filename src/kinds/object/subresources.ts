/** Subresources as values: kinds declare theirs with them, and other rooms look them up. */
import { fixedMetadata } from './fixed-metadata.ts';
import { defineKind } from './define-kind.ts';
import type { Kind, Subresource } from './kind.ts';
import { copyOf, type KubeObject } from '#values';
import type { ObjectPart, PartRules, Scaling } from './part.ts';

const written = ['get', 'patch', 'update'] as const;

/** `/status`: what programs report about an object. Writes to the object itself do not change it. */
export function statusPart<T extends KubeObject>(rules: PartRules<T> = {}): Subresource<T> {
  const part: ObjectPart<T> = {
    ...rules,
    take(desired, old, metadata) {
      const { status } = desired as { readonly status?: unknown };
      return Object.assign(copyOf(old), { metadata, status });
    },
    keeps: ['spec'],
  };
  return { verbs: written, part };
}

/** Returns the same for kinds whose labels, annotations, owners and finalizers such a write leaves as they are. */
export function statusAlone<T extends KubeObject>(rules: PartRules<T> = {}): Subresource<T> {
  return statusPart({ keepsMetadata: fixedMetadata, ownsNoMetadata: 'all', ...rules });
}

/** A list in the spec that is written separately; an empty list counts as absent. */
export function specListPart<T extends KubeObject>(
  field: string,
  {
    verbs,
    ...rules
  }: PartRules<T> & Pick<Subresource, 'verbs'> & Pick<ObjectPart, 'keeps' | 'writesSpec'>,
): Subresource<T> {
  const part: ObjectPart<T> = {
    ...rules,
    take(desired, old, metadata) {
      const spec = { ...specOf(old) };
      const list = specOf(desired)[field];
      if (Array.isArray(list) && list.length > 0) spec[field] = list;
      else delete spec[field];
      return { ...old, metadata, spec };
    },
  };
  return { verbs, part, hasNoTable: true };
}

function specOf(object: KubeObject): Record<string, unknown> {
  return (object as { readonly spec?: Record<string, unknown> }).spec ?? {};
}

/** A subresource that takes nothing from the object: kinds of all types can have it. */
type Detached = Omit<Subresource, 'part' | 'view' | 'scaling'>;

/** An action on an object: a POST with a body of another kind. */
export function action<F extends KubeObject>(
  form: Kind<F>,
  olderVersions?: readonly string[],
): Detached {
  return {
    verbs: ['create'],
    form: form as unknown as Kind,
    ...(olderVersions !== undefined && { olderVersions }),
    hasNoTable: true,
  };
}

/** What is behind an object and uses another protocol. */
export function connection(
  verbs: Subresource['verbs'],
  options: NonNullable<Subresource['options']>,
): Detached {
  return { verbs, stream: 'connection', options };
}

/** A server behind an object: it gets the rest of the path. @param form `PodProxyOptions` */
export function proxy(form: string): Detached {
  return {
    verbs: ['create', 'delete', 'get', 'patch', 'update'],
    stream: 'proxy',
    options: { form: optionsKind(form), fields: { path: 'rest' } },
  };
}

/** The kind of the options of a connection: nothing is stored or decoded in this form. */
export function optionsKind(kind: string): Kind {
  return defineKind({
    group: '',
    version: 'v1',
    kind,
    plural: '',
    namespaced: false,
    table: { columns: [] },
  });
}

/** Undefined if the kind does not have it. */
export function subresourceOf<T extends KubeObject>(
  { subresources }: Pick<Kind<T>, 'subresources'>,
  name: string,
): Subresource<T> | undefined {
  if (subresources === undefined || !Object.hasOwn(subresources, name)) return undefined;
  return subresources[name];
}

/** How replicas are read and written; undefined for kinds without a scale. */
export function scalingOf<T extends KubeObject>(kind: Kind<T>): Scaling<T> | undefined {
  return subresourceOf(kind, 'scale')?.scaling;
}

/** Whether requests are passed on to what is behind an object. */
export function isPassedOn({ stream }: Pick<Subresource, 'stream'>): boolean {
  return stream === 'connection' || stream === 'proxy';
}
