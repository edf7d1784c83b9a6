/** Checks over time in a whole run: what is found, when, and what it says. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { Run } from '#run';
import { parseScenario, type CheckResult } from '#scenario';

const kinds = new KindRegistry(defaultProfile);

/** Two nodes; a DaemonSet at 0 s, whose pods are ready at 3 s; at 20 s one node is removed. */
const story = `
cluster: { nodes: 2 }
until: 60s
steps:
  - at: 0s
    apply:
      apiVersion: apps/v1
      kind: DaemonSet
      metadata: { name: agent }
      spec:
        selector: { matchLabels: { app: agent } }
        template:
          metadata:
            labels: { app: agent }
            annotations: { sim/start-seconds: '2', sim/ready-seconds: '1', sim/terminate-seconds: '1' }
          spec: { containers: [{ name: agent, image: agent }] }
  - { at: 20s, patch: { kind: DaemonSet, name: agent, body: { spec: { template: { metadata: { labels: { v: '2' } } } } } } }
  - { at: 40s, delete: { kind: DaemonSet, name: agent } }
`;

/** The results of checks added to the story, in the order of the checks. */
async function results(...checks: readonly string[]): Promise<readonly CheckResult[]> {
  const text = `${story}${checks.map((check) => `  - { ${check} }\n`).join('')}`;
  const run = await Run.begin(parseScenario(text, 'story.yaml', kinds));
  await run.finish();
  await run.stop();
  return run.checks.toSorted((a, b) => a.line - b.line);
}

/** `pass 3.0`, `fail 40.0`: how a check came out, and when; without a time when the run ended first. */
async function outcome(check: string): Promise<string> {
  const [{ passed, decidedAtMs } = {} as CheckResult] = await results(check);
  const at = decidedAtMs === undefined ? '' : ` ${(decidedAtMs / 1000).toFixed(1)}`;
  return `${passed ? 'pass' : 'fail'}${at}`;
}

const agent = 'kind: DaemonSet, name: agent';

