/** Table columns that many kinds share, and the formats of their cells. */
import type { Column } from './kind-table.ts';
import type { Kind } from './kind.ts';
import { type KubeObject, selectorOf, type LabelSelectorLike, formatAge, parseTime } from '#values';
import type { Container } from '#types';

/** Shown where there is nothing to show. */
export const none = '<none>';

export const nameColumn: Column<KubeObject> = {
  name: 'Name',
  type: 'string',
  format: 'name',
  priority: 0,
  description: 'Name of the object.',
  // Bookmarks name no object.
  cell: ({ metadata }: { readonly metadata: { readonly name?: string } }) => metadata.name ?? '',
};

/** All columns of a kind's table, including the name. */
export function columnsOf<T extends KubeObject>({ table }: Kind<T>): readonly Column<T>[] {
  return table.unnamedRows === true ? table.columns : [nameColumn, ...table.columns];
}

/** The columns of a kind's table that do not show the name. */
export function columnsBesideName<T extends KubeObject>({ table }: Kind<T>): readonly Column<T>[] {
  return table.columns.filter(({ name }) => name !== nameColumn.name);
}

/** A column; always shown, unless it is marked `wide`. */
export function column<T>(
  name: string,
  type: Column<T>['type'],
  description: string,
  cell: Column<T>['cell'],
): Column<T> {
  return { name, type, format: '', priority: 0, description, cell };
}

/** The same column, shown only with `-o wide`. */
export function wide<T>(column: Column<T>): Column<T> {
  return { ...column, priority: 1 };
}

export const ageColumn: Column<KubeObject> = column(
  'Age',
  'string',
  'Time since the object was created.',
  (object, now) => ageOf(object.metadata.creationTimestamp, now),
);

/** For kinds that v1.24 has no table of its own for. */
export const createdAtColumn: Column<KubeObject> = column(
  'Created At',
  'date',
  'When the object was created.',
  ({ metadata }) => metadata.creationTimestamp,
);

/** The time since an instant of the API, `<unknown>` without one. */
export function ageOf(time: string | undefined | null, now: number): string {
  return formatAge(time ? parseTime(time) : undefined, now);
}

/** `1/3`: how many pods are ready, out of how many there should be. */
export function readyColumn<T>(
  ready: (object: T) => number | undefined,
  desired: (object: T) => number | undefined,
): Column<T> {
  return column(
    'Ready',
    'string',
    'Pods that are ready, and how many there should be.',
    (object) => `${ready(object) ?? 0}/${desired(object) ?? 0}`,
  );
}

/** The counts of a kind that keeps a number of pods. */
export function replicaColumns<
  T extends {
    readonly spec: { readonly replicas?: number };
    readonly status?: { readonly replicas?: number; readonly readyReplicas?: number };
  },
>(): readonly Column<T>[] {
  return [
    column('Desired', 'integer', 'Pods that there should be.', ({ spec }) => spec.replicas ?? 0),
    column('Current', 'integer', 'Pods that there are.', ({ status }) => status?.replicas ?? 0),
    column('Ready', 'integer', 'Pods that are ready.', ({ status }) => status?.readyReplicas ?? 0),
  ];
}

/**
 * Names, images and selector of a kind with a pod template: the wide columns of workloads.
 *
 * @param ifNone the text for a selector without requirements
 */
export function workloadColumns<T>(
  containersOf: (object: T) => readonly Container[],
  selectorIn?: (object: T) => LabelSelectorLike | undefined,
  ifNone: string = none,
): readonly Column<T>[] {
  const names = column<T>('Containers', 'string', 'Names of the containers of a pod.', (object) =>
    containersOf(object)
      .map((container) => container.name)
      .join(','),
  );
  const images = column<T>('Images', 'string', 'Images of the containers of a pod.', (object) =>
    containersOf(object)
      .map((container) => container.image ?? '')
      .join(','),
  );
  if (selectorIn === undefined) return [wide(names), wide(images)];
  const selector = column<T>(
    'Selector',
    'string',
    'Labels of the pods that belong to it.',
    (object) => selectorText(selectorIn(object), ifNone),
  );
  return [wide(names), wide(images), wide(selector)];
}

/** A label selector in its text form. */
function selectorText(selector: LabelSelectorLike | undefined, ifNone: string): string {
  try {
    return selectorOf(selector).toString() || ifNone;
  } catch {
    return '<error>';
  }
}

/** `a=b,x=y`, sorted by key. */
export function labelsText(labels: Readonly<Record<string, string>> | undefined): string {
  const keys = Object.keys(labels ?? {}).sort();
  return keys.map((key) => `${key}=${labels![key]!}`).join(',') || none;
}
