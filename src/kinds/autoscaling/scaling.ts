/** `/scale` of kinds that keep a number of pods. */
import { ageColumn, column } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import { apiVersionOf, type Kind, type Subresource } from '../object/kind.ts';
import {
  type KubeObject,
  type ResourceName,
  selectLabels,
  selectorOf,
  type LabelSelectorLike,
} from '#values';
import type { Profile } from '../profile/profile.ts';
import type { ScaleState, Scaling } from '../object/part.ts';
import { scalingOf } from '../object/subresources.ts';
import type { Scale } from '#types';

/** The form in which replicas are read and written through `/scale`. It is not stored. */
export const scale = defineKind<Scale>({
  group: 'autoscaling',
  version: 'v1',
  kind: 'Scale',
  plural: 'scales',
  namespaced: true,
  table: {
    unnamedRows: true,
    columns: [
      column('Name', 'string', 'Name of the object.', ({ metadata }) => metadata.name),
      column('Desired', 'integer', 'Pods that there should be.', ({ spec }) => spec?.replicas ?? 0),
      column('Available', 'integer', 'Pods that there are.', ({ status }) => status?.replicas ?? 0),
      ageColumn,
    ],
  },
});

/**
 * `/scale` of a kind.
 * @param columns of its tables; absent: those of scales
 */
export function scalePart<T extends KubeObject>(
  scaling: Scaling<T>,
  columns?: Kind['table']['columns'],
): Subresource<T> {
  const form = scale as unknown as Kind;
  return {
    verbs: ['get', 'patch', 'update'],
    form: columns === undefined ? form : { ...form, table: { columns } },
    view: (object) => scaleBy(object, scaling.get(object)),
    scaling,
  };
}

/** The scale of an object; undefined when its kind has none. */
export function scaleOf<T extends KubeObject>(kind: Kind<T>, object: T): Scale | undefined {
  const scaling = scalingOf(kind);
  return scaling && scaleBy(object, scaling.get(object));
}

/** The scale that a write to it changes. */
export function scaleToChange<T extends KubeObject>(kind: Kind<T>, object: T): Scale {
  const scaling = scalingOf(kind)!;
  return scaleBy(object, scaling.start?.(object) ?? scaling.get(object));
}

/** Returns the resource that a refused write of a scale names. */
export function scaleResource(kind: Kind): ResourceName {
  if (kind.custom !== undefined) return kind;
  const { group, plural } = kind;
  return { group: group || scale.group, plural: `${plural}/scale` };
}

/** Returns the resource that a read of a scale names where there is no object. */
export function missingScale(kind: Kind, profile: Profile): ResourceName {
  const isObject = scalingOf(kind)?.namesObject === true || profile.enabled('ScalesNameObjects');
  return isObject ? kind : scaleResource(kind);
}

/** A replica count of 0 is omitted. */
function scaleBy<T extends KubeObject>(object: T, state: ScaleState): Scale {
  const { replicas, statusReplicas, selector } = state;
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  return {
    kind: scale.kind,
    apiVersion: apiVersionOf(scale),
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: replicas === 0 ? {} : { replicas },
    status: { replicas: statusReplicas, ...(selector !== '' && { selector }) },
  };
}

/** The fields of a kind that scaling uses. */
interface Scaled extends KubeObject {
  readonly spec: { readonly replicas?: number };
  readonly status?: { readonly replicas?: number };
}

/** For kinds with `spec.replicas` and `status.replicas`; the selector is read from the object. */
function scalingBy<T extends Scaled>(selectorText: (object: T) => string): Scaling<T> {
  return {
    get: (object) => ({
      replicas: object.spec.replicas ?? 0,
      statusReplicas: object.status?.replicas ?? 0,
      selector: selectorText(object),
    }),
    set(object, replicas) {
      if (object.spec.replicas === replicas) return object;
      return { ...object, spec: { ...object.spec, replicas } };
    },
  };
}

/** {@link scalingBy} a selector object, as the kinds of apps/v1 have. */
export function scalingBySelector<
  T extends Scaled & { readonly spec: { readonly selector: LabelSelectorLike } },
>(): Scaling<T> {
  return scalingBy((object) => selectorOf(object.spec.selector).toString());
}

/** {@link scalingBy} plain labels, as ReplicationControllers have. */
export function scalingByLabels<
  T extends Scaled & { readonly spec: { readonly selector?: Readonly<Record<string, string>> } },
>(): Scaling<T> {
  return scalingBy((object) => selectLabels(object.spec.selector).toString());
}
