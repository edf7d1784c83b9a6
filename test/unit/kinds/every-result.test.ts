/** What kinds make of objects that have every field, and of each of these fields when it is another. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { columnsOf, type Kind, defaultProfile } from '#kinds';
import { kindsOf } from '#catalog';
import { parseTime, type KubeObject } from '#values';
import { pathsOf } from '../../support/fuzz/mutate.ts';
import { attempt, valueAt, withValue, type Path } from './field-changes.ts';
import { context, created, texts, updated } from './samples.ts';

const kinds = kindsOf(defaultProfile);

type Schema = Kind['schema'] | NonNullable<ReturnType<Kind['schema']['fields']['get']>>['schema'];

const now = parseTime('2026-01-02T00:00:00Z');
const MOST_DEPTH = 7;

/** By the name of a scalar type: a value, and others. */
const values: Readonly<Record<string, readonly unknown[]>> = {
  boolean: [true, false],
  int32: [3, 0, 70_000],
  int64: [3, 0],
  double: [1.5],
  bytes: ['aGk='],
  Time: ['2026-01-01T00:00:00Z', null],
  MicroTime: ['2026-01-01T00:00:00.000000Z', null],
  Quantity: ['2500m', '0'],
  IntOrString: [5, '30%'],
  JSON: [{ a: 1 }],
  any: [{ a: 1 }],
};

/** Words that fields of these names may have; any text for others. */
const words: Readonly<Record<string, readonly string[]>> = {
  type: [
    ...['Ready', 'ClusterIP', 'LoadBalancer', 'ExternalName', 'RollingUpdate', 'OnDelete'],
    ...['Resource', 'Pods', 'External', 'Object', 'ContainerResource', 'Utilization'],
    ...['AverageValue', 'Limited', 'Exempt', 'Approved', 'Localhost'],
  ],
  status: ['True', 'False', 'Unknown'],
  phase: ['Running', 'Pending', 'Succeeded', 'Failed', 'Bound', 'Released', 'Terminating'],
  operator: ['In', 'Exists', 'DoesNotExist', 'Equal', 'Gt'],
  restartPolicy: ['Always', 'Never', 'OnFailure'],
  clusterIP: ['10.0.0.1', 'None', ''],
  sessionAffinity: ['ClientIP', 'None'],
  ipFamilyPolicy: ['SingleStack', 'PreferDualStack', 'RequireDualStack'],
  ipFamilies: ['IPv4', 'IPv6'],
  externalTrafficPolicy: ['Local', 'Cluster'],
  podIP: ['10.1.0.1', '::1'],
  image: ['app', 'app:latest', 'app:1'],
  name: ['a', 'cpu', 'memory'],
  key: ['a', 'kubernetes.io/hostname'],
  effect: ['NoSchedule', 'NoExecute'],
  concurrencyPolicy: ['Allow', 'Forbid'],
  completionMode: ['Indexed', 'NonIndexed'],
  scope: ['Namespaced', 'Cluster'],
  podCIDR: ['10.1.0.0/24', ''],
  volumeMode: ['Block', 'Filesystem'],
  accessModes: ['ReadWriteOnce', 'ReadWriteMany'],
  seccompProfile: ['a'],
};

function othersOf(path: Path, value: unknown): readonly unknown[] {
  const name = path.findLast((key) => typeof key === 'string') as string;
  if (typeof value === 'string') {
    const known = words[name];
    return [undefined, '', ...(known ?? []).filter((word) => word !== value)];
  }
  if (typeof value === 'object') return [undefined];
  const alike = Object.values(values).find((each) => each.includes(value)) ?? [];
  return [undefined, ...alike.slice(1)];
}

function whole(schema: Schema, name: string, depth = 0): unknown {
  if (depth > MOST_DEPTH) return undefined;
  switch (schema.type) {
    case 'struct': {
      const fields = [...schema.fields.values()].map((field) => [
        field.name,
        whole(field.schema, field.name, depth + 1),
      ]);
      return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as unknown;
    }
    case 'list': {
      const item = whole(schema.items, name, depth + 1);
      return item === undefined ? undefined : [item];
    }
    case 'map': {
      const value = whole(schema.values, name, depth + 1);
      return value === undefined ? undefined : { cpu: value };
    }
    case 'union':
      return undefined;
    case 'scalar':
      return values[schema.scalar]?.[0] ?? words[name]?.[0] ?? `${name}-x`;
  }
}

function wholeObject(kind: Kind): KubeObject {
  const metadata = {
    name: 'a',
    namespace: 'default',
    uid: 'u',
    creationTimestamp: '2026-01-01T00:00:00Z',
    labels: { a: 'b' },
    annotations: { c: 'd' },
  };
  return { ...(whole(kind.schema, '') as object), metadata } as unknown as KubeObject;
}

