/**
 * What is wrong with samples of kinds when a few of their fields are: as new objects, as updates, and as updates of
 * objects that were so before.
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { KubeObject } from '#kinds';
import { clusterChanges } from './fault-changes-cluster.ts';
import { workloadChanges } from './fault-changes-workloads.ts';
import {
  attempt,
  sampledKinds,
  storedObject,
  withValue,
  type Change,
  type Path,
} from './field-changes.ts';
import { errorsOf, updateErrorsOf } from './samples.ts';

/** The keys of annotations have dots. */
function pathOf(text: string): Path {
  const annotation = /^metadata\.annotations\.(.+)$/.exec(text);
  if (annotation !== null) return ['metadata', 'annotations', annotation[1]!];
  return text.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** With the parts above it, where they are missing. */
function changed(object: KubeObject, change: Change): KubeObject {
  return Object.entries(change).reduce<unknown>((whole, [text, value]) => {
    const path = pathOf(text);
    const filled = path.slice(0, -1).reduce<unknown>((made, _, index) => {
      const above = path.slice(0, index + 1);
      const part = above.reduce<unknown>((at, key) => (at as Change | undefined)?.[key], made);
      return part === undefined ? withValue(made, above, {}) : made;
    }, whole);
    return withValue(filled, path, value);
  }, object) as KubeObject;
}

const shorter = (text: string): string => text.replace(/x{20,}/g, 'x...').slice(0, 400);

it('a few fields at a time are checked as they always were', async () => {
  const known = sampledKinds();
  const lines = Object.entries({ ...workloadChanges, ...clusterChanges }).flatMap(
    ([title, changes]) => {
      const { kind, sample } = known.find(
        (each) => `${each.sample.apiVersion} ${each.kind.kind}` === title,
      )!;
      const base = storedObject(kind, sample);
      const found = changes.flatMap((change) => {
        const object = changed(base, change);
        const created = attempt(() => errorsOf(kind, object)) ?? ['not read'];
        const updated = attempt(() => updateErrorsOf(kind, object, base)) ?? ['not read'];
        const kept = attempt(() => updateErrorsOf(kind, object, object)) ?? ['not read'];
        const left = new Set(kept).size;
        return [
          `  ${shorter(JSON.stringify(change, (_, value: unknown) => value ?? 'none'))}`,
          ...created.map((text) => `    ${shorter(text)}`),
          ...updated
            .filter((text) => !created.includes(text))
            .map((text) => `    update ${shorter(text)}`),
          ...(left === new Set(created).size ? [] : [`    ${left} for what is so already`]),
          ...kept
            .filter((text) => !created.includes(text))
            .map((text) => `    kept ${shorter(text)}`),
        ];
      });
      return [title, ...found, ''];
    },
  );
  await expect(lines.join('\n')).toMatchFileSnapshot(join(import.meta.dirname, 'faults.txt'));
});
