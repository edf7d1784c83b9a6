/** Steps about objects in a whole run: what they leave behind. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { Run } from '#run';
import { parseScenario } from '#scenario';

const kinds = new KindRegistry(defaultProfile);

const web = (spec: string): string =>
  `apply: { apiVersion: apps/v1, kind: Deployment, metadata: { name: web, labels: { team: a } }, spec: { ${spec}
      selector: { matchLabels: { app: web } }, template: { metadata: { labels: { app: web } },
      spec: { containers: [{ name: main, image: a }, { name: side, image: b }] } } } }`;

/** The details of all checks that failed, of a scenario with a Deployment at 1 s. */
async function failures(...steps: readonly string[]): Promise<readonly string[]> {
  const lines = [`at: 1s, ${web('replicas: 1,')}`, ...steps].map((step) => `  - { ${step} }\n`);
  const text = `cluster: { nodes: 2 }\nsteps:\n${lines.join('')}`;
  const run = await Run.begin(parseScenario(text, 'steps.yaml', kinds));
  await run.finish();
  await run.stop();
  return run.checks
    .filter(({ passed }) => !passed)
    .map(({ summary, expected, actual }) => `${summary}: ${expected} / ${actual}`);
}

const target = 'kind: Deployment, name: web';
const containers = (main: string, side: string): string =>
  `template: { spec: { containers: [{ name: main, image: ${main} }, { name: side, image: ${side} }] } }`;

describe('the step', () => {
  it.each([
    ['scale', [`at: 5s, scale: { ${target}, replicas: 3 }`], `spec: { replicas: 3 }`],
    [
      'setImage',
      [`at: 5s, setImage: { ${target}, image: c }`],
      `spec: { ${containers('c', 'c')} }`,
    ],
    [
      'setImage of a container',
      [`at: 5s, setImage: { ${target}, container: side, image: c }`],
      `spec: { ${containers('a', 'c')} }`,
    ],
    [
      'restart',
      [`at: 5s, restart: { ${target} }`],
      `spec: { template: { metadata: { annotations: { kubectl.kubernetes.io/restartedAt: '2026-01-01T00:00:05Z' } } } }`,
    ],
    [
      'annotate',
      [
        `at: 5s, annotate: { ${target}, set: { a: b, c: d } }`,
        `at: 6s, annotate: { ${target}, remove: [c] }`,
      ],
      `metadata: { annotations: { a: b, c: null } }`,
    ],
    [
      'apply, of what others have changed,',
      [
        `at: 5s, patch: { ${target}, body: { spec: { replicas: 4 } } }`,
        `at: 6s, ${web('replicas: 2,')}`,
      ],
      `spec: { replicas: 2 }`,
    ],
    [
      'apply, of less than before,',
      [`at: 5s, ${web('minReadySeconds: 7,')}`, `at: 6s, ${web('')}`],
      `metadata: { labels: { team: a } }, spec: { minReadySeconds: null, replicas: 1 }`,
    ],
  ])('%s leaves the object as expected', async (_, steps, wanted) => {
    expect(await failures(...steps, `at: 20s, expect: { ${target}, ${wanted} }`)).toEqual([]);
  });

  const part = (how: string, replicas: number): string =>
    `apply: { serverSide: true, ${how}, objects: { apiVersion: apps/v1, ${target.replace('name: web', 'metadata: { name: web }')}, spec: { replicas: ${replicas} } } }`;

  it('apply on the server keeps what other managers own', async () => {
    const failed = await failures(
      `at: 5s, ${part('manager: hpa, conflicts: [.spec.replicas]', 4)}`,
      `at: 6s, expect: { ${target}, spec: { replicas: 1 } }`,
      `at: 7s, ${part('manager: hpa, force: true', 4)}`,
      `at: 8s, expect: { ${target}, spec: { replicas: 4, minReadySeconds: null }, that: 'metadata.managedFields.exists(m, m.manager == "hpa")' }`,
      `at: 9s, ${part('manager: other', 4)}`,
    );
    expect(failed).toEqual([]);
  });

  it('apply on the server fails with the message of the server about a conflict', async () => {
    const conflict = 'Apply failed with 1 conflict: conflict with "orrery": .spec.replicas';
    expect(await failures(`at: 5s, ${part('manager: hpa', 4)}`)).toEqual([
      `apply Deployment web as hpa: the step is carried out / ${conflict}`,
    ]);
  });

  it('apply on the server fails when the conflict is not the expected one', async () => {
    const failed = await failures(
      `at: 5s, ${part('conflicts: [.spec.replicas]', 1)}`,
      `at: 6s, ${part('conflicts: [.spec.paused, .spec.replicas]', 3)}`,
    );
    expect(failed).toEqual([
      'apply Deployment web as kubectl, refused for .spec.replicas: the step is carried out / expected a conflict about .spec.replicas; there was none',
      expect.stringContaining(
        'expected a conflict about .spec.paused, .spec.replicas; Apply failed with 1 conflict',
      ),
    ]);
  });

  it('delete takes all objects that a selector finds, in its namespace', async () => {
    const pod = (name: string, namespace: string, label: string): string =>
      `at: 2s, apply: { apiVersion: v1, kind: Pod, metadata: { name: ${name}, namespace: ${namespace}, labels: { x: ${label} } }, spec: { containers: [{ name: c, image: i }] } }`;
    const is = (name: string, namespace: string, absent: boolean): string =>
      `at: 20s, expect: { kind: Pod, name: ${name}, namespace: ${namespace}, absent: ${absent} }`;
    const failed = await failures(
      pod('a', 'default', 'one'),
      pod('b', 'default', 'two'),
      pod('c', 'kube-system', 'one'),
      'at: 5s, delete: { kind: Pod, selector: { x: one } }',
      is('a', 'default', true),
      is('b', 'default', false),
      is('c', 'kube-system', false),
    );
    expect(failed).toEqual([]);
  });

  it('that the API refuses fails, and says why', async () => {
    const [failure] = await failures(`at: 5s, setImage: { ${target}, container: mian, image: c }`);
    expect(failure).toContain('there is no container "mian"; there are main, side');
  });
});
