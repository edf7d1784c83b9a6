/** A failed check names the field that was not as expected, and why it has its value. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { readRecord, type CheckMark, type RunLog } from '#record';
import { whyOfCheck } from '../../src/cli/why/of-check.ts';
import { runScenario } from '../../src/kit/index.ts';
import { questionOf } from '../../ui/page/failed-question.ts';

const registry = new KindRegistry(defaultProfile);

const scenario = (check: string): string => `
name: fails
cluster: { nodes: 2 }
steps:
  - at: 0s
    apply:
      - apiVersion: apps/v1
        kind: Deployment
        metadata: { name: web }
        spec:
          replicas: 2
          selector: { matchLabels: { app: web } }
          template:
            metadata: { labels: { app: web } }
            spec: { containers: [{ name: c, image: 'example.com/web:1' }] }
  - at: 15s
    expect: { kind: Deployment, name: web, ${check} }
    within: 5s
`;

async function judged(text: string): Promise<{ check: CheckMark; log: RunLog }> {
  const { cluster } = await runScenario(scenario(text));
  const log = readRecord(cluster.record(), registry);
  await cluster.dispose();
  return { check: log.checks[0]!, log };
}

describe('the field of a check', () => {
  it.each([
    ['status: { readyReplicas: 5 }', 'status.readyReplicas'],
    ["that: 'status.readyReplicas > 4'", 'status.readyReplicas'],
    ['status: { readyReplicas: 2 }', undefined],
    ['absent: true', undefined],
  ])('of %s is %s', async (text, field) => {
    const { check } = await judged(text);
    expect(check.field).toBe(field);
    expect(questionOf(check)).toEqual(
      field && { selected: { kind: 'Deployment', key: 'default/web' }, asked: field },
    );
  });

  it('is explained as it was when the check failed', async () => {
    const { check, log } = await judged('status: { readyReplicas: 5 }');
    const why = whyOfCheck(check, log, registry, 'my.yaml --seed 1')!;
    expect(why.command).toBe('orrery why deploy/web readyReplicas --run my.yaml --seed 1 --at 20s');
    expect(why.lines[0]).toBe('Deployment default/web  status.readyReplicas = 2');
    expect(why.lines).toContain('It is the sum of the ready pods of its ReplicaSets:');
  });
});
