/**
 * What is wrong with samples of kinds when a few of their fields are: as new objects, as updates, and as updates of
 * objects that were so before.
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { clusterChanges } from './fault-changes-cluster.ts';
import { workloadChanges } from './fault-changes-workloads.ts';
import { attempt, changed, sampledKinds, storedObject } from './field-changes.ts';
import { errorsOf, updateErrorsOf } from './samples.ts';

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
