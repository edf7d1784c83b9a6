/** Workloads whose selector selects everything, which the API refuses, but a store from before may have. */
import { expect, it } from 'vitest';
import { defaultProfile } from '#kinds';
import type { KubeObject } from '#values';
import type { Lister } from '#runtime';
import { sync as syncDaemonSet } from '../../../controllers/daemonset/sync.ts';
import { sync as syncDeployment } from '../../../controllers/deployment/sync.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { listerOf } from './handlers/recording.ts';
import { Recorded } from './recorded.ts';

const objectOf = (kind: string, status: object): KubeObject =>
  ({
    kind,
    metadata: { name: 'all', namespace: 'default', uid: 'u', generation: 3 },
    spec: { selector: {}, template: { spec: { containers: [] } } },
    status,
  }) as unknown as KubeObject;

function rig(object: KubeObject) {
  const { done, tools } = new Recorded();
  const evidence: unknown[] = [];
  const clientKnowing = (known: unknown) => {
    evidence.push(known);
    return tools.client;
  };
  const lister = listerOf([object]) as Lister<never>;
  const caches = { clock: new FakeClock(), profile: defaultProfile };
  return { done, evidence, tools: { ...tools, clientKnowing } as never, lister, caches };
}

const warning = (what: string): string =>
  `all Warning SelectingAll: This ${what} is selecting all pods. A non-empty selector is required.`;

it.each([
  ['that it has not observed yet', {}, true],
  ['whose last generation it has observed', { observedGeneration: 2 }, true],
  ['that it has observed', { observedGeneration: 3 }, false],
])('a Deployment %s is reported, and nothing is done about pods', async (_, status, isWritten) => {
  const object = objectOf('Deployment', status);
  const { done, evidence, tools, lister, caches } = rig(object);
  const known = { ...caches, deployments: lister, sets: lister, pods: lister };
  expect(await syncDeployment('default/all', known as never, tools)).toBeUndefined();
  const observed = { ...object, status: { observedGeneration: 3 } };
  const write = [['update Deployment/status', observed]];
  expect(done).toEqual([warning('deployment'), ...(isWritten ? write : [])]);
  const refused = warning('deployment').slice('all Warning SelectingAll: '.length);
  expect(evidence).toEqual(isWritten ? [{ refused }] : []);
});

it('a DaemonSet is reported, and nothing is done about pods', async () => {
  const { done, tools, lister, caches } = rig(objectOf('DaemonSet', {}));
  const known = { ...caches, sets: lister };
  expect(await syncDaemonSet('default/all', known as never, tools)).toEqual([]);
  expect(done).toEqual([warning('daemon set')]);
});
