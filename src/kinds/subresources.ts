/** Subresources as values: what kinds make theirs of, and how others find them. */
import type { Kind, Subresource } from './kind.ts';
import { copyOf } from './meta/change.ts';
import type { KubeObject } from './meta/object.ts';
import type { Part, PartRules, Scaling } from './part.ts';

const written = ['get', 'patch', 'update'] as const;

/** `/status`: what programs report of an object. The object's own address leaves it alone. */
export function statusPart<T extends KubeObject>(rules: PartRules<T> = {}): Subresource<T> {
  const part: Part<T> = {
    ...rules,
    take(wanted, old, metadata) {
      const { status } = wanted as { readonly status?: unknown };
      return Object.assign(copyOf(old), { metadata, status });
    },
    keeps: ['spec'],
  };
  return { verbs: written, part };
}

/** A list in the spec that is written apart from the rest; an empty list is none. */
export function specListPart<T extends KubeObject>(
  field: string,
  { verbs, keeps, ...rules }: PartRules<T> & Pick<Subresource, 'verbs'> & Pick<Part, 'keeps'>,
): Subresource<T> {
  const part: Part<T> = {
    ...rules,
    take(wanted, old, metadata) {
      const spec = { ...specOf(old) };
      const list = specOf(wanted)[field];
      if (Array.isArray(list) && list.length > 0) spec[field] = list;
      else delete spec[field];
      return { ...old, metadata, spec };
    },
    keeps,
  };
  return { verbs, part, isUntabled: true };
}

function specOf(object: KubeObject): Record<string, unknown> {
  return (object as { readonly spec?: Record<string, unknown> }).spec ?? {};
}

/** A subresource that takes nothing of the object: kinds of all types can have it. */
type Detached = Omit<Subresource, 'part' | 'view' | 'scaling'>;

/** Something that is done to an object by POST of a form of its own. */
export function action<F extends KubeObject>(
  form: Kind<F>,
  olderVersions?: readonly string[],
): Detached {
  return {
    verbs: ['create'],
    form: form as unknown as Kind,
    ...(olderVersions !== undefined && { olderVersions }),
    isUntabled: true,
  };
}

/** What stands behind an object and talks another protocol. v1.24's discovery lists it, ours does not. */
export function connection(verbs: Subresource['verbs']): Detached {
  return { verbs, stream: 'connection' };
}

/** A server that stands behind an object: all that follows in the path is for it. */
export const proxy: Detached = {
  verbs: ['create', 'delete', 'get', 'patch', 'update'],
  stream: 'proxy',
};

/** Undefined for what the kind has not. */
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

/** Whether discovery lists it: nothing stands behind simulated pods and nodes that could be reached. */
export function isListed({ stream }: Pick<Subresource, 'stream'>): boolean {
  return stream !== 'connection' && stream !== 'proxy';
}
