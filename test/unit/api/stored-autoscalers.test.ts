/** Autoscalers as v1.24 stores them: in the form of autoscaling/v1, which says less. */
import { beforeEach, describe, expect, test } from 'vitest';
import { horizontalPodAutoscaler as kind } from '#kinds';
import { apiRig, context, dryRun, type ApiRig } from '../../support/api.ts';

const ref = { namespace: 'default', name: 'h' };

const cpu = (averageUtilization: number) => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
});
const resource = (target: object) => ({
  type: 'Resource',
  resource: { name: 'memory', target },
});
const external = (target: object) => ({
  type: 'External',
  external: { metric: { name: 'q' }, target },
});
const oneEach = external({ type: 'AverageValue', averageValue: '30' });
const rate = {
  type: 'Pods',
  pods: { metric: { name: 'rps' }, target: { type: 'AverageValue', averageValue: '1k' } },
};

const whole = (spec: object) => ({
  metadata: ref,
  spec: { maxReplicas: 5, scaleTargetRef: { kind: 'Deployment', name: 'web' }, ...spec },
});

type StoredForm = Awaited<ReturnType<typeof get>>;
const get = () => rig.api.get(kind, ref);

let rig: ApiRig;
beforeEach(async () => {
  rig = await apiRig();
});

const create = (spec: object): Promise<StoredForm> =>
  rig.api.create(context, kind, whole(spec) as never);
const dryly = async (body: object, endpoint?: 'status'): Promise<StoredForm> =>
  (await rig.api.patch(dryRun, kind, ref, { type: 'merge', body }, endpoint)).object;

describe('metrics come back', () => {
  test.each([
    ['the CPU target last', [cpu(50), oneEach], [oneEach, cpu(50)]],
    ['with the first of several CPU targets', [cpu(50), cpu(60)], [cpu(50)]],
    [
      'with the type that their targets say',
      [resource({ type: 'Utilization', averageValue: '1' })],
      [resource({ type: 'AverageValue', averageValue: '1' })],
    ],
    [
      'without what resources have no word for',
      [resource({ type: 'AverageValue', averageValue: '1', value: '2' })],
      [resource({ type: 'AverageValue', averageValue: '1' })],
    ],
    ['as they are, where v1 can say it all', [oneEach, rate], [oneEach, rate]],
  ])('%s', async (_, given, stored) => {
    const { spec } = await create({ metrics: given });
    expect(spec.metrics).toEqual(stored);
    expect((await get()).spec.metrics).toEqual(stored);
  });
});

test('a write that the stored form has no word for changes nothing', async () => {
  const made = await create({ metrics: [resource({ type: 'AverageValue', averageValue: '1' })] });
  const metrics = [resource({ type: 'AverageValue', averageValue: '1', value: '9' })];
  const body = { spec: { metrics } };
  expect((await rig.api.patch(context, kind, ref, { type: 'merge', body })).object).toBe(made);
});

describe('the answer of a dry run keeps of what is stored', () => {
  const behavior = { scaleDown: { stabilizationWindowSeconds: 60 } };

  test('behavior that is taken out', async () => {
    const made = await create({ behavior });
    expect((await dryly({ spec: { behavior: null } })).spec.behavior).toEqual(made.spec.behavior);
  });

  test('the first metric, and room for the others, beside metrics from the annotation', async () => {
    await create({ metrics: [oneEach, rate] });
    const { spec } = await dryly({ metadata: { labels: { a: 'b' } } });
    expect(spec.metrics).toEqual([oneEach, rate, oneEach, { type: '' }]);
  });

  test('no metric where there is a CPU target', async () => {
    await create({ metrics: [oneEach] });
    const { spec } = await dryly({ spec: { metrics: [rate, cpu(50)] } });
    expect(spec.metrics).toEqual([rate, cpu(50)]);
  });

  test('all metrics where none are left but the default would be', async () => {
    await create({ metrics: [cpu(70)] });
    const { spec } = await dryly({ metadata: { labels: { a: 'b' } } });
    expect(spec.metrics).toEqual([cpu(70)]);
  });

  test('conditions', async () => {
    await create({});
    const conditions = [{ type: 'AbleToScale', status: 'True', lastTransitionTime: null }];
    const body = { status: { conditions } };
    await rig.api.patch(context, kind, ref, { type: 'merge', body }, 'status');
    const { status } = await dryly({ status: { conditions: null } }, 'status');
    expect(status.conditions).toEqual(conditions);
  });
});