/** All that pure functions of a kind make of an object. */
function resultsOf(kind: Kind, object: KubeObject, base: KubeObject): Record<string, unknown> {
  const stored = attempt(() => kind.storage?.toStorage(kind.defaults?.(object) ?? object));
  const results: Record<string, unknown> = {
    made: attempt(() => created(kind, object)),
    updated: attempt(() => updated(kind, object, base)),
    stored,
    served: stored && attempt(() => kind.storage!.fromStorage(stored)),
    kept: attempt(() => kind.asStored?.(object)),
    compared: attempt(() => kind.comparable?.(object)),
    warnings: attempt(() => kind.warnings?.(object)),
    changed: attempt(() => kind.warnings?.(object, base)),
    cells: attempt(() => columnsOf(kind).map((column) => column.cell(object, now))),
    row: attempt(() => kind.rowConditions?.(object)),
    grace: attempt(() => kind.gracePeriodSeconds?.(object, undefined)),
    deleted: attempt(() => kind.beginDeletion?.(object, now)),
    restored: attempt(() => kind.restored?.(object, now)),
    selected: Object.entries(kind.selectableFields ?? {}).map(([field, read]) =>
      attempt(() => `${field}=${read(stored ?? object)}`),
    ),
  };
  for (const [name, { part, view }] of Object.entries(kind.subresources ?? {})) {
    if (view !== undefined) results[name] = attempt(() => view(object));
    if (part === undefined) continue;
    const taken = attempt(() => part.take(object, base, object.metadata as never));
    const next = taken && attempt(() => part.prepare?.(taken, base, context) ?? taken);
    results[name] = next;
    results[`${name}-trimmed`] = next && attempt(() => part.trim?.(next, base));
    results[`${name}-errors`] =
      next && attempt(() => texts((errors) => part.validate?.(errors, next, base, context)));
  }
  return Object.fromEntries(Object.entries(results).filter(([, result]) => result !== undefined));
}

/** The places where two values differ, and what is at each of them in the second. */
function differences(a: unknown, b: unknown, at: readonly string[] = []): string[] {
  if (Object.is(a, b)) return [];
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return [`${at.join('.')} ${b === undefined ? 'none' : JSON.stringify(b)}`];
  }
  if (isTexts(a) && isTexts(b)) {
    const gone = a.filter((text) => !b.includes(text)).map((text) => `- ${text}`);
    const come = b.filter((text) => !a.includes(text)).map((text) => `+ ${text}`);
    return [...gone, ...come].map((text) => `${at.join('.')} ${text}`);
  }
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return names.flatMap((name) =>
    differences(
      (a as Readonly<Record<string, unknown>>)[name],
      (b as Readonly<Record<string, unknown>>)[name],
      [...at, name],
    ),
  );
}

const isTexts = (value: object): value is readonly string[] =>
  Array.isArray(value) && value.length > 3 && value.every((each) => typeof each === 'string');

/** Pod templates are looked at in one kind, and metadata not at all. */
function isLeftOut(path: Path, kind: Kind): boolean {
  if (path.length === 0 || path[0] === 'metadata' || path[0] === 'apiVersion') return true;
  if (path[0] === 'kind' || path[1] === 'ephemeralContainers') return true;
  const at = path.indexOf('template');
  return at >= 0 && path.length > at + 1 && kind.kind !== 'ReplicaSet';
}

/** What a result says beyond that the field is the other one. */
function linesFor(results: object, base: object, path: Path): readonly string[] {
  const own = `.${path.join('.')}`;
  return differences(base, results)
    .filter((line) => !line.split(' ')[0]!.endsWith(own))
    .filter((line) => !(line.includes(`${own}.`) && line.endsWith(' none')))
    .map((line) => `    ${line.slice(0, 300)}`);
}

function linesOf(kind: Kind): readonly string[] {
  const object = wholeObject(kind);
  const base = resultsOf(kind, object, object);
  const lines = differences({}, base).map((line) => `  ${line.slice(0, 4000)}`);
  for (const path of pathsOf(object)) {
    if (isLeftOut(path, kind)) continue;
    for (const other of othersOf(path, valueAt(object, path))) {
      const results = resultsOf(kind, withValue(object, path, other) as KubeObject, object);
      const found = linesFor(results, base, path);
      if (found.length > 0) lines.push(`  ${path.join('.')} ${JSON.stringify(other) ?? 'none'}`);
      lines.push(...found);
    }
  }
  return lines;
}

it('every kind makes of every field what it always made', async () => {
  const text = kinds.flatMap((kind) => [
    `${kind.group}/${kind.version} ${kind.kind}`,
    ...linesOf(kind),
    '',
  ]);
  await expect(text.join('\n')).toMatchFileSnapshot(join(import.meta.dirname, 'every-result.txt'));
}, 60_000);
