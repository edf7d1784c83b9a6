/** `orrery versions`: the releases, and what differs between two of them. */
import { describe, expect, it } from 'vitest';
import { versions } from '../../../src/cli/versions/versions.ts';
import { captured } from '../../support/captured.ts';

const out = captured('versions');

interface Listed {
  readonly version: string;
  readonly patch: string;
  readonly kinds: number;
  readonly default?: true;
}

interface Changes {
  readonly from: string;
  readonly kinds: { readonly added: readonly { readonly kind: string }[] };
  readonly types: readonly {
    readonly type: string;
    readonly added: readonly { readonly field: string; readonly gate?: string }[];
  }[];
}

describe('the list', () => {
  it('has each minor with its last patch, and marks the default', async () => {
    expect(await versions(undefined, { output: 'text' })).toBe(0);
    const lines = out.printed.trim().split('\n');
    expect(lines).toHaveLength(15);
    expect(lines[1]).toMatch(/^1\.24 +v1\.24\.17 +67 +138 +default$/);
    expect(lines.at(-1)).toMatch(/^1\.37 +v1\.37\.2 +\d+ +\d+$/);
  });

  it('is data with -o json', async () => {
    await versions(undefined, { output: 'json' });
    const listed = JSON.parse(out.printed) as readonly Listed[];
    expect(listed.filter((each) => each.default).map((each) => each.version)).toEqual(['1.24']);
    expect(listed.find(({ version }) => version === '1.34')).toMatchObject({ patch: 'v1.34.4' });
  });
});

describe('what differs between two', () => {
  it('is shown by subject, with a sign for each', async () => {
    expect(await versions('1.29..1.33', { output: 'text' })).toBe(0);
    for (const line of [
      'Kinds\n  + admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy\n',
      '  - flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema\n',
      '  ~ v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice\n',
      'Kinds stored in another version\n  ~ ',
      '  ~ discovery.k8s.io/v1 EndpointSlice: discovery.k8s.io/v1beta1 -> discovery.k8s.io/v1\n',
      '  + batch/v1 JobSpec successPolicy (JobSuccessPolicy)\n',
      '  ~ apps/v1 StatefulSetSpec serviceName: string! -> string\n',
      'Defaults of fields\n  ~ core/v1 AzureDiskVolumeSource cachingMode: none -> ReadWrite\n',
      '  ~ v1 Pod metadata.generation: none -> 1\n',
      '  + JobSuccessPolicy (GA, on, locked)\n',
      '  - AppArmor (stays on)\n',
      '  ~ SidecarContainers: beta, on -> GA, on, locked\n',
    ]) {
      expect(out.printed).toContain(line);
    }
  });

  it('is data with -o json, to the newest release, too', async () => {
    await versions('v1.36..latest', { output: 'json' });
    const changes = JSON.parse(out.printed) as Changes;
    expect(changes).toMatchObject({ from: '1.36', to: '1.37' });
    expect(changes.kinds.added.map(({ kind }) => kind)).toContain('PodCertificateRequest');
    const job = changes.types.find(({ type }) => type === 'batch/v1 JobSpec');
    expect(job!.added).toEqual([{ field: 'scheduling', gate: 'WorkloadWithJob' }]);
  });

  it('is turned around from the later one to the earlier', async () => {
    await versions('1.25..1.24', { output: 'text' });
    expect(out.printed).toContain('  + batch/v1beta1 CronJob\n');
    expect(out.printed).toContain('  - batch/v1 JobSpec podFailurePolicy (JobPodFailurePolicy)\n');
  });

  it('has what a server fills in, as it answers the same objects', async () => {
    await versions('1.28..1.29', { output: 'json' });
    const { filled } = JSON.parse(out.printed) as { readonly filled: readonly object[] };
    expect(filled).toEqual([
      { type: 'v1 PersistentVolume', field: 'status.lastPhaseTransitionTime', to: 'set' },
      { type: 'batch/v1 Job', field: 'spec.manualSelector', to: 'false' },
      { type: 'batch/v1 Job', field: 'spec.podReplacementPolicy', to: '"TerminatingOrFailed"' },
    ]);
  });

  it('is nothing between a release and itself', async () => {
    await versions('1.30..1.30.2', { output: 'text' });
    expect(out.printed).toBe('nothing differs\n');
  });

  it.each([
    ['1.29', '"1.29": expected two releases, such as 1.29..1.33'],
    ['1.29..1.30..1.31', '"1.29..1.30..1.31": expected two releases, such as 1.29..1.33'],
    ['1.29..1.50', 'unknown release "1.50"; known releases: 1.24, 1.25'],
  ])('is not found of %s', async (range, message) => {
    await expect(versions(range, { output: 'text' })).rejects.toThrow(message);
  });
});
