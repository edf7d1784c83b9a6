/** `orrery upgrade`, as it is typed: manifests and scenarios from one release to another. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../src/cli/upgrade/finding.ts';
import { orrery } from '../support/command.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery-upgrade-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Result {
  readonly code: number;
  readonly text: string;
}

/** Runs the command over a file with that text. */
async function upgrade(text: string, ...args: readonly string[]): Promise<Result> {
  const file = join(folder, 'it.yaml');
  await writeFile(file, text);
  try {
    return { code: 0, text: await orrery('upgrade', file, ...args) };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, text: stdout === '' ? stderr : stdout };
  }
}

async function findingsOf(text: string, ...args: readonly string[]): Promise<readonly Finding[]> {
  const result = await upgrade(text, ...args, '-o', 'json');
  return (JSON.parse(result.text) as { findings: readonly Finding[] }).findings;
}

const container = '{ name: main, image: example.com/main:1 }';
const template = `template: { metadata: { labels: { app: it } }, spec: { containers: [${container}] } }`;
const jobSpec = `{ template: { spec: { restartPolicy: Never, containers: [${container}] } } }`;

const cronJob = (version: string, more = ''): string => `
apiVersion: ${version}
kind: CronJob
metadata: { name: report }
spec:
  schedule: '*/5 * * * *'${more}
  jobTemplate: { spec: ${jobSpec} }
`;
const statefulSet = `
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: db }
spec: { serviceName: db, replicas: 2, selector: { matchLabels: { app: it } }, ${template} }
`;
const policy = `
apiVersion: policy/v1beta1
kind: PodSecurityPolicy
metadata: { name: strict }
spec:
  { seLinux: { rule: RunAsAny }, runAsUser: { rule: RunAsAny }, supplementalGroups: { rule: RunAsAny }, fsGroup: { rule: RunAsAny } }
`;
const autoscaler = `
apiVersion: autoscaling/v2beta2
kind: HorizontalPodAutoscaler
metadata: { name: it }
spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: apps/v1, kind: StatefulSet, name: db } }
`;

describe('versions that go', () => {
  it('are refused from their release on, with the line, and what to use', async () => {
    const { code, text } = await upgrade(
      `${cronJob('batch/v1beta1')}---${policy}---${autoscaler}`,
      ...['--from', '1.24', '--to', '1.26'],
    );
    expect(code).toBe(1);
    expect(text).toContain('✗ refused  CronJob report  since 1.25');
    expect(text).toContain(
      'it.yaml:2\n    v1.25 no longer serves CronJob in batch/v1beta1; use batch/v1',
    );
    expect(text).toContain('✗ refused  PodSecurityPolicy strict  since 1.25');
    expect(text).toContain('✗ refused  HorizontalPodAutoscaler it  since 1.26');
    expect(text).toContain('3 broken, ');
  });

  it('break nothing before that', async () => {
    const result = await upgrade(autoscaler, '--from', '1.24', '--to', '1.25');
    expect(result.code).toBe(0);
  });
});

describe('a field', () => {
  it('that the older release drops is kept from a release on', async () => {
    const text = cronJob('batch/v1', '\n  timeZone: Europe/Zurich');
    const [kept] = await findingsOf(text, '--from', '1.24', '--to', '1.25');
    expect(kept).toMatchObject({
      ...{
        what: 'kept',
        breaks: false,
        field: 'spec.timeZone',
        since: '1.25',
        after: '1.24',
        line: 7,
      },
      message: expect.stringContaining('the feature gate CronJobTimeZone') as unknown,
    });
  });

  it('that the older release does not know is named with the releases that have it', async () => {
    const service = `
apiVersion: v1
kind: Service
metadata: { name: it }
spec: { ports: [{ port: 80 }], trafficDistribution: PreferClose }
`;
    const findings = await findingsOf(service, '--from', '1.29', '--to', '1.35');
    expect(findings).toMatchObject([
      { what: 'kept', field: 'spec.trafficDistribution', since: '1.31' },
      { what: 'warned', since: '1.35', message: expect.stringContaining('deprecated') as unknown },
      {
        ...{ what: 'applied', since: '1.35', after: '1.29', objects: ['Service default/it'] },
        message: 'applied again, it changes spec.trafficDistribution from nothing to "PreferClose"',
      },
    ]);
  });
});

