/** A cluster of the kit behaves like the release that it is made for. */
import { expect, it } from 'vitest';
import { createCluster, defineController, kindOf, runScenario } from '#kit';

const nightly = {
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: { name: 'nightly' },
  spec: {
    schedule: '0 2 * * *',
    timeZone: 'Europe/Berlin',
    jobTemplate: {
      spec: {
        template: {
          spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'example.com/x:1' }] },
        },
      },
    },
  },
};

it.each([
  [undefined, undefined],
  ['1.24', undefined],
  ['v1.34', 'Europe/Berlin'],
  ['latest', 'Europe/Berlin'],
])('a cluster of %s keeps of a time zone %s', async (kubernetes, timeZone) => {
  await using cluster = await createCluster({ kubernetes });
  await cluster.apply(nightly);
  expect((await cluster.get('CronJob', 'nightly')).spec.timeZone).toBe(timeZone);
});

it('an unknown release is an error that lists those that there are', async () => {
  const text = 'unknown release "1.99"; known releases: 1.24, 1.25';
  await expect(createCluster({ kubernetes: '1.99' })).rejects.toThrow(text);
  expect(() => kindOf('Pod', '1.99')).toThrow(text);
  await expect(runScenario('name: x\nsteps: []\n', { kubernetes: '1.99' })).rejects.toThrow(text);
});

it("a controller of one's own watches kinds of the release", async () => {
  const seen: string[] = [];
  const watcher = defineController({
    name: 'watcher',
    start(context) {
      context.informer(kindOf('FlowSchema', '1.34')).addHandlers({
        added: ({ apiVersion, metadata }) => seen.push(`${apiVersion} ${metadata.name}`),
      });
    },
  });
  await using cluster = await createCluster({ kubernetes: '1.34', run: [watcher] });
  await cluster.settle();
  expect(seen).toContain('flowcontrol.apiserver.k8s.io/v1 exempt');
});

it('a scenario is played on the release that the caller names, else on its own', async () => {
  const text = JSON.stringify({
    ...{ name: 'x', kubernetes: '1.30', steps: [{ at: '1s', apply: nightly }] },
  });
  const zoneAt = async (kubernetes?: string): Promise<string | undefined> => {
    await using result = await runScenario(JSON.parse(text) as object, { kubernetes });
    return (await result.cluster.get('CronJob', 'nightly')).spec.timeZone;
  };
  expect(await zoneAt()).toBe('Europe/Berlin');
  expect(await zoneAt('1.24')).toBeUndefined();
});

it('a cluster serves beta versions that it is asked for', async () => {
  const policy = {
    apiVersion: 'admissionregistration.k8s.io/v1beta1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'p' },
    spec: {
      matchConstraints: {
        resourceRules: [
          { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] },
        ],
      },
      validations: [{ expression: 'true' }],
    },
  };
  await using usual = await createCluster({ kubernetes: '1.29' });
  await expect(usual.apply(policy)).rejects.toThrow(
    'v1.29 serves ValidatingAdmissionPolicy in admissionregistration.k8s.io/v1beta1 only where it is asked for',
  );
  const runtimeConfig = { 'api/beta': true };
  await using cluster = await createCluster({ kubernetes: '1.29', runtimeConfig });
  await cluster.apply(policy);
  const stored = await cluster.get('ValidatingAdmissionPolicy', 'p');
  expect(stored.apiVersion).toBe('admissionregistration.k8s.io/v1beta1');
  await expect(
    createCluster({ kubernetes: '1.29', runtimeConfig: { 'x/v1': true } }),
  ).rejects.toThrow('unknown api groups x (Kubernetes 1.29)');
});