describe('a check', () => {
  it.each([
    [`at: 1s, expect: { ${agent}, status: { numberReady: 2 } }, within: 5s`, 'pass 3.0'],
    [`at: 1s, expect: { ${agent}, status: { numberReady: 2 } }, within: 2s`, 'pass 3.0'],
    [`at: 1s, expect: { ${agent}, status: { numberReady: 2 } }, within: 1999ms`, 'fail 3.0'],
    [`at: 1s, expect: { ${agent}, status: { numberReady: 2 } }`, 'fail 1.0'],
    [`at: 1s, expect: { ${agent}, status: { numberReady: 2 } }, within: 500ms`, 'fail 1.5'],
    [`at: 50s, expect: { ${agent}, absent: true }`, 'pass 50.0'],
    [`at: 5s, always: { ${agent}, status: { desiredNumberScheduled: 2 } }, for: 20s`, 'pass 25.0'],
    [`at: 5s, always: { ${agent}, status: { numberReady: 2 } }`, 'fail 21.0'],
    [`at: 5s, always: { ${agent} }`, 'fail 40.0'],
    [`at: 5s, always: { kind: Node, name: node-1 }`, 'pass 60.0'],
    [`at: 5s, never: { ${agent}, status: { numberReady: 0 } }, for: 30s`, 'pass 35.0'],
    [`at: 0s, never: { ${agent}, status: { numberReady: 2 } }`, 'fail 3.0'],
    [`at: 0s, holds: { ${agent}, status: { numberReady: 2 } }, for: 5s, within: 30s`, 'pass 8.0'],
    [`at: 0s, holds: { ${agent}, status: { numberReady: 2 } }, for: 20s, within: 30s`, 'fail 21.0'],
    [`at: 0s, expect: { count: { kind: Pod, selector: app=agent }, equals: 2 }`, 'pass 0.0'],
    [`at: 50s, expect: { count: { kind: Pod }, is: '> 0' }`, 'fail 50.0'],
    [`at: 5s, always: { count: { kind: Pod, selector: { app: agent } }, is: '<= 2' }`, 'pass 60.0'],
    [`at: 1s, expect: { event: { reason: SuccessfulCreate, name: agent }, count: 2 }`, 'pass 1.0'],
    [`at: 1s, expect: { event: { reason: SuccessfulCreate, kind: ds } }`, 'pass 1.0'],
    [`at: 9s, expect: { event: { reason: Started } }`, 'fail 9.0'],
    [`at: 1s, never: { event: { reason: SuccessfulCreate } }, for: 10s`, 'pass 11.0'],
    [`at: 1s, exactly: { times: 2, event: { reason: SuccessfulDelete } }, for: 30s`, 'pass 31.0'],
    [`at: 1s, exactly: { times: 1, event: { message: /^Deleted pod/ } }, for: 30s`, 'fail 24.0'],
    [`at: 1s, exactly: { times: 1, ${agent}, status: { numberReady: 1 } }, for: 20s`, 'pass 21.0'],
    [
      `at: 1s, expect: { all: [{ ${agent}, status: { numberReady: 2 } }, { not: { ${agent}, absent: true } }] }, within: 9s`,
      'pass 3.0',
    ],
    [
      `at: 1s, always: { any: [{ ${agent} }, { count: { kind: Pod }, equals: 0 }] }, for: 9s`,
      'pass 10.0',
    ],
    [
      `at: 1s, expect: { ${agent}, that: 'status.numberReady == status.desiredNumberScheduled && status.numberReady > 0' }, within: 9s`,
      'pass 3.0',
    ],
    [
      `at: 1s, expect: { ${agent}, that: ['status.numberUnavailable == 0'] }, within: 9s`,
      'pass 3.0',
    ],
    [
      `at: 1s, expect: { kind: Node, name: node-1, path: '{.status.conditions[?(@.type=="Ready")].status}', equals: 'True' }`,
      'pass 1.0',
    ],
    [`at: 1s, expect: { ${agent}, path: .status.numberReady, equals: 2 }, within: 9s`, 'pass 3.0'],
    [
      `at: 1s, holds: { count: { kind: Pod, that: "status.phase == 'Running'" }, is: '>= 1' }, for: 10s, within: 30s`,
      'pass 12.0',
    ],
    [
      `at: 1s, always: { any: [{ ${agent}, status: { numberReady: 0 } }, { ${agent}, status: { numberReady: 2 } }] }, for: 9s`,
      'pass 10.0',
    ],
    [
      `at: 1s, inOrder: [{ ${agent}, status: { numberReady: 2 } }, { ${agent}, absent: true }]`,
      'pass 40.0',
    ],
    [
      `at: 1s, inOrder: [{ ${agent}, absent: true }, { ${agent}, status: { numberReady: 2 } }]`,
      'fail 60.0',
    ],
  ])('%s: %s', async (check, expected) => {
    expect(await outcome(check)).toBe(expected);
  });

  it('says what was expected, what was found, where, and which change decided it', async () => {
    const [result] = await results(
      `at: 5s, always: { ${agent}, status: { numberReady: 2 } }, for: 90s`,
    );
    expect(result).toEqual({
      file: 'story.yaml',
      line: 19,
      verb: 'always',
      summary: 'always DaemonSet agent status {"numberReady":2}',
      passed: false,
      startedAtMs: 5_000,
      decidedAtMs: 21_000,
      expected: 'DaemonSet agent status {"numberReady":2}, for 1m30s',
      actual: 'status.numberReady: expected 2, found 1',
      field: 'status.numberReady',
      object: { kind: 'DaemonSet', namespace: 'default', name: 'agent' },
      revision: expect.stringMatching(/^\d+$/) as string,
      watched: [{ what: 'DaemonSet default/agent status.numberReady', min: 1, max: 2, avg: 2 }],
    });
  });

  it('that the run ends before it is decided says so', async () => {
    const [waits, begins] = await results(
      `at: 50s, expect: { ${agent} }, within: 30s`,
      `at: 70s, expect: { kind: Node, name: node-1 }`,
    );
    expect(waits).toMatchObject({
      passed: false,
      actual: 'the run ended before it was decided: it does not exist',
    });
    expect(waits).not.toHaveProperty('decidedAtMs');
    expect(begins).toMatchObject({ passed: false, actual: 'the run ended before it began' });
  });
});

it('sees events of kubelets where the cluster has them', async () => {
  const text = `${story}  - { at: 9s, expect: { event: { reason: Started, kind: pods }, count: 2 } }\n`;
  const told = text.replace('nodes: 2', 'nodes: 2, kubeletEvents: true');
  const run = await Run.begin(parseScenario(told, 'story.yaml', kinds));
  await run.finish();
  await run.stop();
  expect(run.checks.map(({ passed }) => passed)).toEqual([true]);
});
