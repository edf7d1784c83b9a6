/** What is wrong with samples of all kinds when most of their fields are, in the order in which it is reported. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Kind } from '#kinds';
import type { KubeObject } from '#values';
import {
  attempt,
  sampledKinds,
  storedObject,
  valueAt,
  withValue,
  type Path,
} from './field-changes.ts';
import { errorsOf, updateErrorsOf } from './samples.ts';

type Leaf = string | number;

/** What each field becomes, by the name of a way. */
const ways: Readonly<Record<string, (leaf: Leaf) => Leaf | undefined>> = {
  'bad texts': (leaf) => (typeof leaf === 'string' ? 'Bad Value!' : leaf),
  'empty texts, negative numbers': (leaf) => (typeof leaf === 'string' ? '' : -1),
  'no texts, large numbers': (leaf) => (typeof leaf === 'string' ? undefined : 2_000_000),
  'other texts and numbers': (leaf) => (typeof leaf === 'string' ? `${leaf}x` : leaf + 1),
  'each list twice': (leaf) => leaf,
};

/** What the meaning of other fields depends on: changed, it would hide these. */
const deciding = /^(apiVersion|kind|type|operator|scope|resourceVersion|policyTypes|rule)$/;

function changedPart(
  value: unknown,
  name: string,
  change: (leaf: Leaf) => Leaf | undefined,
  isTwice: boolean,
): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => changedPart(item, name, change, false));
    const left = items.filter((item) => item !== undefined);
    return isTwice ? [...left, ...left] : left;
  }
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).map(([key, part]) => [
      key,
      changedPart(part, key, change, isTwice),
    ]);
    return Object.fromEntries(parts.filter(([, part]) => part !== undefined)) as unknown;
  }
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  return deciding.test(name) ? value : change(value);
}

/** The fields of the object's parts: one of them may be more than the checks can take. */
function fieldsOf(kind: Kind, object: KubeObject): readonly Path[] {
  return Object.entries(object).flatMap(([part, value]: [string, unknown]) => {
    if (['apiVersion', 'kind'].includes(part)) return [];
    if (part === 'metadata' && kind.kind !== 'ConfigMap') return [];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[part]];
    return Object.keys(value).map((name) => [part, name]);
  });
}

const short = (text: string): string =>
  text.split('\n', 1)[0]!.replace(/(.{110}).+(.{40})$/, '$1...$2');

/** Equal texts that follow each other stand in one line. */
function counted(texts: readonly string[]): readonly string[] {
  const lines: { readonly text: string; count: number }[] = [];
  for (const text of texts) {
    const last = lines.at(-1);
    if (last?.text === text) last.count++;
    else lines.push({ text, count: 1 });
  }
  return lines.map(({ text, count }) => `    ${text}${count === 1 ? '' : ` (${count} times)`}`);
}

function linesOf(kind: Kind, base: KubeObject): readonly string[] {
  return Object.entries(ways).flatMap(([way, change]) => {
    const object = fieldsOf(kind, base).reduce<KubeObject>((made, path) => {
      const isTwice = way === 'each list twice';
      const part = changedPart(valueAt(base, path), String(path.at(-1)), change, isTwice);
      const other = withValue(made, path, part) as KubeObject;
      return attempt(() => errorsOf(kind, other)) === undefined ? made : other;
    }, base);
    const created = attempt(() => errorsOf(kind, object)) ?? [];
    const updated = attempt(() => updateErrorsOf(kind, object, base)) ?? [];
    const others = updated.filter((text) => !created.includes(text));
    if (created.length + others.length === 0) return [];
    const changes = others.length === 0 ? [] : ['   as an update', ...counted(others.map(short))];
    return [`  ${way}`, ...counted(created.map(short)), ...changes];
  });
}

it('many faults of an object are reported in order', async () => {
  const lines = sampledKinds().flatMap(({ kind, sample }) =>
    kind.validate === undefined
      ? []
      : [`${sample.apiVersion} ${kind.kind}`, ...linesOf(kind, storedObject(kind, sample)), ''],
  );
  await expect(lines.join('\n')).toMatchFileSnapshot(join(import.meta.dirname, 'many-faults.txt'));
}, 60_000);
