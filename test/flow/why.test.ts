/** Every number in a status can be computed anew from the record, and comes out the same. */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { controllers } from '#controllers';
import { featureGates, KindRegistry, kinds } from '#kinds';
import { bucketOf, History, parsePath, same, valueAt, why, type Accountant } from '#record';
import { Run } from '#run';
import { loadScenario } from '#scenario';

const library = resolve(import.meta.dirname, '../../scenarios');
const files = readdirSync(library, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml'))
  .sort();

const accountants: readonly Accountant[] = controllers.map(({ name, explains = [] }) => ({
  controller: name,
  explainers: explains,
}));

describe.each(files)('%s', (file) => {
  it('sums up to what is stored, and leads back to somebody', async () => {
    const scenario = await loadScenario(join(library, file), new KindRegistry(kinds));
    const run = await Run.begin(scenario, { keep: true });
    await run.finish();
    await run.stop();
    const history = new History(run.log.changes);
    const options = { history, accountants, features: featureGates() };
    let sums = 0;
    for (const change of history.changes) {
      const by = accountants.find(
        (each) => each.controller === change.origin.reconcile?.controller,
      );
      for (const explainer of by?.explainers ?? []) {
        if (bucketOf(explainer.kind) !== change.bucket || change.type !== 'updated') continue;
        for (const field of Object.keys(explainer.fields)) {
          const path = parsePath(field);
          if (same(valueAt(change.previous, path), valueAt(change.value, path))) continue;
          const { bucket, key, revision } = change;
          const told = why(
            { kind: explainer.kind, object: { bucket, key }, path, revision },
            options,
          );
          expect(told, `${field} of ${key} at ${revision}`).toMatchObject({ exact: true });
          expect(told.chain.at(-1)?.actor, `${field} of ${key} at ${revision}`).toBe('scenario');
          sums += 1;
        }
      }
    }
    expect(sums).toBeGreaterThan(0);
  });
});
