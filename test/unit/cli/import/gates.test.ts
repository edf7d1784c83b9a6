/** Fields of other clusters that v1.24 keeps only when a feature gate is on. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { Run } from '#run';
import { droppedWarnings, parseScenario } from '#scenario';
import { importedFrom } from '../../../../src/cli/import/import.ts';
import { scenarioText } from '../../../../src/cli/import/write.ts';

const report = (timeZone: string): string => `
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: Node
  metadata: { name: n1, uid: u1, creationTimestamp: "2026-06-01T00:00:00Z" }
  status:
    allocatable: { cpu: "4", memory: 8Gi, pods: "110" }
    capacity: { cpu: "4", memory: 8Gi, pods: "110" }
    conditions: [{ type: Ready, status: "True", lastHeartbeatTime: "2026-06-01T12:00:00Z", lastTransitionTime: "2026-06-01T00:00:00Z" }]
- apiVersion: batch/v1
  kind: CronJob
  metadata: { name: report, namespace: default, uid: u2, creationTimestamp: "2026-06-01T00:00:00Z" }
  spec:
    schedule: 30 0 * * *
    ${timeZone}
    concurrencyPolicy: Forbid
    jobTemplate: { spec: { template: { spec: { restartPolicy: OnFailure, containers: [{ name: c, image: example.com/x:1 }] } } } }
  status: { lastScheduleTime: "2026-05-31T22:30:00Z", lastSuccessfulTime: "2026-05-31T22:31:00Z" }
`;

const textOf = (timeZone: string): string =>
  scenarioText(importedFrom(report(timeZone), 'f.yaml', 'f'));

describe('a CronJob of a newer cluster', () => {
  it('keeps its zone, and starts no run that the other cluster has made', async () => {
    const text = textOf('timeZone: Europe/Berlin').replace(/^until: .*$/m, 'until: 2d');
    expect(text).toContain('featureGates: { CronJobTimeZone: true }\n');
    const registry = new KindRegistry(defaultProfile);
    const scenario = parseScenario(text, 'f.yaml', registry);
    expect(droppedWarnings(scenario, registry)).toEqual([]);
    const started: string[] = [];
    const observer = {
      change({ type, value }: { readonly type: string; readonly value: object }) {
        const { kind, metadata } = value as {
          kind: string;
          metadata: { creationTimestamp: string };
        };
        if (kind === 'Job' && type === 'created') started.push(metadata.creationTimestamp);
      },
    };
    const run = await Run.begin(scenario, { observer });
    await run.finish();
    await run.stop();
    // Half past midnight in summer, two hours east of Greenwich.
    expect(started).toEqual(['2026-06-01T22:30:00Z', '2026-06-02T22:30:00Z']);
  });

  it('without a zone needs no gate', () => {
    expect(textOf('suspend: false')).not.toContain('featureGates');
  });

  it.each<[string, object]>([
    [
      'which is on anyway',
      { kind: 'DaemonSet', spec: { updateStrategy: { rollingUpdate: { maxSurge: 1 } } } },
    ],
    [
      'whose rules v1.24 may not understand',
      {
        kind: 'CustomResourceDefinition',
        apiVersion: 'apiextensions.k8s.io/v1',
        spec: {
          versions: [
            { schema: { openAPIV3Schema: { 'x-kubernetes-validations': [{ rule: 'x' }] } } },
          ],
        },
      },
    ],
  ])('turns no gate on %s', (_, object) => {
    const whole = { apiVersion: 'apps/v1', metadata: { name: 'a' }, ...object };
    expect(importedFrom(JSON.stringify(whole), 'f.json', 'f').gates).toEqual([]);
  });
});
