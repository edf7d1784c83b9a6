/** Steps that upgrade a cluster: what they must name, and which way they may go. */
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { defaultProfile } from '#kinds';
import { parseScenario, ScenarioError } from '#scenario';

const kinds = new KindRegistry(defaultProfile);

function problemsOf(kubernetes: string, ...steps: readonly string[]): readonly string[] {
  const lines = steps.map((step, index) => `- { at: ${index}s, ${step} }`);
  try {
    parseScenario(`kubernetes: '${kubernetes}'\nsteps:\n${lines.join('\n')}`, 'x.yaml', kinds);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.message.split('\n').map((line) => line.replace(/^x\.yaml:\d+:\d+: /, ''));
  }
  return [];
}

describe('a step that upgrades', () => {
  it.each([
    [['upgrade: v1.31']],
    [["upgrade: { to: '1.34', through: all, every: 5m, nodes: drained }"]],
    [['upgrade: { to: v1.34, force: true }']],
    [['downgrade: v1.29']],
    [['upgrade: v1.31', 'upgrade: v1.32', 'downgrade: v1.31']],
    [['upgrade: { to: latest, through: all }']],
  ])('may say %j at 1.30', (steps) => {
    expect(problemsOf('1.30', ...steps)).toEqual([]);
  });

  it.each([
    [
      ['upgrade: v1.32'],
      'v1.30 is upgraded to v1.31: no minor is skipped; "through: all" goes to v1.32 one by one, "force: true" skips',
    ],
    [['upgrade: v1.30'], 'v1.30 is not later than v1.30, which runs at this point'],
    [
      ['upgrade: v1.31', 'upgrade: v1.31'],
      'v1.31 is not later than v1.31, which runs at this point',
    ],
    [['downgrade: v1.28'], 'v1.30 goes back to v1.29 at most; "force: true" goes further'],
    [['downgrade: v1.30'], 'v1.30 is not earlier than v1.30, which runs at this point'],
    [
      ['upgrade: { to: v1.31, featureGates: { JobTrackingWithFinalizers: false } }'],
      /^unrecognized feature gate: JobTrackingWithFinalizers; .* \(Kubernetes 1\.31\)$/,
    ],
    [['upgrade: { to: v1.31, nodes: all }'], /^expected one of drained, found "all"/],
    [['upgrade: v1.99'], /^unknown release "v1\.99"; known releases: 1\.24, /],
  ])('may not say %j at 1.30', (steps, problem) => {
    expect(problemsOf('1.30', ...steps)).toEqual([expect.stringMatching(problem)]);
  });

  it('has the manifests behind it checked at its release', () => {
    const policy =
      'apply: { apiVersion: policy/v1beta1, kind: PodDisruptionBudget, metadata: { name: a } }';
    expect(problemsOf('1.24', policy)).toEqual([]);
    expect(problemsOf('1.24', 'upgrade: v1.25', policy)[0]).toContain('policy/v1beta1');
  });
});

it('a gate that a release has no more is a problem of the scenario, not a defect', () => {
  const gates = 'featureGates: { JobTrackingWithFinalizers: false }';
  expect(() => parseScenario(`kubernetes: v1.37\n${gates}\nsteps: []`, 'x.yaml', kinds)).toThrow(
    /^x\.yaml:2:15: unrecognized feature gate: JobTrackingWithFinalizers; .* \(Kubernetes 1\.37\)$/,
  );
});
