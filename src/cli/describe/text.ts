/** The description of an object as text. Pure. */
import { stringify } from 'yaml';
import { formatAge, formatTime, parseTime, type KubeObject } from '#values';
import type { Event } from '#types';
import type { Kind } from '#kinds';
import type { Moment, Style } from '#record';
import { YAML } from '../get/get.ts';
import { table } from '../table.ts';

export interface Described {
  readonly kind: Kind;
  /** Without managed fields. */
  readonly object: KubeObject;
  readonly moment: Moment;
  /** Those that name it as their owner. */
  readonly owned: readonly KubeObject[];
  /** Those about it, the oldest first. */
  readonly events: readonly Event[];
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string | null;
}

/** The lines, without line ends. */
export function descriptionText(described: Described, style: Style): readonly string[] {
  const { kind, object, moment } = described;
  const { metadata } = object;
  const name = [metadata.namespace, metadata.name].filter((part) => part).join('/');
  return [
    `${style.bold(`${kind.kind} ${name}`)}  ${style.dim(`${formatTime(moment.time)}, revision ${moment.revision}`)}`,
    '',
    ...facts(described),
    ...partsOf(object, style),
    ...section('Conditions', conditionLines(object, moment.time), style),
    ...section('Events', eventLines(described), style),
    ...whyHint(described, style),
  ];
}

/** Returns what kubectl shows at the top, in aligned columns. */
function facts({ object: { metadata }, moment: { time }, owned }: Described): string[] {
  const owners = metadata.ownerReferences ?? [];
  const rows: (readonly [string, readonly string[]])[] = [
    ['Labels', pairs(metadata.labels)],
    ['Annotations', pairs(metadata.annotations)],
    ['Created', since(metadata.creationTimestamp, time)],
    ['Deleted', since(metadata.deletionTimestamp, time)],
    ['Finalizers', metadata.finalizers ?? []],
    ['Owned by', owners.map(({ kind, name }) => `${kind}/${name}`)],
    ['Owns', owned.map(({ kind, metadata: { name } }) => `${kind}/${name}`)],
  ];
  const width = Math.max(...rows.map(([title]) => title.length)) + 3;
  return rows.flatMap(([title, values]) =>
    values.map((value, index) => `${(index === 0 ? `${title}:` : '').padEnd(width)}${value}`),
  );
}

function pairs(map: Readonly<Record<string, string>> | undefined): readonly string[] {
  return Object.entries(map ?? {}).map(([key, value]) => `${key}=${value.replaceAll('\n', ' ')}`);
}

function since(timestamp: string | null | undefined, now: number): readonly string[] {
  return timestamp ? [`${timestamp} (${formatAge(parseTime(timestamp), now)} ago)`] : [];
}

/** Every part of the object but those shown elsewhere, as YAML: spec, status, data and so on. */
function partsOf(object: KubeObject, style: Style): string[] {
  const others = Object.entries(object).filter(
    ([name]) => !['apiVersion', 'kind', 'metadata'].includes(name),
  );
  return others.flatMap(([name, value]) =>
    section(title(name), yamlLines(name === 'status' ? withoutConditions(value) : value), style),
  );
}

function title(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function withoutConditions(status: unknown): unknown {
  const rest: Record<string, unknown> = { ...(status as object) };
  delete rest['conditions'];
  return rest;
}

function yamlLines(value: unknown): readonly string[] {
  const isEmpty = value == null || (typeof value === 'object' && Object.keys(value).length === 0);
  return isEmpty ? [] : stringify(value, YAML).trimEnd().split('\n');
}

function conditionLines(object: KubeObject, now: number): readonly string[] {
  const { status } = object as { readonly status?: { readonly conditions?: readonly Condition[] } };
  const conditions = status?.conditions ?? [];
  if (conditions.length === 0) return [];
  const rows = conditions.map(({ type, status, reason, message, lastTransitionTime: at }) => [
    type,
    status,
    reason ?? '',
    at ? formatAge(parseTime(at), now) : '',
    message ?? '',
  ]);
  return table(['TYPE', 'STATUS', 'REASON', 'SINCE', 'MESSAGE'], rows);
}

function eventLines({ events, moment: { time } }: Described): readonly string[] {
  if (events.length === 0) return [];
  const rows = events.map((each) => {
    const last = each.series?.lastObservedTime ?? each.lastTimestamp ?? each.eventTime;
    return [
      formatAge(parseTime(last ?? each.metadata.creationTimestamp), time),
      each.type ?? '',
      each.reason ?? '',
      String(each.series?.count ?? each.count ?? 1),
      each.source?.component || each.reportingComponent || '',
      (each.message ?? '').replaceAll('\n', ' '),
    ];
  });
  return table(['LAST', 'TYPE', 'REASON', 'COUNT', 'FROM', 'MESSAGE'], rows);
}

/** Where to go from here. */
function whyHint({ kind, object, moment }: Described, style: Style): readonly string[] {
  const [field] = Object.keys(
    withoutConditions((object as { readonly status?: object }).status) as object,
  );
  if (field === undefined) return [];
  const { namespace, name } = object.metadata;
  const space = kind.namespaced && namespace !== 'default' ? ` -n ${namespace}` : '';
  const subject = `${kind.kind.toLowerCase()}/${name}`;
  const question = `orrery why ${subject} ${field}${space} --at rev:${moment.revision}`;
  return ['', style.dim(`Why a field has its value: ${question}, with the same run`)];
}

function section(title: string, lines: readonly string[], style: Style): string[] {
  return lines.length === 0
    ? []
    : ['', style.bold(`${title}:`), ...lines.map((line) => `  ${line}`)];
}
