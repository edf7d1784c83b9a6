/** Exploring controllers of the kit: each mistake of the example operator is found, and made small; without one it passes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { explore, type Plan, type Setting } from '#grade';
import { defineController, kindOfDefinition, type ControllerDefinition, type RaceName } from '#kit';
import { root } from '../../../support/imports.ts';

// The operator uses the kit of the sources, as the cluster does.
vi.mock('kube-orrery', () => import('#kit'));

const folder = join(root, 'examples/operators');
const { siteOperator } = (await import(join(folder, 'typescript/operator.ts'))) as {
  siteOperator: (bug?: string) => ControllerDefinition;
};

function site(name: string): object {
  return {
    ...{ apiVersion: 'example.com/v1', kind: 'Site' },
    ...{ metadata: { name }, spec: { replicas: 1 } },
  };
}

function setting(bug?: string): Setting {
  return {
    client: { controllers: [siteOperator(bug)] },
    setup: [readFileSync(join(folder, 'site.json'), 'utf8')],
    nodes: 2,
    steps: [
      { apply: site('web') },
      { patch: { kind: 'Site', name: 'web', body: { spec: { replicas: 2 } } } },
      { apply: site('second') },
    ],
    ...{ invariants: [], ignored: [], patience: 1 },
  };
}

const options = {
  ...{ most: 35, seed: 1, jobs: 1, withinMs: 60_000, isShrunk: true },
  report: () => undefined,
};

describe('exploring the example operator', () => {
  it.each<[string, readonly string[], RegExp]>([
    ['lost update', ['unseen', 'touch'], /web has lost the annotation of another client/],
    [
      'missed 410',
      ['expire'],
      /^Deployment default\/(?:web: spec.replicas is 1|second is missing)/,
    ],
    ['stale cache', ['unseen'], /^Deployment default\/web-#/],
    ['no conflict retry', ['conflict'], /^Site default\/second: status.ready is 0, not 1/],
  ])('finds "%s"', async (bug, types, found) => {
    const { mistakes } = await explore(setting(bug), { ...options, stopsAtFirst: true });
    expect(mistakes).toHaveLength(1);
    const [{ plan, findings, isSteady }] = mistakes as [(typeof mistakes)[0]];
    expect(plan.map(({ type }) => type)).toEqual(types);
    expect(findings[0]!.found).toMatch(found);
    expect(isSteady).toBe(true);
  });

  it('finds nothing where there is nothing', async () => {
    const { mistakes, results } = await explore(setting(), { ...options, stopsAtFirst: false });
    expect(mistakes).toEqual([]);
    expect(results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(25);
  });
});

describe('what hangs in deletion', () => {
  const holding = (removes: boolean): Setting => {
    const { name, actor } = { name: 'holder', actor: 'holder' };
    const holder = defineController({
      ...{ name, actor },
      start(context) {
        const kind = kindOfDefinition(
          JSON.parse(readFileSync(join(folder, 'site.json'), 'utf8')) as object,
        );
        const queue = context.queue({
          workers: 1,
          async reconcile(key, { client }) {
            const ref = { namespace: key.split('/')[0]!, name: key.split('/')[1]! };
            const found = await client.get(kind, ref).catch(() => undefined);
            if (found === undefined) return;
            const { deletionTimestamp, finalizers = [] } = found.metadata;
            const isGoing = deletionTimestamp != null;
            if (isGoing ? !removes : finalizers.length > 0) return;
            const metadata = { finalizers: isGoing ? [] : ['example.com/hold'] };
            await client.patch(kind, ref, { type: 'merge', body: { metadata } });
          },
        });
        const informer = context.informer(kind);
        informer.addHandlers({
          added: ({ metadata }, cause) =>
            queue.add(`${metadata.namespace}/${metadata.name}`, cause),
          updated: ({ metadata }, _, cause) =>
            queue.add(`${metadata.namespace}/${metadata.name}`, cause),
        });
      },
    });
    return {
      ...setting(),
      client: { controllers: [holder] },
      steps: [{ apply: site('web') }, { delete: { kind: 'Site', name: 'web' } }],
    };
  };

  it('is found without any disturbance', async () => {
    const found = await explore(holding(false), { ...options, most: 1, stopsAtFirst: true });
    const [{ plan, findings }] = found.mistakes as [(typeof found.mistakes)[0]];
    expect(plan).toEqual([]);
    expect(findings).toMatchObject([
      {
        mark: 'finalizer-stomp Site',
        found: 'Site default/web hangs in deletion: no client removes example.com/hold',
      },
    ]);
    expect(found.results[0]).toMatchObject({ plan: [], verdict: 'fail' });
  });

  it('is nothing where the finalizer is removed, in races too', async () => {
    const race = (name: RaceName): Plan => [{ type: 'race', race: name, step: 0, through: 2 }];
    const plans = (['servers', 'kinds', 'informers'] as const).map(race);
    const { mistakes, results } = await explore(holding(true), {
      ...options,
      plans,
      stopsAtFirst: false,
    });
    expect(mistakes).toEqual([]);
    expect(results.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'pass']);
  });
});
