/** Every field with an account can be recomputed from the record, with the same result. */
import { readdirSync } from 'node:fs';
import { relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accountants } from '#accounts';
import { bucketOf } from '#kinds';
import {
  ofRelease,
  parsePath,
  printPath,
  same,
  valueAt,
  why,
  type Segment,
  type WhyOptions,
} from '#record';
import type { Explainer } from '#runtime';
import type { Change } from '#store';
import { library, played, scenariosOf } from '../support/past.ts';

const files = readdirSync(library, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml'))
  .sort();

const scenarios = (await Promise.all(files.map(scenariosOf))).flat().map((scenario) => ({
  title: `${relative(library, scenario.file)} ${scenario.title}`,
  scenario,
}));

const explainers = accountants.flatMap((each) => each.explainers);

/** Of longer runs only the beginning, of large ones half of that: asking for every write of a whole day takes too long. */
const LONGEST_S = 1200;

/** Fields that are accounted for although no run of the library moves them, and why. */
const unmoved: Readonly<Record<string, string>> = {
  'ReplicationController spec.replicas': 'no scenario scales one by an autoscaler',
  'StatefulSet spec.replicas': 'no scenario scales one by an autoscaler',
};

/** Who changed the fields of one of them: its controller, or whom it speaks for. */
function explainersOf({ bucket, origin }: Change): readonly Explainer[] {
  return accountants.flatMap(({ controller, explainers }) =>
    explainers.filter(
      ({ kind, actors }) =>
        bucketOf(kind) === bucket &&
        (controller === origin.reconcile?.controller || actors?.includes(origin.actor)),
    ),
  );
}

/** What can be asked for below a field: the keys of a map, the items of a list by their type or name. */
function membersOf(value: unknown): readonly Segment[] {
  if (typeof value !== 'object' || value === null) return [];
  if (!Array.isArray(value)) return Object.keys(value);
  return value.flatMap(
    (item: { readonly type?: string; readonly name?: string } | null) =>
      item?.type ?? item?.name ?? [],
  );
}

/** The paths that a change moved: declared fields, and what is in them. */
function* moved({ previous, value }: Change, { fields }: Explainer): Iterable<readonly Segment[]> {
  for (const field of Object.keys(fields)) {
    const path = parsePath(field);
    const [before, after] = [valueAt(previous, path), valueAt(value, path)];
    if (same(before, after)) continue;
    yield path;
    for (const member of new Set([...membersOf(before), ...membersOf(after)])) {
      const below = [...path, member];
      if (!same(valueAt(previous, below), valueAt(value, below))) yield below;
    }
  }
}

/** What was not set with the object can be asked for at once: what stands at once, or what is waited for. */
function expectAnswers({ bucket, key, revision, time, value }: Change, options: WhyOptions): void {
  const ofThen = ofRelease(options.accountants, options.profile);
  for (const { kind, fields, isAct } of ofThen.flatMap((each) => each.explainers)) {
    // What was not done to an object has no account.
    if (bucketOf(kind) !== bucket || isAct) continue;
    for (const field of Object.keys(fields)) {
      const path = parsePath(field);
      if (valueAt(value, path) !== undefined) continue;
      const told = why({ kind, object: { bucket, key }, path, revision, time }, options);
      const where = `${field} of ${kind.kind} ${key} at ${revision}`;
      expect(told.unset, where).toMatchObject({ created: { revision }, writes: 0 });
      expect(told.unset?.setters, where).not.toEqual([]);
      // An error inside an account is not an answer.
      expect(JSON.stringify(told.account ?? {}), where).not.toMatch(/Cannot|undefined|NaN/);
    }
  }
}

describe('whatever happens', () => {
  const seen = new Set<string>();

  it.each(scenarios)('$title: sums are what is stored, and lead back', async ({ scenario }) => {
    const {
      past,
      options: own,
      profileAt,
    } = await played(scenario, scenario.slow ? LONGEST_S / 2 : LONGEST_S);
    for (const change of past.changes()) {
      if (change.type === 'deleted') continue;
      const options = { ...own, profile: profileAt(change.revision) };
      if (change.type === 'created') expectAnswers(change, options);
      for (const explainer of explainersOf(change)) {
        for (const path of moved(change, explainer)) {
          const { bucket, key, revision, time } = change;
          const { kind } = explainer;
          const told = why({ kind, object: { bucket, key }, path, revision, time }, options);
          const where = `${printPath(path)} of ${kind.kind} ${key} at ${revision}`;
          expect(told, where).toMatchObject({ exact: true });
          const first = told.chain.at(-1);
          // Objects of the cluster are in the scenario too.
          expect(first?.requester ?? first?.actor, where).toMatch(/^(scenario|restore)$/);
          seen.add(`${kind.kind} ${printPath(path)}`);
        }
      }
    }
  });

  it('moves every field that somebody accounts for', () => {
    const declared = explainers.flatMap(({ kind, fields }) =>
      Object.keys(fields).map((field) => `${kind.kind} ${field}`),
    );
    const missing = declared.filter((field) => !seen.has(field)).sort();
    expect(missing).toEqual(Object.keys(unmoved).sort());
  });
});
