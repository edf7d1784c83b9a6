/** Mistakes that only an order shows: explore finds them, makes them small, and the same plan shows them again. */
import { describe, expect, it } from 'vitest';
import { explore, planText, readPlan, type Setting } from '#grade';
import { defineController, isNotFound, kindOf, type ControllerDefinition } from '#kit';

const configMap = kindOf('ConfigMap');
const secret = kindOf('Secret');
const namespace = 'default';

function unlessMissing(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}

/**
 * Enters each ConfigMap with a `team` into the roster of that team. Its mistake: only the first member makes the roster, and
 * the others take for granted that it is there.
 */
function roster(isWrong: boolean): ControllerDefinition {
  return defineController({
    name: 'roster',
    start(context) {
      const informer = context.informer(configMap);
      const queue = context.queue({
        workers: 1,
        async reconcile(name, { client }) {
          const body = { data: { [name]: 'yes' } };
          const ref = { namespace, name: 'roster' };
          const isThere = await client.get(configMap, ref).catch(unlessMissing);
          if (isThere !== undefined) await client.patch(configMap, ref, { type: 'merge', body });
          else if (!isWrong || name === 'ann') {
            await client.create(configMap, { metadata: ref, ...body } as never);
          }
        },
      });
      informer.addHandlers({
        added: ({ metadata }, cause) => {
          if (metadata.labels?.['team'] !== undefined) queue.add(metadata.name, cause);
        },
      });
    },
  });
}

/**
 * Copies the Secret of each ConfigMap that is labelled `copy`. Its mistake: it takes for granted that its cache has the
 * Secret, which was there before.
 */
function copier(isWrong: boolean): ControllerDefinition {
  return defineController({
    name: 'copier',
    start(context) {
      const secrets = context.informer(secret);
      const queue = context.queue({
        workers: 1,
        async reconcile(name, { client }) {
          if (secrets.lister.get(namespace, name) === undefined) {
            return isWrong ? undefined : { retry: true };
          }
          const body = { data: { copied: 'yes' } };
          await client.patch(configMap, { namespace, name }, { type: 'merge', body });
          return undefined;
        },
      });
      context.informer(configMap).addHandlers({
        added: ({ metadata }, cause) => {
          if (metadata.labels?.['copy'] !== undefined) queue.add(metadata.name, cause);
        },
      });
    },
  });
}

const made = (kind: string, name: string, labels: object): object => ({
  ...{ apiVersion: 'v1', kind },
  metadata: { name, namespace, labels },
});

const settingOf = (controller: ControllerDefinition, objects: readonly object[]): Setting => ({
  client: { controllers: [controller] },
  steps: [{ apply: [made('ConfigMap', 'other', {})] }, { apply: objects }],
  ...{ setup: [], nodes: 0, invariants: [], ignored: [], patience: 1 },
});

const subjects: readonly [string, (isWrong: boolean) => Setting, RegExp][] = [
  [
    'two objects are reconciled in another order',
    (isWrong) =>
      settingOf(roster(isWrong), [
        made('ConfigMap', 'ann', { team: 'a' }),
        made('ConfigMap', 'ben', { team: 'a' }),
      ]),
    /^ConfigMap default\/roster: data.ben is absent/,
  ],
  [
    'events of two kinds arrive in another order',
    (isWrong) =>
      settingOf(copier(isWrong), [
        made('Secret', 'key', {}),
        made('ConfigMap', 'key', { copy: 'yes' }),
      ]),
    /^ConfigMap default\/key: data.*absent/,
  ],
];

const options = {
  ...{ seed: 1, jobs: 1, withinMs: 60_000, isShrunk: true, most: 50 },
  report: () => undefined,
};

const plans = Array.from({ length: 20 }, (__, seed) =>
  readPlan(`[{"order":${seed},"step":0,"through":2}]`, '--plan'),
);

describe.each(subjects)('%s', (_, setting, found) => {
  it('finds the mistake, makes the plan small, and plays it again', async () => {
    const { mistakes } = await explore(setting(true), { ...options, plans, stopsAtFirst: true });
    expect(mistakes).toHaveLength(1);
    const [{ plan, findings, isSteady }] = mistakes as [(typeof mistakes)[0]];
    expect(plan).toMatchObject([{ type: 'order', step: 2, through: 2 }]);
    expect(findings[0]!.found).toMatch(found);
    expect(isSteady).toBe(true);
    const again = [readPlan(planText(plan), '--plan')];
    const replayed = await explore(setting(true), { ...options, plans: again, stopsAtFirst: true });
    expect(replayed.mistakes[0]!.findings).toEqual(findings);
  });

  it('finds nothing in any order where there is no mistake', async () => {
    const all = { ...options, plans, stopsAtFirst: false };
    const { mistakes, results } = await explore(setting(false), all);
    expect(mistakes).toEqual([]);
    const passed = results.filter(({ verdict }) => verdict === 'pass');
    expect(passed.length).toBeGreaterThan(8);
  });
});

it('only an order shows that two objects are reconciled in another one', async () => {
  const [[, setting]] = subjects as [(typeof subjects)[0]];
  const { results } = await explore(setting(true), {
    ...options,
    most: 25,
    stopsAtFirst: false,
    isShrunk: false,
  });
  const failed = results.filter(({ verdict }) => verdict === 'fail');
  expect(failed).not.toEqual([]);
  for (const { plan } of failed) expect(plan.map(({ type }) => type)).toContain('order');
});