describe('manifests that are applied again after the upgrade', () => {
  const deployment = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { hostUsers: false, containers: [{ name: main, image: 'example.com/web:1' }] }
`;

  it('restart pods whose template has a field now that the release before dropped', async () => {
    const { code, text } = await upgrade(deployment, '--from', '1.32', '--to', '1.33');
    expect(code).toBe(1);
    expect(text).toMatch(
      /✗ restarted {2}Deployment default\/web {2}since 1\.33\n {4}2 pods go because the manifests are applied again, /,
    );
    expect(text).toContain(
      'applied again, it changes spec.template.spec.hostUsers from nothing to false',
    );
  });

  it('change nothing where both releases keep the same', async () => {
    const findings = await findingsOf(deployment, '--from', '1.33', '--to', '1.34');
    expect(findings.filter(({ what }) => what === 'applied' || what === 'restarted')).toEqual([]);
  });
});

describe('the upgrade itself', () => {
  it('restarts no StatefulSet', async () => {
    const { code, text } = await upgrade(statefulSet, '--from', '1.33', '--to', '1.34');
    expect([code, text.includes('restarted')]).toEqual([0, false]);
  });

  it('restarts all pods of one where revisions are compared as texts, and says why', async () => {
    const args = ['--from', '1.33', '--to', '1.34'];
    const gates = ['--feature-gates', 'StatefulSetSemanticRevisionComparison=false'];
    const { code, text } = await upgrade(statefulSet, ...args, ...gates);
    expect(code).toBe(1);
    expect(text).toMatch(
      /✗ restarted {2}StatefulSet default\/db {2}since 1\.34\n {4}2 pods go because of the upgrade, default\/db-1 first\n/,
    );
    expect(text).toMatch(/it had the revision db-\w+, not db-\w+/);
    const allowed = await upgrade(statefulSet, ...args, ...gates, '--allow-restarts');
    expect(allowed.code).toBe(0);
  });
});

describe('statuses', () => {
  const job = `
apiVersion: batch/v1
kind: Job
metadata: { name: it }
spec: { template: { spec: { restartPolicy: Never, containers: [${container}] } } }
`;

  it('that evolve otherwise have the cause on both sides', async () => {
    const findings = await findingsOf(job, '--from', '1.30', '--to', '1.31');
    const found = findings.find(({ field }) => field === 'status.conditions[SuccessCriteriaMet]');
    expect(found).toMatchObject({ what: 'status', breaks: false, since: '1.31' });
    expect(found!.message).toMatch(/^at 1\.30 nothing, at 1\.31 True \(CompletionsReached/);
    expect(found!.why!.filter((line) => line.startsWith('at '))).toEqual(['at 1.30:', 'at 1.31:']);
  });

  it('have the very release with --each', async () => {
    const field = 'status.conditions[SuccessCriteriaMet]';
    const sinceOf = async (...args: readonly string[]): Promise<unknown> => {
      const findings = await findingsOf(job, '--from', '1.29', '--to', '1.32', ...args);
      const { since, after } = findings.find((finding) => finding.field === field)!;
      return [after, since];
    };
    expect(await sinceOf()).toEqual(['1.29', '1.32']);
    expect(await sinceOf('--each')).toEqual(['1.30', '1.31']);
  });
});

describe('a scenario', () => {
  const scenario = (that: string): string => `
cluster: { nodes: 1 }
steps:
  - { at: 0s, apply: { apiVersion: batch/v1, kind: Job, metadata: { name: it }, spec: ${jobSpec} } }
  - { at: 1m, expect: { kind: Job, name: it, that: "${that}" } }
until: 2m
`;

  it('breaks where a check that held fails', async () => {
    const { code, text } = await upgrade(
      scenario('size(status.conditions) == 1'),
      ...['--from', '1.30', '--to', '1.31'],
    );
    expect(code).toBe(1);
    expect(text).toMatch(
      /✗ check {2}since 1\.31 {2}\S*it\.yaml:5\n.*: it fails at 1\.31: expected /,
    );
  });

  it('breaks nothing where its checks hold at both, and in mid-life', async () => {
    const result = await upgrade(
      scenario('status.succeeded == 1'),
      ...['--from', '1.30', '--to', '1.32', '-o', 'junit'],
    );
    expect(result.code).toBe(0);
    expect(result.text).toContain('failures="0"');
  });

  it('that does not hold at the first release is left out, with the reason', async () => {
    const text = `kubernetes: { from: '1.31', because: it is so }\n${scenario('true')}`;
    const result = await upgrade(text, '--from', '1.30', '--to', '1.31');
    expect(result).toEqual({
      code: 0,
      text: '- it  left out, it holds from 1.31 on: it is so\nNothing changes from 1.30 to 1.31.\n',
    });
  });
});

it('leaves out custom resources that nothing defines, makes namespaces, and calls no webhook', async () => {
  const hook = `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: hook }
webhooks:
  - name: a.example.com
    sideEffects: None
    admissionReviewVersions: [v1]
    clientConfig: { url: 'https://127.0.0.1:1/x' }
    rules: [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*'] }]
`;
  const box = 'apiVersion: example.com/v1\nkind: Box\nmetadata: { name: it }\n';
  const job = `apiVersion: batch/v1\nkind: Job\nmetadata: { name: it, namespace: other }\nspec: ${jobSpec}\n`;
  const args = ['--from', '1.33', '--to', '1.34'];
  expect(await upgrade([hook, box, job].join('---\n'), ...args)).toEqual({
    code: 0,
    text: '- Box it  left out, no definition declares its kind\nNothing changes from 1.33 to 1.34.\n',
  });
});

it('annotates the lines of files for a workflow', async () => {
  const { text } = await upgrade(
    cronJob('batch/v1beta1'),
    ...['--from', '1.24', '--to', '1.25', '-o', 'github'],
  );
  expect(text).toMatch(
    /^::error file=\S+it\.yaml,line=2,title=refused since 1\.25%3A CronJob report::v1\.25 no longer/,
  );
});

it.each([
  [['--from', '1.34', '--to', '1.30'], '--to 1.30 is not later than --from 1.34'],
  [['--from', '1.99', '--to', '1.30'], '--from: unknown release "1.99"; known releases: 1.24, '],
])('refuses %j', async (args, problem) => {
  const { code, text } = await upgrade(statefulSet, ...args);
  expect(code).toBe(2);
  expect(text).toContain(problem);
});
