/** What is wrong with samples of all kinds when one field of them is: as a new object, and as an update. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Kind } from '#kinds';
import type { KubeObject } from '#values';
import { pathsOf } from '../../support/fuzz/mutate.ts';
import {
  attempt,
  sampledKinds,
  storedObject,
  valueAt,
  withValue,
  type Path,
} from './field-changes.ts';
import { errorsOf, updateErrorsOf } from './samples.ts';

/** Other values of the same type; undefined takes the field away. */
function others(value: unknown): readonly unknown[] {
  if (value === null) return [];
  if (typeof value === 'string') return [undefined, '', 'Bad_Value!', 'other', 'x'.repeat(300)];
  if (typeof value === 'number') return [undefined, -1, 0, 70_000];
  if (typeof value === 'boolean') return [!value];
  if (Array.isArray(value))
    return [undefined, [], [...(value as unknown[]), ...(value as unknown[])]];
  return [
    undefined,
    {},
    ...(isMap(value) ? [{ 'bad key!': Object.values(value as object)[0] as unknown }] : []),
  ];
}

const isMap = (value: unknown): boolean =>
  typeof value === 'object' && Object.values(value ?? {}).every((each) => typeof each === 'string');

/** Pods in templates are checked as pods are, and names of all objects alike. */
function isKnown(path: Path, kind: string): boolean {
  if (path[0] === 'apiVersion' || path[0] === 'kind' || path[0] === 'status') return true;
  if (path.join('.') === 'metadata.labels') return false;
  if (path[0] === 'metadata') return kind !== 'ConfigMap';
  const at = path.indexOf('template');
  return at >= 0 && path.length > at + 2 && kind !== 'ReplicaSet';
}

/** Shortens what repeats a long value or lists many. */
const short = (text: string): string => text.replace(/x{20,}/g, 'x...').slice(0, 240);

/** What is said more often there than here: v1.24 checks some parts of an update twice. */
function moreOften(there: readonly string[], here: readonly string[]): readonly string[] {
  const count = (texts: readonly string[], text: string): number =>
    texts.filter((each) => each === text).length;
  return [...new Set(there)].filter((text) => count(there, text) > Math.max(1, count(here, text)));
}

function linesOf(kind: Kind, sample: KubeObject): readonly string[] {
  const lines: string[] = [];
  const said = new Set<string>();
  for (const path of pathsOf(sample)) {
    if (path.length === 0 || isKnown(path, kind.kind)) continue;
    const value = valueAt(sample, path);
    for (const other of others(value)) {
      const given = withValue(sample, path, other) as KubeObject;
      const created = attempt(() => errorsOf(kind, given)) ?? [];
      const updated = attempt(() => updateErrorsOf(kind, given, sample)) ?? [];
      const found = [
        ...created.map((text) => `${updated.includes(text) ? 'always' : 'create'} ${text}`),
        ...updated.filter((text) => !created.includes(text)).map((text) => `update ${text}`),
        ...moreOften(updated, created).map((text) => `more often as an update ${text}`),
      ].map(short);
      const fresh = found.filter((text) => !said.has(text));
      for (const text of fresh) said.add(text);
      if (found.length === 0) continue;
      const shown = short(JSON.stringify(other) ?? 'none');
      const rest = found.length - fresh.length;
      lines.push(`  ${path.join('.')} ${shown}${rest === 0 ? '' : `: ${rest} as above`}`);
      lines.push(...fresh.map((text) => `    ${text}`));
    }
  }
  return lines;
}

it('every field of every kind is checked as it always was', async () => {
  const text = sampledKinds().flatMap(({ kind, sample }) => {
    if (kind.validate === undefined) return [];
    const title = `${sample.apiVersion} ${kind.kind}`;
    return [title, ...linesOf(kind, storedObject(kind, sample)), ''];
  });
  await expect(text.join('\n')).toMatchFileSnapshot(join(import.meta.dirname, 'every-field.txt'));
}, 60_000);
