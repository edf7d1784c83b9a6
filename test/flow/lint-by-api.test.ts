/** `orrery lint` says what the API would say of the objects of a scenario. */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { describe, expect, it, vi } from 'vitest';

/** Each test starts processes. */
vi.setConfig({ testTimeout: 60_000 });

const command = join(resolve(import.meta.dirname, '../..'), 'dist/orrery.js');

interface Problem {
  readonly severity: string;
  readonly line: number;
  readonly message: string;
  readonly hint?: string;
}

function lint(text: string): { status: number | null; problems: readonly Problem[] } {
  const { status, stdout } = spawnSync(process.execPath, [command, 'lint', '-', '-o', 'json'], {
    encoding: 'utf8',
    input: text,
  });
  const { files } = JSON.parse(stdout) as { files: [{ problems: readonly Problem[] }] };
  return { status, problems: files[0].problems };
}

const containers = 'containers: [{ name: c, image: x }]';
const template = `template: { metadata: { labels: { app: a } }, spec: { ${containers} } }`;
const selector = 'selector: { matchLabels: { app: a } }';

function applied(apiVersion: string, kind: string, spec: string, namespace = 'default'): string {
  return `cluster:
  objects:
    - { apiVersion: v1, kind: Namespace, metadata: { name: prod } }
    - { apiVersion: v1, kind: ResourceQuota, metadata: { name: q, namespace: prod }, spec: { hard: { requests.cpu: 2 } } }
steps:
  - at: 1s
    apply:
      apiVersion: ${apiVersion}
      kind: ${kind}
      metadata: { name: a, namespace: ${namespace} }
      spec:
        ${spec}
`;
}

function job(schedule: string, policy: string): string {
  const pod = `template: { spec: { ${policy}${containers} } }`;
  return applied(
    'batch/v1',
    'CronJob',
    `schedule: '${schedule}'\n        jobTemplate: { spec: { ${pod} } }`,
  );
}

describe('lint', () => {
  it.each([
    ['a bad schedule', job('61 * * * *', 'restartPolicy: Never, '), 12, 'spec.schedule: Invalid'],
    ['no restart policy', job('* * * * *', ''), 13, 'restartPolicy: Required value'],
    [
      'bounds the wrong way round',
      applied(
        'autoscaling/v2',
        'HorizontalPodAutoscaler',
        `{ minReplicas: 5, maxReplicas: 2, scaleTargetRef: { kind: Deployment, name: a } }`,
      ),
      12,
      'must be greater than or equal to `minReplicas`',
    ],
    [
      'a selector that misses',
      applied('apps/v1', 'Deployment', `{ selector: { matchLabels: { app: b } }, ${template} }`),
      12,
      '`selector` does not match template `labels`',
    ],
    [
      'a namespace that is not there',
      applied('apps/v1', 'Deployment', `{ ${selector}, ${template} }`, 'prodd'),
      10,
      'namespaces "prodd" not found',
    ],
  ])('refuses %s, at its place', (_, text, line, message) => {
    const { status, problems } = lint(text);
    expect(status).toBe(2);
    const errors = problems.filter(({ severity }) => severity === 'error');
    expect(errors).toEqual([
      expect.objectContaining({ line, message: expect.stringContaining(message) as string }),
    ]);
  });

  it('suggests the namespace that is meant', () => {
    const text = applied('apps/v1', 'Deployment', `{ ${selector}, ${template} }`, 'prodd');
    expect(lint(text).problems).toMatchObject([{ hint: 'did you mean "prod"?' }]);
  });

  it('warns of pods that admission would refuse', () => {
    const text = applied('apps/v1', 'Deployment', `{ ${selector}, ${template} }`, 'prod');
    expect(lint(text)).toMatchObject({
      status: 0,
      problems: [
        {
          severity: 'warning',
          message:
            'the API refuses the pods of Deployment a: failed quota: q: must specify requests.cpu for: c',
        },
      ],
    });
  });

  it.each([
    '{ event: { reason: FailedCreat } }',
    '{ kind: Node, name: n, status: { conditions: [{ reason: KubletReady }] } }',
    `{ kind: Node, name: n, that: 'status.conditions.exists(c, c.reason == "KubletReady")' }`,
  ])('warns of a misspelt reason: %s', (check) => {
    const text = `cluster: { nodes: [{ name: n, count: 1 }] }\nsteps: [{ at: 1s, expect: ${check} }]`;
    expect(lint(text).problems.filter(({ hint }) => hint !== undefined)).toMatchObject([
      { severity: 'warning', message: expect.stringContaining('no controller writes the reason') },
    ]);
  });

  it('notes an image that never starts', () => {
    const broken = template.replace('image: x', 'image: broken');
    expect(lint(applied('apps/v1', 'Deployment', `{ ${selector}, ${broken} }`))).toMatchObject({
      status: 0,
      problems: [{ severity: 'note', line: 12, message: expect.stringContaining('never starts') }],
    });
  });
});
